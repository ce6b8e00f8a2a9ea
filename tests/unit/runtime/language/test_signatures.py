"""Types in the signatures of kernels are checked against what kernels are called with, and change nothing else."""

import hashlib
import re
from enum import IntEnum
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from corten.errors import KernelError
from corten.runtime import FloatArray, IntArray, Quat, Vec3, helper, stage
from corten.runtime.build import stage_program
from support.kernels import INPUT, OUTPUT, make

if TYPE_CHECKING:
    from corten.math.pose import Pose


class Sample(NamedTuple):
    dist: float
    cell: int


class Colour(IntEnum):
    RED = 0
    BLUE = 1


@helper
def length2(v: Vec3) -> float:
    return v[0] * v[0] + v[1] * v[1] + v[2] * v[2]


@helper
def total_of(values: FloatArray, n: int) -> float:
    total = 0.0
    for i in range(n):
        total += values[i]
    return total


@helper
def first_of(values: "FloatArray | IntArray") -> float:
    return values[0]


@helper
def dist_of(sample: Sample, kind: Colour, anything: Any) -> float:
    return sample.dist + (anything[0] if kind == Colour.BLUE else 0.0)


@helper
def height_of(pose: "Pose") -> float:
    return pose.pos[2]


@helper
def sum_of(values: tuple[float, ...]) -> float:
    return values[0] + values[1]


@helper
def gives_int(a: float) -> bool:
    return int(a)


@helper
def unknown_word(a: str) -> float:
    return a


@helper
def undefined_word(a: "Missing") -> float:  # noqa: F821
    return a


@stage
def fitting(m, d):
    d.total = length2((1, 2.0, 3.0)) + total_of(m.x, m.n) + first_of(m.x) + first_of(m.index)
    d.total += dist_of(Sample(1.0, 2), Colour.BLUE, m.x) + sum_of((1, 2.0)) + sum_of((1.0, 2.0, 3.0))


@stage
def tuple_of_four(m, d):
    d.total = length2((1.0, 2.0, 3.0, 4.0))


@stage
def float_for_int(m, d):
    d.total = total_of(m.x, 2.0)


@stage
def ints_for_floats(m, d):
    d.total = total_of(m.index, m.n)


@stage
def tuple_for_record(m, d):
    d.total = dist_of((1.0, 2), 0, 0)


@stage
def number_for_pose(m, d):
    d.total = height_of(1.0)


@stage
def wrong_result(m, d):
    d.mask[0] = gives_int(1.0)


@stage
def text(m, d):
    d.total = unknown_word(1.0)


@stage
def nothing_known(m, d):
    d.total = undefined_word(1.0)


CASES = {
    tuple_of_four: "length2 takes v: Vec3, got (float, float, float, float)",
    float_for_int: "total_of takes n: int, got float",
    ints_for_floats: "total_of takes values: FloatArray, got Input.index",
    tuple_for_record: "dist_of takes sample: Sample, got (float, int)",
    number_for_pose: "height_of takes pose: 'Pose', got float",
    wrong_result: "gives_int: is declared to return bool, but returns int",
    text: "unknown_word: str is no type of a kernel; these are int, float, bool, Vec3",
    nothing_known: "undefined_word: name 'Missing' is not defined",
}


def test_what_fits_is_compiled():
    """Take ints for floats, records, enumerations, arrays, unions, tuples of any length and Any."""
    source, result = make()
    fitting(source, result)
    parts = (14.0, source.x.sum(), source.x[0], source.index[0], 1.0 + source.x[0], 3.0, 3.0)
    assert result.total == pytest.approx(sum(parts))


@pytest.mark.parametrize("kernel", CASES, ids=lambda kernel: kernel.__name__)
def test_what_does_not_fit_is_refused(kernel):
    """Name the call, its file and line, what the signature says and what was given."""
    with pytest.raises(KernelError, match=re.escape(CASES[kernel])) as error:
        stage_program(kernel, (INPUT, OUTPUT))
    assert re.search(r"test_signatures\.py:\d+: ", str(error.value))


def test_fingerprint_is_that_of_the_code():
    """Compile nothing anew for types in a signature."""

    def typed(q: Quat) -> float:
        return q[0]

    def bare(q):
        return q[0]

    digests = []
    for function in (typed, bare):
        function.__name__ = function.__qualname__ = "same"
        digests.append(hashlib.sha256())
        helper(function).fingerprint(digests[-1], (INPUT, OUTPUT), set())
    assert digests[0].digest() == digests[1].digest()
