"""Qhull's library and its lists: what they give, what is refused, and what is left behind."""

import ctypes
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial import ConvexHull

from corten.assets.hull import qhull
from corten.assets.hull.convex_hull import make_hull
from corten.assets.hull.qhull import hull_lists
from corten.errors import AssetError
from support.mesh_files import icosphere, shapes

STATM = Path("/proc/self/statm")
RNG = np.random.default_rng(0)
FLAT = np.column_stack((RNG.normal(size=(20, 2)), 2e-15 * RNG.normal(size=20)))


@pytest.fixture
def forgetful():
    """Let the library be looked for anew, before and after a test."""
    caches = qhull.find_library, qhull.qhull_version, qhull.load_library
    for each in caches:
        each.cache_clear()
    yield
    for each in caches:
        each.cache_clear()


@pytest.mark.parametrize("options", ["Qt", "QJ"])
@pytest.mark.parametrize("count", [4, 30, 3000])
def test_triangles_are_those_of_scipy(count, options):
    """Find the triangles that SciPy's own copy of Qhull finds, in the same order."""
    points = np.random.default_rng(count).normal(size=(count, 3))
    lists, twin = hull_lists(points, options), ConvexHull(points, qhull_options=options).simplices
    assert np.array_equal(np.sort(lists.faces), np.sort(twin))
    assert sorted(lists.vertices) == np.unique(twin).tolist()


@pytest.mark.parametrize("name", tuple(shapes()))
def test_lists_fit_each_other(name):
    """List around each vertex, in order, the triangles that have it, with their corners but for itself."""
    lists = hull_lists(shapes()[name][0], "Qt")
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
        hull_lists(points, "Qt")


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


def test_messages_are_told_and_not_printed(capfd):
    """Say in an error what Qhull says, in one line, and print nothing."""
    with pytest.raises(AssetError) as caught:
        make_hull(FLAT)
    text = str(caught.value)
    assert text.startswith("Qhull finds no convex hull: QH6154 Qhull precision error: Initial simplex is flat")
    assert "\n" not in text
    with pytest.raises(AssetError, match="no convex hull: QH6"):
        hull_lists(icosphere(1)[0], "Qt nonsense")
    assert capfd.readouterr() == ("", "")


def test_threads_make_hulls_side_by_side():
    """Give the same hulls, and errors, from several threads as from one."""
    clouds = [FLAT if i % 5 == 4 else np.random.default_rng(i).normal(size=(50 + i, 3)) for i in range(60)]

    with ThreadPoolExecutor(6) as pool:
        assert list(pool.map(found, clouds)) == [found(points) for points in clouds]


@pytest.mark.skipif(not STATM.exists(), reason="the system does not tell in this way what memory is in use")
@pytest.mark.parametrize("kind", ["sound", "limited", "moved", "flat", "unread"])
def test_memory_is_given_back(kind):
    """Leave no memory behind: a hull that kept its own would show after a few hundred."""
    ball = icosphere(1)[0]

    def make():
        if kind == "moved":
            hull_lists(ball, "QJ")
        elif kind == "flat":
            with pytest.raises(AssetError):
                make_hull(FLAT)
        elif kind == "unread":
            with pytest.raises(AssetError, match="no triangles"):
                hull_lists(np.array([(x, y, z) for x in (0, 1) for y in (0, 1) for z in (0, 1)], float), "")
        else:
            make_hull(ball, -1 if kind == "sound" else 20)

    def pages():
        return int(STATM.read_text().split()[1])

    for _ in range(30):
        make()
    before = pages()
    for _ in range(200):
        make()
    # Qhull takes 128 kB at least for a hull, 6400 pages for these
    assert pages() - before < 1000


def test_without_the_library(monkeypatch, forgetful):
    """Name the package that is missing."""
    monkeypatch.setattr(qhull, "FOLDER", "no.such.folder")
    assert qhull.qhull_version() == b""
    with pytest.raises(AssetError, match="need the package cmeel-qhull"):
        make_hull(icosphere(1)[0])


def test_on_another_system(monkeypatch, forgetful):
    """Say for which systems there are hulls on one for which there are none."""
    monkeypatch.setattr(qhull.sys, "platform", "win32")
    with pytest.raises(AssetError, match="there is for Linux and macOS"):
        make_hull(icosphere(1)[0])


def test_another_version_of_the_library(monkeypatch, forgetful):
    """Refuse a library whose structs may be others."""
    monkeypatch.setattr(qhull, "qhull_version", lambda: b"qhull_r 9.1.0 (2030.1.r)")
    monkeypatch.setattr(qhull.load_library, "cache_clear", lambda: None, raising=False)
    with pytest.raises(AssetError, match=r"libqhull_r.* is qhull_r 9.1.0.*cmeel-qhull<8.1"):
        qhull.load_library()


def test_the_version_is_what_lists_were_written_for():
    """Have the version whose header the places in memory were taken from."""
    assert qhull.qhull_version().startswith(b"qhull_r 8.0.2 ")
    assert ctypes.sizeof(ctypes.c_void_p) == 8
