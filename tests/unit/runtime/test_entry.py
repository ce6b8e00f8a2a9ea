"""Calls of kernels through functions of the interpreter: what goes the quick way, and what is left to Python."""

import contextlib
import gc
import sys

import numpy as np
import pytest

from corten.runtime import sqrt, stage
from corten.runtime.entry import Argument, Entry, Kernel
from corten.runtime.entry_table import Kinds, memory_is_known
from corten.runtime.kernel import Mode, kernel_mode

FLOAT = np.dtype(float)

compiled_only = pytest.mark.skipif(
    kernel_mode() is not Mode.COMPILED or not memory_is_known(), reason="calls are those of Python"
)


@stage
def scale_sum(m, d) -> int:
    """Write a multiple of a vector, and return its length; numbers below zero are refused."""
    if d.factor < 0.0:
        return 1
    total = 0.0
    for i in range(d.n):
        total += d.vec[i] * d.vec[i]
        d.res[i] = d.factor * d.vec[i]
    if d.extra_given != 0:
        d.extra[0] = float(d.count)
    d.result = sqrt(total)
    return 0


ARGUMENTS = [
    Argument("res", Kinds.ARRAY, FLOAT, ("n",), True),
    Argument("vec", Kinds.ARRAY, FLOAT, ("n",)),
    Argument("factor", Kinds.FLOAT),
    Argument("count", Kinds.INT),
    Argument("extra", Kinds.ARRAY, FLOAT, (1,), True, 1),
]


@pytest.fixture
def call():
    """Return a function of the kernel, and the list of arguments that went the slow way."""
    kernel, slowly = Kernel(scale_sum, ARGUMENTS, Kinds.FLOAT), []

    def slow(*args, **kwargs):
        slowly.append((args, kwargs))
        if kwargs or len(args) < 4:
            raise TypeError("arguments do not fit")
        status, result = kernel.run(*args[:4], args[4] if len(args) > 4 else None)
        if status:
            raise ValueError("refused")
        return result

    return Entry("scale_sum", "Scale.", "tests", ARGUMENTS, slow, kernel, 4).function(), slowly


@compiled_only
def test_fitting_arguments_go_the_quick_way(call):
    """Leave to Python the first call alone; take ints and NumPy's floats for numbers, None for what nobody wants."""
    function, slowly = call
    vec, extra = np.array([3.0, 4.0]), np.zeros(1)
    for factor in (2.0, 2, np.float64(2.0), 2.0):
        res = np.full(2, np.nan)
        assert function(res, vec, factor, 7, extra) == 5.0
        assert np.array_equal(res, [6.0, 8.0]) and extra[0] == 7.0
    assert function(res, vec, 2.0, 7) == function(res, vec, 2.0, 7, None) == 5.0
    assert len(slowly) == 1


@compiled_only
def test_what_does_not_fit_is_left_to_python(call):
    """Hand to Python, untouched, whatever is of another type, size, memory or number."""
    function, slowly = call
    vec = np.array([3.0, 4.0])
    function(np.zeros(2), vec, 1.0, 1)
    frozen = np.zeros(2)
    frozen.flags.writeable = False
    others = [
        (np.zeros(3), vec, 1.0, 1),
        (frozen, vec, 1.0, 1),
        (np.zeros(2, np.float32), vec, 1.0, 1),
        (np.zeros(4)[::2], vec, 1.0, 1),
        (np.zeros((1, 2)), vec, 1.0, 1),
        (np.zeros(2), [3.0, 4.0], 1.0, 1),
        (np.zeros(2), vec, "1", 1),
        (np.zeros(2), vec, 1.0, 1.0),
        (np.zeros(2), vec, 1.0, 2**70),
        (np.zeros(2), vec, 1.0, None),
        (np.zeros(2), vec, 1.0, 1, np.zeros(2)),
        (np.zeros(2), vec, -1.0, 1),
        (np.zeros(2), vec.astype(">f8"), 1.0, 1),
        (),
        (np.zeros(2), vec, 1.0, 1, None, 6),
    ]
    for place, given in enumerate(others):
        before = len(slowly)
        with contextlib.suppress(TypeError, ValueError, OverflowError, AttributeError):
            function(*given)
        assert len(slowly) == before + 1, place
        assert all(a is b for a, b in zip(slowly[-1][0], given, strict=True))
    with pytest.raises(TypeError, match="do not fit"):
        function(np.zeros(2), vec, factor=1.0, count=1)
    assert slowly[-1][1] == {"factor": 1.0, "count": 1}
    with pytest.raises(ValueError, match="refused"):
        function(np.zeros(2), vec, -1.0, 1)


@pytest.mark.parametrize("n", [3, 5000])
def test_results_over_arguments(call, n):
    """Compute as if arguments were apart from results, where they lie in the same memory or overlap."""
    function, _ = call
    for shift in (0, 1):
        memory = np.arange(1.0, n + 2)
        vec, res = memory[:n], memory[shift : shift + n]
        want = 2.0 * vec
        function(res, vec, 2.0, 1)
        function(np.zeros(n), np.zeros(n), 2.0, 1)
        assert np.array_equal(res, want)


@compiled_only
def test_references_are_kept_and_dropped(call):
    """Neither keep nor lose references to arguments, to None and to results."""
    function, _ = call
    res, vec, extra = np.zeros(2), np.ones(2), np.zeros(1)
    function(res, vec, 2.0, 7, extra)
    before = [sys.getrefcount(each) for each in (res, vec, extra)]
    for _ in range(1000):
        function(res, vec, 2.0, 7, extra)
        function(res, vec, 2.0, 7, None)
    gc.collect()
    assert [sys.getrefcount(each) for each in (res, vec, extra)] == before
    assert function.__name__ == "scale_sum" and function.__doc__ == "Scale."
