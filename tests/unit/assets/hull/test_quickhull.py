"""Quickhull and its lists: what they give, and what is refused."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from corten.assets.hull.convex_hull import make_hull
from corten.assets.hull.quickhull import hull
from corten.assets.hull.quickhull.hull import hull_lists
from corten.errors import AssetError
from support.mesh_files import icosphere, shapes

RNG = np.random.default_rng(0)
FLAT = np.column_stack((RNG.normal(size=(20, 2)), 2e-15 * RNG.normal(size=20)))


@pytest.mark.parametrize("count", [4, 30, 3000])
def test_triangles_are_those_of_scipy(count):
    """Find the triangles that SciPy's copy of Qhull finds, in the same order."""
    points = np.random.default_rng(count).normal(size=(count, 3))
    lists, twin = hull_lists(points), ConvexHull(points, qhull_options="Qt").simplices
    assert np.array_equal(np.sort(lists.faces), np.sort(twin))
    assert sorted(lists.vertices) == np.unique(twin).tolist()


@pytest.mark.parametrize("name", tuple(shapes()))
def test_lists_fit_each_other(name):
    """List around each vertex, in order, the triangles that have it, with their corners but for itself."""
    lists = hull_lists(shapes()[name][0])
    for number, vertex in enumerate(lists.vertices):
        around = lists.faces[(lists.faces == vertex).any(axis=1)]
        named = lists.vertices[lists.other[lists.owner == number]]
        assert sorted(named) == sorted(around[around != vertex])
        pairs = {frozenset(pair) for pair in named.reshape(-1, 2).tolist()}
        assert pairs == {frozenset(face[face != vertex].tolist()) for face in around}
    assert (np.diff(lists.owner) >= 0).all()


def test_a_vertex_with_many_triangles():
    """Read sets of any size: a cone has a vertex with a thousand triangles."""
    angles = np.linspace(0, 2 * np.pi, 1000, endpoint=False)
    points = np.vstack((np.stack((np.cos(angles), np.sin(angles), 0 * angles), axis=1), (0, 0, 1)))
    graph = make_hull(points)
    tip = np.flatnonzero(graph.vertices == 1000)[0]
    edges = graph.edges[graph.edge_address[tip] :].tolist()
    assert edges.index(-1) == 1000 and len(set(edges[:1000])) == 1000


@pytest.mark.parametrize("number", [np.nan, np.inf, -np.inf])
@pytest.mark.parametrize("limit", [-1, 10])
def test_numbers_that_are_not_finite(number, limit):
    """Refuse points that are nowhere."""
    points = np.random.default_rng(1).normal(size=(30, 3))
    points[7, 1] = number
    with np.errstate(all="ignore"), pytest.raises(AssetError, match=r"not finite|colocated|collinear|coplanar"):
        make_hull(points, limit)
    with pytest.raises(AssetError, match="not finite"):
        hull_lists(points)


def found(points):
    """Return the graph of points, or what is wrong with them."""
    try:
        return make_hull(points).flat().tolist()
    except AssetError as error:
        return str(error)


@pytest.mark.parametrize("scale", [1e-300, 1e-30, 1e30, 1e150, 1e300])
def test_extreme_points(scale):
    """End in a hull or an error, however large or small, or far from each other, the points are."""
    points = np.random.default_rng(2).normal(size=(30, 3))
    far = points.copy()
    far[3] *= scale
    for each in (points * scale, far, points + scale):
        with np.errstate(all="ignore"):
            result = found(each)
        assert "no convex hull" in result if isinstance(result, str) else result[1] >= 4


def test_what_is_wrong_is_told():
    """Say in one line why there is no hull."""
    with pytest.raises(AssetError, match=r"^Quickhull finds no convex hull: the initial simplex is flat$"):
        make_hull(FLAT)
    with pytest.raises(AssetError, match="the same x coordinate"):
        hull_lists(RNG.normal(size=(20, 3)) * (0, 1, 1))


def test_room_grows(monkeypatch):
    """Find the same hull where memory is short at first, and say so where it stays short."""
    points = icosphere(2)[0]
    usual = hull_lists(points)
    monkeypatch.setattr(hull, "FACETS", 1)
    monkeypatch.setattr(hull, "FEWEST", 8)
    for one, other in zip(usual, hull_lists(points), strict=True):
        assert np.array_equal(one, other)
    monkeypatch.setattr(hull, "DOUBLINGS", 0)
    with pytest.raises(AssetError, match="more memory than"):
        hull_lists(points)


def test_threads_make_hulls_side_by_side():
    """Give the same hulls, and errors, from several threads as from one."""
    clouds = [FLAT if i % 5 == 4 else np.random.default_rng(i).normal(size=(50 + i, 3)) for i in range(60)]

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(found, clouds)) == [found(points) for points in clouds]
