"""`benchmarks/compat_calls.py` times every function of the stand-in, or says why not."""

import importlib.util
import inspect

import pytest

import corten.compat.mujoco as stand_in
from support.repository import ROOT


@pytest.fixture(scope="module")
def benchmark():
    """Return the benchmark as a module."""
    spec = importlib.util.spec_from_file_location("compat_calls_benchmark", ROOT / "benchmarks/compat_calls.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_every_function_is_timed_or_has_a_reason(benchmark):
    """Have arguments, or a reason in one word, for each public function of the stand-in."""
    public = {
        name
        for name in dir(stand_in)
        if not name.startswith("__") and inspect.isroutine(getattr(stand_in, name)) and name != "missing"
    }
    assert set(benchmark.names()) == public
    plans = {name: benchmark.timed(name) for name in benchmark.names()}
    reasons = {plan for plan in plans.values() if isinstance(plan, str)}
    assert reasons <= set(benchmark.REASONS)
    assert sum(isinstance(plan, tuple) for plan in plans.values()) > 190


@pytest.mark.parametrize("name", ["mju_mulQuat", "mj_jacDot", "mju_boxQP", "mj_implicit"])
def test_arguments_are_taken_by_both(benchmark, name):
    """Measure calls of both, and find neither to cost nothing."""
    both = benchmark.loaded_by_both(benchmark.SCENE, "mj_step", "mj_forward")
    assert min(benchmark.measure(both, name, benchmark.timed(name))) > 0
