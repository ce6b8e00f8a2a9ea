"""Work that one thread hands to another, which does it in compiled code without asking for Python's lock."""

import ctypes
import functools
from typing import Any

import numpy as np

from corten.runtime.backends import backend
from corten.runtime.build import BUILDING, load_loop

# what the compiled function is asked for
SERVE, POST, WAIT = range(3)

# words of a queue, and the place of the function that does the work
WORDS, FUNCTION = 32, 24

_CALL = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)


@functools.cache
def _job_queue() -> Any:
    """Return the compiled function."""
    with BUILDING:
        return _CALL(backend().address(load_loop("job_queue")))


class JobQueue:
    """Jobs for one thread: calls of a compiled function of two numbers, one after the other."""

    def __init__(self, function: Any):
        self._words = np.zeros(WORDS, np.int64)
        self._words[FUNCTION] = ctypes.cast(function, ctypes.c_void_p).value or 0
        self._call, self._address = _job_queue(), int(self._words.ctypes.data)

    def serve(self, turns: int) -> None:
        """Do jobs until none has come for so many turns of a loop; who serves has to sleep then until he is woken."""
        self._call(self._address, SERVE, turns, 0)

    def post(self, first: int, second: int) -> bool:
        """Hand over a job; tell whether the thread that serves sleeps and has to be woken."""
        return self._call(self._address, POST, first, second) == 1

    def wait(self, turns: int) -> bool:
        """Tell whether all jobs are done, after so many turns of a loop at most."""
        return self._call(self._address, WAIT, turns, 0) == 1
