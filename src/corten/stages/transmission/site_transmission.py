"""Actuators that push and turn a site, against the world or against another site."""

from corten.math import vector3
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.quaternion import load4, quat_sub
from corten.math.vector3 import load3
from corten.runtime import helper
from corten.stages.transmission.moment_row import write_moment_row


@helper
def site_transmission(m, d, k, first):
    """Write length and moment arms, from entry `first` on, of actuator k on a site; return how many.

    The gear is a force and a torque: in the frame of the site, or, with a reference site, in that one's. Only then
    there is a length: gear . (position and rotation vector relative to the reference).
    """
    gear, bodyid = m.actuator_gear, m.site_bodyid

    out, site, ref = m.actuator_outadr[k], m.actuator_trnid[k, 0], m.actuator_trnid[k, 1]
    push = (gear[out, 0], gear[out, 1], gear[out, 2])
    twist = (gear[out, 3], gear[out, 4], gear[out, 5])
    none = (0.0, 0.0, 0.0)
    at = load3(d.site_xpos, site)
    if ref < 0:
        d.actuator_length[out] = 0.0
        axes = load9(d.site_xmat, site)
        force, torque = mul_mat_vec(axes, push), mul_mat_vec(axes, twist)
        return write_moment_row(m, d, first, (bodyid[site], 0), (at, none), (force, none), (torque, none), False)

    axes, origin = load9(d.site_xmat, ref), load3(d.site_xpos, ref)
    turned = quat_sub(load4(d.site_xquat, site), load4(d.site_xquat, ref))
    d.actuator_length[out] = vector3.dot(mul_matT_vec(axes, vector3.sub(at, origin)), push) + vector3.dot(turned, twist)
    force, torque = mul_mat_vec(axes, push), mul_mat_vec(axes, twist)
    forces = (force, vector3.scale(force, -1.0))
    torques = (torque, vector3.scale(torque, -1.0))
    return write_moment_row(m, d, first, (bodyid[site], bodyid[ref]), (at, origin), forces, torques, False)
