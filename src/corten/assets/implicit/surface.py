"""Meshes of shapes that are formulas: what is drawn of them, and what has their mass."""

from math import floor
from typing import Any

import numpy as np

from corten.assets.implicit.marching_cubes import march_cubes
from corten.assets.implicit.shapes import ImplicitShape, half_sizes, implicit_distance
from corten.assets.raw_mesh import RawMesh, raw_mesh
from corten.errors import AssetError
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field, Layout, Size
from corten.runtime.storage import Storage

# samples along all three axes together (MuJoCo's value, part of its results)
SAMPLES = 300.0

GRID = Layout(
    "ImplicitGrid",
    (Size("nx", "samples along x"), Size("ny", "samples along y"), Size("nz", "samples along z")),
    (
        Field("kind", I4, (), "ImplicitShape"),
        Field("prm", F8, (5,), "parameters of the shape"),
        Field("half", F8, (3,), "half sizes of the grid [m]"),
        Field("distance", F8, ("nx", "ny", "nz"), "signed distance at each sample [m]"),
    ),
    "corten.assets.implicit.surface:GRID",
)


class ImplicitGrid(Storage):
    """Distances to a shape at the samples of a grid."""

    layout = GRID

    distance: Any


def implicit_surface(kind: ImplicitShape, prm: tuple[float, ...]) -> RawMesh:
    """Return the surface of a shape as a mesh; five parameters."""
    half = half_sizes(kind, prm)
    if not min(half) > 0.0 or not np.isfinite(half).all():
        raise AssetError(f"a {kind.name.lower()} with these parameters has no size")
    counts = [floor(SAMPLES / sum(half) * size) + 1 for size in half]
    if min(counts) < 2:
        raise AssetError(f"a {kind.name.lower()} with these parameters is too flat to be sampled")
    grid = ImplicitGrid(dict(zip(("nx", "ny", "nz"), counts, strict=True)))
    grid.kind, grid.prm, grid.half = int(kind), prm, half
    sample_shape(grid, grid)
    vertices, triangles, normals = march_cubes(grid.distance.astype(np.float32))
    reach, steps = np.array(half), np.array(counts) - 1
    points = (2 * reach * vertices.astype(np.float64) / steps - reach).astype(np.float32)
    return raw_mesh(points, triangles, normals=normals)


@stage
def sample_shape(m, d):
    """Compute the distances of all samples to a shape.

    reads:  m.kind m.prm m.half
    writes: d.distance
    """
    kind, half = m.kind, (m.half[0], m.half[1], m.half[2])
    prm = m.prm[0], m.prm[1], m.prm[2], m.prm[3], m.prm[4]

    for i in range(m.nx):
        x = -half[0] + 2.0 * half[0] * i / (m.nx - 1)
        for j in range(m.ny):
            y = -half[1] + 2.0 * half[1] * j / (m.ny - 1)
            for k in range(m.nz):
                z = -half[2] + 2.0 * half[2] * k / (m.nz - 1)
                d.distance[i, j, k] = implicit_distance(kind, prm, (x, y, z))
