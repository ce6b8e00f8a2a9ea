"""Kernels compiled ahead of time: one file for each instruction set, which comes with the package.

    header    MAGIC, numbers of chunks and of entries
    chunks    for each: where it begins, bytes compressed, bytes in all, whether calls within were made absolute
    index     for each entry, sorted: digest of its name, its chunk, where it begins there, its bytes
    content   the chunks, each compressed by LZMA

An entry has the name that the cache folder would have for it (`corten.runtime.cache`), which follows from all that the
code depends on, so whatever is found is right. Entries of a chunk are used together: kernels share the helpers that
were copied into them, so a chunk takes half of what its entries take one by one. What was read last stays in memory.
"""

import functools
import hashlib
import mmap
import os
import struct
from collections.abc import Mapping
from typing import Any, NamedTuple

MAGIC = b"corten kernels 2"
HEADER, CHUNK, ENTRY = struct.Struct("<16sQQ"), struct.Struct("<QQQQ"), struct.Struct("<16sQQQ")

# chunks that stay in memory: 3 MB each, at most
MOST_CHUNKS = 6

FOLDER, SUFFIX = "kernels", ".bin"


class Place(NamedTuple):
    """Where an entry is."""

    chunk: int
    start: int
    size: int


def archive_path(name: str) -> str:
    """Return where the archive of an instruction set lies, if it came with the package."""
    return os.path.join(os.path.dirname(os.path.dirname(__file__)), FOLDER, f"{name}{SUFFIX}")


def _digest(name: str) -> bytes:
    return hashlib.sha256(name.encode()).digest()[:16]


def _filters(absolute: bool) -> "list[dict[str, Any]]":
    """Return how chunks are compressed; where calls of x86 are made absolute, those of one function look alike."""
    import lzma

    before = [{"id": lzma.FILTER_X86}] if absolute else []
    return [*before, {"id": lzma.FILTER_LZMA2, "preset": 9}]


class KernelArchive:
    """What a file holds, by name; nothing where there is no such file."""

    def __init__(self, path: str):
        self._places: dict[bytes, Place] = {}
        self._chunks: list[tuple[int, ...]] = []
        try:
            import lzma  # noqa: F401  (some builds of Python lack it)

            with open(path, "rb") as file:
                self._content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        except (ImportError, OSError, ValueError):
            # there is none, it is empty, or this Python cannot read it
            return
        if self._content[: len(MAGIC)] != MAGIC:
            return
        _, chunks, entries = HEADER.unpack_from(self._content)
        start, end = HEADER.size, HEADER.size + chunks * CHUNK.size
        self._chunks = list(CHUNK.iter_unpack(self._content[start:end]))
        index = self._content[end : end + entries * ENTRY.size]
        self._places = {digest: Place(*place) for digest, *place in ENTRY.iter_unpack(index)}
        self._chunk = functools.lru_cache(MOST_CHUNKS)(self._read_chunk)

    def __len__(self) -> int:
        return len(self._places)

    def has(self, name: str) -> bool:
        """Tell whether there is an entry of that name."""
        return _digest(name) in self._places

    def read(self, name: str) -> bytes | None:
        """Return an entry, None if there is none."""
        if not self._places or (place := self._places.get(_digest(name))) is None:
            return None
        return self._chunk(place.chunk)[place.start : place.start + place.size]

    def _read_chunk(self, number: int) -> bytes:
        import lzma

        start, packed, size, absolute = self._chunks[number]
        content = lzma.decompress(
            self._content[start : start + packed], format=lzma.FORMAT_RAW, filters=_filters(bool(absolute))
        )
        if len(content) != size:
            raise ValueError(f"chunk {number} of the kernels that came with corten is damaged; install it again")
        return content


def write_kernels(path: str, entries: Mapping[str, bytes], groups: Mapping[str, str], absolute: bool = False) -> None:
    """Write an archive; entries of the same group make a chunk. `absolute` suits code for x86."""
    import lzma

    members: dict[str, list[str]] = {}
    for name in sorted(entries):
        members.setdefault(groups.get(name, ""), []).append(name)
    places: dict[bytes, Place] = {}
    packed: list[bytes] = []
    sizes: list[int] = []
    for number, group in enumerate(sorted(members)):
        start = 0
        for name in members[group]:
            places[_digest(name)] = Place(number, start, len(entries[name]))
            start += len(entries[name])
        content = b"".join(entries[name] for name in members[group])
        packed.append(lzma.compress(content, format=lzma.FORMAT_RAW, filters=_filters(absolute)))
        sizes.append(start)

    start, chunks = HEADER.size + CHUNK.size * len(packed) + ENTRY.size * len(places), []
    for content, size in zip(packed, sizes, strict=True):
        chunks.append(CHUNK.pack(start, len(content), size, absolute))
        start += len(content)
    index = [ENTRY.pack(digest, *places[digest]) for digest in sorted(places)]
    header = HEADER.pack(MAGIC, len(packed), len(places))
    with open(path, "wb") as file:
        file.write(b"".join([header, *chunks, *index, *packed]))


@functools.cache
def bundled_archive() -> KernelArchive:
    """Return the archive of this machine's instruction set."""
    from corten.runtime.backends import backend

    return KernelArchive(archive_path(backend().identity()))
