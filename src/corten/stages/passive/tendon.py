"""Springs and dampers along tendons."""

from corten.enums import TransmissionType
from corten.math.extended_precision import add_term
from corten.runtime import helper, select, stage
from corten.stages.passive.damper import NO_ACTUATOR, add_actuator
from corten.stages.passive.polynomial import damping_at, potential_at, stiffness_at
from corten.stages.passive.switches import dampers_act, springs_act


@stage
def tendon_spring_damper(m, d):
    """Add the joint forces of tendons, J' f: of springs f = -(a + b x + c x^2) x, of dampers -(a + b |v| + c v^2) v.

    x is the length beyond the range `tendon_lengthspring`, inside of which a spring is at rest.

    reads:  m.tendon_stiffness m.tendon_stiffnesspoly m.tendon_lengthspring d.ten_length d.ten_velocity d.qfrc_spring
            d.qfrc_damper
    writes: d.qfrc_spring d.qfrc_damper
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
def tendon_energy(m, d):
    """Add what tendon springs store to the potential energy.

    reads:  m.opt_disableflags m.tendon_stiffness m.tendon_stiffnesspoly m.tendon_lengthspring d.ten_length d.energy
    writes: d.energy
    """
    stiffness, poly, energy = m.tendon_stiffness, m.tendon_stiffnesspoly, d.energy

    total, lost = energy[0], 0.0
    if springs_act(m):
        for i in range(m.ntendon):
            stored = potential_at(stiffness[i], poly[i, 0], poly[i, 1], stretch(m, d, i))
            total, lost = add_term(total, lost, stored)
    energy[0] = total + lost


@helper
def stretch(m, d, i):
    """Return by how much tendon i is longer than its spring at rest; negative if it is shorter."""
    rest, length = m.tendon_lengthspring, d.ten_length
    above, below = length[i] - rest[i, 1], length[i] - rest[i, 0]
    if m.nplastic > 0 and m.tendon_plasticadr[i] >= 0:
        p = m.tendon_plasticadr[i]
        above = length[i] - d.plastic[p + 1]
        below = length[i] - d.plastic[p]
    return select(above > 0.0, above, select(below < 0.0, below, 0.0))


@helper
def tendon_damping(m, i):
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
