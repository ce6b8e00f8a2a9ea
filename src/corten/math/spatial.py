"""6D algebra: motion (angular, linear velocity) and force (torque, force) as tuples of six, rotation first.

An inertia about a point is ten numbers: the rotational inertia (xx, yy, zz, xy, xz, yz) about that point, mass
times the offset of the center of mass from it (x, y, z), and the mass.
"""

from corten.math import matrix3, vector3
from corten.runtime import FloatArray, Mat3, Vec3, Vec6, helper


@helper
def angular(v: Vec6) -> Vec3:
    """Return the rotational half of a 6D vector."""
    return v[0], v[1], v[2]


@helper
def linear(v: Vec6) -> Vec3:
    """Return the translational half of a 6D vector."""
    return v[3], v[4], v[5]


@helper
def join(rotation: Vec3, translation: Vec3) -> Vec6:
    """Return the 6D vector with these halves."""
    return rotation[0], rotation[1], rotation[2], translation[0], translation[1], translation[2]


@helper
def add6(a: Vec6, b: Vec6) -> Vec6:
    """Return a + b."""
    return a[0] + b[0], a[1] + b[1], a[2] + b[2], a[3] + b[3], a[4] + b[4], a[5] + b[5]


@helper
def scale6(a: Vec6, factor: float) -> Vec6:
    """Return factor * a."""
    return a[0] * factor, a[1] * factor, a[2] * factor, a[3] * factor, a[4] * factor, a[5] * factor


@helper
def add_scaled6(a: Vec6, b: Vec6, factor: float) -> Vec6:
    """Return a + factor * b."""
    return add6(a, scale6(b, factor))


@helper
def dot6(a: Vec6, b: Vec6) -> float:
    """Return the inner product of a and b."""
    return ((a[0] * b[0] + a[2] * b[2]) + (a[1] * b[1] + a[3] * b[3])) + (a[4] * b[4] + a[5] * b[5])


@helper
def cross_motion(v: Vec6, m) -> Vec6:
    """Return the rate of change of a motion m fixed in a frame that moves with v = (w, u).

    (w x m_r, w x m_t + u x m_r)
    """
    rotation = vector3.cross(angular(v), angular(m))
    translation = vector3.add(vector3.cross(angular(v), linear(m)), vector3.cross(linear(v), angular(m)))
    return join(rotation, translation)


@helper
def cross_force(v: Vec6, f: Vec6) -> Vec6:
    """Return the rate of change of a force f fixed in a frame that moves with v = (w, u).

    (w x f_r + u x f_t, w x f_t)
    """
    rotation = vector3.add(vector3.cross(angular(v), angular(f)), vector3.cross(linear(v), linear(f)))
    return join(rotation, vector3.cross(angular(v), linear(f)))


@helper
def mul_inertia_vec(i: tuple[float, ...], v: Vec6) -> Vec6:
    """Return the momentum of a body with the inertia i (ten numbers) that moves with v."""
    return (
        i[0] * v[0] + i[3] * v[1] + i[4] * v[2] - i[8] * v[4] + i[7] * v[5],
        i[3] * v[0] + i[1] * v[1] + i[5] * v[2] + i[8] * v[3] - i[6] * v[5],
        i[4] * v[0] + i[5] * v[1] + i[2] * v[2] - i[7] * v[3] + i[6] * v[4],
        i[8] * v[1] - i[7] * v[2] + i[9] * v[3],
        i[6] * v[2] - i[8] * v[0] + i[9] * v[4],
        i[7] * v[0] - i[6] * v[1] + i[9] * v[5],
    )


@helper
def inertia_com(inertia: Vec3, mat: Mat3, dif: Vec3, mass: float) -> tuple[float, ...]:
    """Return a body's inertia (ten numbers, global axes) about a point; its center of mass lies `dif` from there.

    inertia: principal moments [kg m^2]; mat: rotation of the principal axes; dif [m]; mass [kg].
    Steiner: R diag(inertia) R' + mass (|dif|^2 E - dif dif').
    """
    # diag(inertia) R', row by row
    x0, x1, x2 = mat[0] * inertia[0], mat[3] * inertia[0], mat[6] * inertia[0]
    y0, y1, y2 = mat[1] * inertia[1], mat[4] * inertia[1], mat[7] * inertia[1]
    z0, z1, z2 = mat[2] * inertia[2], mat[5] * inertia[2], mat[8] * inertia[2]

    xx, yy, zz = dif[0] * dif[0], dif[1] * dif[1], dif[2] * dif[2]
    return (
        (mat[0] * x0 + mat[1] * y0 + mat[2] * z0) + mass * (yy + zz),
        (mat[3] * x1 + mat[4] * y1 + mat[5] * z1) + mass * (xx + zz),
        (mat[6] * x2 + mat[7] * y2 + mat[8] * z2) + mass * (xx + yy),
        (mat[0] * x1 + mat[1] * y1 + mat[2] * z1) - mass * dif[0] * dif[1],
        (mat[0] * x2 + mat[1] * y2 + mat[2] * z2) - mass * dif[0] * dif[2],
        (mat[3] * x2 + mat[4] * y2 + mat[5] * z2) - mass * dif[1] * dif[2],
        mass * dif[0],
        mass * dif[1],
        mass * dif[2],
        mass,
    )


@helper
def hinge_motion(axis: Vec3, offset: Vec3) -> Vec6:
    """Return the motion of unit speed about an axis, at a point with this offset [m] from the axis."""
    return join(axis, vector3.cross(axis, offset))


@helper
def slide_motion(axis: Vec3) -> Vec6:
    """Return the motion of unit speed along an axis."""
    return join((0.0, 0.0, 0.0), axis)


@helper
def shift_motion(v: Vec6, dif: Vec3) -> Vec6:
    """Return the same motion seen at a point that lies `dif` [m] from the old one."""
    return join(angular(v), vector3.sub(linear(v), vector3.cross(dif, angular(v))))


@helper
def shift_force(f: Vec6, dif: Vec3) -> Vec6:
    """Return the same force about a point that lies `dif` [m] from the old one."""
    return join(vector3.sub(angular(f), vector3.cross(dif, linear(f))), linear(f))


@helper
def rotate_to_local(mat: Mat3, v: Vec6) -> Vec6:
    """Return a 6D vector in the axes of the frame `mat`."""
    return join(matrix3.mul_matT_vec(mat, angular(v)), matrix3.mul_matT_vec(mat, linear(v)))


@helper
def load6(array: FloatArray, i: int) -> Vec6:
    """Return row i of an array of shape (n, 6)."""
    return array[i, 0], array[i, 1], array[i, 2], array[i, 3], array[i, 4], array[i, 5]


@helper
def store6(array: FloatArray, i: int, v: Vec6) -> None:
    """Write v into row i of an array of shape (n, 6)."""
    array[i, 0] = v[0]
    array[i, 1] = v[1]
    array[i, 2] = v[2]
    array[i, 3] = v[3]
    array[i, 4] = v[4]
    array[i, 5] = v[5]


@helper
def load10(array: FloatArray, i: int) -> tuple[float, ...]:
    """Return row i of an array of shape (n, 10)."""
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
        array[i, 9],
    )


@helper
def store10(array: FloatArray, i: int, a: tuple[float, ...]) -> None:
    """Write a into row i of an array of shape (n, 10)."""
    array[i, 0] = a[0]
    array[i, 1] = a[1]
    array[i, 2] = a[2]
    array[i, 3] = a[3]
    array[i, 4] = a[4]
    array[i, 5] = a[5]
    array[i, 6] = a[6]
    array[i, 7] = a[7]
    array[i, 8] = a[8]
    array[i, 9] = a[9]
