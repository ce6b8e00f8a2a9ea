"""Programs without jumps compute what the programs with jumps do."""

import pytest

from corten.runtime import helper, stage
from corten.runtime.build import stage_program
from corten.runtime.passes.folding import fold
from corten.runtime.passes.lowering import lower
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from support.kernels import INPUT, OUTPUT, assert_same, make
from support.programs import compiled


@helper
def first_above(x, n, limit):
    for i in range(n):
        if x[i] > limit:
            return i
    return -1


@helper
def sign_of(a):
    if a > 0.0:
        return 1
    if a < 0.0:
        return -1
    return 0


@helper
def search(grid, n, k, limit):
    """Return (row, column) of the first entry beyond a limit, from within two loops."""
    for i in range(n):
        j = k
        while True:
            j -= 1
            if j < 0:
                break
            if grid[i, j] > limit:
                return i, j
    return -1, -1


@helper
def mark(y, i, a):
    """Change an array unless the number is small, with a return that gives nothing."""
    if abs(a) < 0.3:
        return
    y[i] += 1.0
    if a > 1.0:
        y[i] += 2.0
        return
    y[i] += 4.0


@stage
def returns(m, d):
    """Returns from loops, branches and helpers without a result."""
    x, grid, y, count = m.x, m.grid, d.y, d.count
    d.total = float(first_above(x, m.n, 0.5))
    for i in range(m.n):
        count[i] = sign_of(x[i])
        mark(y, i, x[i])
    row, column = search(grid, m.n, m.k, 1.0)
    count[0] += 100 * row + column


@stage
def skips(m, d):
    """Break and continue in nested loops, in both branches, and behind code that follows."""
    x, index, y, count = m.x, m.index, d.y, d.count
    for i in range(m.n):
        if index[i] < -2:
            continue
        for j in range(m.n - 1, -1, -2):
            if j == 3:
                continue
            if x[j] > 1.0:
                y[i] += 0.5
                if index[j] > 0:
                    break
            else:
                y[i] += x[j]
            if y[i] > 2.0:
                if index[j] > 0:
                    break
                y[i] -= 3.0
            count[i] += 1
        y[i] += 0.25
        if y[i] > 5.0:
            break
    k = 0
    while k < 30:
        k += 1
        if k % 3 == 0:
            continue
        if k > 20:
            break
        count[k % m.n] += k
    count[0] += k


@stage
def stays_after_the_loop(m, d):
    """The variable of a loop that is left early keeps its value, and may be changed without effect on the loop."""
    x, count = m.x, d.count
    for i in range(m.n):
        if x[i] < 0.0:
            break
        count[i] = i
        i = 7
    count[0] += 10 * i


@stage
def gives_status(m, d):
    """A status from within a loop."""
    x = m.x
    for i in range(m.n):
        if x[i] > 0.8:
            d.error_where = i
            return 3
        d.total += x[i]
    return 0


KERNELS = [returns, skips, stays_after_the_loop, gives_status]


@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
def test_no_jumps_are_left(kernel):
    """Leave one return at the end of each function, and neither break nor continue."""
    for function in lower(stage_program(kernel, (INPUT, OUTPUT))).functions:
        nodes = list(walk(*function.body))
        assert not any(isinstance(node, tree.Break | tree.Continue) for node in nodes)
        returns = [node for node in nodes if isinstance(node, tree.Return)]
        assert returns in ([], [function.body[-1]])


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("kernel", KERNELS, ids=lambda kernel: kernel.__name__)
@pytest.mark.parametrize("change", [lower, fold, lambda program: lower(fold(program))], ids=["lower", "fold", "both"])
def test_same_bits(kernel, change, seed):
    """Give the bits and the status of plain Python after each pass and after both."""
    source, result = make(seed=seed)
    _, plain = make(seed=seed)
    status = compiled(kernel, (INPUT, OUTPUT), change)(source, result)
    assert status == (kernel.function(source, plain) or 0)
    assert_same(result, plain)


def test_unjumping_code_stays_as_it_is():
    """Add no flag to a function that has one return at its end and never leaves a loop early."""

    @stage
    def plain(m, d):
        for i in range(m.n):
            d.y[i] = 2.0 * m.x[i]
        return 0

    program = stage_program(plain, (INPUT, OUTPUT))
    assert lower(program).entry.locals == program.entry.locals
    assert lower(program).entry.body == program.entry.body
