"""Actuators that drive a crank through a rod from a slider."""

from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import helper, sqrt
from corten.stages.transmission.moment_row import write_moment_row


@helper
def slider_crank(m, d, k, first):
    """Write length and moment arms, from entry `first` on, of actuator k; return how many.

    With v the crank's pin seen from the slider site, a the slider's axis (z of its site) and r the rod, the slider is
    at s = a.v - sqrt((a.v)^2 + r^2 - v.v). A rod that is too short counts as if it stood across the axis.
    """
    out, crank, slider = m.actuator_outadr[k], m.actuator_trnid[k, 0], m.actuator_trnid[k, 1]
    gear, rod, matrix = m.actuator_gear[out, 0], m.actuator_cranklength[k], d.site_xmat
    axis = (matrix[slider, 2], matrix[slider, 5], matrix[slider, 8])
    pin, origin = load3(d.site_xpos, crank), load3(d.site_xpos, slider)
    v = vector3.sub(pin, origin)

    along = vector3.dot(v, axis)
    square = along * along + rod * rod - vector3.dot(v, v)
    reaches = square > 0.0
    root = sqrt(square if reaches else 1.0)
    d.actuator_length[out] = gear * (along - root if reaches else along)

    # derivatives by v and by the axis
    share = 1.0 - along / root if reaches else 1.0
    by_v = vector3.scale(axis, share)
    if reaches:
        by_v = vector3.add_scaled(by_v, v, 1.0 / root)
    by_axis = vector3.scale(v, share)

    force = vector3.scale(by_v, gear)
    torque = vector3.scale(vector3.cross(axis, by_axis), gear)
    none = (0.0, 0.0, 0.0)
    return write_moment_row(
        m,
        d,
        first,
        (m.site_bodyid[crank], m.site_bodyid[slider]),
        (pin, origin),
        (force, vector3.scale(force, -1.0)),
        (none, torque),
        True,
    )
