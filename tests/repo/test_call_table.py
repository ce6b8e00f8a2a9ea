"""The benchmark of calls has all public names: beside MuJoCo's, or with a reason why not."""

import importlib.util

import pytest

from support.repository import ROOT


@pytest.fixture(scope="module")
def calls():
    """Return the benchmark as a module."""
    found = importlib.util.spec_from_file_location("calls", ROOT / "benchmarks" / "calls.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_table_has_all_public_names(calls):
    """Name each public name once, and nothing else."""
    alone = [name for names in calls.ALONE.values() for name in names.split()]
    named = [*calls.PAIRS, *alone]
    assert sorted(named) == sorted(set(named))
    assert set(named) == calls.public_names(), "put new names into PAIRS or ALONE of benchmarks/calls.py"


def test_reasons_are_words(calls):
    """Give reasons of one word."""
    assert all(reason.isalpha() for reason in calls.ALONE)
