"""mju_ functions of vectors, as kernels: arguments are fields under their names in the bindings."""

from corten.compat.mujoco.arguments import NAMES
from corten.compat.mujoco.compiled import compiled
from corten.math import vector3
from corten.math.quaternion import load4_flat, normalize_quat, store4_flat
from corten.math.vector3 import load3_flat, store3_flat
from corten.runtime import FloatArray, helper, sqrt, stage
from corten.runtime.entry_table import Kinds

MINVAL = NAMES["constants"]["mjMINVAL"]

SAME = "res and vec should have the same size"


# ---------------------------------------------------------------- copies and constants


@compiled("", SAME, names=("mju_copy", "mju_d2n", "mju_n2d", "mju_f2n", "mju_n2f"))
@stage
def copy_vector(m, d) -> None:
    """Copy a vector."""
    res, vec = d.res, d.vec
    for i in range(d.n):
        res[i] = vec[i]


@compiled("", SAME)
@stage
def mju_zero(m, d) -> None:
    """Set a vector to zero."""
    res = d.res
    for i in range(d.n):
        res[i] = 0.0


@compiled("", SAME)
@stage
def mju_fill(m, d) -> None:
    """Set all numbers of a vector to one."""
    res, val = d.res, d.val
    for i in range(d.n):
        res[i] = val


@compiled()
@stage
def mju_unit4(m, d) -> None:
    """Set a quaternion to the one that turns nothing."""
    store4_flat(d.res, 0, (1.0, 0.0, 0.0, 0.0))


# ---------------------------------------------------------------- sums


@compiled("", SAME)
@stage
def mju_add(m, d) -> None:
    """Add two vectors."""
    res, vec1, vec2 = d.res, d.vec1, d.vec2
    for i in range(d.n):
        res[i] = vec1[i] + vec2[i]


@compiled("", SAME)
@stage
def mju_sub(m, d) -> None:
    """Subtract a vector from another."""
    res, vec1, vec2 = d.res, d.vec1, d.vec2
    for i in range(d.n):
        res[i] = vec1[i] - vec2[i]


@compiled("", SAME)
@stage
def mju_scl(m, d) -> None:
    """Multiply a vector by a number."""
    res, vec, scl = d.res, d.vec, d.scl
    for i in range(d.n):
        res[i] = vec[i] * scl


@compiled("", SAME)
@stage
def mju_addScl(m, d) -> None:
    """Add a multiple of a vector to another."""
    res, vec1, vec2, scl = d.res, d.vec1, d.vec2, d.scl
    for i in range(d.n):
        res[i] = vec1[i] + vec2[i] * scl


@compiled("", SAME)
@stage
def mju_addTo(m, d) -> None:
    """Add a vector."""
    res, vec = d.res, d.vec
    for i in range(d.n):
        res[i] = res[i] + vec[i]


@compiled("", SAME)
@stage
def mju_subFrom(m, d) -> None:
    """Subtract a vector."""
    res, vec = d.res, d.vec
    for i in range(d.n):
        res[i] = res[i] - vec[i]


@compiled("", SAME)
@stage
def mju_addToScl(m, d) -> None:
    """Add a multiple of a vector."""
    res, vec, scl = d.res, d.vec, d.scl
    for i in range(d.n):
        res[i] = res[i] + vec[i] * scl


@compiled()
@stage
def mju_cross(m, d) -> None:
    """Compute the cross product of two vectors."""
    store3_flat(d.res, 0, vector3.cross(load3_flat(d.a, 0), load3_flat(d.b, 0)))


# ---------------------------------------------------------------- the same of three and four numbers


@compiled()
@stage
def mju_zero3(m, d) -> None:
    """Set a vector to zero."""
    store3_flat(d.res, 0, (0.0, 0.0, 0.0))


@compiled()
@stage
def mju_zero4(m, d) -> None:
    """Set a quaternion to zero."""
    store4_flat(d.res, 0, (0.0, 0.0, 0.0, 0.0))


@compiled()
@stage
def mju_copy3(m, d) -> None:
    """Copy a vector."""
    store3_flat(d.res, 0, load3_flat(d.data, 0))


@compiled()
@stage
def mju_copy4(m, d) -> None:
    """Copy a quaternion."""
    store4_flat(d.res, 0, load4_flat(d.data, 0))


@compiled()
@stage
def mju_add3(m, d) -> None:
    """Add two vectors."""
    store3_flat(d.res, 0, vector3.add(load3_flat(d.vec1, 0), load3_flat(d.vec2, 0)))


@compiled()
@stage
def mju_sub3(m, d) -> None:
    """Subtract a vector from another."""
    store3_flat(d.res, 0, vector3.sub(load3_flat(d.vec1, 0), load3_flat(d.vec2, 0)))


@compiled()
@stage
def mju_scl3(m, d) -> None:
    """Multiply a vector by a number."""
    store3_flat(d.res, 0, vector3.scale(load3_flat(d.vec, 0), d.scl))


@compiled()
@stage
def mju_addScl3(m, d) -> None:
    """Add a multiple of a vector to another."""
    store3_flat(d.res, 0, vector3.add_scaled(load3_flat(d.vec1, 0), load3_flat(d.vec2, 0), d.scl))


@compiled()
@stage
def mju_addTo3(m, d) -> None:
    """Add a vector."""
    store3_flat(d.res, 0, vector3.add(load3_flat(d.res, 0), load3_flat(d.vec, 0)))


@compiled()
@stage
def mju_subFrom3(m, d) -> None:
    """Subtract a vector."""
    store3_flat(d.res, 0, vector3.sub(load3_flat(d.res, 0), load3_flat(d.vec, 0)))


@compiled()
@stage
def mju_addToScl3(m, d) -> None:
    """Add a multiple of a vector."""
    store3_flat(d.res, 0, vector3.add_scaled(load3_flat(d.res, 0), load3_flat(d.vec, 0), d.scl))


# ---------------------------------------------------------------- numbers of vectors


@helper
def dot(a: FloatArray, b: FloatArray, n: int) -> float:
    """Return the product of two vectors, in four sums that a processor adds to side by side."""
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    whole = n - n % 4
    for i in range(0, whole, 4):
        s0 += a[i] * b[i]
        s1 += a[i + 1] * b[i + 1]
        s2 += a[i + 2] * b[i + 2]
        s3 += a[i + 3] * b[i + 3]
    for i in range(whole, n):
        s0 += a[i] * b[i]
    return (s0 + s2) + (s1 + s3)


@compiled("", "vec1 and vec2 should have the same size", result=Kinds.FLOAT)
@stage
def mju_dot(m, d) -> None:
    """Return the product of two vectors."""
    d.result = dot(d.vec1, d.vec2, d.n)


@compiled(result=Kinds.FLOAT)
@stage
def mju_dot3(m, d) -> None:
    """Return the product of two vectors."""
    d.result = vector3.dot(load3_flat(d.vec1, 0), load3_flat(d.vec2, 0))


@compiled(result=Kinds.FLOAT)
@stage
def mju_dist3(m, d) -> None:
    """Return the distance of two points."""
    d.result = vector3.norm(vector3.sub(load3_flat(d.pos1, 0), load3_flat(d.pos2, 0)))


@compiled(result=Kinds.FLOAT)
@stage
def mju_norm(m, d) -> None:
    """Return the length of a vector."""
    d.result = sqrt(dot(d.res, d.res, d.n))


@compiled(result=Kinds.FLOAT)
@stage
def mju_norm3(m, d) -> None:
    """Return the length of a vector."""
    d.result = vector3.norm(load3_flat(d.vec, 0))


@compiled(result=Kinds.FLOAT)
@stage
def mju_L1(m, d) -> None:
    """Return the sum of the sizes of all numbers."""
    vec, total = d.vec, 0.0
    for i in range(d.n):
        total += abs(vec[i])
    d.result = total


@compiled(result=Kinds.FLOAT)
@stage
def mju_sum(m, d) -> None:
    """Return the sum of all numbers."""
    vec, total = d.vec, 0.0
    for i in range(d.n):
        total += vec[i]
    d.result = total


@compiled(result=Kinds.INT)
@stage
def mju_isZero(m, d) -> None:
    """Tell whether all numbers are zero."""
    vec, found = d.vec, 1
    for i in range(d.n):
        if vec[i] != 0.0:
            found = 0
    d.result = found


@compiled(result=Kinds.FLOAT)
@stage
def mju_normalize(m, d) -> None:
    """Give a vector the length one, or make it a unit vector if it has none; return the length that it had."""
    res = d.res
    norm = sqrt(dot(res, res, d.n))
    if norm < MINVAL:
        for i in range(d.n):
            res[i] = 0.0
        if d.n > 0:
            res[0] = 1.0
    else:
        scale = 1.0 / norm
        for i in range(d.n):
            res[i] *= scale
    d.result = norm


@compiled(result=Kinds.FLOAT)
@stage
def mju_normalize3(m, d) -> None:
    """Give a vector the length one, or make it a unit vector if it has none; return the length that it had."""
    unit, norm = vector3.normalize(load3_flat(d.vec, 0))
    store3_flat(d.vec, 0, unit)
    d.result = norm


@compiled(result=Kinds.FLOAT)
@stage
def mju_normalize4(m, d) -> None:
    """Give a quaternion the length one, unless it has it; return the length that it had."""
    unit, norm = normalize_quat(load4_flat(d.vec, 0))
    store4_flat(d.vec, 0, unit)
    d.result = norm


@compiled(names=("mju_insertionSort", "mju_insertionSortInt"))
@stage
def sort(m, d) -> None:
    """Sort numbers, the smallest first."""
    numbers = d.list
    for i in range(1, d.n):
        value, j = numbers[i], i
        while j > 0 and numbers[max(j - 1, 0)] > value:
            numbers[j] = numbers[j - 1]
            j -= 1
        numbers[j] = value
