"""Arrays that are dear to make, kept on disk for later processes.

Those that are made together lie in a file of their own, in a folder beside the compiled kernels, under a name that
covers everything they were made of: a file is right or is not found. One that is damaged counts as missing, and a
folder that cannot be written costs time and a warning. Pictures are compressed, for they are large.
"""

import functools
import os
import struct
import zlib
from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

import corten
from corten.assets.formats.content import fingerprint
from corten.runtime.backends import backend
from corten.runtime.cache import sources_digest
from corten.runtime.disk_cache import ASSETS, DISK_BLOCK, cache_folder, keep_file, read_file, warn_unkept

# kinds that are compressed; one that does not become as small as this share of itself is not kept: making it again, as
# decoding a photograph, takes hardly longer than unpacking it
COMPRESSED, LARGEST_SHARE = ("picture",), 0.25

# [bytes] arrays that are larger together are not kept
LARGEST = 1 << 26

# what a file begins with: a checksum of what follows, and the number of arrays
HEAD = struct.Struct("<QQ")

# what it says of each array: type, number of extents, up to three extents, and where it begins
ENTRY = struct.Struct("<6Q")
KINDS = tuple(np.dtype(kind) for kind in ("float64", "float32", "int64", "int32", "uint8", "bool"))

# folders whose code arrays depend on, those of pictures on others
SOURCES, PICTURE_SOURCES = ("assets", "math"), ("assets/formats", "compile/assets")


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
    if kind in COMPRESSED:
        content = content[:8] + zlib.decompress(memoryview(content)[8:])
    count = HEAD.unpack_from(content)[1]
    entries = ENTRY.iter_unpack(memoryview(content)[HEAD.size : HEAD.size + count * ENTRY.size])
    return [np.ndarray(extents[:ndim], KINDS[kind], content, start) for kind, ndim, *extents, start in entries]


def write_arrays(kind: str, key: bytes, arrays: Sequence[NDArray]) -> None:
    """Keep arrays of a kind under a key; those that are the same are written once."""
    body = _pack(arrays)
    if len(body) > LARGEST:
        return
    if kind in COMPRESSED:
        size = len(body)
        body = zlib.compress(body, 1)
        if len(body) > max(LARGEST_SHARE * size, DISK_BLOCK):
            return
    try:
        keep_file(_path(kind, key), zlib.crc32(body).to_bytes(8, "little") + body)
    except OSError:
        warn_unkept(str(cache_folder()))


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
    return f"{cache_folder()}/{ASSETS}/{kind}-{fingerprint(version, key).hex()}"


@functools.cache
def _version(sources: tuple[str, ...]) -> bytes:
    """Return what arrays depend on besides what they are made of: this code, NumPy, and the machine."""
    here = os.path.dirname(os.path.abspath(corten.__file__))
    digests = [sources_digest(f"{here}/{folder}") for folder in sources]
    return fingerprint(*digests, np.__version__.encode(), backend().identity().encode())
