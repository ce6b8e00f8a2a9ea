"""Convex hulls with their flat sides, made once: Qhull takes its time."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.hull.convex_hull import HullGraph, make_hull
from corten.assets.hull.polygons import Polygons, merge_faces
from corten.assets.shape.triangle import Points
from corten.assets.store import kept

NGRAPH, NPOLYGON = len(HullGraph._fields), len(Polygons._fields)


class Hull(NamedTuple):
    """The convex hull of a mesh: its graph, its flat sides with their normals, and where to start a search.

    `extrema` are the farthest hull vertices, numbered within the hull, in the 27 directions of a cube.
    """

    graph: HullGraph
    polygons: Polygons
    normals: Points
    extrema: NDArray[np.int32]

    def arrays(self) -> tuple[NDArray, ...]:
        """Return all that it consists of."""
        return (*self.graph, *self.polygons, self.normals, self.extrema)

    @classmethod
    def of(cls, arrays: Sequence[NDArray]) -> "Hull":
        """Return the hull that consists of these arrays."""
        graph, polygons = arrays[:NGRAPH], arrays[NGRAPH : NGRAPH + NPOLYGON]
        return cls(HullGraph(*graph), Polygons(*polygons), *arrays[NGRAPH + NPOLYGON :])


def find_hull(key: bytes, make: Callable[[], Hull]) -> Hull:
    """Return the hull that is kept on disk under a key, else the one that `make` gives."""
    return Hull.of(kept("hull", key, lambda: make().arrays()))


def hull_with_sides(points: Points, limit: int = -1) -> tuple[HullGraph, Polygons]:
    """Return the hull of points (n, 3) and its flat sides; `limit` its vertices unless -1."""
    graph = make_hull(points, limit)
    with np.errstate(all="ignore"):
        return graph, merge_faces(points, graph.faces)
