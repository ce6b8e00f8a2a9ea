"""Contacts of elements by portal refinement, the older convex engine: with geoms, height fields and each other."""

from corten.constants import MAXCONPAIR
from corten.math.matrix3 import load9, mul_mat_vec, store9
from corten.math.vector3 import add, load3
from corten.runtime import helper, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.support import place_shape
from corten.stages.collision.flexes.convex import place_element
from corten.stages.collision.flexes.height_field import carry_corners
from corten.stages.collision.flexes.pairs import FlexPairKind
from corten.stages.collision.portal.penetration import find_penetration
from corten.stages.collision.prisms import IDENTITY, count_prisms, enter_field, enter_prism, place_prism


@stage
def portal_flex_pairs(m, d):
    """Find the contacts of pairs that need the convex engine by portal refinement, one each.

    reads:  m.geom_type m.geom_size m.flex_dim m.flex_radius d.geom_xpos d.geom_xmat d.flexvert_xpos
    writes: d.ccd_corner d.nunsorted
    """
    for pair in range(d.nflexpair):
        if d.flexpair_kind[pair] == FlexPairKind.CONVEX:
            geom, margin = d.flexpair_geom[pair], d.flexpair_margin[pair]
            if geom >= 0:
                place_shape(m, d, 0, geom, margin)
            else:
                place_element(m, d, 0, d.flexpair_flex[pair, 0], d.flexpair_elem[pair, 0], margin)
            place_element(m, d, 1, d.flexpair_flex[pair, 1], d.flexpair_elem[pair, 1], margin)
            hit = find_penetration(m, d)
            if hit.depth > 0.0:
                add_contact(d, -1 - pair, margin - hit.depth, hit.pos, hit.normal, NO_TANGENT)


@stage
def portal_flex_hfield(m, d):
    """Find the contacts of height fields with elements by portal refinement, one for each prism.

    reads:  m.geom_dataid m.hfield_size m.flex_radius d.geom_xpos d.geom_xmat d.flexvert_xpos
    writes: d.ccd_corner d.nunsorted
    """
    for pair in range(d.nflexpair):
        if d.flexpair_kind[pair] == FlexPairKind.HFIELD:
            collide_element(m, d, pair)


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
def collide_prism(m, d, pair):
    """Add the contact of the present prism; return how many there are, 0 or 1."""
    place_prism(d)
    hit = find_penetration(m, d)
    if hit.depth == 0.0:
        return 0
    field = d.flexpair_geom[pair]
    mat = load9(d.geom_xmat, field)
    pos = add(mul_mat_vec(mat, hit.pos), load3(d.geom_xpos, field))
    margin = d.flexpair_margin[pair]
    add_contact(d, -1 - pair, margin - hit.depth, pos, mul_mat_vec(mat, hit.normal), NO_TANGENT)
    return 1
