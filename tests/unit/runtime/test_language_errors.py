"""What lies outside of the kernel language is refused with file, line and remedy."""

import re

import pytest

from corten.errors import KernelError
from corten.runtime import helper, stage
from support.kernels import make


@helper
def calls_itself(a):
    return calls_itself(a)


@helper
def gives_nothing(a):
    pass


@helper
def sometimes_gives(a):
    if a > 0.0:
        return 1.0


@stage
def unknown_field(m, d):
    d.y[0] = m.missing[0]


@stage
def changes_type(m, d):
    total = 0
    total = 1.5
    d.total = total


@stage
def int_condition(m, d):
    if m.flag[0]:
        d.total = 1.0


@stage
def slices(m, d):
    d.y[0:2] = 1.0


@stage
def too_few_indices(m, d):
    d.total = d.z[0]


@stage
def power(m, d):
    d.total = m.x[0] ** 2


@stage
def chained(m, d):
    if 0.0 < m.x[0] < 1.0:
        d.total = 1.0


@stage
def recursion(m, d):
    d.total = calls_itself(1.0)


@stage
def no_value(m, d):
    a = gives_nothing(1.0)
    d.total = a


@stage
def half_a_value(m, d):
    d.total = sometimes_gives(1.0)


@stage
def foreign_call(m, d):
    d.total = sorted(m.x)


@stage
def text(m, d):
    d.total = "a"


@stage
def raises(m, d):
    raise ValueError


@stage
def float_into_int(m, d):
    d.count[0] = 1.5


@stage
def used_before_value(m, d):
    d.total = later
    later = 1.0


CASES = {
    unknown_field: "Input has no field 'missing'",
    changes_type: "'total' is int before and float here; a name keeps one type; begin with total = 0.0",
    int_condition: "a condition must be bool, this is int; compare it, for example `!= 0`",
    slices: "Slice expressions are not part of the kernel language",
    too_few_indices: "Output.z has shape (n, 3); it takes 2 indices",
    power: "Pow is not part of the kernel language; multiply for powers",
    chained: "compare two numbers at a time; join comparisons with `and`",
    recursion: "calls itself; kernels cannot recurse",
    no_value: "the call gives no value for 'a'",
    half_a_value: "may end without a value, but returns float elsewhere",
    foreign_call: "sorted cannot be called from a kernel",
    text: "'a' cannot be used in a kernel",
    raises: "raise statements are not part of the kernel language",
    float_into_int: "expected int, got float",
    used_before_value: "'later' is used before it has a value",
}


@pytest.mark.parametrize("kernel", CASES, ids=lambda kernel: kernel.__name__)
def test_refused_with_place(kernel):
    """Name the file and line of the mistake and what to do instead."""
    with pytest.raises(KernelError, match=re.escape(CASES[kernel])) as error:
        kernel(*make())
    if kernel is not recursion:
        assert re.search(r"test_language_errors\.py:\d+: ", str(error.value))


def test_signatures_are_plain():
    """Refuse defaults, keywords and stages of other arguments when they are declared."""
    with pytest.raises(KernelError, match="positional arguments without defaults"):

        @helper
        def with_default(a=1.0):
            return a

    with pytest.raises(KernelError, match=r"a stage takes \(m, d\)"):

        @stage
        def wrong(a, b):
            pass
