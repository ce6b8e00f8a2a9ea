"""Frames of the objects that sensors sit on, and where a camera sees a point."""

from corten.constants import MINVAL
from corten.enums import ObjectType
from corten.math import matrix3, spatial, vector3
from corten.math.matrix3 import load9
from corten.math.quaternion import load4, mul_quat
from corten.math.scalar import tan
from corten.math.spatial import load6
from corten.math.vector3 import load3
from corten.runtime import Mat3, Quat, Vec2, Vec3, Vec6, helper, select

# ---- frames of the objects that sensors sit on: position, orientation, velocity and acceleration, by kind of object


@helper
def frame_position(d, kind: int, i: int) -> Vec3:
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
def frame_axes(d, kind: int, i: int) -> Mat3:
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
def frame_quat(m, d, kind: int, i: int) -> Quat:
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
def frame_body(m, kind: int, i: int) -> int:
    """Return the body of an object."""
    if kind == ObjectType.GEOM:
        return m.geom_bodyid[i]
    if kind == ObjectType.SITE:
        return m.site_bodyid[i]
    if kind == ObjectType.CAMERA:
        return m.cam_bodyid[i]
    return i


@helper
def frame_velocity(m, d, kind: int, i: int) -> Vec6:
    """Return the 6D velocity of an object in world axes; what hangs on no dof stands still."""
    body = frame_body(m, kind, i)
    if m.body_dofnum[m.body_weldid[body]] == 0:
        return (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    offset = vector3.sub(frame_position(d, kind, i), load3(d.subtree_com, m.body_rootid[body]))
    return spatial.shift_motion(load6(d.cvel, body), offset)


@helper
def frame_acceleration(m, d, kind: int, i: int) -> Vec6:
    """Return the 6D acceleration of an object in world axes, gravity included as an accelerometer feels it."""
    body = frame_body(m, kind, i)
    offset = vector3.sub(frame_position(d, kind, i), load3(d.subtree_com, m.body_rootid[body]))
    velocity = spatial.shift_motion(load6(d.cvel, body), offset)
    acceleration = spatial.shift_motion(load6(d.cacc, body), offset)
    turning = vector3.cross(spatial.angular(velocity), spatial.linear(velocity))
    return spatial.join(spatial.angular(acceleration), vector3.add(spatial.linear(acceleration), turning))


@helper
def column(axes: Mat3, c: int) -> Vec3:
    """Return a column of a matrix."""
    if c == 0:
        return axes[0], axes[3], axes[6]
    if c == 1:
        return axes[1], axes[4], axes[7]
    return axes[2], axes[5], axes[8]


@helper
def relative_velocity(m, d, kind: int, i: int, reference: int, r: int) -> Vec6:
    """Return the 6D velocity of an object as seen from a moving frame, in the axes of that frame."""
    own, other = frame_velocity(m, d, kind, i), frame_velocity(m, d, reference, r)
    offset = vector3.sub(frame_position(d, kind, i), frame_position(d, reference, r))
    turn = vector3.sub(spatial.angular(own), spatial.angular(other))
    shift = vector3.sub(spatial.linear(own), spatial.linear(other))
    shift = vector3.add(shift, vector3.cross(offset, spatial.angular(other)))
    axes = frame_axes(d, reference, r)
    return spatial.join(matrix3.mul_matT_vec(axes, turn), matrix3.mul_matT_vec(axes, shift))


# ---- where a camera sees a point


# half a degree in radians: half of a field of view given in degrees
HALF_DEGREE = 3.14159265358979323846 / 360.0

# 2**29 + 1: takes the 29 bits away that double precision has and single precision has not
SPLITTER = 536870913.0


@helper
def project_point(m, d, point: Vec3, i: int) -> Vec2:
    """Return the pixel coordinates at which camera i sees a world point."""
    width, height = float(m.cam_resolution[i, 0]), float(m.cam_resolution[i, 1])
    focal_x, focal_y = focal_lengths(m, i)
    x, y, z = matrix3.mul_matT_vec(load9(d.cam_xmat, i), vector3.sub(point, load3(d.cam_xpos, i)))
    depth = select(abs(z) < MINVAL, select(z < 0.0, -MINVAL, MINVAL), z)
    return -focal_x * (x / depth) + 0.5 * width, focal_y * (y / depth) + 0.5 * height


@helper
def focal_lengths(m, i: int) -> Vec2:
    """Return the focal lengths of camera i along both sides of its picture [pixels]."""
    if has_sensor(m, i):
        return pixels(m, i, m.cam_intrinsic[i, 0], 0), pixels(m, i, m.cam_intrinsic[i, 1], 1)
    focal = 0.5 / tan(m.cam_fovy[i] * HALF_DEGREE) * m.cam_resolution[i, 1]
    return focal, focal


@helper
def principal_point(m, i: int) -> Vec2:
    """Return where the axis of camera i meets its picture [pixels]."""
    if has_sensor(m, i):
        return pixels(m, i, m.cam_intrinsic[i, 2], 0), pixels(m, i, m.cam_intrinsic[i, 3], 1)
    return 0.5 * m.cam_resolution[i, 0], 0.5 * m.cam_resolution[i, 1]


@helper
def has_sensor(m, i: int) -> bool:
    """Tell whether camera i is given by the size of its sensor, not by its field of view."""
    return m.cam_sensorsize[i, 0] != 0.0 and m.cam_sensorsize[i, 1] != 0.0


@helper
def pixels(m, i: int, length: float, side: int) -> float:
    """Return how many pixels of camera i a length on its sensor is, in single precision as MuJoCo computes it."""
    share = round_single(float(length) / float(m.cam_sensorsize[i, side]))
    return round_single(share * m.cam_resolution[i, side])


@helper
def round_single(x: float) -> float:
    """Return x with the 24 leading bits of single precision, by Veltkamp's splitting."""
    shifted = x * SPLITTER
    return shifted - (shifted - x)
