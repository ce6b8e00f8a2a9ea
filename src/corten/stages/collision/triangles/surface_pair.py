"""A mesh and another surface, a mesh or a height field, in whose frame both are compared."""

from typing import NamedTuple

from corten.math.box import grow_box, load_box, transform_box
from corten.math.pose import Pose, transform_point, transform_point_back
from corten.math.vector3 import sub
from corten.runtime import helper
from corten.stages.collision.geom_frames import pose_in_geom
from corten.stages.collision.triangles.surface import Surface, TriangleEdge, corner, surface_of


class SurfacePair(NamedTuple):
    """A mesh, another surface, the pose of the mesh in the other's frame, and how deep they may overlap [m]."""

    first: Surface
    second: Surface
    pose: Pose
    depth: float


@helper
def pair_surfaces(m, d, candidate, geom1, geom2, depth):
    """Return the surfaces of two geoms as a pair."""
    pose = pose_in_geom(d, geom1, geom2)
    return SurfacePair(surface_of(m, candidate, geom1), surface_of(m, candidate, geom2), pose, depth)


@helper
def node_in_second(m, pair, node, margin):
    """Return the box around a node of the first mesh in the frame of the second, with a layer around it."""
    return grow_box(transform_box(pair.pose, load_box(m.bvh_aabb, node)), margin)


@helper
def triangle_in_second(pair, triangle):
    """Return a triangle of the first mesh in the frame of the second."""
    a, b, c = triangle
    return transform_point(pair.pose, a), transform_point(pair.pose, b), transform_point(pair.pose, c)


@helper
def triangle_in_first(pair, triangle):
    """Return a triangle of the second surface in the frame of the first."""
    a, b, c = triangle
    first, second = transform_point_back(pair.pose, a), transform_point_back(pair.pose, b)
    return first, second, transform_point_back(pair.pose, c)


@helper
def edge_in_second(m, pair, triangle, k):
    """Return an edge of a triangle of the first mesh in the frame of the second."""
    mesh = pair.first.dataid
    start = transform_point(pair.pose, corner(m, mesh, triangle, k))
    end = transform_point(pair.pose, corner(m, mesh, triangle, (k + 1) % 3))
    return TriangleEdge(triangle, k, start, sub(end, start))
