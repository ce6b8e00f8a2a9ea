"""Frames of geoms: points of the world in them, and the pose of one in another."""

from corten.math.matrix3 import load9, mul_matT_mat, mul_matT_vec
from corten.math.pose import Pose
from corten.math.vector3 import load3, sub
from corten.runtime import helper


@helper
def world_to_geom(d, geom, point):
    """Return a point of the world in the frame of a geom."""
    return mul_matT_vec(load9(d.geom_xmat, geom), sub(point, load3(d.geom_xpos, geom)))


@helper
def pose_in_geom(d, geom, frame):
    """Return the pose of a geom in the frame of another one, `frame`."""
    pos = world_to_geom(d, frame, load3(d.geom_xpos, geom))
    return Pose(pos, mul_matT_mat(load9(d.geom_xmat, frame), load9(d.geom_xmat, geom)))
