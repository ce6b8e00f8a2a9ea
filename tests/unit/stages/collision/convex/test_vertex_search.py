"""The farthest vertex of a mesh: the short way ends where the climb of MuJoCo ends, ties included."""

from itertools import product

import numpy as np
import pytest

import corten
from corten.stages.collision.convex.support import chamber_of, climb_mesh, search_hull

RNG = np.random.default_rng(5)
CORNERS = np.array(list(product((-1.0, 1.0), repeat=3)))


def chamfered(size):
    """Return the 24 corners of a box whose edges are cut off."""
    return np.concatenate([CORNERS * np.where(np.arange(3) == axis, 1.0, 0.85) * size for axis in range(3)])


HULLS = {
    "block": chamfered((0.01, 0.01, 0.01)),
    "plate": chamfered((1.0, 0.7, 1e-3)),
    "brick": chamfered((0.3, 0.2, 0.1)),
    "prism": np.array([(np.cos(t), np.sin(t), z) for t, z in product(np.arange(8) * np.pi / 4, (0.0, 1.0))]),
    "stone": RNG.normal(size=(30, 3)) * (1.0, 0.5, 0.2),
    "pebble": (lambda p: p / np.linalg.norm(p, axis=1, keepdims=True))(RNG.normal(size=(200, 3))),
}


def directions(points):
    """Return unit vectors (n, 3): of all kinds, along axes and diagonals, square to edges, and hardly off those."""
    ways = [RNG.normal(size=(100, 3)), np.array([w for w in product((-1.0, 0.0, 1.0), repeat=3) if any(w)])]
    a, b, c = (points[RNG.integers(len(points), size=40)] for _ in range(3))
    ways.append(np.cross(b - a, c - a))
    exact = np.concatenate(ways)
    exact = exact[np.linalg.norm(exact, axis=1) > 0]
    exact /= np.linalg.norm(exact, axis=1, keepdims=True)
    nudged = [exact + size * RNG.normal(size=exact.shape) for size in (0.0, 1e-17, 1e-15, 1e-12, 1e-9, 1e-7, 1e-4)]
    ways = np.concatenate(nudged)
    return ways / np.linalg.norm(ways, axis=1, keepdims=True)


def load_mesh(points):
    """Return a model with one mesh, and its Data."""
    vertex = " ".join(f"{x:.9g}" for x in points.ravel())
    model = corten.load_model_from_string(
        f'<mujoco><asset><mesh name="m" vertex="{vertex}"/></asset>'
        '<worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody></mujoco>'
    )
    return model, model.make_data().engine_view()


@pytest.mark.parametrize("name", HULLS)
def test_short_way_ends_where_the_climb_ends(name):
    """Find the same vertex along directions of all kinds, first of all or after another search."""
    model, data = load_mesh(HULLS[name])
    ways = directions(np.asarray(model.mesh_vert, float))
    last = RNG.integers(-1, model.mesh_graph[0], size=len(ways))
    short = 0
    data.work.ccd_mesh[0] = 0
    for way, before in zip(ways.tolist(), last.tolist(), strict=True):
        data.work.ccd_hullvertex[0] = before
        expected = climb_mesh(model, data.engine_view(), 0, way), data.work.ccd_hullvertex[0]
        data.work.ccd_hullvertex[0] = before
        assert (search_hull(model, data.engine_view(), 0, way), data.work.ccd_hullvertex[0]) == expected, way
        short += model.mesh_start[0, chamber_of(way), 0] == expected[1]
    assert short > 0.5 * len(ways) or len(HULLS[name]) > 24


def test_start_is_farthest_in_most_of_its_chamber():
    """Give starts to a block in all chambers, to a finely divided ball in none, with neighbours of theirs behind."""
    block, _ = load_mesh(HULLS["block"])
    used = block.mesh_start[0, :, 0] >= 0
    assert used.sum() == 48
    ways = RNG.normal(size=(2000, 3))
    heights = ways @ block.mesh_vert.T
    chambers = [chamber_of(way) for way in ways.tolist()]
    assert used[chambers].all()
    rows = block.mesh_start[0, chambers, 1]
    assert np.array_equal(rows, heights.argmax(axis=1))
    around = np.take_along_axis(heights, block.mesh_start[0, chambers, 2:], axis=1)
    assert (around < heights.max(axis=1)[:, None]).all()
    ball = RNG.normal(size=(900, 3))
    ball, _ = load_mesh(ball / np.linalg.norm(ball, axis=1, keepdims=True))
    assert (ball.mesh_start[0] == -1).all()
