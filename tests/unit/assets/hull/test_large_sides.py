"""Points that would take minutes have a hull, or an error, at once."""

import numpy as np
import pytest

from corten.assets.hull import convex_hull
from corten.assets.hull.convex_hull import LARGEST_SIDE, make_hull, quick_hull
from corten.errors import AssetError
from support import tolerance

COUNT = 20_000
ANGLES = np.linspace(0, 2 * np.pi, COUNT, endpoint=False)
CIRCLE = np.stack((np.cos(ANGLES), np.sin(ANGLES), 0 * ANGLES), axis=1)
TURN = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))[0]

UP = np.array((0.0, 0.0, 1.0))

# points, how they are turned, and the volume of their hull
LEVEL = np.eye(3)
SOLIDS = {
    "cone": (np.vstack((CIRCLE, UP)), LEVEL, np.pi / 3),
    "turned cone": (np.vstack((CIRCLE, UP)), TURN, np.pi / 3),
    "two cones": (np.vstack((CIRCLE, UP, -UP)), LEVEL, 2 * np.pi / 3),
    "cylinder": (np.vstack((CIRCLE, CIRCLE + UP)), LEVEL, np.pi),
    "long cylinder": (np.vstack((CIRCLE, CIRCLE + 1e6 * UP)), LEVEL, 1e6 * np.pi),
    "thin cylinder": (np.vstack((CIRCLE, CIRCLE + 1e-4 * UP)), LEVEL, 1e-4 * np.pi),
    "turned long cylinder": (np.vstack((CIRCLE, CIRCLE + 1e3 * UP)), TURN, 1e3 * np.pi),
}


def excess(points, faces, others):
    """Return how far others jut out of the hull of points at most, in extents of the points."""
    scaled, beyond = points / np.ptp(points, axis=0), others / np.ptp(points, axis=0)
    a, b, c = (scaled[faces[:, i]] for i in range(3))
    normals = np.cross(b - a, c - a)
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    offsets = np.einsum("ij,ij->i", normals, a)
    return max(((each @ normals.T - offsets).max() for each in np.array_split(beyond, 50) if len(each)), default=0)


@pytest.mark.parametrize("name", SOLIDS)
def test_large_sides_have_a_hull(name):
    """Find the vertices but for those that are none by a rounding, the volume, and neighbours that are so both ways."""
    level, turn, volume = SOLIDS[name]
    points = level @ turn
    hull = make_hull(points)
    count = len(hull.vertices)
    assert len(hull.faces) == 2 * count - 4
    assert excess(level, hull.faces, np.delete(level, hull.vertices, axis=0)) < tolerance.MOVED_POINTS
    a, b, c = (points[hull.faces[:, i]] for i in range(3))
    assert np.einsum("ij,ij->", a, np.cross(b, c)) / 6 == pytest.approx(volume, rel=tolerance.FINE_POLYGON)
    degree = np.diff(hull.edge_address, append=len(hull.edges)) - 1
    owner = np.repeat(np.arange(count), degree)
    pairs = np.stack((owner, hull.edges[hull.edges >= 0]))
    order = [np.lexsort(each) for each in (pairs, pairs[::-1])]
    np.testing.assert_array_equal(pairs[:, order[0]], pairs[::-1][:, order[1]])


@pytest.mark.parametrize("turn", [np.eye(3), TURN], ids=["level", "turned"])
def test_flat_points_are_refused(turn):
    """Refuse points of one plane, however many and however it lies."""
    with pytest.raises(AssetError, match=r"coplanar|flat"):
        make_hull(CIRCLE @ turn)


def test_other_points_take_the_usual_way():
    """Leave points to the exact way where no side is large: few, on a ball, or on the side of a cylinder."""
    height = 1 - (2 * np.arange(COUNT) + 1) / COUNT
    angle = np.pi * (3 - np.sqrt(5)) * np.arange(COUNT)
    radius = np.sqrt(1 - height**2)
    ball = np.stack((radius * np.cos(angle), radius * np.sin(angle), height), axis=1)
    assert quick_hull(ball) is None
    assert quick_hull(CIRCLE + np.random.default_rng(0).uniform(size=(COUNT, 1)) * UP) is None
    assert quick_hull(SOLIDS["cone"][0][:LARGEST_SIDE]) is None


def test_a_limit_ends_early(monkeypatch):
    """Stop at the wanted number of vertices without looking for large sides."""
    monkeypatch.setattr(convex_hull, "quick_hull", None)
    assert len(make_hull(SOLIDS["cylinder"][0], 30).vertices) == 30
