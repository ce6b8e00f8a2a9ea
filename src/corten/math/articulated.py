"""Articulated inertia: 21 numbers, the lower triangle of a symmetric 6x6 matrix by rows; rotation before translation.

It tells what force a body must be pushed with to be accelerated while joints below it give way (Featherstone 2008,
"Rigid Body Dynamics Algorithms", chapter 7). That of a rigid body alone follows from the ten numbers of its inertia
(`corten.math.spatial`).
"""

from corten.runtime import FloatArray, Vec6, helper


@helper
def store_rigid(array: FloatArray, b: int, i: tuple[float, ...]) -> None:
    """Write the articulated inertia of a rigid body alone, from the ten numbers of its inertia, into row b."""
    array[b, 0] = i[0]
    array[b, 1], array[b, 2] = i[3], i[1]
    array[b, 3], array[b, 4], array[b, 5] = i[4], i[5], i[2]
    array[b, 6], array[b, 7], array[b, 8], array[b, 9] = 0.0, i[8], -i[7], i[9]
    array[b, 10], array[b, 11], array[b, 12], array[b, 13], array[b, 14] = -i[8], 0.0, i[6], 0.0, i[9]
    array[b, 15], array[b, 16], array[b, 17], array[b, 18], array[b, 19] = i[7], -i[6], 0.0, 0.0, 0.0
    array[b, 20] = i[9]


@helper
def mul_articulated(array: FloatArray, b: int, v: Vec6) -> Vec6:
    """Return the force that gives the body of row b an acceleration v."""
    a = array
    return (
        ((a[b, 0] * v[0] + a[b, 1] * v[1]) + (a[b, 3] * v[2] + a[b, 6] * v[3])) + (a[b, 10] * v[4] + a[b, 15] * v[5]),
        ((a[b, 1] * v[0] + a[b, 2] * v[1]) + (a[b, 4] * v[2] + a[b, 7] * v[3])) + (a[b, 11] * v[4] + a[b, 16] * v[5]),
        ((a[b, 3] * v[0] + a[b, 4] * v[1]) + (a[b, 5] * v[2] + a[b, 8] * v[3])) + (a[b, 12] * v[4] + a[b, 17] * v[5]),
        ((a[b, 6] * v[0] + a[b, 7] * v[1]) + (a[b, 8] * v[2] + a[b, 9] * v[3])) + (a[b, 13] * v[4] + a[b, 18] * v[5]),
        ((a[b, 10] * v[0] + a[b, 11] * v[1]) + (a[b, 12] * v[2] + a[b, 13] * v[3]))
        + (a[b, 14] * v[4] + a[b, 19] * v[5]),
        ((a[b, 15] * v[0] + a[b, 16] * v[1]) + (a[b, 17] * v[2] + a[b, 18] * v[3]))
        + (a[b, 19] * v[4] + a[b, 20] * v[5]),
    )


@helper
def remove_axis(array: FloatArray, b: int, force: Vec6, inverse: float) -> None:
    """Let a joint of the body of row b give way: I -= U U' / D with U = I s [force] and D = s U + added inertia."""
    f, a = force, array
    g = f[0] * inverse, f[1] * inverse, f[2] * inverse, f[3] * inverse, f[4] * inverse, f[5] * inverse
    a[b, 0] -= g[0] * f[0]
    a[b, 1] -= g[1] * f[0]
    a[b, 2] -= g[1] * f[1]
    a[b, 3] -= g[2] * f[0]
    a[b, 4] -= g[2] * f[1]
    a[b, 5] -= g[2] * f[2]
    a[b, 6] -= g[3] * f[0]
    a[b, 7] -= g[3] * f[1]
    a[b, 8] -= g[3] * f[2]
    a[b, 9] -= g[3] * f[3]
    a[b, 10] -= g[4] * f[0]
    a[b, 11] -= g[4] * f[1]
    a[b, 12] -= g[4] * f[2]
    a[b, 13] -= g[4] * f[3]
    a[b, 14] -= g[4] * f[4]
    a[b, 15] -= g[5] * f[0]
    a[b, 16] -= g[5] * f[1]
    a[b, 17] -= g[5] * f[2]
    a[b, 18] -= g[5] * f[3]
    a[b, 19] -= g[5] * f[4]
    a[b, 20] -= g[5] * f[5]


@helper
def add_articulated(array: FloatArray, parent: int, child: int) -> None:
    """Add the inertia of row `child` to that of row `parent`."""
    for k in range(21):
        array[parent, k] += array[child, k]


@helper
def add_outer(array: FloatArray, b: int, f: Vec6, g: Vec6) -> None:
    """Add f g', or what is symmetric with others that are added, to the inertia of row b."""
    a = array
    a[b, 0] += f[0] * g[0]
    a[b, 1] += f[1] * g[0]
    a[b, 2] += f[1] * g[1]
    a[b, 3] += f[2] * g[0]
    a[b, 4] += f[2] * g[1]
    a[b, 5] += f[2] * g[2]
    a[b, 6] += f[3] * g[0]
    a[b, 7] += f[3] * g[1]
    a[b, 8] += f[3] * g[2]
    a[b, 9] += f[3] * g[3]
    a[b, 10] += f[4] * g[0]
    a[b, 11] += f[4] * g[1]
    a[b, 12] += f[4] * g[2]
    a[b, 13] += f[4] * g[3]
    a[b, 14] += f[4] * g[4]
    a[b, 15] += f[5] * g[0]
    a[b, 16] += f[5] * g[1]
    a[b, 17] += f[5] * g[2]
    a[b, 18] += f[5] * g[3]
    a[b, 19] += f[5] * g[4]
    a[b, 20] += f[5] * g[5]
