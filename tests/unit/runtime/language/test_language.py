"""Every construct of the kernel language means the same compiled as in Python."""

import math
from enum import IntEnum
from typing import NamedTuple

import numpy as np
import pytest

from corten.runtime import (
    any_lane,
    bits_to_float,
    copysign,
    float_to_bits,
    floor,
    helper,
    reduce_max,
    rint,
    select,
    sqrt,
    stage,
    trunc,
    uniform,
)
from support.kernels import assert_same, make, run_both_ways


class Colour(IntEnum):
    RED = 3
    BLUE = -7


LIMIT = 0.25
COUNT = 3
TABLE = (1.5, -2.0, 4.0, 8.0)
WHOLE = (10, 20, 30)


Pair = tuple[float, int]


class Sample(NamedTuple):
    dist: float
    pair: Pair
    valid: bool


class Segment(NamedTuple):
    start: Sample
    end: Sample
    count: int


NOWHERE = Sample(dist=9, pair=(0.5, 4), valid=False)


@helper
def swap(a, b):
    return b, a


@helper
def first_above(x, n, limit):
    for i in range(n):
        if x[i] > limit:
            return i
    return -1


@helper
def add_to(y, i, value):
    y[i] += value


@helper
def next_place(d, count):
    d.error_where += 1
    return d.error_where % count


@helper
def next_value(d, x):
    d.error_where += 1
    d.count[0] = (d.count[0] + 1) % 3
    return x * d.error_where


@helper
def nested(a):
    return (a, a * 2.0), (a + 1.0, 3)


@helper
def sample_at(x, i):
    return Sample(x[i], pair=(x[i] * 2.0, i), valid=x[i] > 0.0)


@helper
def nearer(a, b):
    return a if a.dist < b.dist else b


@stage
def arithmetic(m, d):
    """Mixed arithmetic of ints and floats."""
    x, index, y, count = m.x, m.index, d.y, d.count
    for i in range(m.n):
        y[i] = (x[i] + 2) * 3.5 - index[i] / 4 + x[i] / (1 + abs(index[i]))
        count[i] = index[i] // 3 * 100 + index[i] % 3 - (-index[i]) // 2


@stage
def bit_operations(m, d):
    """Bitwise operators on ints."""
    index, count = m.index, d.count
    for i in range(m.n):
        count[i] = ((index[i] & 7) | (i << 3)) ^ (index[i] >> 1) ^ ~i


@stage
def branches(m, d):
    """If, elif, else, and, or, not and conditional expressions."""
    x, flag, y = m.x, m.flag, d.y
    for i in range(m.n):
        if x[i] > LIMIT and flag[i] != 0:
            y[i] = 1.0
        elif x[i] < -LIMIT or not flag[i] != 0:
            y[i] = 2.0
        else:
            y[i] = 3.0
        y[i] += 10.0 if x[i] >= 0.0 else 20


@stage
def loops(m, d):
    """Ranges with start and step, while, break and continue."""
    y, count = d.y, d.count
    for i in range(m.n - 1, -1, -2):
        if i == 3:
            continue
        y[i] = float(i)
    k = 0
    while True:
        k += 1
        if k > 20:
            break
        if k % 2 == 0:
            continue
        count[k % m.n] += k
    for i in range(2, 2):
        y[i] = 99.0


@stage
def loop_variable(m, d):
    """The loop variable may be changed without effect on the loop, and stays after it."""
    count = d.count
    for i in range(3):
        count[i] = i
        i = 7
        count[i] += 1
    count[6] = i


@stage
def tuples(m, d):
    """Tuples, unpacking, nesting and swapping."""
    x, y, z = m.x, d.y, d.z
    for i in range(m.n):
        a, b = x[i], 2.0
        a, b = b, a
        (c, e), (f, g) = nested(a)
        pair = swap(b, c)
        z[i, 0], z[i, 1], z[i, 2] = pair[0], pair[1], e + f
        y[i] = float(g)


@stage
def records(m, d):
    """Records by position and by name, nested, passed, returned, selected, replaced and unpacked."""
    x, y, z, count = m.x, d.y, d.z, d.count
    best = NOWHERE
    for i in range(m.n):
        sample = sample_at(x, i)
        best = nearer(sample, best)
        part = Segment(start=sample, end=best, count=i)
        part = part._replace(start=sample._replace(dist=1, valid=part.end.valid), count=part.count + 1)
        chosen = select(part.start.valid, part.end, part.start)
        dist, (double, place), valid = chosen
        pair = chosen.pair if valid else part[0].pair
        z[i, 0], z[i, 1], z[i, 2] = dist, double, pair[0] + NOWHERE[0] + NOWHERE.pair[0]
        y[i] = best.dist
        count[i] = place + part.count


@stage
def constants(m, d):
    """Module constants, enums and tables indexed at run time."""
    y, count = d.y, d.count
    for i in range(m.n):
        y[i] = TABLE[i % 4] + TABLE[1] + LIMIT * COUNT + math.pi
        count[i] = WHOLE[i % 3] + Colour.BLUE
        if i == Colour.RED:
            count[i] = 0


@stage
def intrinsics(m, d):
    """Every intrinsic function."""
    x, index, y, z, count = m.x, m.index, d.y, d.z, d.count
    for i in range(m.n):
        y[i] = sqrt(abs(x[i])) + floor(x[i] * 3.0) + trunc(x[i] * 3.0) + rint(x[i] * 3.0)
        z[i, 0] = copysign(2.0, x[i]) + min(x[i], 0.1) * max(x[i], -0.1)
        z[i, 1] = bits_to_float(float_to_bits(x[i]) & -4096)
        z[i, 2] = select(x[i] > 0.0, 1.0, float(index[i]))
        count[i] = min(index[i], 2) + max(index[i], -1) + int(x[i] * 5.0) + abs(index[i]) + int(x[i] > 0.0)
        high = x[i] > 0.5
        if any_lane(high):
            y[i] = select(high, y[i] + 100.0, y[i])
        count[i] += reduce_max(index[i]) - 2 * uniform(index[i])


@stage
def early_return(m, d):
    """A helper that returns from within a loop, and one that changes an array."""
    x, y = m.x, d.y
    d.total = float(first_above(x, m.n, 0.5))
    add_to(y, 0, m.scale)
    add_to(y, 0, m.scale)


@stage
def places_that_move(m, d):
    """Places are found once, before the value is known, whatever calls in them or in the value change."""
    x, y, z, count = m.x, d.y, d.z, d.count
    for i in range(m.n):
        y[next_place(d, m.n)] += x[i]
        z[next_place(d, m.n), next_place(d, 3)] -= next_value(d, x[i])
        y[count[0]] *= next_value(d, x[i])
        y[d.error_where % m.n] += next_value(d, x[i])
        y[next_place(d, m.n)] = next_value(d, x[i])
        count[next_place(d, m.n)] |= 4


@stage
def element_types(m, d):
    """Every element type of fields is read and written."""
    byte, flag, grid, count, single, mask = m.byte, m.flag, m.grid, d.count, d.single, d.mask
    for i in range(m.n):
        count[i] = byte[i] + flag[i]
        single[i] = grid[i, 1] * 1.1
        mask[i] = flag[i]
        d.total += single[i] + grid[i, m.k - 1]


@stage
def status(m, d):
    """A stage may stop the plan with a status."""
    if m.scale > 0.5:
        d.error_where = 4
        return 2
    return 0


STAGES = [
    arithmetic,
    bit_operations,
    branches,
    loops,
    loop_variable,
    tuples,
    records,
    constants,
    intrinsics,
    early_return,
    places_that_move,
    element_types,
]


@pytest.mark.parametrize("kernel", STAGES, ids=lambda kernel: kernel.__name__)
@pytest.mark.parametrize("seed", [0, 1])
def test_compiled_equals_python(kernel, seed):
    """Give the same bits compiled and as plain Python."""
    compiled, plain = run_both_ways(kernel, seed=seed)
    assert_same(compiled, plain)
    assert any(compiled.snapshot())


def test_an_index_is_evaluated_once():
    """Call a function in the index of `y[f()] += x` once."""
    source, result = make()
    places_that_move(source, result)
    assert result.error_where == 9 * source.n


def test_status_and_scalars():
    """Return a stage's status and keep the scalars it wrote."""
    source, result = make()
    assert status(source, result) == 2
    assert result.error_where == 4
    source.scale = 0.0
    assert status(source, result) == 0


def test_nan_comparisons():
    """Order nothing with NaN, as IEEE 754 and Python say."""
    source, compiled = make()
    _, plain = make()
    source.x = np.nan
    branches(source, compiled)
    branches.function(source, plain)
    assert_same(compiled, plain)
