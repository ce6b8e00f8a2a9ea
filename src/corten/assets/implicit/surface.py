"""Meshes of shapes that are formulas: what is drawn of them, and what has their mass."""

from collections.abc import Hashable
from math import floor
from typing import Any, NamedTuple

import numpy as np

from corten.assets.implicit.marching_cubes import march_cubes
from corten.assets.implicit.shapes import ImplicitShape, half_sizes, implicit_distance
from corten.assets.raw_mesh import RawMesh, raw_mesh
from corten.errors import AssetError
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.kernel import Stage
from corten.runtime.storage import Storage

# samples along all three axes together (MuJoCo's value, part of its results)
SAMPLES = 300.0

GRID = Layout(
    "ImplicitGrid",
    (Size("nx", "samples along x"), Size("ny", "samples along y"), Size("nz", "samples along z")),
    (
        Field("kind", I4, (), "ImplicitShape"),
        Field("prm", F8, (8,), "parameters of the shape"),
        Field("box", F8, (6,), "centre and half sizes of the grid [m]"),
        Field("distance", F8, ("nx", "ny", "nz"), "signed distance at each sample [m]"),
    ),
    "corten.assets.implicit.surface:GRID",
)


class ImplicitGrid(Storage):
    """Distances to a shape at the samples of a grid."""

    layout = GRID

    distance: Any


class Formula(NamedTuple):
    """A shape with eight parameters, in a box of centre and half sizes [m]; `sample` finds distances on a grid.

    Formulas of one `identity` are the same, whatever their parameters and boxes are.
    """

    name: str
    identity: Hashable
    kind: int
    prm: tuple[float, ...]
    box: tuple[float, ...]
    sample: Stage


def own_formula(kind: ImplicitShape, prm: tuple[float, ...]) -> Formula:
    """Return the formula of a kind of shape."""
    box = (0.0, 0.0, 0.0, *half_sizes(kind, prm))
    return Formula(kind.name.lower(), kind, int(kind), prm, box, sample_shape)


def implicit_surface(formula: Formula) -> RawMesh:
    """Return the surface of a shape as a mesh."""
    name, centre, half = formula.name, formula.box[:3], formula.box[3:]
    if not min(half) > 0.0 or not np.isfinite(formula.box).all():
        raise AssetError(f"a {name} with these parameters has no size")
    counts = [floor(SAMPLES / sum(half) * size) + 1 for size in half]
    if min(counts) < 2:
        raise AssetError(f"a {name} with these parameters is too flat to be sampled")
    grid = ImplicitGrid(dict(zip(("nx", "ny", "nz"), counts, strict=True)))
    grid.kind, grid.prm, grid.box = formula.kind, formula.prm, formula.box
    formula.sample(grid, grid)
    _check_distances(name, grid.distance)
    vertices, triangles, normals = march_cubes(grid.distance.astype(np.float32))
    reach, steps = np.array(half), np.array(counts) - 1
    points = (2 * reach * vertices.astype(np.float64) / steps + np.array(centre) - reach).astype(np.float32)
    return raw_mesh(points, triangles, normals=normals)


def _check_distances(name: str, distances: np.ndarray) -> None:
    """Refuse a shape that has no surface."""
    if np.isnan(distances).any():
        raise AssetError(f"the distance to a {name} with these parameters is not a number everywhere in its box")
    if not (distances < 0.0).any():
        raise AssetError(f"a {name} with these parameters has no inside: no distance in its box is negative")


@stage
def sample_shape(m, d):
    """Compute the distances of all samples to a shape.

    reads:  m.kind m.prm m.box
    writes: d.distance
    """
    kind, box = m.kind, m.box
    prm = m.prm[0], m.prm[1], m.prm[2], m.prm[3], m.prm[4], m.prm[5], m.prm[6], m.prm[7]

    for i in range(m.nx):
        x = box[0] - box[3] + 2.0 * box[3] * i / (m.nx - 1)
        for j in range(m.ny):
            y = box[1] - box[4] + 2.0 * box[4] * j / (m.ny - 1)
            for k in range(m.nz):
                z = box[2] - box[5] + 2.0 * box[5] * k / (m.nz - 1)
                d.distance[i, j, k] = implicit_distance(kind, prm, (x, y, z))
