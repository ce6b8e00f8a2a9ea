"""Height fields against elements: one contact for each prism of the field."""

from corten.constants import MAXCONPAIR
from corten.enums import StepErrorKind
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec, store9
from corten.math.vector3 import add, load3, normalize, scale, store3, sub
from corten.runtime import helper, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.detect import detect_whole
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.flexes.convex import place_element
from corten.stages.collision.flexes.pairs import FlexPairKind
from corten.stages.collision.prisms import IDENTITY, count_prisms, enter_field, enter_prism, place_prism


@stage
def hfield_flex_pairs(m, d):
    """Find the contacts of height fields with elements; without room the step is done again.

    reads:  m.geom_dataid m.hfield_size m.flex_radius d.geom_xpos d.geom_xmat d.flexvert_xpos
    writes: d.nccd d.ccd_corner d.nunsorted
    """
    d.nccd = 0
    for pair in range(d.nflexpair):
        if d.flexpair_kind[pair] == FlexPairKind.HFIELD:
            if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
                collide_element(m, d, pair)
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    return 0


@helper
def collide_element(m, d, pair):
    """Add the contacts of a height field with an element."""
    field, margin, f = d.flexpair_geom[pair], d.flexpair_margin[pair], d.flexpair_flex[pair, 1]
    hid = m.geom_dataid[field]
    place_element(m, d, 1, f, d.flexpair_elem[pair, 1], 0.0)
    store9(d.ccd_mat, 1, IDENTITY)
    carry_corners(d, field)
    cells = enter_field(m, d, field, margin)
    d.ccd_inflate[1] = m.flex_radius[f] + 0.5 * margin
    found = 0
    for n in range(count_prisms(cells)):
        if enter_prism(m, d, hid, cells, n) and found < MAXCONPAIR:
            found += collide_prism(m, d, pair)


@helper
def carry_corners(d, field):
    """Carry the corners of the element, the second shape, to the frame of a height field."""
    mat, origin = load9(d.geom_xmat, field), load3(d.geom_xpos, field)
    for i in range(4, 8):
        store3(d.ccd_corner, i, mul_matT_vec(mat, sub(load3(d.ccd_corner, i), origin)))


@helper
def collide_prism(m, d, pair):
    """Add the contact of the present prism; return how many there are, 0 or 1."""
    place_prism(d)
    d.ccd_separated, d.nwitness = 0, 0
    detect_whole(m, d, 0.0)
    if d.nwitness == 0 or not (d.ccd_dist[0] < 0.0):
        return 0
    field = d.flexpair_geom[pair]
    mat, origin = load9(d.geom_xmat, field), load3(d.geom_xpos, field)
    first, second = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0)
    normal = normalize(sub(first, second))[0]
    pos = add(mul_mat_vec(mat, scale(add(first, second), 0.5)), origin)
    add_contact(d, -1 - pair, d.flexpair_margin[pair] + d.ccd_dist[0], pos, mul_mat_vec(mat, normal), NO_TANGENT)
    return 1
