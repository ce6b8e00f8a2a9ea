"""How the force on a body changes with the velocities: the part that does not come from accelerations.

A body with the inertia I that moves with v, all about the centre of mass of its tree, needs the force
f = I a + v x* (I v). Let dof j move it, with the axis s = (s_r, s_t); then dv/dqvel_j = s and

    da/dqvel_j = p_j - v x s,    p_j = cdof_dot_j + v_j x s,    v_j: velocity right after the joint of dof j,
    df/dqvel_j = I p_j + B s,    B s = v x* (I s) - I (v x s) + s x* (I v).

Most of B cancels. With v = (w, u), the rotational inertia J, mass times offset c and the momentum (l, g) = I v,

    B s = (Q s_r - l x s_r, -2 g x s_r),    Q = [w] J - J [w] + 2 (u.c) E - c u' - u c'    (symmetric),

twelve numbers: Q (xx, yy, zz, xy, xz, yz), l, g. Like inertias, those of the bodies of a subtree add up.
"""

from corten.enums import JointType
from corten.math import vector3
from corten.math.spatial import (
    add6,
    add_scaled6,
    angular,
    cross_motion,
    dot6,
    join,
    linear,
    load6,
    load10,
    mul_inertia_vec,
    store6,
)
from corten.runtime import FloatArray, Vec3, Vec6, helper
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch

# work space of single stages; nothing may be read here that the same stage did not write
SCRATCH = scratch(
    Field("cdof_rate", F8, ("nv", 6), "change of a body's acceleration by qvel, the part of the dof alone"),
) + scratch(
    Field("block6", F8, (6, 7), "six equations: matrix and right side"),
    readers=("corten.stages.integrate", "corten.stages.metric"),
)


@helper
def coriolis_of_body(inertia: tuple[float, ...], velocity: Vec6) -> tuple[float, ...]:
    """Return the twelve numbers of B for a body with this inertia (ten numbers) and velocity."""
    wx, wy, wz = angular(velocity)
    ux, uy, uz = linear(velocity)
    xx, yy, zz, xy, xz, yz = inertia[0], inertia[1], inertia[2], inertia[3], inertia[4], inertia[5]
    cx, cy, cz = inertia[6], inertia[7], inertia[8]
    lx, ly, lz, gx, gy, gz = mul_inertia_vec(inertia, velocity)
    across = 2.0 * (ux * cx + uy * cy + uz * cz)
    return (
        2.0 * (wy * xz - wz * xy) + across - 2.0 * cx * ux,
        2.0 * (wz * xy - wx * yz) + across - 2.0 * cy * uy,
        2.0 * (wx * yz - wy * xz) + across - 2.0 * cz * uz,
        wy * yz - wx * xz + wz * (xx - yy) - cx * uy - cy * ux,
        wx * xy - wz * yz + wy * (zz - xx) - cx * uz - cz * ux,
        wz * xz - wy * xy + wx * (yy - zz) - cy * uz - cz * uy,
        lx,
        ly,
        lz,
        gx,
        gy,
        gz,
    )


@helper
def mul_coriolis(b: tuple[float, ...], s: Vec6) -> Vec6:
    """Return B s, a force."""
    a = angular(s)
    rotation = vector3.sub(_mul_symmetric(b, a), vector3.cross((b[6], b[7], b[8]), a))
    return join(rotation, vector3.scale(vector3.cross((b[9], b[10], b[11]), a), -2.0))


@helper
def mul_coriolis_transposed(b: tuple[float, ...], s: Vec6) -> Vec3:
    """Return the rotational half of B' s; the other half is zero."""
    a = angular(s)
    rotation = vector3.add(_mul_symmetric(b, a), vector3.cross((b[6], b[7], b[8]), a))
    return vector3.add_scaled(rotation, vector3.cross((b[9], b[10], b[11]), linear(s)), 2.0)


@helper
def _mul_symmetric(q: tuple[float, ...], a: Vec3) -> Vec3:
    """Return Q a for a symmetric matrix given as (xx, yy, zz, xy, xz, yz, ...)."""
    return (
        q[0] * a[0] + q[3] * a[1] + q[4] * a[2],
        q[3] * a[0] + q[1] * a[1] + q[5] * a[2],
        q[4] * a[0] + q[5] * a[1] + q[2] * a[2],
    )


@helper
def store_joint_rates(m, d, jntid: int, velocity: Vec6) -> Vec6:
    """Write p_j of the dofs of a joint to cdof_rate; return the velocity after the joint, given that before it."""
    i, kind = m.jnt_dofadr[jntid], m.jnt_type[jntid]
    if kind == JointType.FREE:
        velocity = _store_rates(d, i, 3, velocity)
        i += 3
    if kind == JointType.FREE or kind == JointType.BALL:
        velocity = _store_rates(d, i, 3, velocity)
    else:
        velocity = _store_rates(d, i, 1, velocity)
    return velocity


@helper
def _store_rates(d, first: int, count: int, velocity: Vec6) -> Vec6:
    """Write p_j = cdof_dot_j + v_j x cdof_j of dofs that move together; return the velocity v_j after them."""
    cdof, cdof_dot, cdof_rate, qvel = d.cdof, d.cdof_dot, d.cdof_rate, d.qvel

    for i in range(first, first + count):
        velocity = add_scaled6(velocity, load6(cdof, i), qvel[i])
    for i in range(first, first + count):
        store6(cdof_rate, i, add6(load6(cdof_dot, i), cross_motion(velocity, load6(cdof, i))))
    return velocity


@helper
def load12(array: FloatArray, i: int) -> tuple[float, ...]:
    """Return row i of an array of shape (n, 12)."""
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
        array[i, 10],
        array[i, 11],
    )


@helper
def store12(array: FloatArray, i: int, a: tuple[float, ...]) -> None:
    """Write a into row i of an array of shape (n, 12)."""
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
    array[i, 10] = a[10]
    array[i, 11] = a[11]


# ---- bodies that float alone: a free joint, no other joint in the tree. Their six dofs are coupled with no others
# Bodies that are welded to such a body move as one with it: what counts is the inertia of all of them


@helper
def is_free_body(m, jntid: int) -> bool:
    """Tell whether joint jntid is the free joint of a body that floats alone."""
    dofnum, treeid, dofadr = m.tree_dofnum, m.dof_treeid, m.jnt_dofadr
    return m.jnt_type[jntid] == JointType.FREE and dofnum[treeid[dofadr[jntid]]] == 6


@helper
def set_free_block(m, d, jntid: int) -> None:
    """Write the 6 x 6 matrix M - h d(qfrc_smooth)/d(qvel) of a body that floats alone into block6.

    qDeriv has the derivative of actuator and passive forces; that of the bias force is s_i' (I p_j + B s_j), see
    `corten.stages.derivative.coriolis`, where p_j is zero for translations.
    """
    h = m.opt_timestep
    rownnz, rowadr, colind = m.D_rownnz, m.D_rowadr, m.D_colind
    deriv, block, first = d.qDeriv, d.block6, m.jnt_dofadr[jntid]

    set_bias_block(m, d, jntid)
    add_symmetric(m, d, d.M, first)
    for i in range(6):
        row = rowadr[first + i]
        for entry in range(row, row + rownnz[first + i]):
            block[i, colind[entry] - first] -= h * deriv[entry]


@helper
def set_metric_block(m, d, jntid: int) -> None:
    """Write the 6 x 6 matrix efm_M + h d(qfrc_bias)/d(qvel) of a body that floats alone into block6."""
    set_bias_block(m, d, jntid)
    add_symmetric(m, d, d.efm_M, m.jnt_dofadr[jntid])


@helper
def add_symmetric(m, d, values: FloatArray, first: int) -> None:
    """Add to block6 the part from a dof on of a matrix of which the lower triangle is stored as that of M is."""
    rownnz, rowadr, colind, block = m.M_rownnz, m.M_rowadr, m.M_colind, d.block6
    for i in range(6):
        row = rowadr[first + i]
        for entry in range(row, row + rownnz[first + i]):
            k = colind[entry] - first
            block[i, k] += values[entry]
            if k != i:
                block[k, i] += values[entry]


@helper
def set_bias_block(m, d, jntid: int) -> None:
    """Write the derivative of the bias force of a body that floats alone, times h, into block6, column by column."""
    h, cdof, cdof_dot, block = m.opt_timestep, d.cdof, d.cdof_dot, d.block6

    first = m.jnt_dofadr[jntid]
    body = m.jnt_bodyid[jntid]
    velocity = load6(d.cvel, body)
    inertia = load10(d.crb, body)
    coriolis = coriolis_of_body(inertia, velocity)

    for j in range(6):
        axis = load6(cdof, first + j)
        force = mul_coriolis(coriolis, axis)
        if j >= 3:
            rate = add6(load6(cdof_dot, first + j), cross_motion(velocity, axis))
            force = add6(force, mul_inertia_vec(inertia, rate))
        for i in range(6):
            block[i, j] = h * dot6(load6(cdof, first + i), force)
