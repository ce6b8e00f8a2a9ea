"""Two surfaces, a mesh and another mesh or height field: in one frame, face to face, how deep they can overlap."""

from typing import NamedTuple

from corten.math.matrix3 import load9, mul_matT_vec
from corten.math.pose import Box, Pose, grow_box, load_box, transform_box, transform_point, transform_point_back
from corten.math.vector3 import dot, load3, normalize, scale, store3, sub
from corten.runtime import Vec3, helper
from corten.stages.collision.geoms import pose_in_geom
from corten.stages.collision.triangles.polygon import cut_by_triangle
from corten.stages.collision.triangles.surface import Surface, TriangleEdge, add_surface_contact, corner, surface_of
from corten.stages.collision.triangles.tree import reach_along

# ---- a mesh and another surface, in whose frame both are compared


class SurfacePair(NamedTuple):
    """A mesh, another surface, the pose of the mesh in the other's frame, and how deep they may overlap [m]."""

    first: Surface
    second: Surface
    pose: Pose
    depth: float


@helper
def pair_surfaces(m, d, candidate: int, geom1: int, geom2: int, depth: float) -> SurfacePair:
    """Return the surfaces of two geoms as a pair."""
    pose = pose_in_geom(d, geom1, geom2)
    return SurfacePair(surface_of(m, candidate, geom1), surface_of(m, candidate, geom2), pose, depth)


@helper
def node_in_second(m, pair: SurfacePair, node: int, margin: float) -> Box:
    """Return the box around a node of the first mesh in the frame of the second, with a layer around it."""
    return grow_box(transform_box(pair.pose, load_box(m.bvh_aabb, node)), margin)


@helper
def triangle_in_second(pair: SurfacePair, triangle: tuple[Vec3, Vec3, Vec3]) -> tuple[Vec3, Vec3, Vec3]:
    """Return a triangle of the first mesh in the frame of the second."""
    a, b, c = triangle
    return transform_point(pair.pose, a), transform_point(pair.pose, b), transform_point(pair.pose, c)


@helper
def triangle_in_first(pair: SurfacePair, triangle: tuple[Vec3, Vec3, Vec3]) -> tuple[Vec3, Vec3, Vec3]:
    """Return a triangle of the second surface in the frame of the first."""
    a, b, c = triangle
    first, second = transform_point_back(pair.pose, a), transform_point_back(pair.pose, b)
    return first, second, transform_point_back(pair.pose, c)


@helper
def edge_in_second(m, pair: SurfacePair, triangle: int, k: int) -> TriangleEdge:
    """Return an edge of a triangle of the first mesh in the frame of the second."""
    mesh = pair.first.dataid
    start = transform_point(pair.pose, corner(m, mesh, triangle, k))
    end = transform_point(pair.pose, corner(m, mesh, triangle, (k + 1) % 3))
    return TriangleEdge(triangle, k, start, sub(end, start))


# ---- two triangles that face each other: where one of them lies over the other


# cosine up to which two normals face each other: 10 degrees
FACING = -0.985


@helper
def add_facing_contacts(d, surface: Surface, triangle: tuple[Vec3, Vec3, Vec3], normal: Vec3, depth: float) -> None:
    """Add contacts where the polygon of three points in `tri_polygon` lies over a triangle of a surface, in its frame.

    Points above the margin or deeper than a depth are none.
    """
    a, b, e = triangle
    count = cut_by_triangle(d, 3, a, b, e, normal)
    for i in range(count):
        point = load3(d.tri_polygon, i)
        dist = dot(sub(point, a), normal)
        if dist <= d.candidate_margin[surface.candidate] and dist >= -depth:
            foot = point[0] - dist * normal[0], point[1] - dist * normal[1], point[2] - dist * normal[2]
            add_surface_contact(d, surface, dist, foot, normal)


@helper
def set_polygon(d, triangle: tuple[Vec3, Vec3, Vec3]) -> None:
    """Write a triangle as the polygon that is cut next."""
    store3(d.tri_polygon, 0, triangle[0])
    store3(d.tri_polygon, 1, triangle[1])
    store3(d.tri_polygon, 2, triangle[2])


@helper
def is_over(
    triangle: tuple[Vec3, Vec3, Vec3], other: tuple[Vec3, Vec3, Vec3], normal: Vec3, margin: float, depth: float
) -> bool:
    """Tell whether some corner of a triangle is below the margin over another's plane, and some above a depth."""
    first = dot(sub(triangle[0], other[0]), normal)
    second = dot(sub(triangle[1], other[0]), normal)
    third = dot(sub(triangle[2], other[0]), normal)
    low, high = min(first, min(second, third)), max(first, max(second, third))
    return low <= margin and high >= -depth


# ---- how deep one mesh can be inside of another
# What is inside of both lies between where the first begins and where the second ends along any direction, so nothing
# is deeper than that. Meshes that only touch are found to do so along one of a few directions, and then few of their
# triangles matter. Rings that are linked overlap along all of them


@helper
def overlap(m, d, g1: int, g2: int) -> float:
    """Return how far two meshes overlap along the direction in which they do least, negative if they are apart [m]."""
    least = min(overlap_of_boxes(m, d, g1, g2), overlap_of_boxes(m, d, g2, g1))
    return min(least, overlap_of_centres(m, d, g1, g2))


@helper
def overlap_of_boxes(m, d, g1: int, g2: int) -> float:
    """Return how far the box around one mesh overlaps with that around another, along the axes of the other [m]."""
    own = load_box(m.bvh_aabb, m.mesh_bvhadr[m.geom_dataid[g1]])
    centre, half = transform_box(pose_in_geom(d, g1, g2), own)
    box, root = m.bvh_aabb, m.mesh_bvhadr[m.geom_dataid[g2]]
    x = half[0] + box[root, 3] - abs(centre[0] - box[root, 0])
    y = half[1] + box[root, 4] - abs(centre[1] - box[root, 1])
    z = half[2] + box[root, 5] - abs(centre[2] - box[root, 2])
    return min(x, min(y, z))


@helper
def overlap_of_centres(m, d, g1: int, g2: int) -> float:
    """Return how far both overlap along the line between their centres [m]."""
    mat1, mat2, pos1, pos2 = (
        load9(d.geom_xmat, g1),
        load9(d.geom_xmat, g2),
        load3(d.geom_xpos, g1),
        load3(d.geom_xpos, g2),
    )
    across = sub(pos2, pos1)
    direction, _ = normalize(across)
    first = reach_along(m, d, m.geom_dataid[g1], mul_matT_vec(mat1, direction))
    second = reach_along(m, d, m.geom_dataid[g2], mul_matT_vec(mat2, scale(direction, -1.0)))
    return first + second - dot(across, direction)
