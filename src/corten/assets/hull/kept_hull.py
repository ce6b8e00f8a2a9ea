"""Hulls with their flat sides, made once: Qhull takes its time, and more to be imported."""

import functools
import importlib.util
import os

import numpy as np

from corten.assets.formats.content import fingerprint
from corten.assets.hull.convex_hull import HullGraph, make_hull
from corten.assets.hull.polygons import Polygons, merge_faces
from corten.assets.shape.triangle import Points
from corten.assets.store import read_arrays, write_arrays
from corten.runtime.cache import sources_digest

NGRAPH = len(HullGraph._fields)


def find_hull(points: Points, limit: int = -1) -> tuple[HullGraph, Polygons]:
    """Return the hull of points (n, 3) and its sides, from disk if it is there; `limit` its vertices unless -1."""
    points = np.ascontiguousarray(points, np.float64)
    name = "hull-" + fingerprint(_version(), b"%d" % limit, points.view(np.uint8).reshape(-1).data).hex()
    kept = read_arrays(name)
    if kept is not None:
        graph, polygons = HullGraph(*kept[:NGRAPH]), Polygons(*kept[NGRAPH:])
        return graph._replace(faces=graph.faces.reshape(-1, 3)), polygons
    graph = make_hull(points, limit)
    with np.errstate(all="ignore"):
        polygons = merge_faces(points, graph.faces)
    write_arrays(name, (*graph, *polygons))
    return graph, polygons


@functools.cache
def _version() -> bytes:
    """Return what hulls depend on besides their points: this folder, Qhull, and NumPy's functions."""
    return sources_digest(os.path.dirname(__file__)) + f"{np.__version__} ".encode() + _scipy_version()


def _scipy_version() -> bytes:
    """Return SciPy's file of its version; neither SciPy nor what reads names of packages has to be imported for it."""
    spec = importlib.util.find_spec("scipy")
    assert spec is not None and spec.origin is not None
    with open(os.path.join(os.path.dirname(spec.origin), "version.py"), "rb") as file:
        return file.read()
