"""What lies outside of the kernel language is refused with file, line and remedy."""

import re
from typing import NamedTuple

import pytest

from corten.errors import KernelError
from corten.runtime import helper, stage
from support.kernels import make


class Sample(NamedTuple):
    dist: float
    cell: int


class Worded(NamedTuple):
    name: str


class Defaulted(NamedTuple):
    dist: float = 0.0


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


@stage
def wrong_field_type(m, d):
    d.total = Sample(dist=1.0, cell=1.5).dist


@stage
def missing_field(m, d):
    d.total = Sample(1.0).dist


@stage
def too_many_fields(m, d):
    d.total = Sample(1.0, 2, 3).dist


@stage
def unknown_name_of_a_field(m, d):
    d.total = Sample(1.0, place=3).dist


@stage
def unknown_attribute(m, d):
    d.total = Sample(1.0, 2).distance


@stage
def fields_out_of_order(m, d):
    d.total = Sample(cell=2, dist=1.0).dist


@stage
def sets_a_field_of_a_record(m, d):
    sample = Sample(1.0, 2)
    sample.dist = 2.0
    d.total = sample.dist


@stage
def replaces_in_a_nameless_record(m, d):
    d.total = Sample(1.0, 2)._replace(dist=2.0).dist


@stage
def record_for_a_tuple(m, d):
    pair = (1.0, 2)
    pair = Sample(1.0, 2)
    d.total = pair[0]


@stage
def record_of_text(m, d):
    d.total = float(Worded(1)[0])


@stage
def record_with_default(m, d):
    d.total = Defaulted(1.0).dist


@stage
def helper_by_keyword(m, d):
    d.total = calls_itself(a=1.0)


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
    wrong_field_type: "Sample.cell is int, got float",
    missing_field: "Sample needs a value for cell",
    too_many_fields: "Sample has 2 fields, 3 were given",
    unknown_name_of_a_field: "Sample has no field 'place'; it has dist, cell",
    unknown_attribute: "Sample has no field 'distance'; it has dist, cell",
    fields_out_of_order: "the fields of Sample are given in its order: dist, cell",
    sets_a_field_of_a_record: "only scalars of m or d have attributes that can be set; write sample._replace(...)",
    replaces_in_a_nameless_record: "give the record a name before you replace some of its fields",
    record_for_a_tuple: "'pair' is (float, int) before and Sample here; a name keeps one type",
    record_of_text: "'name' is annotated with str; a record holds float, int, bool, other records and tuples of these",
    record_with_default: "Defaulted: the fields of a record have no defaults",
    helper_by_keyword: "helpers are called with positional arguments",
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
