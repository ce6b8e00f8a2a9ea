"""A small layout and storage of its own, to try out the kernel language apart from Model and Data."""

import numpy as np

from corten.runtime.fields import BOOL, F4, F8, I4, U1, Field, Layout, Size
from corten.runtime.storage import Storage

SIZES = (Size("n", "rows"), Size("k", "columns"))
INPUT = Layout(
    "Input",
    SIZES,
    (
        Field("x", F8, ("n",), "numbers"),
        Field("index", I4, ("n",), "ints"),
        Field("flag", BOOL, ("n",), "truth values"),
        Field("byte", U1, ("n",), "small ints"),
        Field("grid", F8, ("n", "k"), "two sizes"),
        Field("scale", F8, (), "a scalar"),
    ),
)
OUTPUT = Layout(
    "Output",
    SIZES,
    (
        Field("y", F8, ("n",), "numbers"),
        Field("z", F8, ("n", 3), "rows of three"),
        Field("count", I4, ("n",), "ints"),
        Field("single", F4, ("n",), "float32"),
        Field("mask", BOOL, ("n",), "truth values"),
        Field("total", F8, (), "a scalar"),
        Field("error_where", I4, (), "index of a failure"),
    ),
    varies=True,
)


class Input(Storage):
    """What test kernels read."""

    layout = INPUT


class Output(Storage):
    """What test kernels write."""

    layout = OUTPUT


def make(n=8, k=2, seed=0):
    """Return a filled Input and an empty Output."""
    rng = np.random.default_rng(seed)
    source, result = Input({"n": n, "k": k}), Output({"n": n, "k": k})
    source.x = rng.normal(size=n)
    source.index = rng.integers(-5, 6, n)
    source.flag = rng.integers(0, 2, n)
    source.byte = rng.integers(0, 256, n)
    source.grid = rng.normal(size=(n, k))
    source.scale = 0.75
    return source, result


def run_both_ways(stage, n=8, k=2, seed=0):
    """Run a kernel compiled and as plain Python; return both outputs."""
    source, compiled = make(n, k, seed)
    _, plain = make(n, k, seed)
    stage(source, compiled)
    stage.function(source, plain)
    return compiled, plain


def assert_same(compiled, plain):
    """Every field agrees to the bit."""
    assert compiled.snapshot() == plain.snapshot()
