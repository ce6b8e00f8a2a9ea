"""Constants that are read from a Data at the reference configuration."""

from corten.compile.elements.equalities import POSE_FROM_QPOS0
from corten.constants import MINVAL
from corten.enums import EqualityType, JointType, ObjectType, TransmissionType
from corten.math import vector3
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec, store9
from corten.math.quaternion import conjugate_quat, load4, mul_quat, rotate_vector
from corten.math.spatial import dot6, load6, load10, mul_inertia_vec
from corten.math.vector3 import load3, store3
from corten.runtime import FloatArray, Quat, Vec3, helper, sqrt, stage
from corten.spec.frames import EPSILON
from corten.stages.inertia import actuator_armature
from corten.stages.kinematics import offset_position, offset_rotation


@stage
def begin_at_reference(m, d) -> None:
    """Go to qpos0, with bodies that users move at their places in the model."""
    for i in range(m.nq):
        d.qpos[i] = m.qpos0[i]
    for b in range(m.nbody):
        moved = m.body_mocapid[b]
        if moved >= 0:
            for k in range(3):
                d.mocap_pos[moved, k] = m.body_pos[b, k]
            for k in range(4):
                d.mocap_quat[moved, k] = m.body_quat[b, k]


# ---- what depends on constants that are computed here: no camera follows or aims yet, no inertia is known


@stage
def place_resting_cameras(m, d) -> None:
    """Place cameras and lights where their bodies put them: from there they follow or aim, whatever their mode."""
    for c in range(m.ncam):
        b = m.cam_bodyid[c]
        store3(d.cam_xpos, c, offset_position(d, b, load3(m.cam_pos, c)))
        _, matrix = offset_rotation(d, b, load4(m.cam_quat, c))
        store9(d.cam_xmat, c, matrix)
    for c in range(m.nlight):
        b = m.light_bodyid[c]
        store3(d.light_xpos, c, offset_position(d, b, load3(m.light_pos, c)))
        direction, _length = vector3.normalize(rotate_vector(load4(d.xquat, b), load3(m.light_dir, c)))
        store3(d.light_xdir, c, direction)


@stage
def simple_inertias(m, d) -> None:
    """Set the inertia of simple dofs in the mass matrix; `crb` takes it from the Model, where it comes from here."""
    for i in range(m.nv):
        if m.dof_simplenum[i] != 0:
            motion = load6(d.cdof, i)
            momentum = mul_inertia_vec(load10(d.crb, m.dof_bodyid[i]), motion)
            added = m.dof_armature[i] + actuator_armature(m, m.dof_jntid[i])
            d.M[m.M_rowadr[i]] = added + dot6(motion, momentum)


# ---------------------------------------------------------------- constants that are read


@stage
def reference_constants(m, d) -> None:
    """Set inertias of dofs and lengths; average inverse inertias over the axes of free and ball joints."""
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
def average_three(weight: FloatArray, first: int) -> None:
    """Replace three numbers by their mean."""
    mean = (weight[first] + weight[first + 1] + weight[first + 2]) / 3.0
    for i in range(first, first + 3):
        weight[i] = mean


@helper
def tendon_inertia(m, d) -> None:
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
def camera_constants(m, d) -> None:
    """Set where cameras and lights are at qpos0, relative to their bodies and to what they follow."""
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


# ---------------------------------------------------------------- poses that equality constraints leave open


@stage
def equality_poses(m, d) -> None:
    """Set the anchor of connections in the second body, and the relative pose of welds that have none."""
    numbers = m.eq_data

    for e in range(m.neq):
        if m.eq_objtype[e] == ObjectType.BODY:
            first, second = m.eq_obj1id[e], m.eq_obj2id[e]
            anchor = (numbers[e, 0], numbers[e, 1], numbers[e, 2])
            if m.eq_type[e] == EqualityType.CONNECT:
                numbers[e, 3], numbers[e, 4], numbers[e, 5] = seen_from(d, second, world_point(d, first, anchor))
            elif numbers[e, POSE_FROM_QPOS0] != 0.0:
                numbers[e, 3], numbers[e, 4], numbers[e, 5] = seen_from(d, first, world_point(d, second, anchor))
                turn = mul_quat(conjugate_quat(load4(d.xquat, first)), load4(d.xquat, second))
                numbers[e, 6], numbers[e, 7], numbers[e, 8], numbers[e, 9] = unit_quaternion(turn)
            else:
                turn = (numbers[e, 6], numbers[e, 7], numbers[e, 8], numbers[e, 9])
                numbers[e, 6], numbers[e, 7], numbers[e, 8], numbers[e, 9] = unit_quaternion(turn)


@helper
def world_point(d, b: int, point: Vec3) -> Vec3:
    """Return where a point of a body is in the world."""
    return vector3.add(load3(d.xpos, b), mul_mat_vec(load9(d.xmat, b), point))


@helper
def seen_from(d, b: int, point: Vec3) -> Vec3:
    """Return where a point of the world is in the frame of a body."""
    return mul_matT_vec(load9(d.xmat, b), vector3.sub(point, load3(d.xpos, b)))


@helper
def unit_quaternion(q: Quat) -> Quat:
    """Return the quaternion with unit length; one that has none, or that length already, as it is."""
    square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
    length = sqrt(square)
    if square < EPSILON or abs(length - 1.0) <= EPSILON:
        return (q[0], q[1], q[2], q[3])
    return (q[0] / length, q[1] / length, q[2] / length, q[3] / length)
