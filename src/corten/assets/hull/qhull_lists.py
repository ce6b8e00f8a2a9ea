"""What Qhull has found, read from its lists of facets and vertices, in their order.

Places are those of `facetT`, `vertexT` and `setT` in Qhull's public header, in words of eight bytes. Lists are chains
of addresses, which are followed one by one; all else is gathered for all facets and all vertices at once.
"""

import ctypes
import functools
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.hull.qhull_library import built_hull, load_library
from corten.assets.shape.triangle import Points
from corten.errors import AssetError

Ints, Ids = NDArray[np.int64], NDArray[np.int32]

# words of a facet: its neighbours in the list, its set of vertices, its id in the upper half, and flags, of which the
# last one here is `toporient`
FACET_PREVIOUS, FACET_NEXT, FACET_VERTICES, FACET_ID, FACET_FLAGS, TOPORIENT = 6, 7, 8, 13, 14, 12

# words of a vertex: its neighbours in the list, its point, the set of facets around it, and its id in the lower half
VERTEX_NEXT, VERTEX_PREVIOUS, VERTEX_POINT, VERTEX_FACETS, VERTEX_ID = 0, 1, 2, 3, 4

# a set is its capacity, as many elements, and one more than their number, or 0 if it is full; both are ints of C
SET_ELEMENTS, INT = 1, (1 << 32) - 1

# [bytes] a point, and what addresses of programs are below of on all systems; a word is 1 << WORD
POINT, HIGHEST, WORD = 24, 1 << 48, 3


class HullLists(NamedTuple):
    """Vertices, as ids of points, and triangles (n, 3) of such ids, counter-clockwise from outside, in Qhull's order.

    `other[i]` is a corner of a triangle at vertex `owner[i]`, both numbered within `vertices`, in the order in which
    the triangles around a vertex, and their corners, are listed; so a neighbour is named by two triangles.
    """

    vertices: Ids
    faces: Ids
    owner: Ints
    other: Ints


def hull_lists(points: Points, options: str) -> HullLists:
    """Return what Qhull finds of points (n, 3) with its options, which have to make triangles of all sides."""
    if not np.isfinite(points).all():
        raise AssetError("the mesh has vertices that are not finite, it has no convex hull")
    points = np.ascontiguousarray(points, np.float64)
    with built_hull(points, options) as qh:
        return _read_lists(qh)


def _read_lists(qh: ctypes.Array) -> HullLists:
    vertices = _chain(_any_vertex(qh), VERTEX_PREVIOUS, VERTEX_NEXT)
    point = (_words(vertices, VERTEX_POINT) - load_library().qh_point(qh, 0)) // POINT
    around, owner = _elements(_words(vertices, VERTEX_FACETS))
    facets = _chain(int(around[0]), FACET_PREVIOUS, FACET_NEXT)
    corners, of_facet = _elements(_words(facets, FACET_VERTICES))
    if len(corners) != 3 * len(facets) or (of_facet[2::3] != np.arange(len(facets))).any():
        raise AssetError("Qhull finds no convex hull: it gives sides that are no triangles")

    # from here on, vertices and facets are numbers within their lists
    corner = _numbers(_words(corners, VERTEX_ID) & INT, _words(vertices, VERTEX_ID) & INT).reshape(-1, 3)
    facet = _numbers(_words(around, FACET_ID) >> 32, _words(facets, FACET_ID) >> 32)
    owner, other = np.repeat(owner, 3), corner[facet].ravel()
    apart = other != owner

    # the first two corners change places where those of the set are seen from inside
    faces, inside = point[corner], _words(facets, FACET_FLAGS) >> TOPORIENT & 1 == 1
    faces[inside, :2] = faces[inside, 1::-1]
    return HullLists(point.astype(np.int32), faces.astype(np.int32), owner[apart], other[apart])


def _any_vertex(qh: ctypes.Array) -> int:
    """Return the address of a vertex of the hull."""
    library = load_library()
    by_point = ctypes.c_void_p(library.qh_pointvertex(qh))
    found, _ = _elements(np.array([by_point.value]))
    library.qh_settempfree(qh, ctypes.byref(by_point))
    return int(found[np.argmax(found != 0)])


def _chain(address: int, previous: int, following: int) -> Ints:
    """Return the addresses of all members of a list, given one of them; behind the last one is one that is none."""
    words, found = _memory().data, []
    while before := words[(address >> WORD) + previous - 1]:
        address = before
    while behind := words[(address >> WORD) + following - 1]:
        found.append(address)
        address = behind
    return np.array(found, np.int64)


def _elements(sets: Ints) -> tuple[Ints, Ints]:
    """Return the elements of all sets, one after the other, and which of the sets each is from."""
    capacity = _words(sets, 0) & INT
    used = _words(sets, SET_ELEMENTS + capacity) & INT
    count = np.where(used == 0, capacity, used - 1)
    owner = np.repeat(np.arange(len(sets)), count)
    place = np.arange(len(owner)) - (np.cumsum(count) - count)[owner]
    return _words(sets[owner], SET_ELEMENTS + place), owner


def _numbers(ids: Ints, listed: Ints) -> Ints:
    """Return where ids stand in a list of all ids."""
    number = np.zeros(listed.max() + 1, np.int64)
    number[listed] = np.arange(len(listed))
    return number[ids]


def _words(addresses: Ints, place: "int | Ints") -> Ints:
    """Return the words at places behind addresses."""
    return _memory()[(addresses >> WORD) + (place - 1)]


@functools.cache
def _memory() -> Ints:
    """Return all memory of this process but for its first word: an array, read only where something is known to be."""
    words: Any = (ctypes.c_int64 * (HIGHEST >> WORD)).from_address(1 << WORD)
    return np.frombuffer(words, np.int64)
