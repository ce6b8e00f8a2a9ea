"""Flexes: skins around deformable bodies, and the edges of those that have none."""

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.deformable.rods.frames import has_box_section
from corten.enums import GeomType, ObjectType
from corten.model import Model
from corten.render.islands import paint_islands
from corten.render.options import SceneOption, VisFlag
from corten.render.rods import rod_surface
from corten.render.shapes import Shapes, connect, fade, in_groups, join, make_shapes, put_material
from corten.render.surfaces import Surface, Surfaces, flat_normals, make_surface

Floats = NDArray[np.floating]
Ints = NDArray[np.integer]


def flex_shapes(model: Model, data: Data, option: SceneOption, surfaces: Surfaces, view: int) -> Shapes:
    """Return the flexes of groups that are shown: their skins, else their edges and vertices."""
    parts, painted = [make_shapes(0)], []
    for flex in np.flatnonzero(in_groups(model.flex_group, option.flexgroup)).tolist():
        shapes = _one_flex(model, data, option, surfaces, (flex, view))
        material = int(model.flex_matid[model.flex_elemadr[flex]]) if model.flex_elemnum[flex] else -1
        rgba = np.tile(model.flex_rgba[flex], (len(shapes), 1))
        put_material(model, shapes, np.full(len(shapes), material), rgba, option)
        if option.shows(VisFlag.ISLAND):
            painted.append((len(shapes), _first_moving_body(model, flex)))
        # textures lie on what has texture coordinates: neither on edges nor on vertices
        has_texture = (shapes.surface >= 0) & (model.flex_texcoordadr[flex] >= 0)
        shapes.material = np.where(has_texture, shapes.material, -1)
        shapes.objtype, shapes.objid = np.full(len(shapes), ObjectType.FLEX), np.full(len(shapes), flex)
        parts.append(shapes)
    shapes = join(parts)
    fade(model, shapes, np.ones(len(shapes), bool), option)
    if painted:
        bodies = np.concatenate([np.full(count, body) for count, body in painted])
        paint_islands(model, data, shapes, bodies)
    return shapes.take(shapes.rgba[:, 3] != 0.0)


def _first_moving_body(model: Model, flex: int) -> int:
    """Return the first body of a flex that moves, -1 if all stand still."""
    kind = "node" if model.flex_interp[flex] else "vert"
    first, count = (int(getattr(model, f"flex_{kind}{part}")[flex]) for part in ("adr", "num"))
    bodies = getattr(model, f"flex_{kind}bodyid")[first : first + count]
    moving = bodies[model.body_treeid[bodies] >= 0]
    return int(moving[0]) if len(moving) else -1


def _one_flex(model: Model, data: Data, option: SceneOption, surfaces: Surfaces, place: tuple[int, int]) -> Shapes:
    flex, radius = place[0], float(model.flex_radius[place[0]])
    points = data.flexvert_xpos[model.flex_vertadr[flex] : model.flex_vertadr[flex] + model.flex_vertnum[flex]]
    if model.flex_dim[flex] > 1 and option.shows(VisFlag.FLEXSKIN):
        number = surfaces.replace(("flex", *place), lambda: flex_surface(model, flex, np.array(points)))
        return make_shapes(1, type=GeomType.MESH, surface=number)
    if has_box_section(model, flex) and option.shows(VisFlag.FLEXSKIN):
        number = surfaces.replace(("rod", *place), lambda: rod_surface(model, data, flex))
        return make_shapes(1, type=GeomType.MESH, surface=number)
    parts = [make_shapes(0)]
    if radius > 0.0 and option.shows(VisFlag.FLEXVERT):
        parts.append(make_shapes(len(points), type=GeomType.SPHERE, size=radius, pos=points))
    if radius > 0.0 and option.shows(VisFlag.FLEXEDGE):
        edges = model.flex_edge[model.flex_edgeadr[flex] : model.flex_edgeadr[flex] + model.flex_edgenum[flex]]
        columns = connect(GeomType.CYLINDER, radius, points[edges[:, 0]], points[edges[:, 1]])
        parts.append(make_shapes(len(edges), **columns))
    if model.flex_dim[flex] > 1 and option.shows(VisFlag.FLEXFACE):
        layer = int(option.flex_layer)
        number = surfaces.replace(("faces", *place), lambda: face_surface(model, flex, np.array(points), layer))
        parts.append(make_shapes(1, type=GeomType.MESH, surface=number))
    return join(parts)


def elements_of(model: Model, flex: int) -> tuple[Ints, Ints]:
    """Return the vertices and the texture coordinates of the elements of a flex."""
    corners, first = int(model.flex_dim[flex]) + 1, int(model.flex_elemdataadr[flex])
    entries = slice(first, first + corners * int(model.flex_elemnum[flex]))
    return model.flex_elem[entries].reshape(-1, corners), model.flex_elemtexcoord[entries].reshape(-1, corners)


def flex_surface(model: Model, flex: int, point: Floats) -> Surface:
    """Return the skin of a flex, at its radius from the vertices; a thin one has two sides and a rim."""
    dim, radius = int(model.flex_dim[flex]), float(model.flex_radius[flex])
    elements, texcoords = elements_of(model, flex)
    first = int(model.flex_shelldataadr[flex])
    shell = model.flex_shell[first : first + dim * int(model.flex_shellnum[flex])].reshape(-1, dim)
    faces, coords = (elements, texcoords) if dim == 2 else (shell, shell)
    out = _vertex_normals(point, faces)
    sides = [(faces, coords, 1.0)]
    if dim == 2:
        sides.append((faces[:, [0, 2, 1]], coords[:, [0, 2, 1]], -1.0))
    corner = np.concatenate([point[part] + sign * radius * out[part] for part, _, sign in sides])
    normal = np.concatenate([sign * out[part] for part, _, sign in sides])
    if model.flex_flatskin[flex]:
        flat = np.concatenate([np.repeat(flat_normals(point[part])[:, None], 3, axis=1) for part, _, _ in sides])
        normal = flat
    numbers = np.concatenate([part for _, part, _ in sides])
    if dim == 2 and len(shell):
        rim, rim_normal, rim_numbers = _rim(point, out, shell, radius)
        corner, normal = np.concatenate([corner, rim]), np.concatenate([normal, rim_normal])
        numbers = np.concatenate([numbers, rim_numbers])
    return make_surface(corner, normal, _flex_texcoords(model, flex, numbers))


def face_surface(model: Model, flex: int, point: Floats, layer: int = 0) -> Surface:
    """Return the triangles of the elements of a flex at its radius from them, those of solids from one layer."""
    elements, coords = elements_of(model, flex)
    sides = [[0, 1, 2], [0, 2, 1]]
    if model.flex_dim[flex] == 3:
        first = int(model.flex_elemadr[flex])
        shown = model.flex_elemlayer[first : first + len(elements)] == layer
        elements, coords = elements[shown], coords[shown]
        sides = [[0, 1, 2], [0, 2, 3], [0, 3, 1], [1, 3, 2]]
    corner = point[np.concatenate([elements[:, side] for side in sides])]
    corner = corner + float(model.flex_radius[flex]) * flat_normals(corner)[:, None]
    return make_surface(corner, None, _flex_texcoords(model, flex, np.concatenate([coords[:, side] for side in sides])))


def _vertex_normals(point: Floats, faces: Ints) -> Floats:
    """Return the normals of vertices: the mean of those of the triangles around them, all alike."""
    flat, normal = flat_normals(point[faces]), np.zeros_like(point)
    for corner in range(3):
        np.add.at(normal, faces[:, corner], flat)
    return normal / np.maximum(np.linalg.norm(normal, axis=1, keepdims=True), 1e-15)


def _rim(point: Floats, out: Floats, shell: Ints, radius: float) -> tuple[Floats, Floats, Ints]:
    """Return the triangles that close the sides of a thin flex, with normals and numbers of vertices."""
    corners, normals, numbers = [], [], []
    for ends, sign in ((shell, radius), (shell[:, ::-1], -radius)):
        chosen = ends[:, [0, 1, 1]]
        signs = np.array([sign, -sign, sign])[None, :, None]
        across = np.cross(point[ends[:, 1]] - point[ends[:, 0]], out[ends[:, 1]]) * np.sign(sign or 1.0)
        across /= np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-15)
        corners.append(point[chosen] + signs * out[chosen])
        normals.append(np.repeat(across[:, None], 3, axis=1))
        numbers.append(chosen)
    return np.concatenate(corners), np.concatenate(normals), np.concatenate(numbers)


def _flex_texcoords(model: Model, flex: int, numbers: Ints) -> Floats | None:
    first = int(model.flex_texcoordadr[flex])
    if first < 0:
        return None
    return model.flex_texcoord[first + np.clip(numbers, 0, len(model.flex_texcoord) - first - 1)]
