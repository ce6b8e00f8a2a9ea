"""Frames of the objects that sensors sit on: position, orientation, velocity and acceleration, by kind of object."""

from corten.enums import ObjectType
from corten.math import matrix3, spatial, vector3
from corten.math.matrix3 import load9
from corten.math.quaternion import load4, mul_quat
from corten.math.spatial import load6
from corten.math.vector3 import load3
from corten.runtime import helper


@helper
def frame_position(d, kind, i):
    """Return the position of an object [m]."""
    if kind == ObjectType.XBODY:
        return load3(d.xpos, i)
    if kind == ObjectType.BODY:
        return load3(d.xipos, i)
    if kind == ObjectType.GEOM:
        return load3(d.geom_xpos, i)
    if kind == ObjectType.SITE:
        return load3(d.site_xpos, i)
    return load3(d.cam_xpos, i)


@helper
def frame_axes(d, kind, i):
    """Return the orientation of an object as a matrix."""
    if kind == ObjectType.XBODY:
        return load9(d.xmat, i)
    if kind == ObjectType.BODY:
        return load9(d.ximat, i)
    if kind == ObjectType.GEOM:
        return load9(d.geom_xmat, i)
    if kind == ObjectType.SITE:
        return load9(d.site_xmat, i)
    return load9(d.cam_xmat, i)


@helper
def frame_quat(m, d, kind, i):
    """Return the orientation of an object as a quaternion; cameras count as fixed to their body."""
    if kind == ObjectType.XBODY:
        return load4(d.xquat, i)
    body = frame_body(m, kind, i)
    local = load4(m.body_iquat, body)
    if kind == ObjectType.GEOM:
        local = load4(m.geom_quat, i)
    elif kind == ObjectType.SITE:
        local = load4(m.site_quat, i)
    elif kind == ObjectType.CAMERA:
        local = load4(m.cam_quat, i)
    return mul_quat(load4(d.xquat, body), local)


@helper
def frame_body(m, kind, i):
    """Return the body of an object."""
    if kind == ObjectType.GEOM:
        return m.geom_bodyid[i]
    if kind == ObjectType.SITE:
        return m.site_bodyid[i]
    if kind == ObjectType.CAMERA:
        return m.cam_bodyid[i]
    return i


@helper
def frame_velocity(m, d, kind, i):
    """Return the 6D velocity of an object in world axes; what hangs on no dof stands still."""
    body = frame_body(m, kind, i)
    if m.body_dofnum[m.body_weldid[body]] == 0:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    offset = vector3.sub(frame_position(d, kind, i), load3(d.subtree_com, m.body_rootid[body]))
    return spatial.shift_motion(load6(d.cvel, body), offset)


@helper
def frame_acceleration(m, d, kind, i):
    """Return the 6D acceleration of an object in world axes, gravity included as an accelerometer feels it."""
    body = frame_body(m, kind, i)
    offset = vector3.sub(frame_position(d, kind, i), load3(d.subtree_com, m.body_rootid[body]))
    velocity = spatial.shift_motion(load6(d.cvel, body), offset)
    acceleration = spatial.shift_motion(load6(d.cacc, body), offset)
    turning = vector3.cross(spatial.angular(velocity), spatial.linear(velocity))
    return spatial.join(spatial.angular(acceleration), vector3.add(spatial.linear(acceleration), turning))


@helper
def column(axes, c):
    """Return a column of a matrix."""
    if c == 0:
        return axes[0], axes[3], axes[6]
    if c == 1:
        return axes[1], axes[4], axes[7]
    return axes[2], axes[5], axes[8]


@helper
def relative_velocity(m, d, kind, i, reference, r):
    """Return the 6D velocity of an object as seen from a moving frame, in the axes of that frame."""
    own, other = frame_velocity(m, d, kind, i), frame_velocity(m, d, reference, r)
    offset = vector3.sub(frame_position(d, kind, i), frame_position(d, reference, r))
    turn = vector3.sub(spatial.angular(own), spatial.angular(other))
    shift = vector3.sub(spatial.linear(own), spatial.linear(other))
    shift = vector3.add(shift, vector3.cross(offset, spatial.angular(other)))
    axes = frame_axes(d, reference, r)
    return spatial.join(matrix3.mul_matT_vec(axes, turn), matrix3.mul_matT_vec(axes, shift))
