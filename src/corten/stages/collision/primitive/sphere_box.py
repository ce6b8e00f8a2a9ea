"""Sphere against box: the point of the box nearest to the centre, or the nearest face when the centre is inside."""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.vector3 import Vector3, add, add_scaled, load3, normalize, scale, sub
from corten.runtime import helper, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.placed import placed_box

BUCKET = bucket_of("sphere_box")


class BoxFace(NamedTuple):
    """A face of a box seen from a point inside: its inward normal, and how far away it is [m]."""

    inward: Vector3
    depth: float


@stage
def sphere_box(m, d):
    """Contacts of spheres with boxes: one each.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    size, xpos = m.geom_size, d.geom_xpos
    geom, margin = d.candidate_geom, d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        sphere, box = geom[c, 0], geom[c, 1]
        collide_ball_box(d, c, margin[c], load3(xpos, sphere), size[sphere, 0], placed_box(m, d, box))


@helper
def collide_ball_box(d, candidate, margin, centre, radius, box):
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
def clamp3(v, size):
    """Return the point of a box around the origin that is nearest to v."""
    x = max(-size[0], min(size[0], v[0]))
    y = max(-size[1], min(size[1], v[1]))
    z = max(-size[2], min(size[2], v[2]))
    return x, y, z


@helper
def nearest_face(local, size):
    """Return the face nearest to a point inside of a box; the first of equals."""
    best = BoxFace((1.0, 0.0, 0.0), abs(-size[0] - local[0]))
    best = nearer(best, BoxFace((-1.0, 0.0, 0.0), abs(size[0] - local[0])))
    best = nearer(best, BoxFace((0.0, 1.0, 0.0), abs(-size[1] - local[1])))
    best = nearer(best, BoxFace((0.0, -1.0, 0.0), abs(size[1] - local[1])))
    best = nearer(best, BoxFace((0.0, 0.0, 1.0), abs(-size[2] - local[2])))
    return nearer(best, BoxFace((0.0, 0.0, -1.0), abs(size[2] - local[2])))


@helper
def nearer(best, face):
    """Return the face of the two that is nearer."""
    return face if best.depth > face.depth else best
