"""Surfaces of triangles: meshes, their hulls, height fields, arrows; each with a tree, made when it is first shown."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from corten.assets.implicit.isosurface import march_cubes
from corten.assets.sdf_grid import SdfGrid
from corten.assets.trees.bvh import make_bvh
from corten.assets.trees.median_split import Bvh
from corten.model import Model
from corten.scene.shapes import Shapes

Floats = NDArray[np.floating]
Ints = NDArray[np.integer]

# normals of corners that turn farther from their triangle than this (a cosine) are not used (MuJoCo's value)
SHARP = 0.8

# distance outside of a grid, in the largest within: so large that the surface ends at the last sample
OUTSIDE = 1e6


@dataclass(frozen=True, eq=False)
class Surface:
    """Triangles with three corners (n, 3, 3), normals and texture coordinates (n, 3, 2) at these, and a tree.

    Boxes of the tree are (centre, half sizes); `leaf` is -1 of inner nodes, `skip` the node behind all below a node.
    `texcoord_density` is how much texture coordinates change on the way of a metre, 0 where there are none.
    """

    corner: Floats
    normal: Floats
    texcoord: Floats
    box: Floats
    leaf: Ints
    skip: Ints
    texcoord_density: float

    @property
    def has_texcoord(self) -> bool:
        """Whether it has texture coordinates of its own."""
        return self.texcoord_density > 0.0


def make_surface(
    corner: Floats, normal: Floats | None = None, texcoord: Floats | None = None, tree: Bvh | None = None
) -> Surface:
    """Return a surface; without normals it has edges, without a tree one is made."""
    corner = np.asarray(corner, np.float64)
    if tree is None:
        points: NDArray[np.float64] = corner.reshape(-1, 3)
        tree = make_bvh(points, np.arange(3 * len(corner), dtype=np.int32).reshape(-1, 3))
    if normal is None:
        normal = np.repeat(flat_normals(corner)[:, None], 3, axis=1)
    density = 0.0 if texcoord is None else _density(corner, texcoord)
    if texcoord is None:
        texcoord = np.zeros((len(corner), 3, 2))
    return Surface(corner, normal, texcoord, tree.aabb, tree.leaf, tree.skip, density)


def _density(corner: Floats, texcoord: Floats) -> float:
    """Return how much texture coordinates change on the way of a metre: the root of the ratio of areas."""
    across = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    a, b = texcoord[:, 1] - texcoord[:, 0], texcoord[:, 2] - texcoord[:, 0]
    flat = np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]).sum()
    return float(np.sqrt(max(flat, 1e-12) / max(np.linalg.norm(across, axis=1).sum(), 1e-12)))


def flat_normals(corner: Floats) -> Floats:
    """Return the normals of triangles."""
    across = np.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0])
    return across / np.maximum(np.linalg.norm(across, axis=1, keepdims=True), 1e-30)


@dataclass(eq=False)
class TracedShapes(Shapes):
    """Shapes whose rows with triangles name a surface, else -1; their size is the scale of that surface."""

    surface: Ints


def trace_shapes(shapes: Shapes, surface: Ints | int = -1) -> TracedShapes:
    """Return rows of a scene as they are, on some surfaces."""
    columns = (getattr(shapes, column.name) for column in fields(Shapes))
    return TracedShapes(*columns, surface=np.array(np.broadcast_to(np.asarray(surface, np.int32), len(shapes))))


class Surfaces:
    """Surfaces by number; those of a model are made when they are first asked for."""

    def __init__(self, model: Model):
        self._model = model
        self._numbers: dict[Hashable, int] = {}
        self._elevations: dict[int, Floats] = {}
        self._grids: dict[int, SdfGrid] = {}
        self.items: list[Surface] = []
        # how often something was changed
        self.changes = 0

    def number(self, key: Hashable, make: Callable[[], Surface]) -> int:
        """Return the number of a surface that is made when it is first asked for."""
        if key not in self._numbers:
            self._numbers[key] = len(self.items)
            self.items.append(make())
            self.changes += 1
        return self._numbers[key]

    def replace(self, key: Hashable, make: Callable[[], Surface]) -> int:
        """Return the number of a surface that is made again."""
        if key in self._numbers:
            self.items[self._numbers[key]] = make()
            self.changes += 1
        return self.number(key, make)

    def mesh(self, mesh: int) -> int:
        """Return the surface of a mesh."""
        return self.number(("mesh", mesh), lambda: mesh_surface(self._model, mesh))

    def grid(self, grid: int) -> int:
        """Return the surface of a grid of signed distances."""
        samples = self._model.sdf_data[grid]
        # grids never change, but geoms may get others: a grid is known by its identity as long as it is kept
        self._grids[id(samples)] = samples
        return self.number(("grid", id(samples)), lambda: grid_surface(samples))

    def hull(self, mesh: int) -> int:
        """Return the convex hull of a mesh, the mesh itself if it has none."""
        if self._model.mesh_graphadr[mesh] < 0:
            return self.mesh(mesh)
        return self.number(("hull", mesh), lambda: hull_surface(self._model, mesh))

    def height_field(self, hfield: int) -> int:
        """Return the surface of a height field as its elevations are now."""
        model, key = self._model, ("hfield", hfield)
        first, count = model.hfield_adr[hfield], model.hfield_nrow[hfield] * model.hfield_ncol[hfield]
        elevations = model.hfield_elevation[first : first + count]
        known = self._elevations.get(hfield)
        if known is not None and np.array_equal(known, elevations):
            return self._numbers[key]
        self._elevations[hfield] = elevations.copy()
        return self.replace(key, lambda: height_field_surface(model, hfield))


def mesh_surface(model: Model, mesh: int) -> Surface:
    """Return a mesh with its own normals, texture coordinates and tree."""
    faces = slice(model.mesh_faceadr[mesh], model.mesh_faceadr[mesh] + model.mesh_facenum[mesh])
    corner = model.mesh_vert[model.mesh_vertadr[mesh] + model.mesh_face[faces]].astype(float)
    normal = model.mesh_normal[model.mesh_normaladr[mesh] + model.mesh_facenormal[faces]].astype(float)
    texcoord = None
    if model.mesh_texcoordadr[mesh] >= 0:
        texcoord = model.mesh_texcoord[model.mesh_texcoordadr[mesh] + model.mesh_facetexcoord[faces]]
    else:
        normal = with_edges(corner, normal)
    nodes = slice(model.mesh_bvhadr[mesh], model.mesh_bvhadr[mesh] + model.mesh_bvhnum[mesh])
    if nodes.start == nodes.stop:
        return make_surface(corner, normal, texcoord)
    tree = Bvh(
        model.bvh_child[nodes], model.bvh_nodeid[nodes], model.bvh_depth[nodes], model.bvh_aabb[nodes],
        model.bvh_skip[nodes],
    )  # fmt: skip
    return make_surface(corner, normal, texcoord, tree)


def grid_surface(samples: SdfGrid) -> Surface:
    """Return where the distances of a grid are zero; a solid that its grid cuts off is closed there."""
    far = OUTSIDE * max(float(np.abs(samples.distances).max()), samples.cell_size)
    vertex, faces, normal = march_cubes(np.pad(samples.distances.astype(np.float32), 1, constant_values=far))
    corner = samples.origin + samples.cell_size * (vertex[faces].astype(float) - 1.0)
    return make_surface(corner, with_edges(corner, normal[faces].astype(float)))


def with_edges(corner: Floats, normal: Floats) -> Floats:
    """Return the normals at corners of triangles; those of triangles where they turn too far away from these."""
    flat = np.repeat(flat_normals(corner)[:, None], 3, axis=1)
    sharp = np.einsum("ijk,ijk->ij", flat, normal) < SHARP
    return np.where(sharp[..., None], flat, normal)


def hull_surface(model: Model, mesh: int) -> Surface:
    """Return the convex hull of a mesh."""
    at = model.mesh_graphadr[mesh]
    nvert, nface = model.mesh_graph[at], model.mesh_graph[at + 1]
    start = at + 2 + 3 * nvert + 3 * nface
    faces = model.mesh_graph[start : start + 3 * nface].reshape(-1, 3)
    return make_surface(model.mesh_vert[model.mesh_vertadr[mesh] + faces])


def height_field_surface(model: Model, hfield: int) -> Surface:
    """Return a height field: two triangles above each cell, walls around, and a base."""
    nrow, ncol = int(model.hfield_nrow[hfield]), int(model.hfield_ncol[hfield])
    wide, deep, top, base = model.hfield_size[hfield].tolist()
    first = model.hfield_adr[hfield]
    height = top * model.hfield_elevation[first : first + nrow * ncol].reshape(nrow, ncol).astype(float)
    x, y = np.meshgrid(np.linspace(-wide, wide, ncol), np.linspace(-deep, deep, nrow))
    point = np.stack([x, y, height], axis=2)
    a, b, c, e = point[:-1, :-1], point[:-1, 1:], point[1:, 1:], point[1:, :-1]
    parts = [np.stack([a, b, c], axis=2), np.stack([a, c, e], axis=2)]
    parts += [_wall(edge, base) for edge in (point[0], point[::-1, 0], point[-1, ::-1], point[:, -1])]
    low = np.array([[-wide, -deep, -base], [wide, -deep, -base], [wide, deep, -base], [-wide, deep, -base]])
    parts.append(low[[[0, 2, 1], [0, 3, 2]]])
    return make_surface(np.concatenate([part.reshape(-1, 3, 3) for part in parts]))


def _wall(edge: Floats, base: float) -> Floats:
    """Return the triangles below the rim of a height field, along which one goes with the field at the left."""
    foot = edge.copy()
    foot[:, 2] = -base
    lower = np.stack([foot[:-1], foot[1:], edge[1:]], axis=1)
    upper = np.stack([foot[:-1], edge[1:], edge[:-1]], axis=1)
    return np.concatenate([lower, upper])
