"""Sphere against box: the point of the box nearest to the centre, or the nearest face when the centre is inside."""

from corten.constants import MINVAL
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, load3, normalize, scale, sub
from corten.runtime import helper, select, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.axes import choose3

BUCKET = bucket_of("sphere_box")


@stage
def sphere_box(m, d):
    """Contacts of spheres with boxes: one each.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    size, xpos, xmat = m.geom_size, d.geom_xpos, d.geom_xmat
    geom, margin = d.candidate_geom, d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        sphere, box = geom[c, 0], geom[c, 1]
        place = (load3(xpos, box), load9(xmat, box), load3(size, box))
        collide_ball_box(d, c, margin[c], load3(xpos, sphere), size[sphere, 0], place)


@helper
def collide_ball_box(d, candidate, margin, centre, radius, box):
    """Add the contact of a sphere with a box, given as (position, frame, half sizes)."""
    position, frame, size = box
    local = mul_matT_vec(frame, sub(centre, position))
    nearest = clamp3(local, size)
    direction, dist = normalize(sub(nearest, local))
    if dist - radius <= margin:
        deepest = add_scaled(local, direction, radius)
        middle = add(scale(nearest, 0.5), scale(deepest, 0.5))

        # a centre inside of the box leaves through the nearest face
        if dist <= MINVAL:
            direction, depth = inward_normal(local, size)
            middle = add_scaled(local, direction, (radius - depth) / 2.0)
            dist = -depth

        pos = add(mul_mat_vec(frame, middle), position)
        add_contact(d, candidate, dist - radius, pos, mul_mat_vec(frame, direction), NO_TANGENT)


@helper
def clamp3(v, size):
    """Return the point of a box around the origin that is nearest to v."""
    x = max(-size[0], min(size[0], v[0]))
    y = max(-size[1], min(size[1], v[1]))
    z = max(-size[2], min(size[2], v[2]))
    return x, y, z


@helper
def inward_normal(local, size):
    """Return (inward normal, distance) of the face nearest to a point inside of a box; the first of equals."""
    best = (1.0, 0.0, 0.0), abs(-size[0] - local[0])
    best = nearer(best, (-1.0, 0.0, 0.0), abs(size[0] - local[0]))
    best = nearer(best, (0.0, 1.0, 0.0), abs(-size[1] - local[1]))
    best = nearer(best, (0.0, -1.0, 0.0), abs(size[1] - local[1]))
    best = nearer(best, (0.0, 0.0, 1.0), abs(-size[2] - local[2]))
    return nearer(best, (0.0, 0.0, -1.0), abs(size[2] - local[2]))


@helper
def nearer(best, normal, depth):
    """Return the face of the two that is nearer."""
    closer = best[1] > depth
    return choose3(closer, normal, best[0]), select(closer, depth, best[1])
