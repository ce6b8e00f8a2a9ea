"""Plane against box: the corners below the plane, four at most."""

from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.vector3 import add, dot, load3, scale, sub
from corten.runtime import helper, select, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.pairs import bucket_of

BUCKET = bucket_of("plane_box")

# a face that lies on the plane; a fifth corner adds no support
MOST_CORNERS = 4


@stage
def plane_box(m, d):
    """Contacts of planes with boxes: corners of the lower side.

    reads:  m.geom_size d.geom_xpos d.geom_xmat d.nunsorted
    writes: d.nunsorted d.unsorted_candidate d.unsorted_dist d.unsorted_pos d.unsorted_normal d.unsorted_tangent
    """
    size, xpos, xmat = m.geom_size, d.geom_xpos, d.geom_xmat
    geom, margin = d.candidate_geom, d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        plane, box = geom[c, 0], geom[c, 1]
        normal = (xmat[plane, 2], xmat[plane, 5], xmat[plane, 8])
        centre = load3(xpos, box)
        height = dot(sub(centre, load3(xpos, plane)), normal)
        add_corners(d, c, margin[c], normal, height, centre, load9(xmat, box), load3(size, box))


@helper
def add_corners(d, candidate, margin, normal, height, centre, frame, size):
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
