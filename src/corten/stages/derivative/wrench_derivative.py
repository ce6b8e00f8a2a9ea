"""How a wrench changes with velocity: a 6 x 6 matrix as four blocks (tw, tv, fw, fv) of nine numbers, row by row.

The torque changes by tw dw + tv dv and the force by fw dw + fv dv, when the angular and linear velocity change by dw
and dv. About the centre of mass of the tree such matrices add up over bodies, as wrenches and inertias do.
"""

from corten.math import matrix3, vector3
from corten.runtime import FloatArray, Mat3, Vec3, Vec6, helper

ZERO9 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@helper
def skew(a: Vec3) -> Mat3:
    """Return the matrix [a] of the cross product: [a] b = a x b."""
    return 0.0, -a[2], a[1], a[2], 0.0, -a[0], -a[1], a[0], 0.0


@helper
def diagonal(a: Vec3) -> Mat3:
    """Return the diagonal matrix of a."""
    return a[0], 0.0, 0.0, 0.0, a[1], 0.0, 0.0, 0.0, a[2]


@helper
def outer(a: Vec3, b: Vec3) -> Mat3:
    """Return the matrix a b'."""
    x, y, z = vector3.scale(b, a[0]), vector3.scale(b, a[1]), vector3.scale(b, a[2])
    return x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]


@helper
def add9(a: Mat3, b: Mat3) -> Mat3:
    """Return a + b."""
    x = vector3.add((a[0], a[1], a[2]), (b[0], b[1], b[2]))
    y = vector3.add((a[3], a[4], a[5]), (b[3], b[4], b[5]))
    z = vector3.add((a[6], a[7], a[8]), (b[6], b[7], b[8]))
    return x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]


@helper
def scale9(a: Mat3, factor: float) -> Mat3:
    """Return factor * a."""
    x = vector3.scale((a[0], a[1], a[2]), factor)
    y = vector3.scale((a[3], a[4], a[5]), factor)
    z = vector3.scale((a[6], a[7], a[8]), factor)
    return x[0], x[1], x[2], y[0], y[1], y[2], z[0], z[1], z[2]


@helper
def sub9(a: Mat3, b: Mat3) -> Mat3:
    """Return a - b."""
    return add9(a, scale9(b, -1.0))


@helper
def add_derivative(a: tuple[Mat3, Mat3, Mat3, Mat3], b: tuple[Mat3, Mat3, Mat3, Mat3]) -> tuple[Mat3, Mat3, Mat3, Mat3]:
    """Return the sum of two derivatives."""
    return add9(a[0], b[0]), add9(a[1], b[1]), add9(a[2], b[2]), add9(a[3], b[3])


@helper
def scale_derivative(a: tuple[Mat3, Mat3, Mat3, Mat3], factor: float) -> tuple[Mat3, Mat3, Mat3, Mat3]:
    """Return factor * a."""
    return scale9(a[0], factor), scale9(a[1], factor), scale9(a[2], factor), scale9(a[3], factor)


@helper
def symmetric_derivative(a: tuple[Mat3, Mat3, Mat3, Mat3]) -> tuple[Mat3, Mat3, Mat3, Mat3]:
    """Return the symmetric part of a derivative."""
    tw, tv, fw, fv = a
    across = scale9(add9(tv, matrix3.transpose(fw)), 0.5)
    return (
        scale9(add9(tw, matrix3.transpose(tw)), 0.5),
        across,
        matrix3.transpose(across),
        scale9(add9(fv, matrix3.transpose(fv)), 0.5),
    )


@helper
def derivative_in_world(a: tuple[Mat3, Mat3, Mat3, Mat3], frame: Mat3, offset: Vec3) -> tuple[Mat3, Mat3, Mat3, Mat3]:
    """Return a derivative, given in a frame, in world axes and about a point from which the frame has `offset`.

    There v = v_com - r x w and torque_com = torque + r x force, with r the offset [m].
    """
    r = skew(offset)
    tw, tv, fw, fv = turn(a[0], frame), turn(a[1], frame), turn(a[2], frame), turn(a[3], frame)
    tw = sub9(tw, matrix3.mul_mat_mat(tv, r))
    fw = sub9(fw, matrix3.mul_mat_mat(fv, r))
    return add9(tw, matrix3.mul_mat_mat(r, fw)), add9(tv, matrix3.mul_mat_mat(r, fv)), fw, fv


@helper
def turn(a: Mat3, frame: Mat3) -> Mat3:
    """Return the matrix a of a frame in the axes of the world: R a R'."""
    return matrix3.mul_mat_matT(matrix3.mul_mat_mat(frame, a), frame)


@helper
def mul_derivative(a: tuple[Mat3, Mat3, Mat3, Mat3], motion: Vec6) -> Vec6:
    """Return the wrench by which a motion (angular, linear) changes the force."""
    w, v = (motion[0], motion[1], motion[2]), (motion[3], motion[4], motion[5])
    torque = vector3.add(matrix3.mul_mat_vec(a[0], w), matrix3.mul_mat_vec(a[1], v))
    force = vector3.add(matrix3.mul_mat_vec(a[2], w), matrix3.mul_mat_vec(a[3], v))
    return torque[0], torque[1], torque[2], force[0], force[1], force[2]


@helper
def transpose_derivative(a: tuple[Mat3, Mat3, Mat3, Mat3]) -> tuple[Mat3, Mat3, Mat3, Mat3]:
    """Return the transpose of the 6 x 6 matrix."""
    return matrix3.transpose(a[0]), matrix3.transpose(a[2]), matrix3.transpose(a[1]), matrix3.transpose(a[3])


@helper
def load_derivative(array: FloatArray, i: int) -> tuple[Mat3, Mat3, Mat3, Mat3]:
    """Return row i of an array of shape (n, 36)."""
    return load9_at(array, i, 0), load9_at(array, i, 9), load9_at(array, i, 18), load9_at(array, i, 27)


@helper
def store_derivative(array: FloatArray, i: int, a: tuple[Mat3, Mat3, Mat3, Mat3]) -> None:
    """Write a derivative into row i of an array of shape (n, 36)."""
    store9_at(array, i, 0, a[0])
    store9_at(array, i, 9, a[1])
    store9_at(array, i, 18, a[2])
    store9_at(array, i, 27, a[3])


@helper
def load9_at(array: FloatArray, i: int, k: int) -> Mat3:
    """Return nine numbers of row i from column k on."""
    return (
        array[i, k],
        array[i, k + 1],
        array[i, k + 2],
        array[i, k + 3],
        array[i, k + 4],
        array[i, k + 5],
        array[i, k + 6],
        array[i, k + 7],
        array[i, k + 8],
    )


@helper
def store9_at(array: FloatArray, i: int, k: int, a: Mat3) -> None:
    """Write nine numbers into row i from column k on."""
    array[i, k] = a[0]
    array[i, k + 1] = a[1]
    array[i, k + 2] = a[2]
    array[i, k + 3] = a[3]
    array[i, k + 4] = a[4]
    array[i, k + 5] = a[5]
    array[i, k + 6] = a[6]
    array[i, k + 7] = a[7]
    array[i, k + 8] = a[8]
