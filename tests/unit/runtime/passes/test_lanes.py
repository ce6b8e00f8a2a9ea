"""The analysis knows what is the same for all environments."""

import inspect

import pytest

from corten.runtime import any_lane, helper, reduce_max, select, stage, uniform
from corten.runtime.build import stage_program
from corten.runtime.passes.divergence import lane_report
from support.kernels import INPUT, OUTPUT


@helper
def pair(a, b):
    return a, b


@helper
def clamp_index(i, n):
    if i >= n:
        return n - 1
    return i


@stage
def smooth(m, d):
    """Loops and branches by the model alone."""
    index, x, y = m.index, m.x, d.y
    for i in range(m.n):
        k = index[i]
        if k >= 0:
            y[k] = x[k] * y[i]
        place, value = pair(k, y[i])
        y[place] = value
    while x[0] > 1.0:
        break


@stage
def by_state(m, d):
    """Conditions, bounds and indices by the state."""
    x, y, count = m.x, d.y, d.count
    for i in range(m.n):
        if y[i] > 0.0:  # branch
            count[i] = 1
        for j in range(count[i]):  # loop
            d.total += x[j]
        d.total += x[count[i]]  # gather
        y[count[i]] = 1.0  # scatter


@stage
def after_a_branch(m, d):
    """A name that was assigned under a condition and is needed behind it varies, one that lives within it does not."""
    x, y = m.x, d.y
    k = 0
    if y[0] > 0.0:  # branch
        k = 1
        j = 2
        d.total += x[j]
    d.total += x[k]  # gather
    k = 3
    d.total += x[k]


@stage
def early_exits(m, d):
    """Those that are still in a loop agree on what they have done; behind it they do not."""
    x, y = m.x, d.y
    k = 0
    for i in range(m.n):  # loop
        if y[i] > 0.0:  # branch
            break
        k = i
        d.total += x[i]
    d.total += x[k]  # gather


@stage
def skipped_rests(m, d):
    """What is done behind a `continue` of some is not done by all."""
    x, y = m.x, d.y
    k = 0
    for i in range(m.n):
        d.total += x[k]  # gather
        if y[i] > 0.0:  # branch
            continue
        k = i


@stage
def through_calls(m, d):
    """A helper's result varies with its arguments, and with the conditions of its returns."""
    x, count = m.x, d.count
    d.total = x[clamp_index(3, m.n)]
    d.total += x[clamp_index(count[0], m.n)]  # gather


@stage
def asks_its_neighbours(m, d):
    """What `any_lane` gives is the same for all."""
    y = d.y
    far = y[0] > 1.0
    value = 0.0
    if any_lane(far):
        value = select(far, 1.0, value)
    d.total = value


@stage
def goes_as_far_as_the_farthest(m, d):
    """What `reduce_max` and `uniform` give is the same for all."""
    y, count = d.y, d.count
    for i in range(reduce_max(count[0])):
        y[uniform(count[i])] = 1.0
    for i in range(count[0]):  # loop
        y[i] = 2.0


@pytest.mark.parametrize(
    "kernel",
    [smooth, by_state, after_a_branch, early_exits, skipped_rests, asks_its_neighbours, goes_as_far_as_the_farthest],
    ids=lambda kernel: kernel.__name__,
)
def test_report_names_the_marked_lines(kernel):
    """Report exactly the lines that carry a mark, each as what it is."""
    lines, first = inspect.getsourcelines(kernel.function)
    marked = {(first + place, line.split("# ")[1].strip()) for place, line in enumerate(lines) if "  # " in line}
    report = lane_report(stage_program(kernel, (INPUT, OUTPUT))).lines()
    assert {(int(line.split(":")[1]), line.split(": ")[1].split()[0]) for line in report} == marked


def test_helpers_are_followed_for_each_shape():
    """Report a branch within a helper only because one of its calls varies."""
    report = lane_report(stage_program(through_calls, (INPUT, OUTPUT)))
    _, first = inspect.getsourcelines(clamp_index.function)
    assert [site.line for site in report.branches] == [first + 2]
    assert len(report.gathers) == 1 and not report.loops and not report.scatters
