"""Files as bytes with a fingerprint, so that what was seen before is known again."""

import os
import stat
from dataclasses import dataclass
from hashlib import blake2b

from corten.assets.asset_cache import AssetCache
from corten.errors import AssetError

# [bytes] a larger file is no mesh
LARGEST_FILE = 1 << 31


@dataclass(frozen=True, eq=False)
class Content:
    """The bytes of a file and their fingerprint."""

    data: bytes
    digest: bytes


def fingerprint(*parts: bytes | memoryview) -> bytes:
    """Return a fingerprint of bytes; it is the same for the same bytes in the same parts."""
    digest = blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    return digest.digest()


def as_content(data: bytes | Content) -> Content:
    """Return bytes with their fingerprint."""
    return data if isinstance(data, Content) else Content(bytes(data), fingerprint(data))


def read_file(path: str | os.PathLike[str]) -> Content:
    """Return the content of a file; one that has not changed since it was last read is not read again."""
    try:
        state = os.stat(path)
        if not stat.S_ISREG(state.st_mode):
            raise AssetError(f"{os.fspath(path)!r} is no regular file; folders, pipes and devices cannot be read")
        if state.st_size > LARGEST_FILE:
            raise AssetError(f"file {os.fspath(path)!r} has {state.st_size} bytes; at most {LARGEST_FILE} are allowed")
        key = (os.path.abspath(path), state.st_mtime_ns, state.st_size, state.st_ino)
        return FILES.get(key, lambda: _read(path), lambda content: len(content.data))
    except FileNotFoundError:
        raise AssetError(f"file {os.fspath(path)!r} does not exist") from None
    except (OSError, ValueError) as error:
        if isinstance(error, AssetError):
            raise
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise AssetError(f"file {os.fspath(path)!r} cannot be read: {reason}") from None


def _read(path: str | os.PathLike[str]) -> Content:
    with open(path, "rb") as file:
        return as_content(file.read(LARGEST_FILE + 1))


# [bytes] files that are kept for a next time
FILES = AssetCache(1 << 27)
