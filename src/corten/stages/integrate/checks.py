"""Refusal of states that cannot be simulated: NaN, infinite or beyond MAXVAL."""

from corten.constants import MAXVAL
from corten.enums import StepErrorKind
from corten.runtime import helper, stage


@stage
def check_state(m, d):
    """Stop the step if a coordinate or velocity is bad; error_where gets its index.

    reads:  d.qpos d.qvel
    writes: d.error_where
    """
    qpos, qvel = d.qpos, d.qvel

    if count_bad(qpos, m.nq) > 0:
        d.error_where = first_bad(qpos, m.nq)
        return StepErrorKind.BAD_QPOS
    if count_bad(qvel, m.nv) > 0:
        d.error_where = first_bad(qvel, m.nv)
        return StepErrorKind.BAD_QVEL
    return 0


@stage
def check_acceleration(m, d):
    """Stop the step if an acceleration is bad; error_where gets its index.

    reads:  d.qacc
    writes: d.error_where
    """
    qacc = d.qacc

    if count_bad(qacc, m.nv) > 0:
        d.error_where = first_bad(qacc, m.nv)
        return StepErrorKind.BAD_QACC
    return 0


@helper
def count_bad(x, n):
    """Return how many of the first n numbers are NaN or beyond MAXVAL."""
    count = 0
    for i in range(n):
        count += 0 if abs(x[i]) <= MAXVAL else 1
    return count


@helper
def first_bad(x, n):
    """Return the index of the first number that is NaN or beyond MAXVAL, -1 if there is none."""
    for i in range(n):
        if not abs(x[i]) <= MAXVAL:
            return i
    return -1
