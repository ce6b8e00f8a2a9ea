"""Frames that are fixed to a body: geoms, sites and cameras."""

from corten.enums import SameFrame
from corten.math import vector3
from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.quaternion import load4, mul_quat, quat_to_mat
from corten.math.vector3 import load3
from corten.runtime import helper


@helper
def offset_position(d, b, offset):
    """Return the world position of a point with this offset [m] in the frame of body b."""
    return vector3.add(mul_mat_vec(load9(d.xmat, b), offset), load3(d.xpos, b))


@helper
def offset_rotation(d, b, turn):
    """Return the world orientation, as quaternion and matrix, of a frame turned by `turn` against body b."""
    quat = mul_quat(load4(d.xquat, b), turn)
    return quat, quat_to_mat(quat)


@helper
def attached_position(d, b, sameframe, offset):
    """Return `offset_position`, or a copy where the frame stands on the body's or on its inertia's."""
    if sameframe == SameFrame.BODY:
        return load3(d.xpos, b)
    if sameframe == SameFrame.INERTIA:
        return load3(d.xipos, b)
    return offset_position(d, b, offset)


@helper
def attached_rotation(d, b, sameframe, turn):
    """Return `offset_rotation`, or a copy where the frame is parallel to the body's or to its inertia's."""
    if sameframe == SameFrame.BODY or sameframe == SameFrame.BODYROT:
        return load4(d.xquat, b), load9(d.xmat, b)
    if sameframe == SameFrame.INERTIA or sameframe == SameFrame.INERTIAROT:
        return load4(d.xiquat, b), load9(d.ximat, b)
    return offset_rotation(d, b, turn)
