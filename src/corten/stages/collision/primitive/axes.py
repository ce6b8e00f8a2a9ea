"""Relabelling of axes: a routine is written for one axis of a box and turned to the others.

All relabellings are cyclic, so right-handed frames stay right-handed.
"""

from corten.runtime import Mat3, Vec3, helper, select


@helper
def component(v: Vec3, axis: int) -> float:
    """Return one component of a vector whose number is known at run time."""
    return select(axis == 0, v[0], select(axis == 1, v[1], v[2]))


@helper
def choose3(condition: bool, a: Vec3, b: Vec3) -> Vec3:
    """Return a where the condition holds, b elsewhere."""
    return select(condition, a[0], b[0]), select(condition, a[1], b[1]), select(condition, a[2], b[2])


@helper
def choose9(condition: bool, a: Mat3, b: Mat3) -> Mat3:
    """Return matrix a where the condition holds, b elsewhere."""
    return (
        select(condition, a[0], b[0]),
        select(condition, a[1], b[1]),
        select(condition, a[2], b[2]),
        select(condition, a[3], b[3]),
        select(condition, a[4], b[4]),
        select(condition, a[5], b[5]),
        select(condition, a[6], b[6]),
        select(condition, a[7], b[7]),
        select(condition, a[8], b[8]),
    )


@helper
def cycle3(v: Vec3) -> Vec3:
    """Return (y, z, x)."""
    return v[1], v[2], v[0]


@helper
def cycle_rows(a: Mat3) -> Mat3:
    """Return a matrix whose rows begin with the second."""
    return a[3], a[4], a[5], a[6], a[7], a[8], a[0], a[1], a[2]


@helper
def cycle_columns(a: Mat3) -> Mat3:
    """Return a matrix whose columns begin with the second."""
    return a[1], a[2], a[0], a[4], a[5], a[3], a[7], a[8], a[6]


@helper
def permute3(v: Vec3, first: int) -> Vec3:
    """Return a vector whose components begin with number `first`, from 0 to 2."""
    once = cycle3(v)
    return choose3(first == 0, v, choose3(first == 1, once, cycle3(once)))


@helper
def unpermute3(v: Vec3, first: int) -> Vec3:
    """Undo `permute3`."""
    once = cycle3(v)
    return choose3(first == 0, v, choose3(first == 2, once, cycle3(once)))


@helper
def permute_rows(a: Mat3, first: int) -> Mat3:
    """Return a matrix whose rows begin with number `first`."""
    once = cycle_rows(a)
    return choose9(first == 0, a, choose9(first == 1, once, cycle_rows(once)))


@helper
def permute_columns(a: Mat3, first: int) -> Mat3:
    """Return a matrix whose columns begin with number `first`."""
    once = cycle_columns(a)
    return choose9(first == 0, a, choose9(first == 1, once, cycle_columns(once)))
