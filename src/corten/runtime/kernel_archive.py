"""Kernels compiled ahead of time: one file for each instruction set, which comes with the package.

    header    MAGIC, number of entries
    index     for each entry, sorted: digest of its name, where it begins, bytes compressed
    entries   object code, or what source files say, each compressed by itself

An entry has the name that the cache folder would have for it (`corten.runtime.cache`), which follows from all that the
code depends on, so whatever is found is right. Only what is asked for is read.
"""

import functools
import hashlib
import mmap
import os
import struct
import zlib
from collections.abc import Mapping

MAGIC = b"corten kernels 1"
HEADER, ENTRY = struct.Struct("<16sQ"), struct.Struct("<16sQQ")

# of zlib; the highest gains one percent more
LEVEL = 9

FOLDER, SUFFIX = "kernels", ".bin"


def archive_path(name: str) -> str:
    """Return where the archive of an instruction set lies, if it came with the package."""
    return os.path.join(os.path.dirname(os.path.dirname(__file__)), FOLDER, f"{name}{SUFFIX}")


def _digest(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()[:16]


class KernelArchive:
    """What a file holds, by name; nothing where there is no such file."""

    def __init__(self, path: str):
        self._places: dict[bytes, tuple[int, int]] = {}
        try:
            with open(path, "rb") as file:
                self._content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (OSError, ValueError):
            # there is none, or it is empty
            return
        magic, count = HEADER.unpack_from(self._content)
        if magic == MAGIC:
            index = self._content[HEADER.size : HEADER.size + count * ENTRY.size]
            self._places = {digest: (start, size) for digest, start, size in ENTRY.iter_unpack(index)}

    def __len__(self) -> int:
        return len(self._places)

    def has(self, name: str) -> bool:
        """Tell whether there is an entry of that name."""
        return _digest(name) in self._places

    def read(self, name: str) -> bytes | None:
        """Return an entry, None if there is none."""
        if not self._places or (place := self._places.get(_digest(name))) is None:
            return None
        start, size = place
        return zlib.decompress(self._content[start : start + size])


def write_kernels(path: str, entries: Mapping[str, bytes]) -> None:
    """Write an archive."""
    packed = {_digest(name): zlib.compress(content, LEVEL) for name, content in entries.items()}
    start, index = HEADER.size + ENTRY.size * len(packed), []
    for digest in sorted(packed):
        index.append(ENTRY.pack(digest, start, len(packed[digest])))
        start += len(packed[digest])
    with open(path, "wb") as file:
        file.write(b"".join([HEADER.pack(MAGIC, len(packed)), *index, *(packed[digest] for digest in sorted(packed))]))


@functools.cache
def bundled_archive() -> KernelArchive:
    """Return the archive of this machine's instruction set."""
    from corten.runtime.backends import backend

    return KernelArchive(archive_path(backend().identity()))
