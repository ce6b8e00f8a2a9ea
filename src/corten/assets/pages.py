"""Pages of memory for the arrays of models that are being loaded."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

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
