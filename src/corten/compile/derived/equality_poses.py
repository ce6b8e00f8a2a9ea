"""Where equality constraints hold at qpos0, for those that do not say it."""

from corten.compile.elements.equalities import POSE_FROM_QPOS0
from corten.enums import EqualityType, ObjectType
from corten.math import vector3
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.quaternion import conjugate_quat, load4, mul_quat
from corten.math.vector3 import load3
from corten.runtime import helper, sqrt, stage
from corten.spec.pose import EPSILON


@stage
def equality_poses(m, d):
    """Set the anchor of connections in the second body, and the relative pose of welds that have none.

    reads:  m.eq_objtype m.eq_obj1id m.eq_obj2id m.eq_type d.xpos d.xmat d.xquat
    writes: m.eq_data
    """
    numbers = m.eq_data

    for e in range(m.neq):
        if m.eq_objtype[e] == ObjectType.BODY:
            first, second = m.eq_obj1id[e], m.eq_obj2id[e]
            anchor = (numbers[e, 0], numbers[e, 1], numbers[e, 2])
            if m.eq_type[e] == EqualityType.CONNECT:
                numbers[e, 3], numbers[e, 4], numbers[e, 5] = seen_from(d, second, world_point(d, first, anchor))
            elif numbers[e, POSE_FROM_QPOS0] != 0.0:
                numbers[e, 3], numbers[e, 4], numbers[e, 5] = seen_from(d, first, world_point(d, second, anchor))
                turn = mul_quat(conjugate_quat(load4(d.xquat, first)), load4(d.xquat, second))
                numbers[e, 6], numbers[e, 7], numbers[e, 8], numbers[e, 9] = unit_quaternion(turn)
            else:
                turn = (numbers[e, 6], numbers[e, 7], numbers[e, 8], numbers[e, 9])
                numbers[e, 6], numbers[e, 7], numbers[e, 8], numbers[e, 9] = unit_quaternion(turn)


@helper
def world_point(d, b, point):
    """Return where a point of a body is in the world."""
    return vector3.add(load3(d.xpos, b), mul_mat_vec(load9(d.xmat, b), point))


@helper
def seen_from(d, b, point):
    """Return where a point of the world is in the frame of a body."""
    return mul_matT_vec(load9(d.xmat, b), vector3.sub(point, load3(d.xpos, b)))


@helper
def unit_quaternion(q):
    """Return the quaternion with unit length; one that has none, or that length already, as it is."""
    square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]
    length = sqrt(square)
    if square < EPSILON or abs(length - 1.0) <= EPSILON:
        return (q[0], q[1], q[2], q[3])
    return (q[0] / length, q[1] / length, q[2] / length, q[3] / length)
