"""Poses, where one frame is in another, and boxes along the axes of a frame."""

from typing import NamedTuple

from corten.math.matrix3 import mul_mat_vec, mul_matT_vec, transpose
from corten.math.vector3 import add, scale, sub
from corten.runtime import FloatArray, Mat3, Vec3, helper

# ---- poses


class Pose(NamedTuple):
    """Position [m] and rotation matrix of an inner frame in an outer one."""

    pos: Vec3
    mat: Mat3


@helper
def transform_point(pose: Pose, x: Vec3) -> Vec3:
    """Return a point of the inner frame in the outer one."""
    return add(mul_mat_vec(pose.mat, x), pose.pos)


@helper
def transform_point_back(pose: Pose, x: Vec3) -> Vec3:
    """Return a point of the outer frame in the inner one."""
    return mul_matT_vec(pose.mat, sub(x, pose.pos))


@helper
def invert_pose(pose: Pose) -> Pose:
    """Return the pose of the outer frame in the inner one."""
    return Pose(scale(mul_matT_vec(pose.mat, pose.pos), -1.0), transpose(pose.mat))


# ---- boxes along the axes of a frame


class Box(NamedTuple):
    """Centre and half sizes of a box [m]."""

    centre: Vec3
    half: Vec3


@helper
def load_box(array: FloatArray, i: int) -> Box:
    """Return the box in a row of six numbers: its centre and half sizes."""
    return Box((array[i, 0], array[i, 1], array[i, 2]), (array[i, 3], array[i, 4], array[i, 5]))


@helper
def grow_box(box: Box, margin: float) -> Box:
    """Return a box with a layer around it."""
    half = box.half
    return Box(box.centre, (half[0] + margin, half[1] + margin, half[2] + margin))


@helper
def transform_box(pose: Pose, box: Box) -> Box:
    """Return the box in the outer frame of a pose around a box of the inner frame."""
    mat, half = pose.mat, box.half
    sides = (
        abs(mat[0]) * half[0] + abs(mat[1]) * half[1] + abs(mat[2]) * half[2],
        abs(mat[3]) * half[0] + abs(mat[4]) * half[1] + abs(mat[5]) * half[2],
        abs(mat[6]) * half[0] + abs(mat[7]) * half[1] + abs(mat[8]) * half[2],
    )
    return Box(transform_point(pose, box.centre), sides)


@helper
def boxes_overlap(a: Box, b: Box, margin: float) -> bool:
    """Tell whether two boxes of the same frame are nearer than a margin."""
    way, reach = sub(a.centre, b.centre), add(a.half, b.half)
    x, y, z = abs(way[0]) - reach[0], abs(way[1]) - reach[1], abs(way[2]) - reach[2]
    return x <= margin and y <= margin and z <= margin


@helper
def boxes_apart(pose: Pose, first: Box, second: Box, margin: float) -> bool:
    """Tell whether one of the faces of two boxes has them farther apart than a margin; pose is that of the second.

    Boxes that only an edge of each keeps apart are not told from those that touch.
    """
    if not boxes_overlap(first, transform_box(pose, second), margin):
        return True
    return not boxes_overlap(second, transform_box(invert_pose(pose), first), margin)
