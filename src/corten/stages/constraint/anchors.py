"""Where connect and weld constraints hold: bodies, points and orientations of both sides."""

from corten.enums import EqualityType, ObjectType
from corten.math import matrix3, vector3
from corten.math.quaternion import conjugate_quat, load4, mul_quat
from corten.runtime import helper


@helper
def equality_bodies(m, i):
    """Return both bodies of equality i; sites stand for their bodies."""
    body1 = m.eq_obj1id[i]
    body2 = m.eq_obj2id[i]
    if m.eq_objtype[i] == ObjectType.SITE:
        body1 = m.site_bodyid[body1]
        body2 = m.site_bodyid[body2]
    return body1, body2


@helper
def equality_points(m, d, i):
    """Return both points [m] of equality i, which it draws together.

    Bodies keep two anchors in eq_data: a connect that of body 1 first, a weld that of body 2.
    """
    object1 = m.eq_obj1id[i]
    object2 = m.eq_obj2id[i]
    point1 = (0.0, 0.0, 0.0)
    point2 = (0.0, 0.0, 0.0)
    if m.eq_objtype[i] == ObjectType.SITE:
        point1 = vector3.load3(d.site_xpos, object1)
        point2 = vector3.load3(d.site_xpos, object2)
    else:
        first = 0 if m.eq_type[i] == EqualityType.CONNECT else 3
        point1 = place_anchor(d, object1, load_anchor(m, i, first))
        point2 = place_anchor(d, object2, load_anchor(m, i, 3 - first))
    return point1, point2


@helper
def load_anchor(m, i, first):
    """Return three numbers of eq_data of equality i."""
    data = m.eq_data
    return data[i, first], data[i, first + 1], data[i, first + 2]


@helper
def place_anchor(d, body, anchor):
    """Return the world position of a point of a body."""
    return vector3.add(matrix3.mul_mat_vec(matrix3.load9(d.xmat, body), anchor), vector3.load3(d.xpos, body))


@helper
def weld_orientations(m, d, i, bodies):
    """Return (inverse orientation of side 2, orientation that side 1 wants side 2 to have) of weld i."""
    quat1 = load4(d.xquat, bodies[0])
    quat2 = load4(d.xquat, bodies[1])
    if m.eq_objtype[i] == ObjectType.SITE:
        quat1 = mul_quat(quat1, load4(m.site_quat, m.eq_obj1id[i]))
        quat2 = mul_quat(quat2, load4(m.site_quat, m.eq_obj2id[i]))
    else:
        data = m.eq_data
        quat1 = mul_quat(quat1, (data[i, 6], data[i, 7], data[i, 8], data[i, 9]))
    return conjugate_quat(quat2), quat1
