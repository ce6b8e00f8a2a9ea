"""Ropes: of vertices that only slide, which stretch and bend; of bodies that turn too, which shear and twist as well.

The latter are rods in the sense of the brothers Cosserat: a section has a place and a frame, whose third axis is along
the rope at rest. Between two sections, in the frame halfway between theirs, lie a shift (two of shear, one of stretch)
and a turn (two of bending, one of twist).
"""

from corten.math import quaternion, vector3
from corten.math.quaternion import load4
from corten.math.vector3 import load3
from corten.runtime import helper, select
from corten.stages.deformable.slopes import store_slope


@helper
def distance(m, d, c, places):
    """Set the row of the length of a segment, less that at rest [m]."""
    along, length = vector3.normalize(
        vector3.sub(load3(places, m.xpbd_vertid[c, 1]), load3(places, m.xpbd_vertid[c, 0]))
    )
    d.xpbd_value[0] = length - m.xpbd_rest[c, 0]
    store_slope(d, 0, 0, vector3.scale(along, -1.0))
    store_slope(d, 0, 1, along)


@helper
def curvature(m, d, c, places):
    """Set the three rows of the difference of the directions of two segments: as long as the angle between them."""
    middle = load3(places, m.xpbd_vertid[c, 1])
    before, length1 = vector3.normalize(vector3.sub(middle, load3(places, m.xpbd_vertid[c, 0])))
    after, length2 = vector3.normalize(vector3.sub(load3(places, m.xpbd_vertid[c, 2]), middle))
    store_bend(d, 0, before, after, (1.0, 0.0, 0.0), (length1, length2))
    store_bend(d, 1, before, after, (0.0, 1.0, 0.0), (length1, length2))
    store_bend(d, 2, before, after, (0.0, 0.0, 1.0), (length1, length2))


@helper
def store_bend(d, r, before, after, axis, lengths):
    """Set one of these rows: the difference of two directions along an axis."""
    d.xpbd_value[r] = vector3.dot(after, axis) - vector3.dot(before, axis)
    first = turned_by(before, axis, lengths[0])
    second = turned_by(after, axis, lengths[1])
    store_slope(d, r, 0, first)
    store_slope(d, r, 1, vector3.scale(vector3.add(first, second), -1.0))
    store_slope(d, r, 2, second)


@helper
def turned_by(direction, axis, length):
    """Return the derivative of a direction along an axis by the far end of the segment that has this length."""
    across = vector3.add_scaled(axis, direction, -vector3.dot(direction, axis))
    return vector3.scale(across, select(length > 0.0, 1.0 / select(length > 0.0, length, 1.0), 0.0))


@helper
def rod(m, d, c, places):
    """Set the six rows of a segment; xpbd_rest has its length, and the frames of both sections in their bodies."""
    one, other, rest = m.xpbd_vertid[c, 0], m.xpbd_vertid[c, 1], m.xpbd_rest
    frame1 = quaternion.mul_quat(load4(d.flexvert_turn, one), (rest[c, 1], rest[c, 2], rest[c, 3], rest[c, 4]))
    frame2 = quaternion.mul_quat(load4(d.flexvert_turn, other), (rest[c, 5], rest[c, 6], rest[c, 7], rest[c, 8]))
    across = vector3.sub(load3(places, other), load3(places, one))
    bend = quaternion.quat_sub(frame2, frame1)

    # halfway; both signs of a quaternion are the same turn
    sign = frame1[0] * frame2[0] + frame1[1] * frame2[1] + frame1[2] * frame2[2] + frame1[3] * frame2[3]
    s = select(sign < 0.0, -1.0, 1.0)
    total = (
        frame1[0] + s * frame2[0],
        frame1[1] + s * frame2[1],
        frame1[2] + s * frame2[2],
        frame1[3] + s * frame2[3],
    )
    middle, _ = quaternion.normalize_quat(total)
    store_section(d, 0, quaternion.rotate_vector(middle, (1.0, 0.0, 0.0)), across, 0.0, bend[0])
    store_section(d, 1, quaternion.rotate_vector(middle, (0.0, 1.0, 0.0)), across, 0.0, bend[1])
    store_section(d, 2, quaternion.rotate_vector(middle, (0.0, 0.0, 1.0)), across, rest[c, 0], bend[2])


@helper
def store_section(d, r, axis, across, length, angle):
    """Set the rows of shift and turn along one axis of the frame halfway."""
    d.xpbd_value[r] = vector3.dot(axis, across) - length
    store_slope(d, r, 0, vector3.scale(axis, -1.0))
    store_slope(d, r, 1, axis)

    # the frame turns by half of what each section turns
    half = vector3.scale(vector3.cross(axis, across), 0.5)
    store_torque(d, r, 0, half)
    store_torque(d, r, 1, half)

    d.xpbd_value[3 + r] = angle
    store_slope(d, 3 + r, 0, (0.0, 0.0, 0.0))
    store_slope(d, 3 + r, 1, (0.0, 0.0, 0.0))
    store_torque(d, 3 + r, 0, vector3.scale(axis, -1.0))
    store_torque(d, 3 + r, 1, axis)


@helper
def store_torque(d, r, k, torque):
    """Set the derivative of row r by the turn of body k."""
    d.xpbd_torque[r, 3 * k] = torque[0]
    d.xpbd_torque[r, 3 * k + 1] = torque[1]
    d.xpbd_torque[r, 3 * k + 2] = torque[2]
