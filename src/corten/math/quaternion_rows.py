"""The kernels behind `corten.quaternion`: each computes rows of flat arrays, as `corten.runtime.rows` says."""

from corten.math import quaternion, vector3
from corten.math.matrix3 import load9_flat, store9_flat
from corten.math.quaternion import load4_flat, store4_flat
from corten.math.vector3 import load3_flat, store3_flat
from corten.runtime import Quat, helper, select, stage


@stage
def multiply(m, d) -> None:
    """Multiply quaternions p and q."""
    p, q, out = d.p, d.q, d.out
    for i in range(abs(d.rows)):
        store4_flat(out, 4 * i, quaternion.mul_quat(load4_flat(p, i * d.p_step), load4_flat(q, i * d.q_step)))


@stage
def conjugate(m, d) -> None:
    """Conjugate quaternions."""
    q, out = d.q, d.out
    for i in range(abs(d.rows)):
        store4_flat(out, 4 * i, quaternion.conjugate_quat(load4_flat(q, i * d.q_step)))


@stage
def normalize(m, d) -> None:
    """Give quaternions the length 1."""
    q, out = d.q, d.out
    for i in range(abs(d.rows)):
        unit, _ = quaternion.normalize_quat(load4_flat(q, i * d.q_step))
        store4_flat(out, 4 * i, unit)


@stage
def rotate(m, d) -> None:
    """Rotate vectors by quaternions."""
    q, vector, out = d.q, d.vector, d.out
    for i in range(abs(d.rows)):
        turned = quaternion.rotate_vector(load4_flat(q, i * d.q_step), load3_flat(vector, i * d.vector_step))
        store3_flat(out, 3 * i, turned)


@stage
def to_matrix(m, d) -> None:
    """Compute the rotation matrices of quaternions."""
    q, out = d.q, d.out
    for i in range(abs(d.rows)):
        store9_flat(out, 9 * i, quaternion.quat_to_mat(load4_flat(q, i * d.q_step)))


@stage
def from_matrix(m, d) -> None:
    """Compute the quaternions of rotation matrices."""
    matrix, out = d.matrix, d.out
    for i in range(abs(d.rows)):
        store4_flat(out, 4 * i, quaternion.mat_to_quat(load9_flat(matrix, i * d.matrix_step)))


@stage
def from_axis_angle(m, d) -> None:
    """Compute the quaternions of turns by angles about axes of any length."""
    axis, angle, out = d.axis, d.angle, d.out
    for i in range(abs(d.rows)):
        unit, _ = vector3.normalize(load3_flat(axis, i * d.axis_step))
        store4_flat(out, 4 * i, quaternion.axis_angle_to_quat(unit, angle[i * d.angle_step]))


@stage
def from_euler(m, d) -> None:
    """Compute the quaternions of three turns, which `first`, `second` and `third` number by axis as in "xyzXYZ"."""
    angles, out = d.angles, d.out
    for i in range(abs(d.rows)):
        angle = load3_flat(angles, i * d.angles_step)
        turned = turn_on((1.0, 0.0, 0.0, 0.0), d.first, angle[0])
        turned = turn_on(turned, d.second, angle[1])
        store4_flat(out, 4 * i, turn_on(turned, d.third, angle[2]))


@helper
def turn_on(q: Quat, letter: float, angle: float) -> Quat:
    """Return q turned about an axis that goes along, or about one that stands still (3 and more)."""
    still = letter > 2.5
    number = select(still, letter - 3.0, letter)
    axis = (select(number < 0.5, 1.0, 0.0), select(number == 1.0, 1.0, 0.0), select(number > 1.5, 1.0, 0.0))
    turn = quaternion.axis_angle_to_quat(axis, angle)
    return select(still, quaternion.mul_quat(turn, q), quaternion.mul_quat(q, turn))


@stage
def from_z_to(m, d) -> None:
    """Compute the shortest rotations from the z axis to vectors."""
    vector, out = d.vector, d.out
    for i in range(abs(d.rows)):
        store4_flat(out, 4 * i, quaternion.quat_z_to_vec(load3_flat(vector, i * d.vector_step)))


@stage
def to_rotation_vector(m, d) -> None:
    """Compute the rotation vectors of quaternions."""
    q, out = d.q, d.out
    for i in range(abs(d.rows)):
        store3_flat(out, 3 * i, quaternion.quat_to_velocity(load4_flat(q, i * d.q_step), 1.0))


@stage
def difference(m, d) -> None:
    """Compute the rotation vectors that lead from q to p."""
    p, q, out = d.p, d.q, d.out
    for i in range(abs(d.rows)):
        store3_flat(out, 3 * i, quaternion.quat_sub(load4_flat(p, i * d.p_step), load4_flat(q, i * d.q_step)))


@stage
def integrate(m, d) -> None:
    """Turn quaternions for a time dt by local angular velocities."""
    q, velocity, out = d.q, d.velocity, d.out
    for i in range(abs(d.rows)):
        omega = load3_flat(velocity, i * d.velocity_step)
        store4_flat(out, 4 * i, quaternion.integrate_quat(load4_flat(q, i * d.q_step), omega, d.dt))
