"""Spheres, capsules and boxes against a triangle with a radius: contacts of its corners and of those of the geom."""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, cross, dot, normalize, scale, sub
from corten.runtime import Vec2, Vec3, helper, sqrt
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.geoms import PlacedBox, PlacedCapsule


class Triangle(NamedTuple):
    """A triangle: its corners and the radius around it [m]."""

    a: Vec3
    b: Vec3
    c: Vec3
    radius: float


@helper
def triangle_corner(triangle: Triangle, i: int) -> Vec3:
    """Return corner i."""
    x = triangle.a[0] if i == 0 else (triangle.b[0] if i == 1 else triangle.c[0])
    y = triangle.a[1] if i == 0 else (triangle.b[1] if i == 1 else triangle.c[1])
    z = triangle.a[2] if i == 0 else (triangle.b[2] if i == 1 else triangle.c[2])
    return x, y, z


@helper
def collide_ball_triangle(d, owner: int, margin: float, centre: Vec3, radius: float, triangle: Triangle) -> None:
    """Add the contact of a ball with the point of a triangle that is nearest to its centre."""
    reach = margin + radius + triangle.radius
    offset, ab, ac = sub(centre, triangle.a), sub(triangle.b, triangle.a), sub(triangle.c, triangle.a)
    normal, _ = normalize(cross(ab, ac))
    height = dot(normal, offset)
    if not (abs(height) > reach):
        foot = add_scaled(offset, normal, -height)
        nearest = nearest_in_plane(foot, normal, ab, ac)
        direction, dist = normalize(sub(nearest, offset))
        if not (dist > reach):
            depth = dist - radius - triangle.radius
            pos = add_scaled(centre, direction, radius + depth / 2.0)
            add_contact(d, owner, depth, pos, direction, NO_TANGENT)


@helper
def nearest_in_plane(foot: Vec3, normal: Vec3, ab: Vec3, ac: Vec3) -> Vec3:
    """Return the point of a triangle (0, ab, ac) that is nearest to a point of its plane."""
    axis_x, length = normalize(ab)
    axis_y, _ = normalize(cross(normal, ab))
    a, b = (length, 0.0), (dot(axis_x, ac), dot(axis_y, ac))
    p, origin = (dot(axis_x, foot), dot(axis_y, foot)), (0.0, 0.0)
    side1, side2, side3 = turn(p, origin, a), turn(p, a, b), turn(p, b, origin)
    if side1 == side2 and side2 == side3:
        return foot
    x1, y1, dist1 = nearest_on_segment(p, origin, a)
    x2, y2, dist2 = nearest_on_segment(p, a, b)
    x3, y3, dist3 = nearest_on_segment(p, b, origin)
    first, second = dist1 < dist2 and dist1 < dist3, dist2 < dist3
    x = x1 if first else (x2 if second else x3)
    y = y1 if first else (y2 if second else y3)
    return add_scaled(scale(axis_x, x), axis_y, y)


@helper
def turn(p: Vec2, q: Vec2, r: Vec2) -> int:
    """Return the sign of the area of a triangle in the plane: -1, 0 or 1."""
    area = (p[0] - r[0]) * (q[1] - r[1]) - (q[0] - r[0]) * (p[1] - r[1])
    return 1 if area > 0.0 else (-1 if area < 0.0 else 0)


@helper
def nearest_on_segment(p: Vec2, u: Vec2, v: Vec2) -> Vec3:
    """Return the point of a segment in the plane that is nearest to p, and its distance: (x, y, distance)."""
    along_x, along_y = v[0] - u[0], v[1] - u[1]
    share = (along_x * (p[0] - u[0]) + along_y * (p[1] - u[1])) / max(MINVAL, along_x * along_x + along_y * along_y)
    x, y = u[0] + share * along_x, u[1] + share * along_y
    x = u[0] if share <= 0.0 else (v[0] if share >= 1.0 else x)
    y = u[1] if share <= 0.0 else (v[1] if share >= 1.0 else y)
    return x, y, sqrt((x - p[0]) * (x - p[0]) + (y - p[1]) * (y - p[1]))


@helper
def collide_capsule_triangle(d, owner: int, margin: float, capsule: PlacedCapsule, triangle: Triangle) -> None:
    """Add the contacts of both ends of a capsule, and of the corners of a triangle that are beside its segment."""
    start, end = (
        add_scaled(capsule.pos, capsule.axis, -capsule.half),
        add_scaled(capsule.pos, capsule.axis, capsule.half),
    )
    collide_ball_triangle(d, owner, margin, start, capsule.radius, triangle)
    collide_ball_triangle(d, owner, margin, end, capsule.radius, triangle)
    edge = sub(end, start)
    for i in range(3):
        corner = triangle_corner(triangle, i)
        along = dot(sub(corner, start), edge) / (4.0 * capsule.half * capsule.half)
        if along > MINVAL and along < 1.0 - MINVAL:
            nearest = add_scaled(start, edge, along)
            normal, dist = normalize(sub(corner, nearest))
            if not (dist > capsule.radius + triangle.radius + margin):
                middle = add_scaled(add(nearest, corner), normal, capsule.radius - triangle.radius)
                depth = dist - capsule.radius - triangle.radius
                add_contact(d, owner, depth, scale(middle, 0.5), normal, NO_TANGENT)


@helper
def collide_box_triangle(d, owner: int, margin: float, box: PlacedBox, triangle: Triangle) -> None:
    """Add the contacts of a triangle's corners with the nearest face of a box, then those of the box's corners."""
    for i in range(3):
        collide_box_corner(d, owner, margin, box, triangle_corner(triangle, i), triangle.radius)
    for i in range(8):
        x = box.size[0] if i & 1 != 0 else -box.size[0]
        y = box.size[1] if i & 2 != 0 else -box.size[1]
        z = box.size[2] if i & 4 != 0 else -box.size[2]
        corner = add(mul_mat_vec(box.mat, (x, y, z)), box.pos)
        collide_ball_triangle(d, owner, margin, corner, 0.0, triangle)


@helper
def collide_box_corner(d, owner: int, margin: float, box: PlacedBox, corner: Vec3, radius: float) -> None:
    """Add the contact of a corner that is inside of a box, or beside it by less than the margin, with a face."""
    local = mul_matT_vec(box.mat, sub(corner, box.pos))
    x, y, z = abs(local[0]) - box.size[0], abs(local[1]) - box.size[1], abs(local[2]) - box.size[2]
    by_y = y > x
    outside = y if by_y else x
    by_z = z > outside
    outside = z if by_z else outside
    beside = abs(local[0]) > box.size[0] + margin + radius
    beside = beside or abs(local[1]) > box.size[1] + margin + radius
    beside = beside or abs(local[2]) > box.size[2] + margin + radius
    if not (outside - radius > margin) and not beside:
        nx = 0.0 if by_y or by_z else (1.0 if local[0] > 0.0 else -1.0)
        ny = (1.0 if local[1] > 0.0 else -1.0) if by_y and not by_z else 0.0
        nz = (1.0 if local[2] > 0.0 else -1.0) if by_z else 0.0
        normal, dist = mul_mat_vec(box.mat, (nx, ny, nz)), outside - radius
        add_contact(d, owner, dist, add_scaled(corner, normal, -(radius + dist * 0.5)), normal, NO_TANGENT)
