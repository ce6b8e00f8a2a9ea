"""Joint springs."""

from corten.enums import JointType
from corten.math import vector3
from corten.math.quaternion import load4_flat, normalize_quat, quat_sub
from corten.math.vector3 import load3_flat, store3_flat
from corten.runtime import helper, stage
from corten.stages.passive.polynomial import stiffness_at
from corten.stages.passive.switches import springs_act


@stage
def spring(m, d):
    """Compute joint spring forces: qfrc = -(a + b r + c r^2) x, with x the displacement from qpos_spring.

    Springs that yield have their rest in `plastic` instead. r is x itself for hinges and slides, its length for
    translations and rotations in space.

    reads:  m.jnt_type m.jnt_qposadr m.jnt_dofadr d.qpos
    writes: d.qfrc_spring
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
def has_spring(stiffness, poly, j):
    """Tell whether joint j has a spring."""
    return stiffness[j] != 0.0 or poly[j, 0] != 0.0 or poly[j, 1] != 0.0


@helper
def scalar_deflection(m, d, j):
    """Return how far hinge or slide j [rad or m] is from where its spring is at rest."""
    q = m.jnt_qposadr[j]
    rest = m.qpos_spring[q]
    if m.nplastic > 0 and m.jnt_plasticadr[j] >= 0:
        rest = d.plastic[m.jnt_plasticadr[j]]
    return d.qpos[q] - rest


@helper
def ball_deflection(m, d, j):
    """Return the rotation vector [rad] from where the spring of ball j is at rest."""
    q = m.jnt_qposadr[j]
    if m.nplastic > 0 and m.jnt_plasticadr[j] >= 0:
        quat, _ = normalize_quat(load4_flat(d.qpos, q))
        return quat_sub(quat, load4_flat(d.plastic, m.jnt_plasticadr[j]))
    return rotation_displacement(d.qpos, m.qpos_spring, q)


@helper
def translation_displacement(qpos, rest, q):
    """Return the way [m] from the rest position to the position at coordinate q."""
    return vector3.sub(load3_flat(qpos, q), load3_flat(rest, q))


@helper
def rotation_displacement(qpos, rest, q):
    """Return the rotation vector [rad] from the rest orientation to the orientation at coordinate q."""
    quat, _ = normalize_quat(load4_flat(qpos, q))
    return quat_sub(quat, load4_flat(rest, q))
