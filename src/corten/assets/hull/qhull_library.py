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

from corten.assets.shape.triangle import Points
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
