"""Graphs of convex hulls, number by number: of points where Qhull has to merge, choose or stop."""

import numpy as np
import pytest

from corten.assets.hull.convex_hull import make_hull
from corten.assets.hull.quickhull.hull import hull_lists
from corten.errors import AssetError
from support import oracle, qhull_lists
from support.mesh_files import icosphere

TURN = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))[0]
CUBE = np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], float)


def grid(count):
    """Return the points of a regular grid in a cube."""
    line = np.linspace(-1, 1, count)
    return np.stack(np.meshgrid(line, line, line), axis=-1).reshape(-1, 3)


def ring(count, radius=1.0, height=0.0):
    """Return the corners of a regular polygon."""
    angles = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.stack((radius * np.cos(angles), radius * np.sin(angles), 0 * angles + height), axis=1)


def globe(count):
    """Return the points of a globe's meridians and parallels; the poles, and one meridian, are there many times."""
    u, v = np.meshgrid(np.linspace(0, np.pi, count), np.linspace(0, 2 * np.pi, 2 * count))
    return np.stack((np.sin(u) * np.cos(v), np.sin(u) * np.sin(v), np.cos(u)), axis=-1).reshape(-1, 3)


def clouds(kind, count):
    """Return random points: anywhere, on whole numbers, or next to a grid."""
    rng = np.random.default_rng(count)
    for i in range(count):
        if kind == "anywhere":
            yield rng.normal(size=(int(rng.integers(4, 300)), 3))
        elif kind == "whole":
            yield rng.integers(-2, 3, size=(int(rng.integers(10, 80)), 3)).astype(float)
        else:
            yield grid(4) + rng.normal(size=(64, 3)) * 10.0 ** -(4 + i % 6)


SHAPES = {
    "cube": CUBE,
    "cube three times": np.tile(CUBE, (3, 1)),
    "turned cube": CUBE @ TURN,
    "beam": CUBE * (1000, 1, 1),
    "plate": CUBE * (1, 1, 1e-4),
    **{f"grid {n}": grid(n) for n in (3, 5, 8)},
    "turned grid": grid(4) @ TURN,
    **{f"prism {n}": np.vstack((ring(n), ring(n, 1, 1))) for n in (3, 6, 8, 17, 100, 1000)},
    "turned prism": np.vstack((ring(60), ring(60, 1, 1))) @ TURN,
    **{f"cone {n}": np.vstack((ring(n), (0, 0, 1))) for n in (4, 17, 1000)},
    "two cones": np.vstack((ring(100), (0, 0, 1), (0, 0, -1))),
    "turned parts": np.vstack([ring(24, r, h) for r, h in ((1, 0), (1, 1), (0.5, 1.5), (0.7, -0.3))]),
    **{f"geodesic {k}": icosphere(k)[0] for k in (0, 1, 2, 3)},
    "globe": globe(20),
    **{f"{kind} {i}": c for kind in ("anywhere", "whole", "near a grid") for i, c in enumerate(clouds(kind, 12))},
}


# scales and limits; the first ones alone where a thousand points lie around a side, which takes Qhull a while
CASES = ((1, -1), (1, 12), (1e-6, 40), (1e-6, -1), (1e-3, -1), (1e6, -1), (1, 4), (1, 5))


def their_graph(points, limit):
    """Return the graph that MuJoCo makes of points, None if it makes none."""
    numbers = " ".join(repr(float(x)) for x in points.ravel())
    mesh = f'<mesh name="m" inertia="shell" maxhullvert="{limit}" vertex="{numbers}"/>'
    geom = '<body><geom type="mesh" mesh="m" mass="1"/></body>'
    try:
        return oracle.load_mujoco(
            f"<mujoco><asset>{mesh}</asset><worldbody>{geom}</worldbody></mujoco>"
        ).mesh_graph.tolist()
    except ValueError:
        return None


def my_graph(points, limit):
    """Return the graph of points, None if there is none."""
    try:
        return make_hull(points.astype(np.float64), limit).flat().tolist()
    except AssetError:
        return None


@pytest.mark.parametrize("name", SHAPES)
def test_graphs_are_the_same(name):
    """Agree on the graph of all sizes, with and without a limit to the number of vertices."""
    for scale, limit in CASES[:3] if "1000" in name else CASES:
        points = (SHAPES[name] * scale).astype(np.float32)
        theirs = their_graph(points, limit)
        assert my_graph(points, limit) == theirs and theirs is not None


def small_noise(count):
    """Return points that are coplanar, or there twice, but for noise about as large as roundoff, and far away."""
    rng = np.random.default_rng(count)
    plane = np.stack(np.meshgrid(*2 * [np.linspace(-1, 1, 4)]), axis=-1).reshape(-1, 2)
    sides = np.vstack([np.insert(plane, axis, side, axis=1) for axis in range(3) for side in (-1, 1)])
    solids = [np.vstack((ring(9), ring(9, 1, 1))), grid(3), SHAPES["turned parts"], np.tile(CUBE, (4, 1)), sides]
    solids += [np.repeat(rng.normal(size=(30, 3)), 3, axis=0), rng.integers(-3, 4, size=(90, 3)).astype(float)]
    for i in range(count):
        points = solids[i % len(solids)] * rng.uniform(0.1, 2, 3) @ np.linalg.qr(rng.normal(size=(3, 3)))[0]
        yield points + rng.normal(size=points.shape) * 10.0 ** rng.uniform(-17, -9) + (i % 3) * 100.0


@pytest.mark.skipif(qhull_lists.find_library() is None, reason="there are no wheels of Qhull for this system")
@pytest.mark.parametrize("limit", [-1, 15])
def test_lists_are_those_of_qhull(limit):
    """List vertices, triangles and corners around vertices as Qhull does where it merges facets because of noise."""
    for points in small_noise(120):
        theirs = qhull_lists.hull_lists(points, "Qt" if limit < 0 else f"Qt Q9 TA{limit - 4}")
        for one, other in zip(hull_lists(points, limit), theirs, strict=True):
            assert np.array_equal(one, other)
