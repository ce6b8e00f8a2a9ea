"""Height field against convex shapes by portal refinement: one contact for each prism of the field."""

from corten.constants import MAXCONPAIR
from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.vector3 import add, load3
from corten.runtime import helper, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.support import place_shape
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.portal.penetration import find_penetration
from corten.stages.collision.portal.round_normal import correct_normal
from corten.stages.collision.prisms import count_prisms, enter_field, enter_prism, place_prism

BUCKET = bucket_of("hfield_convex")


@stage
def portal_hfield(m, d):
    """Find the contacts of height fields with convex geoms by portal refinement, one for each prism.

    reads:  d.geom_xmat d.geom_xpos m.geom_dataid m.geom_size m.geom_type
    writes: d.nunsorted
    """
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        hid = m.geom_dataid[d.candidate_geom[c, 0]]
        place_shape(m, d, 1, d.candidate_geom[c, 1], 0.0)
        cells = enter_field(m, d, d.candidate_geom[c, 0], d.candidate_margin[c])
        found = 0
        for n in range(count_prisms(cells)):
            if enter_prism(m, d, hid, cells, n) and found < MAXCONPAIR:
                found += collide_prism(m, d, c)


@helper
def collide_prism(m, d, c):
    """Add the contact of the present prism; return how many there are, 0 or 1."""
    place_prism(d)
    hit = find_penetration(m, d)
    if hit.depth == 0.0:
        return 0
    field, geom = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    mat = load9(d.geom_xmat, field)
    pos = add(mul_mat_vec(mat, hit.pos), load3(d.geom_xpos, field))
    normal = correct_normal(m, d, field, geom, pos, mul_mat_vec(mat, hit.normal))
    add_contact(d, c, d.candidate_margin[c] - hit.depth, pos, normal, NO_TANGENT)
    return 1
