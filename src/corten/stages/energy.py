"""Energies."""

from corten.enums import DisableBit, JointType
from corten.math import vector3
from corten.math.extended_precision import add_term
from corten.model import Model
from corten.runtime import helper, stage
from corten.runtime.kernel import Stage
from corten.stages.passive import tendon_energy
from corten.stages.passive.passive import springs_act
from corten.stages.passive.springs import (
    ball_deflection,
    has_spring,
    potential_at,
    rotation_displacement,
    scalar_deflection,
    translation_displacement,
)
from corten.stages.wing import wing


def potential_stages(model: Model) -> list[Stage]:
    """Return the stages of the potential energy: weight and joint springs, then springs of tendons, and deformables."""
    return [
        energy_pos,
        *([tendon_energy] if model.ntendon else []),
        *wing().energy_stages(model),
    ]


# ---------------------------------------------------------------- potential and kinetic energy


@stage
def energy_pos(m, d) -> None:
    """Compute the potential energy energy[0]: weight times height, and what joint springs store."""
    mass, gravity, xipos, energy = m.body_mass, m.opt_gravity, d.xipos, d.energy

    total, lost = 0.0, 0.0
    if (m.opt_disableflags & DisableBit.GRAVITY) == 0:
        for b in range(1, m.nbody):
            height = gravity[0] * xipos[b, 0] + gravity[1] * xipos[b, 1] + gravity[2] * xipos[b, 2]
            total, lost = add_term(total, lost, -(mass[b] * height))
    if springs_act(m):
        for j in range(m.njnt):
            if has_spring(m.jnt_stiffness, m.jnt_stiffnesspoly, j):
                total, lost = add_term(total, lost, spring_energy(m, d, j))
    energy[0] = total + lost


@helper
def spring_energy(m, d, j: int) -> float:
    """Return the energy [J] that the spring of joint j stores; a free joint has one for each half."""
    stiffness, poly, rest, qpos = m.jnt_stiffness, m.jnt_stiffnesspoly, m.qpos_spring, d.qpos
    a, b, c = stiffness[j], poly[j, 0], poly[j, 1]
    kind, q = m.jnt_type[j], m.jnt_qposadr[j]

    if kind == JointType.HINGE or kind == JointType.SLIDE:
        return potential_at(a, b, c, scalar_deflection(m, d, j))
    if kind == JointType.BALL:
        return potential_at(a, b, c, vector3.norm(ball_deflection(m, d, j)))
    moved = potential_at(a, b, c, vector3.norm(translation_displacement(qpos, rest, q)))
    return moved + potential_at(a, b, c, vector3.norm(rotation_displacement(qpos, rest, q + 3)))


@stage
def energy_vel(m, d) -> None:
    """Compute the kinetic energy energy[1] = qvel' M qvel / 2."""
    rownnz, rowadr, colind = m.M_rownnz, m.M_rowadr, m.M_colind
    mass, qvel, energy = d.M, d.qvel, d.energy

    # a row holds the entries left of the diagonal, which count twice, and the diagonal last
    total, lost = 0.0, 0.0
    for i in range(m.nv):
        diagonal = rowadr[i] + rownnz[i] - 1
        coupled = 0.0
        for entry in range(rowadr[i], diagonal):
            coupled += mass[entry] * qvel[colind[entry]]
        total, lost = add_term(total, lost, qvel[i] * (0.5 * mass[diagonal] * qvel[i] + coupled))
    energy[1] = total + lost
