"""Spans of memory that are written at once, again and again: one call of compiled code, or of ctypes.

The words of the compiled function (`backends/llvm/span_copies`) are the number of spans, the objects for yes and no,
what keeps an object, the words of a lock, what tells threads apart and the bits of that; then for each span where it
begins, where its bytes are or 0 for zeros, and how many they are.
"""

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from corten.runtime.call import address_of, loaded_call, native_function
from corten.runtime.entry_table import memory_is_known, shared_words
from corten.runtime.kernel import Mode, kernel_mode
from corten.runtime.thread_lock import ThreadLock

# target, source (0: zeros), bytes
Span = tuple[int, int, int]


def bind_spans(spans: Sequence[Span], memory: Any, lock: ThreadLock) -> Callable[[], bool]:
    """Return what writes spans, and tells whether it did: not where another thread has the lock.

    `memory` is kept alive with it.
    """
    if kernel_mode() is not Mode.COMPILED or not memory_is_known() or not lock.address:
        return _SlowSpans(spans, memory, lock).write
    shared = shared_words()
    head = [len(spans), shared["true"], shared["false"], shared["keep"], lock.address, shared["ident"], shared["bits"]]
    words = np.array([*head, *(word for span in spans for word in span)], np.int64)
    return native_function(f"{loaded_call('entry')}.spans", words, _Kept(memory, lock))


class _Kept:
    """What a function of the interpreter keeps alive."""

    __slots__ = ("memory",)

    def __init__(self, *memory: Any):
        self.memory = memory


class _SlowSpans:
    """The same by ctypes."""

    def __init__(self, spans: Sequence[Span], memory: Any, lock: ThreadLock):
        self._spans, self._memory, self._lock = spans, memory, lock

    def write(self) -> bool:
        """Write all spans, unless another thread has the lock."""
        if not self._lock.acquire():
            return False
        for target, source, count in self._spans:
            if source:
                ctypes.memmove(target, source, count)
            else:
                ctypes.memset(target, 0, count)
        self._lock.release()
        return True


def span_of(array: np.ndarray, source: np.ndarray | None = None) -> Span:
    """Return the span of a contiguous array, which is to have the bytes of another one, or zeros."""
    return address_of(array), 0 if source is None else address_of(source), array.nbytes
