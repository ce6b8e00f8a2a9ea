"""Spheres against sphere, capsule, cylinder and box: the point of the other shape nearest to the center decides.

    p = nearest point,    dist = |center - p| - radius,    normal along center - p

A center inside of a cylinder or box leaves through the nearest side.
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, cross, dot, load3, normalize, scale, sub
from corten.runtime import Vec3, helper, reduce_max, sqrt, stage
from corten.stages.collision.broad.candidates import next_lane_pair
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.geoms import PlacedBox, placed_box
from corten.stages.collision.pairs import bucket_of

# ---- sphere against sphere, to which other shapes come down as well


SPHERE_SPHERE_BUCKET = bucket_of("sphere_sphere")


class Ball(NamedTuple):
    """A sphere, or one around a point of another shape: centre [m], radius [m], and the z axis of that shape."""

    centre: Vec3
    radius: float
    axis: Vec3


@helper
def collide_spheres(
    d, candidate: int, geoms: tuple[int, int], centre1: Vec3, radius1: float, centre2: Vec3, radius2: float
) -> None:
    """Add the contact of the spheres that belong to both geoms of a candidate."""
    axis1, axis2 = z_axis(d, geoms[0]), z_axis(d, geoms[1])
    ball1, ball2 = Ball(centre1, radius1, axis1), Ball(centre2, radius2, axis2)
    collide_balls(d, candidate, d.candidate_margin[candidate], ball1, ball2)


@helper
def collide_balls(d, owner: int, margin: float, ball1: Ball, ball2: Ball) -> None:
    """Add the contact of two spheres.

    Without a line between the centres, the normal is orthogonal to both axes; if those are parallel as well, it is
    the world's x axis.
    """
    offset = sub(ball2.centre, ball1.centre)
    square, reach = dot(offset, offset), margin + ball1.radius + ball2.radius
    if not (square > reach * reach):
        dist = sqrt(square) - ball1.radius - ball2.radius
        normal, length = normalize(offset)
        if length < MINVAL:
            normal, _ = normalize(cross(ball1.axis, ball2.axis))
        pos = add_scaled(ball1.centre, normal, ball1.radius + 0.5 * dist)
        add_contact(d, owner, dist, pos, normal, NO_TANGENT)


@helper
def z_axis(d, geom: int) -> Vec3:
    """Return the z axis of a geom, world."""
    return d.geom_xmat[geom, 2], d.geom_xmat[geom, 5], d.geom_xmat[geom, 8]


@stage
def sphere_sphere(m, d) -> None:
    """Contacts of spheres with spheres: on the line between the centres."""
    size, xpos = m.geom_size, d.geom_xpos

    i, end = d.bucket_start[SPHERE_SPHERE_BUCKET], d.bucket_start[SPHERE_SPHERE_BUCKET + 1]
    while reduce_max(end - i) > 0:
        g1, g2, c, mine = next_lane_pair(d, i, end)
        if mine:
            collide_spheres(d, c, (g1, g2), load3(xpos, g1), size[g1, 0], load3(xpos, g2), size[g2, 0])
            i += 1


# ---- sphere against capsule


SPHERE_CAPSULE_BUCKET = bucket_of("sphere_capsule")


@stage
def sphere_capsule(m, d) -> None:
    """Contacts of spheres with capsules: with the sphere around the nearest point of the capsule's segment."""
    size, xpos = m.geom_size, d.geom_xpos

    i, end = d.bucket_start[SPHERE_CAPSULE_BUCKET], d.bucket_start[SPHERE_CAPSULE_BUCKET + 1]
    while reduce_max(end - i) > 0:
        sphere, capsule, c, mine = next_lane_pair(d, i, end)
        if mine:
            centre, middle, axis = load3(xpos, sphere), load3(xpos, capsule), z_axis(d, capsule)
            half = size[capsule, 1]
            along = max(-half, min(half, dot(axis, sub(centre, middle))))
            nearest = add(scale(axis, along), middle)
            collide_spheres(d, c, (sphere, capsule), centre, size[sphere, 0], nearest, size[capsule, 0])
            i += 1


# ---- sphere against cylinder: its side, a cap, or a rim


SPHERE_CYLINDER_BUCKET = bucket_of("sphere_cylinder")


@stage
def sphere_cylinder(m, d) -> None:
    """Contacts of spheres with cylinders: the nearest point of the cylinder's surface."""
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[SPHERE_CYLINDER_BUCKET], bucket[SPHERE_CYLINDER_BUCKET + 1]):
        c = members[i]
        collide_sphere_cylinder(m, d, c, geom[c, 0], geom[c, 1])


@helper
def collide_sphere_cylinder(m, d, c: int, sphere: int, cylinder: int) -> None:
    """Add the contact of a sphere with a cylinder."""
    r, radius, half = m.geom_size[sphere, 0], m.geom_size[cylinder, 0], m.geom_size[cylinder, 1]
    centre, middle, axis = load3(d.geom_xpos, sphere), load3(d.geom_xpos, cylinder), z_axis(d, cylinder)

    # the sphere's centre in the cylinder: along the axis and across it
    offset = sub(centre, middle)
    along = dot(axis, offset)
    foot = scale(axis, along)
    across = sub(offset, foot)
    square = dot(across, across)

    # inside, the nearer surface counts
    side, cap = abs(along) < half, square < radius * radius
    if side and cap:
        cap = half - abs(along) < radius - sqrt(square)
        side = not cap

    if side:
        collide_spheres(d, c, (sphere, cylinder), centre, r, add(foot, middle), radius)
    elif cap:
        collide_cap(d, c, centre, r, add_scaled(middle, axis, half if along > 0.0 else -half), axis, along)
    else:
        rim = add(scale(axis, half if along > 0.0 else -half), scale(across, radius / sqrt(square)))
        collide_spheres(d, c, (sphere, cylinder), centre, r, add(rim, middle), 0.0)


@helper
def collide_cap(d, c: int, centre: Vec3, r: float, cap: Vec3, axis: Vec3, along: float) -> None:
    """Add the contact of a sphere with the plane of a cap on the side of the axis that it is on."""
    normal = scale(axis, 1.0 if along > 0.0 else -1.0)
    height = dot(sub(centre, cap), normal)
    if height <= d.candidate_margin[c] + r:
        dist = height - r
        pos = add_scaled(centre, normal, -0.5 * dist - r)
        add_contact(d, c, dist, pos, scale(normal, -1.0), NO_TANGENT)


# ---- sphere against box: the point of the box nearest to the centre, or the nearest face when the centre is inside


SPHERE_BOX_BUCKET = bucket_of("sphere_box")


class BoxFace(NamedTuple):
    """A face of a box seen from a point inside: its inward normal, and how far away it is [m]."""

    inward: Vec3
    depth: float


@stage
def sphere_box(m, d) -> None:
    """Contacts of spheres with boxes: one each."""
    size, xpos = m.geom_size, d.geom_xpos
    geom, margin = d.candidate_geom, d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[SPHERE_BOX_BUCKET], bucket[SPHERE_BOX_BUCKET + 1]):
        c = members[i]
        sphere, box = geom[c, 0], geom[c, 1]
        collide_ball_box(d, c, margin[c], load3(xpos, sphere), size[sphere, 0], placed_box(m, d, box))


@helper
def collide_ball_box(d, candidate: int, margin: float, centre: Vec3, radius: float, box: PlacedBox) -> None:
    """Add the contact of a sphere with a box."""
    local = mul_matT_vec(box.mat, sub(centre, box.pos))
    nearest = clamp3(local, box.size)
    direction, dist = normalize(sub(nearest, local))
    if dist - radius <= margin:
        deepest = add_scaled(local, direction, radius)
        middle = add(scale(nearest, 0.5), scale(deepest, 0.5))

        # a centre inside of the box leaves through the nearest face
        if dist <= MINVAL:
            face = nearest_face(local, box.size)
            direction = face.inward
            middle = add_scaled(local, direction, (radius - face.depth) / 2.0)
            dist = -face.depth

        pos = add(mul_mat_vec(box.mat, middle), box.pos)
        add_contact(d, candidate, dist - radius, pos, mul_mat_vec(box.mat, direction), NO_TANGENT)


@helper
def clamp3(v: Vec3, size: Vec3) -> Vec3:
    """Return the point of a box around the origin that is nearest to v."""
    x = max(-size[0], min(size[0], v[0]))
    y = max(-size[1], min(size[1], v[1]))
    z = max(-size[2], min(size[2], v[2]))
    return x, y, z


@helper
def nearest_face(local: Vec3, size: Vec3) -> BoxFace:
    """Return the face nearest to a point inside of a box; the first of equals."""
    best = BoxFace((1.0, 0.0, 0.0), abs(-size[0] - local[0]))
    best = nearer(best, BoxFace((-1.0, 0.0, 0.0), abs(size[0] - local[0])))
    best = nearer(best, BoxFace((0.0, 1.0, 0.0), abs(-size[1] - local[1])))
    best = nearer(best, BoxFace((0.0, -1.0, 0.0), abs(size[1] - local[1])))
    best = nearer(best, BoxFace((0.0, 0.0, 1.0), abs(-size[2] - local[2])))
    return nearer(best, BoxFace((0.0, 0.0, -1.0), abs(size[2] - local[2])))


@helper
def nearer(best: BoxFace, face: BoxFace) -> BoxFace:
    """Return the face of the two that is nearer."""
    return face if best.depth > face.depth else best
