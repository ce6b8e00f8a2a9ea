"""Materials with textures: which geoms have one, where its pixels go, and both as one file for the browser."""

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.render.textures import stored_pixels
from corten.viewer.shapes import Part, Shape

if TYPE_CHECKING:
    from corten.model import Model

Floats = NDArray[Any]

# the role of a texture that is the colour of a surface, and the kind of texture that is flat
COLOUR_ROLE, FLAT_TEXTURE = 1, 0
# how rough a surface is whose material does not say so
ROUGHNESS = 0.7

# sides of a cube as OpenGL has them, by axis and sign of the direction: which coordinates run along and down a side
ALONG = np.array([[0, 0, -1], [0, 0, 1], [1, 0, 0], [1, 0, 0], [1, 0, 0], [-1, 0, 0]], float)
DOWN = np.array([[0, -1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1], [0, -1, 0], [0, -1, 0]], float)


class Look(NamedTuple):
    """A textured material on a part: the texture, its repetitions, the part's scale where that matters, the colour."""

    texture: int
    repeat: tuple[float, float]
    scale: tuple[float, float, float]
    rgba: tuple[float, float, float, float]
    surface: tuple[float, float]


def look_of(model: "Model", geom: int, part: Part, rgba: Floats) -> Look | None:
    """Return how the texture of a geom covers a part of it, or None where it has none."""
    material = int(model.geom_matid[geom])
    texture = int(model.mat_texid[material, COLOUR_ROLE]) if material >= 0 else -1
    if texture < 0 or model.tex_nchannel[texture] not in (3, 4):
        return None
    across, along = (float(x) or 1.0 for x in model.mat_texrepeat[material])
    is_flat = model.tex_type[texture] == FLAT_TEXTURE
    endless = part.shape == "plane" and not model.geom_size[geom, :2].all()
    scale = (1.0, 1.0, 1.0)
    if model.mat_texuniform[material] or endless:
        # repetitions are counted by length, not by object
        a, b, c = part.scale[0].tolist() if not isinstance(part.shape, tuple) else model.geom_size[geom].tolist()
        scale = (a, b, c)
        if is_flat:
            across, along = across * (scale[0] or 1.0), along * (scale[1] or 1.0)
    metallic, roughness = float(model.mat_metallic[material]), float(model.mat_roughness[material])
    surface = (max(metallic, 0.0), roughness if roughness >= 0 else ROUGHNESS)
    red, green, blue, alpha = (float(x) for x in rgba)
    scale = (1.0, 1.0, 1.0) if is_flat else scale
    return Look(texture, (across, along), scale, (red, green, blue, alpha), surface)


def plain_pixel(model: "Model", texture: int) -> Floats | None:
    """Return the colour (4,) of a texture whose pixels are all alike, or None."""
    image = image_of(model, texture)
    pixels = image.reshape(-1, image.shape[-1])
    if (pixels != pixels[0]).any():
        return None
    colour = np.ones(4)
    colour[: pixels.shape[1]] = pixels[0] / 255
    return colour


def image_of(model: "Model", texture: int) -> NDArray[np.uint8]:
    """Return the pixels of a texture, (height, width, channels); white where its file cannot be read."""
    found = stored_pixels(model, texture)
    return np.full((1, 1, 3), 255, np.uint8) if found is None else found[0]


def textured_glb(model: "Model", key: Hashable, shape: Shape, look: Look) -> bytes:
    """Return a shape with its texture as a GLB file."""
    import trimesh
    from PIL import Image  # pyright: ignore[reportMissingImports]: comes with the extra
    from trimesh.visual.material import PBRMaterial
    from trimesh.visual.texture import TextureVisuals

    corners, normals, uv = _unfolded(model, key, shape, look)
    image = Image.fromarray(image_of(model, look.texture))
    material = PBRMaterial(
        baseColorTexture=image,
        baseColorFactor=np.round(255 * np.clip(look.rgba, 0, 1)).astype(np.uint8),
        metallicFactor=look.surface[0],
        roughnessFactor=look.surface[1],
        alphaMode="BLEND" if look.rgba[3] < 1 or image.mode == "RGBA" else "OPAQUE",
        doubleSided=shape.both_sides,
    )
    # trimesh counts v from the bottom of a picture, MuJoCo from the top
    visual = TextureVisuals(uv=np.stack([uv[:, 0], 1 - uv[:, 1]], axis=1), material=material)
    faces = np.arange(len(corners)).reshape(-1, 3)
    mesh = trimesh.Trimesh(corners, faces, vertex_normals=normals, visual=visual, process=False, validate=False)
    written: Any = mesh.export(file_type="glb", include_normals=True)
    return written


def _unfolded(model: "Model", key: Hashable, shape: Shape, look: Look) -> tuple[Floats, Floats, Floats]:
    """Return corners of triangles (3 m, 3), their normals and their places on the texture (3 m, 2)."""
    corners = np.asarray(shape.vertices, float)[shape.faces].reshape(-1, 3)
    normals = _normals(shape)
    if model.tex_type[look.texture] != FLAT_TEXTURE:
        image = image_of(model, look.texture)
        return corners, normals, cube_places(corners * look.scale, image.shape[1], image.shape[0])
    repeat = np.array(look.repeat)
    own = _mesh_places(model, key)
    if own is not None:
        return corners, normals, own * repeat
    if key == "plane" or isinstance(key, tuple):
        low, high = shape.vertices[:, :2].min(axis=0), shape.vertices[:, :2].max(axis=0)
        # the middle of the texture lies on the middle of the plane
        middle, half = (low + high) / 2, np.maximum((high - low) / 2, 1e-9)
        return corners, normals, 0.5 * repeat * (corners[:, :2] - middle) / half * [1, -1] - 0.5
    if key == "box":
        side = np.array([[0, 1], [1, 1], [1, 0], [0, 1], [1, 0], [0, 0]], float)
        # faces of a box: first halves of its six sides, then second halves
        return corners, normals, repeat * np.concatenate([np.tile(side[:3], (6, 1)), np.tile(side[3:], (6, 1))])
    return corners, normals, repeat * _round_places(corners)


def _normals(shape: Shape) -> Floats:
    """Return normals at corners: those of the faces, or their mean around a vertex where the shape is round."""
    faces, vertices = shape.faces, np.asarray(shape.vertices, float)
    a, b, c = (vertices[faces[:, k]] for k in range(3))
    across = np.cross(b - a, c - a)
    if shape.flat:
        found = np.repeat(across, 3, axis=0)
    else:
        around = np.zeros_like(vertices)
        for k in range(3):
            np.add.at(around, faces[:, k], across)
        found = around[faces].reshape(-1, 3)
    length = np.linalg.norm(found, axis=1, keepdims=True)
    return np.divide(found, length, out=np.tile([0.0, 0.0, 1.0], (len(found), 1)), where=length > 0)


def _mesh_places(model: "Model", key: Hashable) -> Floats | None:
    """Return the texture coordinates that a mesh brings with it, at the corners of its faces."""
    if not isinstance(key, tuple) or key[0] != "mesh" or model.mesh_texcoordadr[key[1]] < 0:
        return None
    mesh = key[1]
    first, count = model.mesh_faceadr[mesh], model.mesh_facenum[mesh]
    corners = model.mesh_facetexcoord[first : first + count].ravel()
    return np.asarray(model.mesh_texcoord[model.mesh_texcoordadr[mesh] + corners], float)


def _round_places(corners: Floats) -> Floats:
    """Return longitude and height of corners, both from 0 to 1; no triangle spans the line where longitudes meet."""
    longitude = (np.arctan2(corners[:, 1], corners[:, 0]) / (2 * np.pi)).reshape(-1, 3)
    longitude += (longitude.max(axis=1, keepdims=True) - longitude > 0.5).astype(float)
    return np.stack([longitude.ravel() + 0.5, (1 - corners[:, 2]) / 2], axis=1)


def cube_places(corners: Floats, width: int, height: int) -> Floats:
    """Return where corners look at the sides of a cube, on its picture; each triangle looks at one side as a whole."""
    centre = corners.reshape(-1, 3, 3).mean(axis=1)
    axis = np.abs(centre).argmax(axis=1)
    side = np.repeat(2 * axis + (centre[np.arange(len(axis)), axis] < 0), 3)
    depth = np.maximum(np.abs(corners[np.arange(len(corners)), np.repeat(axis, 3)]), 1e-9)
    s = 0.5 + 0.5 * (corners * ALONG[side]).sum(axis=1) / depth
    t = 0.5 + 0.5 * (corners * DOWN[side]).sum(axis=1) / depth
    # half a pixel off the edge, so that neighbours on the strip of six do not show
    edge = 0.5 / width
    s, t = s.clip(edge, 1 - edge), t.clip(edge, 1 - edge)
    return np.stack([s, t if width == height else (side + t) / 6], axis=1)
