"""Code in lanes gives each environment the bits of scalar code, whatever its neighbours do."""

from functools import partial

import pytest

from corten.runtime import any_lane, helper, reduce_max, select, sqrt, stage, uniform
from corten.runtime.build import build, kernel_call
from corten.runtime.fields import Layout
from corten.runtime.kernel import Mode, Target
from support.kernels import INPUT, OUTPUT, Input, make
from support.packs import Pack
from unit.runtime.passes import test_lowering
from unit.runtime.passes.test_lanes import after_a_branch, early_exits, skipped_rests

# the same fields, but each environment has its own
OWN_INPUT = Layout("OwnInput", tuple(INPUT.sizes.values()), tuple(INPUT.fields.values()), varies=True)
WIDTHS = (2, 4, 8, 16)


class OwnInput(Input):
    """What test kernels read, another for each lane."""

    layout = OWN_INPUT


@helper
def remainder(a, b):
    return a % b, a // b


@helper
def first_below(x, n, limit):
    i = 0
    while i < n and x[i] >= limit:
        i += 1
    return i


@helper
def find_root(link, place):
    while link[place] != place:
        place = link[place]
    return place


@stage
def follows_links(m, d):
    """A parameter that begins the same for all lanes and is led elsewhere."""
    index, link, y = m.index, d.count, d.y
    for i in range(m.n):
        link[i] = max(0, i - abs(index[i]))
    for i in range(m.n):
        y[i] = float(find_root(link, i))


@stage
def divides(m, d):
    """Whole numbers divided where the divisor is not 0, which it is in lanes that are off."""
    index, count, y = m.index, d.count, d.y
    for i in range(m.n):
        if index[i] != 0:
            rest, quotient = remainder(7 * i - 20, index[i])
            count[i] = rest + 100 * quotient
            if index[i] > 1:
                y[i] = 1.0 / float(index[i] - 1)
        else:
            count[i] = -1


@stage
def looks_up(m, d):
    """Places that differ from lane to lane, and a loop that begins and ends anywhere."""
    x, index, byte, y, z, count = m.x, m.index, m.byte, d.y, d.z, d.count
    for i in range(m.n):
        k = abs(index[i])
        if k < m.n:
            y[k] += x[k]
            z[k, k % 3] = x[i]
        for j in range(abs(index[i]) // 2, byte[i] % 7):
            count[i] += j
            if j == 4 and x[i] > 0.0:
                continue
            y[i] += 0.125 * x[j % m.n]
    count[0] += first_below(x, m.n, -0.5)
    d.single[0] = y[0]
    d.mask[0] = int(y[0] > 0.0)


@helper
def next_row(d, step):
    d.error_where = (d.error_where + step) % 8
    return d.error_where


@stage
def moves_places(m, d):
    """Places that calls find, once each, other ones in each lane, and in some lanes alone."""
    x, index, y, count = m.x, m.index, d.y, d.count
    for i in range(m.n):
        y[next_row(d, abs(index[i]))] += x[i]
        if x[i] > 0.0:
            y[next_row(d, 1)] *= float(next_row(d, 2))
            count[count[i] % m.n] += next_row(d, 3)


@stage
def shares_places(m, d):
    """Places that lanes have in common where they are on, in each way: all of them, one, none, some of others."""
    x, index, y, z, count = m.x, m.index, d.y, d.z, d.count
    for i in range(m.n):
        k = abs(index[i]) % m.n
        if k > 1:
            y[k] += x[i]
            z[i, k % 3] = x[k]
        if x[i] > 0.5:
            k = i
        if x[i] > 0.0:
            y[k] -= 0.25 * x[k]
            count[k] += i
        if x[i] > 1.0e9:
            y[k] = 0.0
        y[k] += 1.0


@stage
def short_circuits(m, d):
    """What stands behind `and` and `or` is read only where it may be."""
    x, index, y, n = m.x, m.index, d.y, m.n
    for i in range(n):
        k = index[i] + 3
        if k >= 0 and k < n and x[k] > 0.0:
            y[i] = 1.0
        if k < 0 or k >= n or x[k] > 0.5:
            y[i] += 2.0
        if n > 100 and x[n - 100] > 0.0:
            y[i] += 4.0


@stage
def nested_masks(m, d):
    """Branches in loops in branches, with names that are needed behind them and names that are not."""
    x, index, y, total = m.x, m.index, d.y, 0.0
    best, place = -1.0e9, -1
    for i in range(m.n):
        value = x[i]
        if value > 0.0:
            scale = 2.0
            while value < 3.0:
                value *= scale
                if index[i] > 2:
                    value += 0.5
                    if value > 2.0:
                        break
                scale += 0.25
            total += value
        elif index[i] > 0:
            total -= 1.0
            value = -value
        if value > best:
            best, place = value, i
        y[i] = sqrt(abs(value)) if value > -1.0 else value
    d.total = total + best
    d.error_where = place


@stage
def asks(m, d):
    """Questions to all lanes leave each with its own result."""
    x, index, y = m.x, m.index, d.y
    longest = reduce_max(abs(index[0]))
    for i in range(m.n):
        far = x[i] > 1.0
        value = x[i]
        if any_lane(far):
            value = select(far, value * 0.5, value)
        y[i] = value
    for j in range(longest):
        if j < abs(index[0]):
            d.total += float(j)
    d.total += float(uniform(m.n))


KERNELS = [
    follows_links,
    divides,
    looks_up,
    moves_places,
    shares_places,
    short_circuits,
    nested_masks,
    asks,
    after_a_branch,
    early_exits,
    skipped_rests,
]


def environments(width, own):
    """Return inputs and outputs of some environments, each with numbers of its own unless they share the input."""
    sources, results = [], []
    for lane in range(width):
        source, result = make(seed=lane if own else 0)
        result.y, result.count = source.x[::-1] + 0.1 * lane, abs(source.index) % source.n
        if own:
            mine = OwnInput(source.sizes())
            for name in INPUT.fields:
                setattr(mine, name, getattr(source, name))
            source = mine
        sources.append(source)
        results.append(result)
    return sources, results


def copies(storages):
    """Return storages with the same numbers."""
    found = [type(storage)(storage.sizes()) for storage in storages]
    for new, old in zip(found, storages, strict=True):
        new.copy_memory(old)
    return found


@pytest.mark.parametrize("own", [True, False], ids=["own inputs", "one input"])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("kernel", [*KERNELS, *test_lowering.KERNELS], ids=lambda kernel: kernel.__name__)
def test_lanes_give_the_bits_of_scalar_code(kernel, width, own):
    """Run a kernel for several environments at once, lane by lane on their common memory, and each alone."""
    layouts = (OWN_INPUT if own else INPUT, OUTPUT)
    sources, results = environments(width, own)
    before = copies(results)
    alone = partial(kernel_call(), build([kernel], layouts, Mode.COMPILED)[kernel])
    statuses = [alone(source._address, result._address) for source, result in zip(sources, results, strict=True)]
    inputs = Pack(sources)

    together = build([kernel], layouts, Mode.COMPILED, Target("lanes", width=width))[kernel]
    pack = Pack(before)
    status = kernel_call()(together, inputs.address() if own else sources[0]._address, pack.address())
    assert bool(status) == any(statuses)
    pack.assert_same(results)

    strided = build([kernel], layouts, Mode.COMPILED, Target("strided", width=width))[kernel]
    pack = Pack(before)
    for lane in range(width):
        model = inputs.address(lane) if own else sources[0]._address
        assert kernel_call()(strided, model, pack.address(lane)) == statuses[lane]
    pack.assert_same(results)
