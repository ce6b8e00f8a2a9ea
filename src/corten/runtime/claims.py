"""Claims to kernels: of all processes that share a cache folder, one compiles a kernel while the others go on or wait.

A claim is a lock on one byte of a file in the folder, at a place that follows from the kernel's name. The system drops
it when its holder ends, however that comes about, so nothing is left behind and nothing is ever stale. Where a system
or a folder has no locks, every process compiles for itself.
"""

import hashlib
import os
import time
from collections.abc import Callable

from corten.runtime import cache
from corten.runtime.cache_folder import cache_folder

FILE = "claims.lock"

# [s] how often somebody who waits looks again, and when he compiles himself since the holder seems to be stopped
INTERVAL, PATIENCE = 0.02, 120.0


class Claims:
    """The claims of this process; one thread at a time."""

    def __init__(self) -> None:
        self._file: int | None = None

    def __enter__(self) -> "Claims":
        try:
            cache_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(cache_folder() / FILE, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            if self.take("probe"):
                self.drop("probe")
        except OSError:
            self._file = None
        return self

    @property
    def respected(self) -> bool:
        """Whether other processes respect these claims."""
        return self._file is not None

    def take(self, name: str) -> bool:
        """Claim a name unless another process has it; tell whether it is ours."""
        return self._lock(name, take=True)

    def drop(self, name: str) -> None:
        """Give up a name."""
        self._lock(name, take=False)

    def _lock(self, name: str, take: bool) -> bool:
        if self._file is None:
            return True
        try:
            import fcntl

            how = fcntl.LOCK_EX | fcntl.LOCK_NB if take else fcntl.LOCK_UN
            fcntl.lockf(self._file, how, 1, _place(name))
        except (BlockingIOError, PermissionError):
            return False
        except (ImportError, OSError):
            # no locks on this system or in this folder
            os.close(self._file)
            self._file = None
        return True

    def produce(self, key: str, make: Callable[[], bytes]) -> bytes | None:
        """Return what is kept under a name, made here if it is missing; None if another process is making it."""
        if (code := cache.read(key)) is not None:
            return code
        if not self.take(key):
            return None
        try:
            # another process may have come to its end in between
            return cache.read(key) or make()
        finally:
            self.drop(key)

    def wait_for(self, key: str, make: Callable[[], bytes], waiting: Callable[[], None] = lambda: None) -> bytes:
        """Return what is kept under a name as soon as it is there; made here if nobody else makes it."""
        end = time.monotonic() + PATIENCE
        while (code := self.produce(key, make)) is None:
            if time.monotonic() > end:
                return make()
            waiting()
            time.sleep(INTERVAL)
        return code

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _place(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "little")
