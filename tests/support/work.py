"""Work as counts, which are the same on every machine, in place of seconds, which are not."""

import gc
import sys
import tracemalloc
from collections.abc import Callable


def count_calls(function: Callable[[], object]) -> int:
    """Return how many functions, Python's and built-in ones, run while a function runs."""
    calls = 0

    def count(_frame, event, _argument):
        nonlocal calls
        calls += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        function()
    finally:
        sys.setprofile(before)
    return calls


def peak_bytes(function: Callable[[], object]) -> int:
    """Return the most memory that a function holds at a time, NumPy's arrays included."""
    tracemalloc.start()
    try:
        function()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def growth(function: Callable[[], object]) -> tuple[int, int]:
    """Return how many blocks of Python's, and how many bytes, are held after a function beyond those before it."""
    tracemalloc.start()
    try:
        gc.collect()
        before = sys.getallocatedblocks(), tracemalloc.get_traced_memory()[0]
        function()
        gc.collect()
        return sys.getallocatedblocks() - before[0], tracemalloc.get_traced_memory()[0] - before[1]
    finally:
        tracemalloc.stop()
