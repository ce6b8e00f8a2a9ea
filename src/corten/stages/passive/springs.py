"""Springs and dampers of joints and along tendons, with polynomial forces."""

from corten.enums import JointType, TransmissionType
from corten.math import vector3
from corten.math.extended_precision import add_term
from corten.math.quaternion import load4_flat, normalize_quat, quat_sub
from corten.math.vector3 import load3_flat, store3_flat
from corten.runtime import FloatArray, Vec3, helper, select, stage
from corten.stages.passive.passive import dampers_act, springs_act

# ---- polynomial springs and dampers: three coefficients (a, b, c) for the linear, quadratic and cubic term
# A spring pulls with a x + b x^2 + c x^3. A damper's polynomial is made odd, a v + b v|v| + c v^3, so that it always
# brakes alike in both directions


@helper
def stiffness_at(a: float, b: float, c: float, x: float) -> float:
    """Return the force of a spring divided by its displacement x: a + b x + c x^2."""
    return a + b * x + c * (x * x)


@helper
def stiffness_derivative(a: float, b: float, c: float, x: float) -> float:
    """Return the derivative of a spring's force by its displacement x: a + 2 b x + 3 c x^2."""
    return a + 2.0 * b * x + 3.0 * c * (x * x)


@helper
def potential_at(a: float, b: float, c: float, x: float) -> float:
    """Return the energy of a spring displaced by x: a x^2 / 2 + b x^3 / 3 + c x^4 / 4."""
    square = x * x
    return 0.5 * a * square + b / 3.0 * (square * x) + c / 4.0 * (square * x * x)


@helper
def damping_at(a: float, b: float, c: float, v: float) -> float:
    """Return the force of a damper divided by its speed v: a + b |v| + c v^2."""
    speed = abs(v)
    return a + b * speed + c * (speed * speed)


@helper
def damping_derivative(a: float, b: float, c: float, v: float) -> float:
    """Return the derivative of a damper's force by its speed v: a + 2 b |v| + 3 c v^2."""
    speed = abs(v)
    return a + 2.0 * b * speed + 3.0 * c * (speed * speed)


# ---------------------------------------------------------------- joint springs


@stage
def spring(m, d) -> None:
    """Compute joint spring forces: qfrc = -(a + b r + c r^2) x, with x the displacement from qpos_spring.

    Springs that yield have their rest in `plastic` instead. r is x itself for hinges and slides, its length for
    translations and rotations in space.
    """
    jnt_type, qposadr, dofadr = m.jnt_type, m.jnt_qposadr, m.jnt_dofadr
    stiffness, poly, rest = m.jnt_stiffness, m.jnt_stiffnesspoly, m.qpos_spring
    qpos, force = d.qpos, d.qfrc_spring

    for i in range(m.nv):
        force[i] = 0.0
    if springs_act(m):
        for j in range(m.njnt):
            if has_spring(stiffness, poly, j):
                a, b, c = stiffness[j], poly[j, 0], poly[j, 1]
                kind, i, q = jnt_type[j], dofadr[j], qposadr[j]
                if kind == JointType.FREE:
                    x = translation_displacement(qpos, rest, q)
                    store3_flat(force, i, vector3.scale(x, -stiffness_at(a, b, c, vector3.norm(x))))
                    i += 3
                    q += 3
                if kind == JointType.FREE or kind == JointType.BALL:
                    x = ball_deflection(m, d, j) if kind == JointType.BALL else rotation_displacement(qpos, rest, q)
                    store3_flat(force, i, vector3.scale(x, -stiffness_at(a, b, c, vector3.norm(x))))
                else:
                    x_scalar = scalar_deflection(m, d, j)
                    force[i] = -x_scalar * stiffness_at(a, b, c, x_scalar)


@helper
def has_spring(stiffness: FloatArray, poly: FloatArray, j: int) -> bool:
    """Tell whether joint j has a spring."""
    return stiffness[j] != 0.0 or poly[j, 0] != 0.0 or poly[j, 1] != 0.0


@helper
def scalar_deflection(m, d, j: int) -> float:
    """Return how far hinge or slide j [rad or m] is from where its spring is at rest."""
    q = m.jnt_qposadr[j]
    rest = m.qpos_spring[q]
    if m.nplastic > 0 and m.jnt_plasticadr[j] >= 0:
        rest = d.plastic[m.jnt_plasticadr[j]]
    return d.qpos[q] - rest


@helper
def ball_deflection(m, d, j: int) -> Vec3:
    """Return the rotation vector [rad] from where the spring of ball j is at rest."""
    q = m.jnt_qposadr[j]
    if m.nplastic > 0 and m.jnt_plasticadr[j] >= 0:
        quat, _ = normalize_quat(load4_flat(d.qpos, q))
        return quat_sub(quat, load4_flat(d.plastic, m.jnt_plasticadr[j]))
    return rotation_displacement(d.qpos, m.qpos_spring, q)


@helper
def translation_displacement(qpos: FloatArray, rest: FloatArray, q: int) -> Vec3:
    """Return the way [m] from the rest position to the position at coordinate q."""
    return vector3.sub(load3_flat(qpos, q), load3_flat(rest, q))


@helper
def rotation_displacement(qpos: FloatArray, rest: FloatArray, q: int) -> Vec3:
    """Return the rotation vector [rad] from the rest orientation to the orientation at coordinate q."""
    quat, _ = normalize_quat(load4_flat(qpos, q))
    return quat_sub(quat, load4_flat(rest, q))


# ---------------------------------------------------------------- joint dampers


# values of jnt_actuatorid below 0: nobody adds damping; several actuators do
NO_ACTUATOR = -1


@stage
def damper(m, d) -> None:
    """Compute damper forces: qfrc = -(a + b |v| + c v^2) v, with what actuators add to a joint's damping."""
    qvel, force = d.qvel, d.qfrc_damper

    if dampers_act(m):
        for i in range(m.nv):
            a, b, c = dof_damping(m, i)
            force[i] = -qvel[i] * damping_at(a, b, c, qvel[i])
    else:
        for i in range(m.nv):
            force[i] = 0.0


@helper
def dof_damping(m, i: int) -> Vec3:
    """Return the damping coefficients (linear, quadratic, cubic) of a dof, those of its actuators included."""
    poly = m.dof_dampingpoly
    own = m.dof_damping[i], poly[i, 0], poly[i, 1]
    jnt = m.dof_jntid[i]
    actuator = m.jnt_actuatorid[jnt]
    if actuator == NO_ACTUATOR:
        return own
    if actuator >= 0:
        return add_actuator(m, actuator, own)
    return add_all_actuators(m, jnt, own)


@helper
def add_actuator(m, k: int, own: Vec3) -> Vec3:
    """Return the coefficients with those of actuator k, which its gear scales twice."""
    gear, poly = m.actuator_gear, m.actuator_dampingpoly
    ratio = gear[m.actuator_outadr[k], 0]
    ratio = ratio * ratio
    return own[0] + m.actuator_damping[k] * ratio, own[1] + poly[k, 0] * ratio, own[2] + poly[k, 1] * ratio


@helper
def add_all_actuators(m, jnt: int, own: Vec3) -> Vec3:
    """Return the coefficients with those of every actuator on a joint."""
    trntype, trnid = m.actuator_trntype, m.actuator_trnid
    total = own
    for k in range(m.nactuator):
        on_joint = trntype[k] == TransmissionType.JOINT or trntype[k] == TransmissionType.JOINTINPARENT
        if on_joint and trnid[k, 0] == jnt:
            total = add_actuator(m, k, total)
    return total


# ---------------------------------------------------------------- springs and dampers along tendons


@stage
def tendon_spring_damper(m, d) -> None:
    """Add the joint forces of tendons, J' f: of springs f = -(a + b x + c x^2) x, of dampers -(a + b |v| + c v^2) v.

    x is the length beyond the range `tendon_lengthspring`, inside of which a spring is at rest.
    """
    stiffness, poly, velocity = m.tendon_stiffness, m.tendon_stiffnesspoly, d.ten_velocity
    rownnz, rowadr, colind, value = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value
    spring, damper = d.qfrc_spring, d.qfrc_damper

    for i in range(m.ntendon):
        pull, brake = 0.0, 0.0
        if springs_act(m):
            x = stretch(m, d, i)
            pull = -x * stiffness_at(stiffness[i], poly[i, 0], poly[i, 1], x)
        if dampers_act(m):
            a, b, c = tendon_damping(m, i)
            brake = -velocity[i] * damping_at(a, b, c, velocity[i])
        for entry in range(rowadr[i], rowadr[i] + rownnz[i]):
            spring[colind[entry]] += value[entry] * pull
            damper[colind[entry]] += value[entry] * brake


@stage
def tendon_energy(m, d) -> None:
    """Add what tendon springs store to the potential energy."""
    stiffness, poly, energy = m.tendon_stiffness, m.tendon_stiffnesspoly, d.energy

    total, lost = energy[0], 0.0
    if springs_act(m):
        for i in range(m.ntendon):
            stored = potential_at(stiffness[i], poly[i, 0], poly[i, 1], stretch(m, d, i))
            total, lost = add_term(total, lost, stored)
    energy[0] = total + lost


@helper
def stretch(m, d, i: int) -> float:
    """Return by how much tendon i is longer than its spring at rest; negative if it is shorter."""
    rest, length = m.tendon_lengthspring, d.ten_length
    above, below = length[i] - rest[i, 1], length[i] - rest[i, 0]
    if m.nplastic > 0 and m.tendon_plasticadr[i] >= 0:
        p = m.tendon_plasticadr[i]
        above = length[i] - d.plastic[p + 1]
        below = length[i] - d.plastic[p]
    return select(above > 0.0, above, select(below < 0.0, below, 0.0))


@helper
def tendon_damping(m, i: int) -> Vec3:
    """Return the damping coefficients (linear, quadratic, cubic) of a tendon, those of its actuators included."""
    poly, trntype, trnid = m.tendon_dampingpoly, m.actuator_trntype, m.actuator_trnid
    total = m.tendon_damping[i], poly[i, 0], poly[i, 1]
    actuator = m.tendon_actuatorid[i]
    if actuator >= 0:
        total = add_actuator(m, actuator, total)
    elif actuator != NO_ACTUATOR:
        for k in range(m.nactuator):
            if trntype[k] == TransmissionType.TENDON and trnid[k, 0] == i:
                total = add_actuator(m, k, total)
    return total
