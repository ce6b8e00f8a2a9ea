"""The force that tendons with armature need while they move at a constant speed of the dofs."""

from corten.constants import MINVAL
from corten.enums import TendonType, WrapType
from corten.math import spatial, vector3
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.constraint.moving_frame import point_rate
from corten.stages.inertia.tendon_armature import drive_armature


@stage
def tendon_bias(m, d):
    """Add J' a (dJ/dt) qvel to the bias force for every tendon with armature a; J of fixed tendons is constant.

    reads:  m.tendon_type m.tendon_adr m.tendon_num d.site_xpos d.subtree_com d.cdof d.cdof_dot d.qfrc_bias
    writes: d.qfrc_bias
    """
    rownnz, rowadr, colind, value, bias = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value, d.qfrc_bias

    for i in range(m.ntendon):
        if m.tendon_type[i] == TendonType.SPATIAL:
            armature = m.tendon_armature[i] + drive_armature(m, i)
            if armature != 0.0:
                force = armature * jacobian_rate(m, d, i)
                for entry in range(rowadr[i], rowadr[i] + rownnz[i]):
                    bias[colind[entry]] += force * value[entry]


@helper
def jacobian_rate(m, d, i):
    """Return (dJ/dt) qvel of a tendon through sites: the acceleration of its length without that of the dofs."""
    kinds, objid = m.wrap_type, m.wrap_objid

    total, divisor = 0.0, 1.0
    first = m.tendon_adr[i]
    for j in range(first, first + m.tendon_num[i] - 1):
        if kinds[j] == WrapType.PULLEY:
            divisor = m.wrap_prm[j]
        if kinds[j] == WrapType.SITE and kinds[j + 1] == WrapType.SITE:
            total += piece_rate(m, d, objid[j], objid[j + 1]) / divisor
    return total


@helper
def piece_rate(m, d, from_site, to_site):
    """Return the same for a straight piece between two sites.

    With e its direction, l its length and u the relative velocity of its ends: e . (relative acceleration) + the
    square of the part of u across e, divided by l.
    """
    from_body, to_body = m.site_bodyid[from_site], m.site_bodyid[to_site]
    if from_body == to_body:
        return 0.0
    p0, p1 = load3(d.site_xpos, from_site), load3(d.site_xpos, to_site)
    direction, length = vector3.normalize(vector3.sub(p1, p0))
    acceleration = vector3.sub(
        spatial.linear(point_rate(m, d, to_body, p1)), spatial.linear(point_rate(m, d, from_body, p0))
    )
    velocity = vector3.sub(point_velocity(m, d, to_body, p1), point_velocity(m, d, from_body, p0))
    across = vector3.add_scaled(velocity, direction, -vector3.dot(direction, velocity))
    inverse = 1.0 / length if length > MINVAL else 0.0
    return vector3.dot(direction, acceleration) + vector3.dot(across, across) * inverse


@helper
def point_velocity(m, d, body, point):
    """Return the velocity of a point of a body [m/s]."""
    offset = vector3.sub(point, load3(d.subtree_com, m.body_rootid[body]))
    return spatial.linear(spatial.shift_motion(spatial.load6(d.cvel, body), offset))
