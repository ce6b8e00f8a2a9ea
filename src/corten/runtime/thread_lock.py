"""A lock that one thread at a time has, as often as it takes it, and that nobody waits for.

Compiled code takes and leaves it in the same call that runs a plan: its words are the thread that has it, and how
often.
"""

import ctypes
import threading
from collections.abc import Callable

import numpy as np

from corten.runtime.call import address_of, loaded_call, looks_into_objects, native_function, python_function
from corten.runtime.kernel import Mode, kernel_mode

# as many bits as Python's numbers of threads have
THREAD_BITS = -1 if ctypes.sizeof(ctypes.c_ulong) == 8 else 2**32 - 1


class ThreadLock:
    """`acquire` takes the lock unless another thread has it, and tells whether it did; `release` gives it back.

    `address` is that of its words, 0 where compiled code cannot take it.
    """

    __slots__ = ("acquire", "address", "release", "words")

    acquire: Callable[[], bool | int]
    release: Callable[[], object]

    def __init__(self) -> None:
        self.words, self.address = np.zeros(0, np.int64), 0
        if kernel_mode() is Mode.PYTHON or not looks_into_objects():
            lock = threading.RLock()
            self.acquire, self.release = lambda: lock.acquire(False), lock.release
            return
        symbol = loaded_call("plan_call")
        functions = [python_function(name) for name in ("PyLong_FromLongLong", "PyThread_get_thread_ident")]
        self.words = np.array([0, 0, *functions, THREAD_BITS], np.int64)
        self.address = address_of(self.words)
        self.acquire = native_function(f"{symbol}.take", self.words, None)
        self.release = native_function(f"{symbol}.leave", self.words, None)
