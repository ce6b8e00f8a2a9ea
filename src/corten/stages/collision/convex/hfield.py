"""Height field against convex shapes: one contact for each prism of the field."""

from corten.constants import MAXCONPAIR
from corten.enums import StepErrorKind
from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.vector3 import add, load3, normalize, scale, sub
from corten.runtime import helper, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.detect import detect_pair
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import place_shape
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.prisms import count_prisms, enter_field, enter_prism, place_prism

BUCKET = bucket_of("hfield_convex")


@stage
def hfield_convex(m, d):
    """Contacts of height fields with spheres, capsules, ellipsoids, cylinders, boxes and meshes, one for each prism.

    reads:  d.geom_xmat d.geom_xpos d.nunsorted m.geom_dataid m.geom_size m.geom_type
    writes: d.nccd d.nhorizon d.nopenface d.npolyface
    """
    bucket, members = d.bucket_start, d.bucket_candidate

    d.nccd = 0
    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
            place_shape(m, d, 1, d.candidate_geom[members[i], 1], 0.0)
            collide_field(m, d, members[i])
        if d.nccd > d.maxccd:
            return int(StepErrorKind.CAPACITY)
    return 0


@helper
def collide_field(m, d, c):
    """Add the contacts of one height field with the second shape."""
    hid = m.geom_dataid[d.candidate_geom[c, 0]]
    cells = enter_field(m, d, d.candidate_geom[c, 0], d.candidate_margin[c])
    found = 0
    for n in range(count_prisms(cells)):
        if enter_prism(m, d, hid, cells, n) and found < MAXCONPAIR:
            found += collide_prism(m, d, c)


@helper
def collide_prism(m, d, c):
    """Add the contact of the present prism; return how many there are, 0 or 1."""
    place_prism(d)
    detect_pair(m, d, 0.0)
    if d.nwitness == 0 or not (d.ccd_dist[0] < 0.0):
        return 0
    field = d.candidate_geom[c, 0]
    mat, origin = load9(d.geom_xmat, field), load3(d.geom_xpos, field)
    first, second = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0)
    normal = normalize(sub(first, second))[0]
    pos = add(mul_mat_vec(mat, scale(add(first, second), 0.5)), origin)
    add_contact(d, c, d.candidate_margin[c] + d.ccd_dist[0], pos, mul_mat_vec(mat, normal), NO_TANGENT)
    return 1
