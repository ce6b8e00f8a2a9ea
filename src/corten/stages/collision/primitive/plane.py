"""Planes against sphere, capsule, ellipsoid, cylinder and box: the lowest points of the shape.

    dist = n . (x - plane),    contact midway between x and the plane

One point for round shapes, two for capsules, up to four corners of boxes and points of a cylinder's rims.
"""

from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, cross, dot, load3, normalize, scale, sub
from corten.runtime import Mat3, Vec3, helper, per_precision, select, sqrt, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.support import support_ellipsoid
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.sphere import z_axis

# ---- plane against sphere


PLANE_SPHERE_BUCKET = bucket_of("plane_sphere")


@helper
def collide_plane_sphere(d, candidate: int, plane: int, centre: Vec3, radius: float, tangent: Vec3) -> int:
    """Add the contact of a plane with a sphere; return how many there are, 0 or 1."""
    mat = d.geom_xmat
    normal = mat[plane, 2], mat[plane, 5], mat[plane, 8]
    height = dot(sub(centre, load3(d.geom_xpos, plane)), normal)
    if height > d.candidate_margin[candidate] + radius:
        return 0
    dist = height - radius
    pos = add_scaled(centre, normal, -0.5 * dist - radius)
    add_contact(d, candidate, dist, pos, normal, tangent)
    return 1


@stage
def plane_sphere(m, d) -> None:
    """Contacts of planes with spheres: the lowest point of the sphere."""
    geom, size = d.candidate_geom, m.geom_size
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[PLANE_SPHERE_BUCKET], bucket[PLANE_SPHERE_BUCKET + 1]):
        c = members[i]
        plane, sphere = geom[c, 0], geom[c, 1]
        collide_plane_sphere(d, c, plane, load3(d.geom_xpos, sphere), size[sphere, 0], NO_TANGENT)


# ---- plane against capsule


PLANE_CAPSULE_BUCKET = bucket_of("plane_capsule")


@stage
def plane_capsule(m, d) -> None:
    """Contacts of planes with capsules: the spheres at both ends; the first tangent follows the capsule's axis."""
    geom, size = d.candidate_geom, m.geom_size
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[PLANE_CAPSULE_BUCKET], bucket[PLANE_CAPSULE_BUCKET + 1]):
        c = members[i]
        plane, capsule = geom[c, 0], geom[c, 1]
        axis, centre = z_axis(d, capsule), load3(d.geom_xpos, capsule)
        arm = scale(axis, size[capsule, 1])
        collide_plane_sphere(d, c, plane, add(centre, arm), size[capsule, 0], axis)
        collide_plane_sphere(d, c, plane, sub(centre, arm), size[capsule, 0], axis)


# ---- plane against ellipsoid


PLANE_ELLIPSOID_BUCKET = bucket_of("plane_ellipsoid")


@stage
def plane_ellipsoid(m, d) -> None:
    """Contacts of planes with ellipsoids: the lowest point."""
    geom, xpos = d.candidate_geom, d.geom_xpos
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[PLANE_ELLIPSOID_BUCKET], bucket[PLANE_ELLIPSOID_BUCKET + 1]):
        c = members[i]
        plane, ellipsoid = geom[c, 0], geom[c, 1]
        normal, mat = z_axis(d, plane), load9(d.geom_xmat, ellipsoid)
        lowest = support_ellipsoid(load3(m.geom_size, ellipsoid), mul_matT_vec(mat, scale(normal, -1.0)))
        point = add(mul_mat_vec(mat, lowest), load3(xpos, ellipsoid))
        dist = dot(normal, sub(point, load3(xpos, plane)))
        if dist <= d.candidate_margin[c]:
            add_point(d, c, dist, point, normal)


# ---- plane against cylinder


PLANE_CYLINDER_BUCKET = bucket_of("plane_cylinder")

# sine of the tilt below which caps count as level: roundings of both axes, whose direction means nothing
LEVEL = per_precision(4e-15, float32=2e-6)

# half the side of the equilateral triangle in a circle, over its radius
HALF_SIDE = 0.8660254037844386


@stage
def plane_cylinder(m, d) -> None:
    """Contacts of planes with cylinders: the lowest point of both caps, and two more that make a triangle of the
    lower.
    """
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[PLANE_CYLINDER_BUCKET], bucket[PLANE_CYLINDER_BUCKET + 1]):
        c = members[i]
        collide_cylinder(m, d, c, geom[c, 0], geom[c, 1])


@helper
def collide_cylinder(m, d, c: int, plane: int, cylinder: int) -> None:
    """Add the contacts of a plane with a cylinder, up to four."""
    mat, margin = d.geom_xmat, d.candidate_margin[c]
    radius, half = m.geom_size[cylinder, 0], m.geom_size[cylinder, 1]
    normal, axis, centre = z_axis(d, plane), z_axis(d, cylinder), load3(d.geom_xpos, cylinder)
    height = dot(sub(centre, load3(d.geom_xpos, plane)), normal)

    # the axis towards the plane, and the radius that leads down most steeply; any radius if the caps are level
    slope = dot(normal, axis)
    if slope > 0.0:
        axis, slope = scale(axis, -1.0), -slope
    steep = sub(scale(axis, slope), normal)
    square = dot(steep, steep)
    if square >= LEVEL * LEVEL:
        steep = scale(steep, radius / sqrt(square))
    else:
        steep = mat[cylinder, 0] * radius, mat[cylinder, 3] * radius, mat[cylinder, 6] * radius
    axis, drop, rise = scale(axis, half), slope * half, dot(steep, normal)

    # without the lowest point there is no other
    dist = height + drop + rise
    if dist <= margin:
        add_point(d, c, dist, add(add(centre, steep), axis), normal)
        dist = height - drop + rise
        if dist <= margin:
            add_point(d, c, dist, sub(add(centre, steep), axis), normal)
        dist = height + drop - 0.5 * rise
        if dist <= margin:
            side, _ = normalize(cross(steep, axis))
            side = scale(side, radius * HALF_SIDE)
            add_point(d, c, dist, add_scaled(add(add(centre, side), axis), steep, -0.5), normal)
            add_point(d, c, dist, add_scaled(add(sub(centre, side), axis), steep, -0.5), normal)


@helper
def add_point(d, c: int, dist: float, point: Vec3, normal: Vec3) -> None:
    """Add a contact of a plane with a point at a given distance."""
    add_contact(d, c, dist, add_scaled(point, normal, -0.5 * dist), normal, NO_TANGENT)


# ---- plane against box: the corners below the plane, four at most


PLANE_BOX_BUCKET = bucket_of("plane_box")

# a face that lies on the plane; a fifth corner adds no support
MOST_CORNERS = 4


@stage
def plane_box(m, d) -> None:
    """Contacts of planes with boxes: corners of the lower side."""
    size, xpos, xmat = m.geom_size, d.geom_xpos, d.geom_xmat
    geom, margin = d.candidate_geom, d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[PLANE_BOX_BUCKET], bucket[PLANE_BOX_BUCKET + 1]):
        c = members[i]
        plane, box = geom[c, 0], geom[c, 1]
        normal = (xmat[plane, 2], xmat[plane, 5], xmat[plane, 8])
        centre = load3(xpos, box)
        height = dot(sub(centre, load3(xpos, plane)), normal)
        add_corners(d, c, margin[c], normal, height, centre, load9(xmat, box), load3(size, box))


@helper
def add_corners(
    d, candidate: int, margin: float, normal: Vec3, height: float, centre: Vec3, frame: Mat3, size: Vec3
) -> None:
    """Add the corners of the box's lower side that are within the margin, x running fastest."""
    count = 0
    for corner in range(8):
        x = select((corner & 1) != 0, size[0], -size[0])
        y = select((corner & 2) != 0, size[1], -size[1])
        z = select((corner & 4) != 0, size[2], -size[2])
        arm = mul_mat_vec(frame, (x, y, z))
        below = dot(normal, arm)
        dist = height + below
        if dist <= margin and below <= 0.0 and count < MOST_CORNERS:
            count += 1
            pos = add(add(arm, centre), scale(normal, -dist / 2.0))
            add_contact(d, candidate, dist, pos, normal, NO_TANGENT)
