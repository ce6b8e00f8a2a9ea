"""The pose of one geom in the frame of another, and points that are spread evenly."""

from corten.math.pose import Pose
from corten.math.quaternion import conjugate_quat, load4, mul_quat, normalize_quat, quat_to_mat, rotate_vector
from corten.math.vector3 import add, load3, scale
from corten.runtime import helper


@helper
def world_quat(m, d, g):
    """Return the orientation of a geom as a quaternion."""
    return mul_quat(load4(d.xquat, m.geom_bodyid[g]), load4(m.geom_quat, g))


@helper
def pose_in(m, d, g, frame):
    """Return the pose of a geom in the frame of another one.

    By quaternions, whose roundings are MuJoCo's: a descent makes differences out of them.
    """
    back = conjugate_quat(world_quat(m, d, frame))
    origin = scale(rotate_vector(back, load3(d.geom_xpos, frame)), -1.0)
    quat, _ = normalize_quat(mul_quat(back, world_quat(m, d, g)))
    return Pose(add(rotate_vector(back, load3(d.geom_xpos, g)), origin), quat_to_mat(quat))


@helper
def halton(index, base):
    """Return a number between 0 and 1: the digits of the index in a base, mirrored at the point (Halton's sequence)."""
    result = 0.0
    share = 1.0 / base
    rest = index
    while rest > 0:
        result += share * (rest % base)
        share /= base
        rest = rest // base
    return result
