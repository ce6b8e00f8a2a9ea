"""Memory of assets: immutable records that are kept as long as there is room or a user, and pages for large arrays."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TypeVar
from weakref import WeakValueDictionary

Record = TypeVar("Record")


class AssetCache:
    """Records by key. Those in use elsewhere are always found; of the others the oldest go when room is short."""

    def __init__(self, room: int):
        self.room = room
        self._lock = Lock()
        self._entries: OrderedDict[Hashable, tuple[object, int]] = OrderedDict()
        self._alive: WeakValueDictionary[Hashable, object] = WeakValueDictionary()
        self._used = 0

    def get(self, key: Hashable, make: Callable[[], Record], size: Callable[[Record], int]) -> Record:
        """Return the record of a key, made if it is not known; what fails to be made is not remembered."""
        with self._lock:
            known = self._alive.get(key)
            if known is not None:
                if key in self._entries:
                    self._entries.move_to_end(key)
                return known  # pyright: ignore[reportReturnType]
        made = make()
        with self._lock:
            # another thread may have been faster: all share what it made
            record = self._alive.setdefault(key, made)
            if record is made:
                self._entries[key] = (made, size(made))
                self._used += self._entries[key][1]
                while self._used > self.room and self._entries:
                    _, (_, freed) = self._entries.popitem(last=False)
                    self._used -= freed
        return record  # pyright: ignore[reportReturnType]

    def clear(self) -> None:
        """Forget everything that nobody uses."""
        with self._lock:
            self._entries.clear()
            self._used = 0


# ---------------------------------------------------------------- pages of memory while models are loaded


# how many loads are under way, in all threads together, and what NumPy did before the first of them
_lock = threading.Lock()
_loads, _before = 0, True


@contextmanager
def ordinary_pages() -> Iterator[None]:
    """Let NumPy take ordinary pages of memory for large arrays.

    It asks for huge ones. A loader touches most of its arrays once or twice, and where memory has become fragmented the
    system takes longer to clear a huge page than loading takes.
    """
    global _loads, _before
    with _lock:
        _loads += 1
        if _loads == 1:
            _before = _ask_for_huge_pages(False)
    try:
        yield
    finally:
        with _lock:
            _loads -= 1
            if _loads == 0:
                _ask_for_huge_pages(_before)


def _ask_for_huge_pages(wanted: bool) -> bool:
    """Set whether NumPy asks for huge pages; return what it did before. A NumPy that cannot be told is left alone."""
    try:
        from numpy._core.multiarray import _set_madvise_hugepage  # pyright: ignore
    except ImportError:
        return wanted
    return bool(_set_madvise_hugepage(wanted))
