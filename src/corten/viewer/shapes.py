"""Triangles of everything that has a form: rows of the abstract scene as instances of few meshes, scaled and placed."""

from collections.abc import Hashable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.implicit.isosurface import march_cubes
from corten.enums import GeomType
from corten.render.surfaces import hull_surface
from corten.scene.options import MarkType
from corten.scene.shapes import ARROWS

if TYPE_CHECKING:
    from corten.model import Model
    from corten.scene.shapes import MeshKey

Floats = NDArray[np.floating]

# corners of a round shape around its axis, and from pole to pole
SLICES, STACKS = 32, 16
# half size of planes without an end [extent], but not less than [m]
ENDLESS, LEAST_ENDLESS = 20.0, 20.0

# types that are one unit shape, scaled
WHOLE: dict[int, str] = {
    GeomType.SPHERE: "sphere",
    GeomType.ELLIPSOID: "sphere",
    GeomType.CYLINDER: "cylinder",
    GeomType.BOX: "box",
}

UPRIGHT, UPSIDE_DOWN = (1.0, 0.0, 0.0, 0.0), (0.0, 1.0, 0.0, 0.0)


class Shape(NamedTuple):
    """A mesh: vertices (n, 3) [m], faces (m, 3) counterclockwise from outside, and how it is lit."""

    vertices: Floats
    faces: NDArray[np.integer]
    flat: bool = False
    both_sides: bool = False


class Part(NamedTuple):
    """A mesh by its key, where it stands in the frames of some rows of a scene (n, 3), and its scales (n, 3) there."""

    shape: Hashable
    pos: Floats
    quat: tuple[float, float, float, float]
    scale: Floats


def split(model: "Model", kind: int, mesh: "MeshKey | None", size: Floats) -> list[Part]:
    """Return the parts that show rows of a scene of one type and mesh, of sizes (n, 3); none for what has no form."""
    size = np.asarray(size, float)
    here, (a, b, c) = np.zeros_like(size), size.T
    if mesh is not None:
        # a triangle is scaled, all other meshes have their own size
        scale = np.stack([a, b, np.ones_like(c)], axis=1) if mesh[0] == "triangle" else np.ones_like(size)
        return [Part(mesh, here, UPRIGHT, scale)]
    if kind == GeomType.PLANE:
        endless = max(ENDLESS * float(model.stat.extent), LEAST_ENDLESS)
        scale = np.stack([np.where(a, a, endless), np.where(b, b, endless), np.ones_like(c)], axis=1)
        return [Part("plane", here, UPRIGHT, scale)]
    if kind in WHOLE:
        return [Part(WHOLE[kind], here, UPRIGHT, size)]
    if kind == GeomType.CAPSULE:
        # both ends stay round, whatever the length
        ball, end = np.stack([a, a, a], axis=1), np.stack([0 * c, 0 * c, c], axis=1)
        domes = [Part("dome", end, UPRIGHT, ball), Part("dome", -end, UPSIDE_DOWN, ball)]
        return [Part("tube", here, UPRIGHT, size), *domes]
    if kind == MarkType.ARROW2:
        # half of it to either side
        half = size * [1.0, 1.0, 0.5]
        return [Part("arrow", here, turn, half) for turn in (UPRIGHT, UPSIDE_DOWN)]
    return [Part("arrow", here, UPRIGHT, size)] if kind in ARROWS else []


def shape(model: "Model", key: Hashable) -> Shape:
    """Return the mesh of a key of `split`."""
    if isinstance(key, tuple):
        return ASSETS[key[0]](model, key[1])
    return UNITS[str(key)]()


# ---------------------------------------------------------------- unit shapes, between -1 and 1


@cache
def plane_shape() -> Shape:
    """Return the square of side 2 that looks up."""
    corners = np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]], np.float32)
    return Shape(corners, np.array([[0, 1, 2], [0, 2, 3]]), both_sides=True)


@cache
def box_shape() -> Shape:
    """Return the cube of side 2; corners are not shared between its sides, so that light tells them apart."""
    square = np.array([[-1, -1, 1], [1, -1, 1], [1, 1, 1], [-1, 1, 1]], np.float32)
    # turned so that each side looks up in turn: an even permutation, and half a turn about an axis in the side
    turned = [np.roll(square, k, axis=1) for k in range(3)]
    sides = turned + [np.roll(square * [1, -1, -1], k, axis=1) for k in range(3)]
    return Shape(np.concatenate(sides), _quads(np.arange(24).reshape(6, 4)), flat=True)


@cache
def sphere_shape() -> Shape:
    """Return the ball of radius 1."""
    return _turned_profile(np.linspace(-np.pi / 2, np.pi / 2, STACKS + 1))


@cache
def dome_shape() -> Shape:
    """Return the upper half of the ball of radius 1, without a bottom."""
    return _turned_profile(np.linspace(0.0, np.pi / 2, STACKS // 2 + 1))


@cache
def tube_shape() -> Shape:
    """Return the side of the cylinder of radius and half length 1."""
    low, high = _ring(-1.0), _ring(1.0)
    return Shape(np.concatenate([low, high]), _band(0, SLICES))


@cache
def cylinder_shape() -> Shape:
    """Return the cylinder of radius and half length 1; corners are not shared between side and ends."""
    side, low, high = tube_shape(), _ring(-1.0), _ring(1.0)
    centres = np.array([[0, 0, -1], [0, 0, 1]], np.float32)
    vertices = np.concatenate([side.vertices, low, high, centres])
    i, n = np.arange(SLICES), SLICES
    after, base = (i + 1) % n, 2 * n
    bottom = np.stack([base + after, base + i, np.full(n, 4 * n)], axis=1)
    top = np.stack([base + n + i, base + n + after, np.full(n, 4 * n + 1)], axis=1)
    return Shape(vertices, np.concatenate([side.faces, bottom, top]))


@cache
def arrow_shape() -> Shape:
    """Return an arrow of length 1 along z: a shaft of radius 1 and a head of radius 2, a fifth of its length."""
    outline = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.8), (2.0, 0.8), (0.0, 1.0)]
    rings = [radius * _ring(0.0) + np.array([0, 0, z], np.float32) for radius, z in outline]
    faces = np.concatenate([_band(i * SLICES, SLICES) for i in range(len(rings) - 1)])
    return Shape(np.concatenate(rings).astype(np.float32), faces, flat=True)


UNITS = {
    "plane": plane_shape,
    "box": box_shape,
    "sphere": sphere_shape,
    "dome": dome_shape,
    "tube": tube_shape,
    "cylinder": cylinder_shape,
    "arrow": arrow_shape,
}


def _ring(z: float) -> Floats:
    angle = 2 * np.pi * np.arange(SLICES) / SLICES
    return np.stack([np.cos(angle), np.sin(angle), np.full(SLICES, z)], axis=1).astype(np.float32)


def _band(first: int, count: int) -> NDArray[np.integer]:
    """Return the faces between a ring of corners and the one behind it, which stands higher."""
    i = np.arange(count)
    after = (i + 1) % count
    return _quads(first + np.stack([i, after, count + after, count + i], axis=1))


def _quads(corners: NDArray[np.integer]) -> NDArray[np.integer]:
    return np.concatenate([corners[:, [0, 1, 2]], corners[:, [0, 2, 3]]])


def _turned_profile(latitudes: Floats) -> Shape:
    rings = [np.cos(a) * _ring(0.0) + np.array([0, 0, np.sin(a)]) for a in latitudes]
    faces = np.concatenate([_band(i * SLICES, SLICES) for i in range(len(rings) - 1)])
    return Shape(np.concatenate(rings).astype(np.float32), faces)


# ---------------------------------------------------------------- shapes of assets, in metres


def mesh_shape(model: "Model", mesh: int) -> Shape:
    """Return a mesh; a vertex with several normals is several vertices, so that edges stay sharp."""
    faces = slice(model.mesh_faceadr[mesh], model.mesh_faceadr[mesh] + model.mesh_facenum[mesh])
    corners = np.stack([model.mesh_face[faces].ravel(), model.mesh_facenormal[faces].ravel()], axis=1)
    pairs, numbers = np.unique(corners, axis=0, return_inverse=True)
    vertices = model.mesh_vert[model.mesh_vertadr[mesh] + pairs[:, 0]]
    return Shape(vertices, numbers.reshape(-1, 3))


def hull_shape(model: "Model", mesh: int) -> Shape:
    """Return the convex hull of a mesh, the mesh itself if it has none."""
    if model.mesh_graphadr[mesh] < 0:
        return mesh_shape(model, mesh)
    corner = hull_surface(model, mesh).corner
    return Shape(corner.reshape(-1, 3).astype(np.float32), np.arange(3 * len(corner)).reshape(-1, 3), flat=True)


def triangle_shape(model: "Model", corners: "tuple[tuple[float, ...], ...]") -> Shape:
    """Return one triangle, seen from both sides."""
    return Shape(np.array(corners, np.float32), np.array([[0, 1, 2]]), flat=True, both_sides=True)


def hfield_shape(model: "Model", hfield: int) -> Shape:
    """Return a height field: its surface, its sides and the bottom of its base."""
    nrow, ncol = int(model.hfield_nrow[hfield]), int(model.hfield_ncol[hfield])
    width, depth, top, base = (float(x) for x in model.hfield_size[hfield])
    start = int(model.hfield_adr[hfield])
    elevation = top * model.hfield_elevation[start : start + nrow * ncol].reshape(nrow, ncol)
    x, y = np.meshgrid(np.linspace(-width, width, ncol), np.linspace(-depth, depth, nrow))
    surface = np.stack([x, y, elevation], axis=2)
    number = np.arange(nrow * ncol).reshape(nrow, ncol)
    cells = np.stack([number[:-1, :-1], number[:-1, 1:], number[1:, 1:], number[1:, :-1]], axis=2).reshape(-1, 4)
    vertices, faces = [surface.reshape(-1, 3)], [_quads(cells)]
    # walls from the four edges down to the base, counterclockwise seen from above
    for edge in (surface[0], surface[:, -1], surface[-1, ::-1], surface[::-1, 0]):
        first = sum(map(len, vertices))
        i = np.arange(len(edge) - 1)
        vertices += [edge, edge * [1, 1, 0] + [0, 0, -base]]
        low = first + len(edge)
        faces.append(_quads(np.stack([low + i, low + i + 1, first + i + 1, first + i], axis=1)))
    first = sum(map(len, vertices))
    vertices.append(
        np.array([[x, y, -base] for x, y in ((-width, -depth), (-width, depth), (width, depth), (width, -depth))])
    )
    faces.append(_quads(first + np.arange(4)[None]))
    return Shape(np.concatenate(vertices).astype(np.float32), np.concatenate(faces))


def grid_shape(model: "Model", grid: int) -> Shape:
    """Return the surface of a grid of signed distances."""
    samples = model.sdf_data[grid]
    vertices, faces, _ = march_cubes(samples.distances.astype(np.float32))
    return Shape(samples.origin + samples.cell_size * vertices, faces)


ASSETS = {
    "mesh": mesh_shape,
    "hull": hull_shape,
    "hfield": hfield_shape,
    "grid": grid_shape,
    "triangle": triangle_shape,
}
