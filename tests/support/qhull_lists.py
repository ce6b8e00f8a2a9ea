"""Qhull's own library, libqhull_r 8.0, which the package cmeel-qhull brings; MuJoCo links a later state of it.

Nothing is imported from that package: its library is opened where the package lies, and called through ctypes. Calls
run without Python's lock, and several threads may make hulls at once.
"""

import contextlib
import ctypes
import functools
import os
import re
import sys
from collections.abc import Iterator
from ctypes import CDLL, POINTER, byref, c_char_p, c_int, c_size_t, c_uint, c_void_p
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangles import Points
from corten.errors import AssetError

# where packages of cmeel keep libraries, below a folder of packages
FOLDER, NAMES = "cmeel.prefix/lib", {"linux": "libqhull_r.so", "darwin": "libqhull_r.dylib"}

# what the library says of itself; the places of `qhull_lists.py` are those of its public header
VERSION = b"qhull_r 8.0."

# what lines of messages begin with that are errors, not warnings
ERROR = re.compile("QH6")

# [bytes] room for Qhull's struct of globals, which takes 8.6 kB; the size of the system's jmp_buf is a part of it
STRUCT = 1 << 15


@functools.cache
def find_library() -> CDLL | None:
    """Return the library, None if there is none."""
    name = NAMES.get(sys.platform, "")
    paths = (os.path.join(folder, FOLDER, name) for folder in sys.path)
    path = next(filter(os.path.isfile, paths), None) if name else None
    return None if path is None else CDLL(path)


@functools.cache
def qhull_version() -> bytes:
    """Return what the library says of itself, nothing if there is none."""
    library = find_library()
    return b"" if library is None else ctypes.string_at(ctypes.addressof(ctypes.c_char.in_dll(library, "qh_version2")))


@functools.cache
def load_library() -> CDLL:
    """Return the library with the types of what is called in it."""
    library, version = find_library(), qhull_version()
    if library is None:
        raise AssetError("convex hulls need the package cmeel-qhull, which there is for Linux and macOS: install it")
    if not version.startswith(VERSION):
        raise AssetError(f"{library._name} is {version.decode()}; convex hulls need Qhull 8.0: install cmeel-qhull<8.1")
    library.qh_new_qhull.argtypes = c_void_p, c_int, c_int, c_void_p, c_uint, c_char_p, c_void_p, c_void_p
    library.qh_vertexneighbors.argtypes = (c_void_p,)
    library.qh_pointvertex.argtypes, library.qh_pointvertex.restype = (c_void_p,), c_void_p
    library.qh_settempfree.argtypes = c_void_p, POINTER(c_void_p)
    library.qh_point.argtypes, library.qh_point.restype = (c_void_p, c_int), c_void_p
    library.qh_freeqhull.argtypes = c_void_p, c_uint
    library.qh_memfreeshort.argtypes = c_void_p, POINTER(c_int), POINTER(c_int)
    return library


@contextlib.contextmanager
def built_hull(points: Points, options: str) -> Iterator[ctypes.Array]:
    """Let Qhull find the hull of points (n, 3), and give its struct of globals, whose lists last until the end."""
    library = load_library()
    # closed at last: Qhull may have something to say to the end
    with contextlib.closing(Messages()) as messages:
        qh, command = ctypes.create_string_buffer(STRUCT), f"qhull {options}".encode()
        try:
            start, count = points.ctypes.data, len(points)
            failed = library.qh_new_qhull(qh, 3, count, start, False, command, None, messages.stream)
            if failed:
                lines = messages.read().splitlines() or [f"exit code {failed}"]
                raise AssetError(f"Qhull finds no convex hull: {next(filter(ERROR.match, lines), lines[0])}")
            library.qh_vertexneighbors(qh)
            yield qh
        finally:
            library.qh_freeqhull(qh, False)
            library.qh_memfreeshort(qh, byref(c_int()), byref(c_int()))


class Messages:
    """A stream of C that is written into memory."""

    def __init__(self) -> None:
        """Open it."""
        self._start, self._size = c_void_p(), c_size_t()
        self.stream = _libc().open_memstream(byref(self._start), byref(self._size))
        if not self.stream:
            raise MemoryError("there is no memory for messages of Qhull")

    def read(self) -> str:
        """Return what was written so far."""
        _libc().fflush(self.stream)
        return ctypes.string_at(self._start, self._size.value).decode(errors="replace").strip()

    def close(self) -> None:
        """Give its memory back."""
        _libc().fclose(self.stream)
        _libc().free(self._start)


@functools.cache
def _libc() -> CDLL:
    libc = CDLL(None)
    libc.open_memstream.argtypes, libc.open_memstream.restype = (POINTER(c_void_p), POINTER(c_size_t)), c_void_p
    libc.fflush.argtypes = libc.fclose.argtypes = libc.free.argtypes = (c_void_p,)
    return libc


# ---------------------------------------------------------------- what Qhull has found: lists of facets and vertices
# Places are those of `facetT`, `vertexT` and `setT` in Qhull's public header, in words of eight bytes. Lists are
# chains of addresses, which are followed one by one; all else is gathered for all facets and all vertices at once


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
