"""Programs with merged calls compute what they did before, with fewer calls of large functions."""

from collections import Counter

import pytest

from corten.runtime import helper, select, stage
from corten.runtime.backends.wgsl import merging
from corten.runtime.build import stage_program
from corten.runtime.passes.folding import fold
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from support.kernels import INPUT, OUTPUT, assert_same, make
from support.programs import compiled
from unit.runtime import test_lane_code
from unit.runtime.language import test_language
from unit.runtime.passes import test_lowering


@helper
def heaviest(x, n, limit):
    """Return the largest number below a limit, and its place."""
    best, place = -1.0e9, -1
    for i in range(n):
        if x[i] > best and x[i] < limit:
            best, place = x[i], i
    return best, place


@helper
def shift(y, i, amount):
    y[i] += amount
    if y[i] > 3.0:
        y[i] -= 1.0
        return -i
    return i


@stage
def in_sequence(m, d):
    """Calls one after the other, in branches of different lengths, as arguments of each other and in expressions."""
    x, index, y, n = m.x, m.index, d.y, m.n
    first, place = heaviest(x, n, 2.0)
    if index[0] > 0:
        second, other = heaviest(x, n, first)
        if index[1] > 0:
            third, _ = heaviest(x, n, second)
            second += third
    else:
        second, other = heaviest(y, n, first)[0] + heaviest(x, n, heaviest(x, n, 0.5)[0])[0], 3
    y[place] = second + heaviest(x, n, 1.0)[0] * 0.5
    d.total = heaviest(x, n, second)[0] + float(other)
    d.error_where = select(heaviest(x, n, -0.5)[1] > 3, heaviest(x, n, 0.25)[1], place)


@stage
def with_jumps(m, d):
    """Calls in a loop that is left from between them, or whose turn ends there, and returns."""
    x, index, y, count = m.x, m.index, d.y, d.count
    for i in range(m.n):
        count[i] = shift(y, i, x[i])
        if index[i] > 3:
            continue
        count[i] += shift(y, (i + 1) % m.n, 0.5)
        if index[i] < -4:
            break
        if x[i] > 1.7:
            d.error_where = shift(y, 0, 1.0)
            return 5
        shift(y, i, 0.25)
        count[i] += 100
    d.total = y[0]
    return 0


@stage
def with_effects(m, d):
    """Calls that change what stands before them in the same statement, so that they cannot be made earlier."""
    y, count = d.y, d.count
    for i in range(m.n):
        y[i] = y[0] + float(shift(y, 0, 0.5)) + y[0] * float(shift(y, 0, 0.25))
        count[i] = shift(y, i, 1.0) + 10 * shift(y, 1, 1.0)
        if y[i] > 1.0 and shift(y, i, 1.0) > 2:
            y[i] -= float(shift(y, 2, 1.0))
        count[shift(y, 3, 1.0) & 3] = shift(y, 4, 1.0)


OWN = [in_sequence, with_jumps, with_effects]
KERNELS = [*OWN, *test_lane_code.KERNELS, *test_language.STAGES, *test_lowering.KERNELS]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_merged_calls_compute_the_same(kernel, monkeypatch):
    """Merge calls of all functions, however small, and compare all that is written with the kernel as it was."""
    monkeypatch.setattr(merging, "LARGE", 1)
    merged = compiled(kernel, (INPUT, OUTPUT), lambda program: merging.merge_calls(fold(program)))
    for seed in range(8):
        (source, mine), (_, theirs) = make(seed=seed), make(seed=seed)
        for result in (mine, theirs):
            result.y, result.count = source.x[::-1], abs(source.index) % source.n
        assert merged(source, mine) == kernel(source, theirs)
        assert_same(mine, theirs)


@pytest.mark.parametrize(("kernel", "before", "after"), [(in_sequence, 9, 1), (with_jumps, 4, 1), (with_effects, 8, 5)])
def test_calls_are_merged(kernel, before, after, monkeypatch):
    """Call a function once for a block where it was called several times, unless the order forbids it."""
    program = fold(stage_program(kernel, (INPUT, OUTPUT)))
    assert most_calls(program) == most_calls(merging.merge_calls(program)) == before
    monkeypatch.setattr(merging, "LARGE", 1)
    assert most_calls(merging.merge_calls(program)) == after


def most_calls(program):
    """Return how often a kernel calls the function that it calls most."""
    calls = Counter(node.function for node in walk(*program.entry.body) if isinstance(node, tree.Call))
    return max(calls.values())
