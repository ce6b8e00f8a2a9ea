"""Poses: where one frame is in another, and points that go from one to the other."""

from typing import NamedTuple

from corten.math.matrix3 import Matrix3, mul_mat_vec, mul_matT_vec, transpose
from corten.math.vector3 import Vector3, add, scale, sub
from corten.runtime import helper


class Pose(NamedTuple):
    """Position [m] and rotation matrix of an inner frame in an outer one."""

    pos: Vector3
    mat: Matrix3


@helper
def transform_point(pose, x):
    """Return a point of the inner frame in the outer one."""
    return add(mul_mat_vec(pose.mat, x), pose.pos)


@helper
def transform_point_back(pose, x):
    """Return a point of the outer frame in the inner one."""
    return mul_matT_vec(pose.mat, sub(x, pose.pos))


@helper
def invert_pose(pose):
    """Return the pose of the outer frame in the inner one."""
    return Pose(scale(mul_matT_vec(pose.mat, pose.pos), -1.0), transpose(pose.mat))
