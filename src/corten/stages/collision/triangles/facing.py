"""Two triangles that look at each other: where one of them lies over the other."""

from corten.math.vector3 import dot, load3, store3, sub
from corten.runtime import helper
from corten.stages.collision.triangles.polygon import cut_by_triangle
from corten.stages.collision.triangles.surface import add_surface_contact

# cosine up to which two normals look at each other: 10 degrees
FACING = -0.985


@helper
def add_facing_contacts(d, surface, triangle, normal, depth):
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
def set_polygon(d, triangle):
    """Write a triangle as the polygon that is cut next."""
    store3(d.tri_polygon, 0, triangle[0])
    store3(d.tri_polygon, 1, triangle[1])
    store3(d.tri_polygon, 2, triangle[2])


@helper
def is_over(triangle, other, normal, margin, depth):
    """Tell whether some corner of a triangle is below the margin over another's plane, and some above a depth."""
    first = dot(sub(triangle[0], other[0]), normal)
    second = dot(sub(triangle[1], other[0]), normal)
    third = dot(sub(triangle[2], other[0]), normal)
    low, high = min(first, min(second, third)), max(first, max(second, third))
    return low <= margin and high >= -depth
