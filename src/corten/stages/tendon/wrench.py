"""Forces of spatial tendons on the bodies along their paths, once the constraints are solved."""

from corten.enums import ConstraintType, EqualityType, TendonType, TransmissionType, WrapType
from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import Vec3, helper, select, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.equality import polynomial_derivative
from corten.stages.constraint.wrench import add_wrench
from corten.stages.inertia.mass_matrix import drive_armature
from corten.stages.passive.passive import dampers_act, springs_act
from corten.stages.passive.springs import damping_at, stiffness_at, stretch, tendon_damping
from corten.stages.tendon.tendon import jacobian_rate

SCRATCH = scratch(
    Field("tendon_total", F8, ("ntendon",), "a number for each tendon"),
    readers=("corten.stages.actuation",),
)


@stage
def tendon_wrenches(m, d) -> None:
    """Add the forces of spatial tendons to cfrc_ext: springs, dampers, actuators, constraints and armature.

    A tendon that strives to grow by a force f pushes both ends of each straight piece apart.
    """
    force, kind = d.tendon_total, m.tendon_type

    for i in range(m.ntendon):
        force[i] = 0.0
        if kind[i] == TendonType.SPATIAL:
            force[i] = passive_force(m, d, i) - armature_force(m, d, i)
    for k in range(m.nactuator):
        if m.actuator_trntype[k] == TransmissionType.TENDON:
            out = m.actuator_outadr[k]
            force[m.actuator_trnid[k, 0]] += m.actuator_gear[out, 0] * d.actuator_force[out]
    for row in range(d.ne + d.nf + d.nl):
        add_row_force(m, d, row)
    for i in range(m.ntendon):
        if kind[i] == TendonType.SPATIAL and force[i] != 0.0:
            push_path(m, d, i, force[i])


@helper
def passive_force(m, d, i: int) -> float:
    """Return the force of a tendon's spring and damper."""
    total = 0.0
    if springs_act(m):
        x = stretch(m, d, i)
        total -= x * stiffness_at(m.tendon_stiffness[i], m.tendon_stiffnesspoly[i, 0], m.tendon_stiffnesspoly[i, 1], x)
    if dampers_act(m):
        a, b, c = tendon_damping(m, i)
        total -= d.ten_velocity[i] * damping_at(a, b, c, d.ten_velocity[i])
    return total


@helper
def armature_force(m, d, i: int) -> float:
    """Return what it takes to accelerate a tendon: its armature times the acceleration of its length."""
    armature = m.tendon_armature[i] + drive_armature(m, i)
    total = 0.0
    if armature != 0.0:
        total = jacobian_rate(m, d, i)
        for entry in range(m.ten_J_rowadr[i], m.ten_J_rowadr[i] + m.ten_J_rownnz[i]):
            total += d.ten_J_value[entry] * d.qacc[m.ten_J_colind[entry]]
    return armature * total


@helper
def add_row_force(m, d, row: int) -> None:
    """Add the force of a constraint row to the tendons that it belongs to."""
    force, kind, which, value = d.tendon_total, d.efc_type[row], d.efc_id[row], d.efc_force[row]
    if kind == ConstraintType.FRICTION_TENDON:
        force[which] += value
    elif kind == ConstraintType.LIMIT_TENDON:
        # the row of the lower limit comes first; it pushes towards a longer tendon
        first = row == 0 or d.efc_type[max(row - 1, 0)] != kind or d.efc_id[max(row - 1, 0)] != which
        short = d.ten_length[which] - m.tendon_range[which, 0] < m.tendon_margin[which]
        force[which] += select(first and short, value, -value)
    elif kind == ConstraintType.EQUALITY:
        add_coupling_force(m, d, which, value)


@helper
def add_coupling_force(m, d, equality: int, value: float) -> None:
    """Add the force of a coupling to the tendons that it couples; other equalities pull on no tendon."""
    force = d.tendon_total
    if m.eq_type[equality] == EqualityType.TENDON:
        force[m.eq_obj1id[equality]] += value
        other = m.eq_obj2id[equality]
        if other >= 0:
            x = d.ten_length[other] - m.tendon_length0[other]
            force[other] -= polynomial_derivative(m, equality, x) * value


@helper
def push_path(m, d, i: int, force: float) -> None:
    """Push the bodies along the path of a tendon; behind a pulley the force is divided by its divisor."""
    kinds, objid = m.wrap_type, m.wrap_objid

    divisor = 1.0
    p = d.ten_wrapadr[i]
    j = m.tendon_adr[i]
    last = j + m.tendon_num[i] - 1
    while j < last:
        if kinds[j] == WrapType.PULLEY:
            divisor = m.wrap_prm[j]
            p += 1
            j += 1
        elif kinds[j + 1] == WrapType.PULLEY:
            j += 1
        else:
            # from site to site, around a geom if the path has points on it
            end = j + 1 if kinds[j + 1] == WrapType.SITE else j + 2
            from_site, to_site = objid[j], objid[end]
            bodies = (m.site_bodyid[from_site], m.site_bodyid[to_site])
            ends = (load3(d.site_xpos, from_site), load3(d.site_xpos, to_site))
            p += 1
            if end == j + 2 and d.wrap_obj[p // 2, p % 2] >= 0:
                body = m.geom_bodyid[objid[j + 1]]
                push_piece(m, d, (bodies[0], body), (ends[0], path_point(d, p)), force / divisor)
                push_piece(m, d, (body, bodies[1]), (path_point(d, p + 1), ends[1]), force / divisor)
                p += 2
            else:
                push_piece(m, d, bodies, ends, force / divisor)
            j = end
            if j == last or kinds[min(j + 1, last)] == WrapType.PULLEY:
                p += 1


@helper
def path_point(d, p: int) -> Vec3:
    """Return point p of all paths; two stand in each row."""
    row, first = p // 2, 3 * (p % 2)
    return d.wrap_xpos[row, first], d.wrap_xpos[row, first + 1], d.wrap_xpos[row, first + 2]


@helper
def push_piece(m, d, bodies: tuple[int, int], ends: tuple[Vec3, Vec3], force: float) -> None:
    """Push the bodies at both ends of a straight piece apart."""
    if bodies[0] != bodies[1]:
        direction, _ = vector3.normalize(vector3.sub(ends[1], ends[0]))
        push = vector3.scale(direction, force)
        add_wrench(m, d, bodies[0], (0.0, 0.0, 0.0), push, ends[0], -1.0)
        add_wrench(m, d, bodies[1], (0.0, 0.0, 0.0), push, ends[1], 1.0)
