"""Convex hulls beside those of Qhull's own library: the same lists in the same order, and CPU times.

Run `python benchmarks/convex_hulls.py [COUNT] [MESH ...]`. COUNT random seeds each give points of many kinds, with and
without a limit of vertices: clouds, grids, boxes, prisms, doubled points, noise about as large as roundoff, and thin
or far ones; then hulls of 100 to 100,000 points are timed. Meshes are STL or OBJ files. The library is that of
`cmeel-qhull`.
"""

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from corten.assets.formats.readers import mesh_format, read_mesh
from corten.assets.hull.quickhull.hull import hull_lists
from corten.errors import AssetError
from support import qhull_lists

Points = NDArray[np.float64]

ROUNDS = 3


def ring(count: int, height: float) -> Points:
    """Return the corners of a regular polygon."""
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.stack((np.cos(angles), np.sin(angles), 0 * angles + height), axis=1)


def sides(count: int) -> Points:
    """Return the points of a grid on the sides of a cube, those of edges several times."""
    line = np.linspace(-1, 1, count)
    plane = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)
    return np.vstack([np.insert(plane, axis, side, axis=1) for axis in range(3) for side in (-1, 1)])


def clouds(seed: int) -> Iterator[tuple[str, Points]]:
    """Yield points of each kind."""
    rng = np.random.default_rng(seed)
    n, k = int(rng.integers(4, 400)), int(rng.integers(2, 7))
    turn = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    cloud, line = rng.normal(size=(n, 3)), np.linspace(-1, 1, k)
    sphere = cloud / np.linalg.norm(cloud, axis=1, keepdims=True)
    grid = np.stack(np.meshgrid(line, line, line), -1).reshape(-1, 3)
    m = int(rng.integers(3, 80))
    prism, cone = np.vstack((ring(m, 0), ring(m, 1))), np.vstack((ring(m, 0), (0, 0, 1)))
    solids = {"grid": grid, "subdivided box": sides(k), "prism": prism, "cone": cone}
    yield from {"Gaussian": cloud, "on a sphere": sphere, "in a ball": sphere * rng.uniform(size=(n, 1))}.items()
    yield "whole numbers", rng.integers(-k, k + 1, size=(n, 3)).astype(float)
    yield "decimals", np.round(cloud, 1)
    yield "clipped", np.clip(cloud, -0.7, 0.7) @ turn
    yield "doubled points", np.repeat(cloud[:80], 2, axis=0)
    yield "thin", cloud * (1, 1, 10.0 ** rng.uniform(-14, -2)) @ turn
    yield "far", sides(k) @ turn + 10.0 ** rng.uniform(1, 9)
    for name, solid in solids.items():
        noise = rng.normal(size=solid.shape) * 10.0 ** rng.uniform(-16, -9)
        yield name, solid
        yield f"{name}, turned", solid * rng.uniform(0.1, 2, 3) @ turn
        yield f"{name}, of 32 bits", (solid @ turn).astype(np.float32).astype(float)
        yield f"{name} with noise", solid @ turn + noise


def result(find: Callable[..., tuple], points: Points, how: object) -> tuple | None:
    """Return the lists of a hull, None if there is none."""
    try:
        return find(points, how)
    except AssetError:
        return None


def agree(points: Points, limit: int) -> bool:
    """Tell whether both find the same lists, or none."""
    theirs = result(qhull_lists.hull_lists, points, "Qt" if limit < 0 else f"Qt Q9 TA{limit - 4}")
    mine = result(hull_lists, points, limit)
    if mine is None or theirs is None:
        return mine is theirs
    return all(np.array_equal(one, other) for one, other in zip(mine, theirs, strict=True))


def vertices(file: str) -> Points:
    """Return the vertices of a mesh."""
    return read_mesh(Path(file).read_bytes(), mesh_format(file, "")).vertices.astype(float)


def compare(count: int, files: list[str]) -> Table:
    """Return how often both agree, by the kind of points."""
    total, same = Counter(), Counter()
    found = ((name, points) for seed in range(count) for name, points in clouds(seed))
    meshes = (("meshes", vertices(file)) for file in files)
    for source in (found, meshes):
        for name, points in source:
            for limit in (-1, 4 + len(points) % 20):
                total[name] += 1
                same[name] += agree(np.ascontiguousarray(points), limit)
    table = Table("points", "hulls", "the same")
    for name in total:
        table.add_row(name, str(total[name]), str(same[name]))
    table.add_row("all", str(total.total()), str(same.total()))
    return table


def least(function: Callable[[], object]) -> float:
    """Return the least CPU time of several calls [ms]."""
    times = []
    for _ in range(ROUNDS):
        start = time.process_time()
        function()
        times.append(1e3 * (time.process_time() - start))
    return min(times)


def times() -> Table:
    """Return the times of both for points on a sphere, in a ball, and on the sides of a box."""
    table = Table("points", "", "Qhull [ms]", "corten [ms]", "ratio")
    for count in (100, 1000, 10_000, 100_000):
        cloud = np.random.default_rng(0).normal(size=(count, 3))
        sphere = cloud / np.linalg.norm(cloud, axis=1, keepdims=True)
        kinds = {"on a sphere": sphere, "Gaussian": cloud, "decimals": np.round(sphere, 2)}
        for name, points in kinds.items():
            hull_lists(points)
            theirs = least(lambda points=points: qhull_lists.hull_lists(points, "Qt"))
            mine = least(lambda points=points: hull_lists(points))
            table.add_row(str(count), name, f"{theirs:.1f}", f"{mine:.1f}", f"{mine / theirs:.2f}")
    return table


if __name__ == "__main__":
    console = Console()
    console.print(compare(int(sys.argv[1]) if len(sys.argv) > 1 else 20, sys.argv[2:]))
    console.print(times())
