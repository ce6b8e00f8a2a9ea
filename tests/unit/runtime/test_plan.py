"""A plan runs its stages in order, stops at the first failure, and allocates nothing."""

import threading

import numpy as np
import pytest

from corten.runtime import stage
from corten.runtime.plan import Failure, Plan, unless
from support.kernels import INPUT, OUTPUT, make


@stage
def add_one(m, d):
    """Add 1 to every y."""
    y = d.y
    for i in range(m.n):
        y[i] += 1.0


@stage
def double(m, d):
    """Double every y."""
    y = d.y
    for i in range(m.n):
        y[i] *= 2.0


@stage
def stop_at_ten(m, d):
    """Fail where y has passed 10."""
    y = d.y
    for i in range(m.n):
        if y[i] > 10.0:
            d.error_where = i
            return 3
    return 0


@stage
def count_until_told(m, d):
    """Count steps in y[1] until somebody else writes y[0]."""
    y = d.y
    y[1] += 1.0
    return 3 if y[0] > 0.0 else 0


@stage
def is_above_four(m, d):
    """Return 1 where y is above 4."""
    return 1 if d.y[0] > 4.0 else 0


def test_order_and_repetition():
    """Run stages in the order given, as often as asked."""
    source, result = make()
    assert Plan([add_one, double, add_one], (INPUT, OUTPUT)).run(source, result, 2) == 0
    np.testing.assert_array_equal(result.y, 9.0)


def test_stops_at_a_failure():
    """Return the status and the place of the stage that failed, and run nothing after it."""
    source, result = make()
    status = Plan([add_one, double, stop_at_ten, add_one], (INPUT, OUTPUT)).run(source, result, 100)
    assert Failure.read(status) == Failure(status=3, stage=2, done=2)
    assert result.error_where == 0
    np.testing.assert_array_equal(result.y, 20.0)


@pytest.mark.parametrize("mode", ["compiled", "checked", "python"])
def test_groups_are_passed_over(mode, monkeypatch):
    """Run a group of stages in each step unless its condition holds then, and go on behind it."""
    monkeypatch.setenv("CORTEN_KERNELS", mode)
    source, result = make()
    plan = Plan([add_one, *unless(is_above_four, [double, add_one]), stop_at_ten, add_one], (INPUT, OUTPUT))
    assert plan.run(source, result, 2) == 0
    # 0 + 1, doubled and 1 more, 1 more; then 4 + 1 and 1 more
    np.testing.assert_array_equal(result.y, 6.0)
    assert unless(is_above_four, []) == []


def test_empty_plan():
    """Accept a plan without stages."""
    assert Plan([], (INPUT, OUTPUT)).run(*make(), 5) == 0


def test_profile_counts_every_stage():
    """Give clock ticks for each stage that ran, none for those behind a failure."""
    plan = Plan([add_one, double, stop_at_ten, add_one], (INPUT, OUTPUT))
    source, result = make()
    result.y = 10.0
    ticks = np.zeros(4, np.int64)
    assert Failure.read(plan.profile(source, result, 20, ticks)).stage == 2
    assert (ticks[:3] > 0).all() and ticks[3] == 0


def test_releases_the_lock():
    """Let another Python thread stop a plan that would otherwise run for minutes."""
    plan = Plan([count_until_told], (INPUT, OUTPUT))
    source, result = make()
    statuses = []
    thread = threading.Thread(target=lambda: statuses.append(plan.run(source, result, 10**10)))
    thread.start()
    while result.y[1] == 0.0:
        assert thread.is_alive()
    result.y[0] = 1.0
    thread.join()
    assert Failure.read(statuses[0]).status == 3


def test_storage_refuses_unknown_names():
    """Catch a misspelt field instead of making a new attribute."""
    source, _ = make()
    with pytest.raises(AttributeError, match="no field 'xx'"):
        source.xx = 1.0
    with pytest.raises(AttributeError, match="no attribute 'xx'"):
        source.xx  # noqa: B018


def test_storage_is_aligned_and_keeps_addresses():
    """Begin arrays on cache lines; assignment copies."""
    source, _ = make(n=64)
    address = source.grid.ctypes.data
    assert address % 64 == 0
    source.grid = 3.0
    assert source.grid.ctypes.data == address and (source.grid == 3.0).all()
