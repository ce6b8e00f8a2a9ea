"""Arrays that are dear to make, kept on disk for later processes.

Those that are made together lie in a file of their own, in a folder beside the compiled kernels, under a name that
covers everything they were made of: a file is right or is not found. One that is damaged counts as missing, and a
folder that cannot be written costs time alone.
"""

import contextlib
import functools
import itertools
import os
import struct
import zlib
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

import corten
from corten.assets.formats.content import fingerprint
from corten.assets.hull.qhull import qhull_version
from corten.runtime.backends import backend
from corten.runtime.cache import sources_digest
from corten.runtime.disk_cache import cache_folder, prune_folder, read_file, write_file

# [bytes] beyond this, those files are removed that were used longest ago; looked at once in so many files
MOST_BYTES, LOOK_EVERY = 1 << 29, 100

# [bytes] arrays that are larger together are not kept
LARGEST = 1 << 26

# what a file begins with: a checksum of what follows, and the number of arrays
HEAD = struct.Struct("<QQ")

# what it says of each array: type, number of extents, up to three extents, and where it begins
ENTRY = struct.Struct("<6Q")
KINDS = tuple(np.dtype(kind) for kind in ("float64", "float32", "int64", "int32", "uint8", "bool"))

# folders whose code arrays depend on, those of pictures on others
SOURCES, PICTURE_SOURCES = ("assets", "math"), ("assets/formats", "compile/assets")

# how many files this process has written
_written = itertools.count()


def load_or_make(kind: str, key: bytes, make: Callable[[], Sequence[NDArray]]) -> Sequence[NDArray]:
    """Return the arrays of a kind that are kept under a key, else those that `make` gives, which are kept then."""
    found = read_arrays(kind, key)
    if found is None:
        found = make()
        write_arrays(kind, key, found)
        for array in found:
            array.flags.writeable = False
    return found


def read_arrays(kind: str, key: bytes) -> list[NDArray] | None:
    """Return the arrays of a kind that are kept under a key, None if there are none; they cannot be written."""
    try:
        content = read_file(_path(kind, key))
    except OSError:
        return None
    if len(content) < HEAD.size or HEAD.unpack_from(content)[0] != zlib.crc32(memoryview(content)[8:]):
        return None
    count = HEAD.unpack_from(content)[1]
    entries = ENTRY.iter_unpack(memoryview(content)[HEAD.size : HEAD.size + count * ENTRY.size])
    return [np.ndarray(extents[:ndim], KINDS[kind], content, start) for kind, ndim, *extents, start in entries]


def write_arrays(kind: str, key: bytes, arrays: Sequence[NDArray]) -> None:
    """Keep arrays of a kind under a key; those that are the same are written once."""
    body = _pack(arrays)
    if len(body) > LARGEST:
        return
    with contextlib.suppress(OSError):
        path = _path(kind, key)
        folder = os.path.dirname(path)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        write_file(path, zlib.crc32(body).to_bytes(8, "little") + body)
        if next(_written) % LOOK_EVERY == 0:
            prune_folder(folder, MOST_BYTES)


def _pack(arrays: Sequence[NDArray]) -> bytes:
    """Return what stands in a file behind the checksum."""
    starts: dict[tuple[np.dtype, bytes], int] = {}
    entries, contents, end = [], [], HEAD.size + len(arrays) * ENTRY.size
    for array in arrays:
        content = array.tobytes()
        if (array.dtype, content) not in starts:
            starts[array.dtype, content] = end
            contents.append(content + bytes(-len(content) % 8))
            end += len(contents[-1])
        extents = array.shape + (0,) * (3 - array.ndim)
        entries.append(ENTRY.pack(KINDS.index(array.dtype), array.ndim, *extents, starts[array.dtype, content]))
    return b"".join((len(arrays).to_bytes(8, "little"), *entries, *contents))


def _path(kind: str, key: bytes) -> str:
    version = _version(PICTURE_SOURCES if kind == "picture" else SOURCES)
    return f"{cache_folder()}/assets/{kind}-{fingerprint(version, key).hex()}"


@functools.cache
def _version(sources: tuple[str, ...]) -> bytes:
    """Return what arrays depend on besides what they are made of: this code, NumPy, Qhull, and the machine."""
    here = os.path.dirname(os.path.abspath(corten.__file__))
    digests = [sources_digest(f"{here}/{folder}") for folder in sources]
    return fingerprint(*digests, np.__version__.encode(), qhull_version(), backend().identity().encode())
