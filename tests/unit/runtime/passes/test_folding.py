"""Folding computes what the machine would, and nothing that it would not."""

import pytest

from corten.runtime import helper, select, stage
from corten.runtime.build import stage_program
from corten.runtime.passes.folding import fold
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from support.kernels import INPUT, OUTPUT

LARGE = (1 << 63) - 1
WHOLE = (10, 20, 30)
WANTED = True


@helper
def counted(d):
    d.total += 1.0
    return 2.0


@stage
def kernel(m, d):
    """Constants of all kinds."""
    count, y = d.count, d.y
    count[0] = LARGE + 1
    count[1] = -7 // 2 * 100 + -7 % 3
    count[2] = max(3, 4) + abs(-5) + int(WANTED) + (1 << 4)
    count[3] = 7 // 0
    count[4] = 1 << 64
    count[5] = m.index[0] + 0 * 3
    y[0] = 0.1 + 0.2
    y[1] = select(1 < 2, 3.0, 4.0)
    y[2] = select(not WANTED, counted(d), 4.0)
    if WANTED and m.n > 3:
        y[3] = 1.0
    if not WANTED:
        y[4] = 1.0
    for i in range(3, 3):
        y[i] = 9.0
    while not WANTED:
        y[5] = 9.0


@pytest.fixture(scope="module")
def stores():
    """Return what is stored at each place after folding, by field and index."""
    program = fold(stage_program(kernel, (INPUT, OUTPUT)))
    nodes = [node for node in walk(*program.entry.body) if isinstance(node, tree.Store)]
    return {(node.array.type.field.name, node.index[0].value): node.value for node in nodes}


def test_ints_wrap_as_on_the_machine(stores):
    """Fold ints with 64 bits, Python's rounding of quotients, and constants of the module."""
    assert [stores["count", place].value for place in range(3)] == [-(1 << 63), -398, 26]


def test_what_the_machine_cannot_compute_stays(stores):
    """Fold no division by zero and no shift by 64 bits."""
    assert [stores["count", place].operator for place in (3, 4)] == ["//", "<<"]


def test_floats_are_left_to_the_machine(stores):
    """Fold no arithmetic of floats, whose result depends on precision."""
    assert stores["y", 0].operator == "+"


def test_choices_with_effects_stay(stores):
    """Drop the side of a choice that is not taken, unless it calls what writes."""
    assert stores["y", 1] == tree.Constant(stores["y", 1].type, 3.0)
    assert isinstance(stores["y", 2], tree.Select)


def test_branches_never_taken_go(stores):
    """Drop branches and loops that never run, and keep the undecided rest of a condition."""
    assert {place for name, place in stores if name == "y"} == {0, 1, 2, 3}
