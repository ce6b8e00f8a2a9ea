"""Matrices of 3 x 3: tuples of nine floats, row by row. Rotations map local to global coordinates."""

from corten.runtime import FloatArray, Mat3, Vec3, helper


@helper
def mul_mat_mat(a: Mat3, b: Mat3) -> Mat3:
    """Return the product a b."""
    return (
        a[0] * b[0] + a[1] * b[3] + a[2] * b[6],
        a[0] * b[1] + a[1] * b[4] + a[2] * b[7],
        a[0] * b[2] + a[1] * b[5] + a[2] * b[8],
        a[3] * b[0] + a[4] * b[3] + a[5] * b[6],
        a[3] * b[1] + a[4] * b[4] + a[5] * b[7],
        a[3] * b[2] + a[4] * b[5] + a[5] * b[8],
        a[6] * b[0] + a[7] * b[3] + a[8] * b[6],
        a[6] * b[1] + a[7] * b[4] + a[8] * b[7],
        a[6] * b[2] + a[7] * b[5] + a[8] * b[8],
    )


@helper
def transpose(a: Mat3) -> Mat3:
    """Return the transpose of a."""
    return a[0], a[3], a[6], a[1], a[4], a[7], a[2], a[5], a[8]


@helper
def mul_matT_mat(a: Mat3, b: Mat3) -> Mat3:
    """Return the product of a transposed and b."""
    return mul_mat_mat(transpose(a), b)


@helper
def mul_mat_matT(a: Mat3, b: Mat3) -> Mat3:
    """Return the product of a and b transposed."""
    return mul_mat_mat(a, transpose(b))


@helper
def mul_mat_vec(a: Mat3, v: Vec3) -> Vec3:
    """Return the product a v."""
    return (
        a[0] * v[0] + a[1] * v[1] + a[2] * v[2],
        a[3] * v[0] + a[4] * v[1] + a[5] * v[2],
        a[6] * v[0] + a[7] * v[1] + a[8] * v[2],
    )


@helper
def mul_matT_vec(a: Mat3, v: Vec3) -> Vec3:
    """Return the product of a transposed and v."""
    return (
        a[0] * v[0] + a[3] * v[1] + a[6] * v[2],
        a[1] * v[0] + a[4] * v[1] + a[7] * v[2],
        a[2] * v[0] + a[5] * v[1] + a[8] * v[2],
    )


@helper
def load9(array: FloatArray, i: int) -> Mat3:
    """Return row i of an array of shape (n, 9)."""
    return (
        array[i, 0],
        array[i, 1],
        array[i, 2],
        array[i, 3],
        array[i, 4],
        array[i, 5],
        array[i, 6],
        array[i, 7],
        array[i, 8],
    )


@helper
def store9(array: FloatArray, i: int, a: Mat3) -> None:
    """Write a into row i of an array of shape (n, 9)."""
    array[i, 0] = a[0]
    array[i, 1] = a[1]
    array[i, 2] = a[2]
    array[i, 3] = a[3]
    array[i, 4] = a[4]
    array[i, 5] = a[5]
    array[i, 6] = a[6]
    array[i, 7] = a[7]
    array[i, 8] = a[8]


@helper
def load9_flat(array: FloatArray, start: int) -> Mat3:
    """Return nine numbers of a flat array from `start` on."""
    return (
        array[start],
        array[start + 1],
        array[start + 2],
        array[start + 3],
        array[start + 4],
        array[start + 5],
        array[start + 6],
        array[start + 7],
        array[start + 8],
    )


@helper
def store9_flat(array: FloatArray, start: int, a: Mat3) -> None:
    """Write a into a flat array from `start` on."""
    array[start] = a[0]
    array[start + 1] = a[1]
    array[start + 2] = a[2]
    array[start + 3] = a[3]
    array[start + 4] = a[4]
    array[start + 5] = a[5]
    array[start + 6] = a[6]
    array[start + 7] = a[7]
    array[start + 8] = a[8]
