"""Constants that are read from a Data at the reference configuration."""

from corten.constants import MINVAL
from corten.enums import JointType, TransmissionType
from corten.math import vector3
from corten.math.matrix3 import load9, store9
from corten.math.vector3 import load3, store3
from corten.runtime import helper, stage


@stage
def begin_at_reference(m, d):
    """Go to qpos0, with bodies that users move at their places in the model.

    reads:  m.qpos0 m.body_pos m.body_quat m.body_mocapid
    writes: d.qpos d.mocap_pos d.mocap_quat
    """
    for i in range(m.nq):
        d.qpos[i] = m.qpos0[i]
    for b in range(m.nbody):
        moved = m.body_mocapid[b]
        if moved >= 0:
            for k in range(3):
                d.mocap_pos[moved, k] = m.body_pos[b, k]
            for k in range(4):
                d.mocap_quat[moved, k] = m.body_quat[b, k]


@stage
def reference_constants(m, d):
    """Set inertias of dofs and lengths; average inverse inertias over the axes of free and ball joints.

    reads:  m.M_rowadr m.M_rownnz m.body_simple m.body_mass m.dof_invweight0 d.M d.ten_length d.actuator_length
    writes: m.dof_M0 m.tendon_length0 m.actuator_length0 m.dof_invweight0 m.body_invweight0 d.dof_vector
    """
    added, weight = d.dof_vector, m.dof_invweight0

    tendon_inertia(m, d)
    for i in range(m.nv):
        m.dof_M0[i] = d.M[m.M_rowadr[i] + m.M_rownnz[i] - 1] - added[i]
    for t in range(m.ntendon):
        m.tendon_length0[t] = d.ten_length[t]
    for k in range(m.nout):
        m.actuator_length0[k] = d.actuator_length[k]
    for j in range(m.njnt):
        if m.jnt_type[j] == JointType.FREE or m.jnt_type[j] == JointType.BALL:
            first = m.jnt_dofadr[j]
            average_three(weight, first)
            if m.jnt_type[j] == JointType.FREE:
                average_three(weight, first + 3)

    # bodies that only slide: all directions are as easy as those in which they can go, and armature does not count
    for b in range(m.nbody):
        if m.body_simple[b] == 2:
            m.body_invweight0[b, 0] = 1.0 / max(MINVAL, m.body_mass[b])
            m.body_invweight0[b, 1] = 0.0
    for i in range(m.nv):
        b = m.dof_bodyid[i]
        if m.body_simple[b] == 2:
            weight[i] = 1.0 / max(MINVAL, m.body_mass[b])


@helper
def average_three(weight, first):
    """Replace three numbers by their mean."""
    mean = (weight[first] + weight[first + 1] + weight[first + 2]) / 3.0
    for i in range(first, first + 3):
        weight[i] = mean


@helper
def tendon_inertia(m, d):
    """Write to dof_vector what tendons with armature add to the diagonal of the mass matrix; dof_M0 has none of it."""
    added, rownnz, rowadr, colind = d.dof_vector, m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind

    for i in range(m.nv):
        added[i] = 0.0
    for t in range(m.ntendon):
        armature = m.tendon_armature[t]
        for a in range(m.nactuator):
            if m.actuator_trntype[a] == TransmissionType.TENDON and m.actuator_trnid[a, 0] == t:
                gear = m.actuator_gear[m.actuator_outadr[a], 0]
                armature += m.actuator_armature[a] * gear * gear
        for entry in range(rowadr[t], rowadr[t] + rownnz[t]):
            lever = d.ten_J_value[entry]
            added[colind[entry]] += armature * (lever * lever)


@stage
def camera_constants(m, d):
    """Set where cameras and lights are at qpos0, relative to their bodies and to what they follow.

    reads:  m.cam_bodyid m.cam_targetbodyid m.light_bodyid m.light_targetbodyid d.cam_xpos d.light_xpos
    writes: m.cam_pos0 m.cam_poscom0 m.cam_mat0 m.light_pos0 m.light_poscom0 m.light_dir0
    """
    for c in range(m.ncam):
        following, target, pos = m.cam_bodyid[c], m.cam_targetbodyid[c], load3(d.cam_xpos, c)
        store3(m.cam_pos0, c, vector3.sub(pos, load3(d.xpos, following)))
        store3(m.cam_poscom0, c, vector3.sub(pos, load3(d.subtree_com, target if target >= 0 else following)))
        store9(m.cam_mat0, c, load9(d.cam_xmat, c))
    for c in range(m.nlight):
        following, target, pos = m.light_bodyid[c], m.light_targetbodyid[c], load3(d.light_xpos, c)
        store3(m.light_pos0, c, vector3.sub(pos, load3(d.xpos, following)))
        store3(m.light_poscom0, c, vector3.sub(pos, load3(d.subtree_com, target if target >= 0 else following)))
        store3(m.light_dir0, c, load3(d.light_xdir, c))
