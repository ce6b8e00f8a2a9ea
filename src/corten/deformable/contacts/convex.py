"""Contacts of elements that need the convex engine: with cylinders, ellipsoids, meshes, and with each other."""

from corten.deformable.contacts.pairs import FlexPairKind, element_corner
from corten.enums import StepErrorKind
from corten.math.vector3 import add, load3, normalize, scale, store3, sub
from corten.runtime import helper, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.detect import detect_whole
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import ELEMENT, place_shape
from corten.stages.collision.portal.round_normal import round_normal


@stage
def convex_flex_pairs(m, d):
    """Find the contacts of pairs that need the convex engine, one each; without room the step is done again.

    reads:  m.geom_type m.geom_size m.flex_dim m.flex_radius d.geom_xpos d.geom_xmat d.flexvert_xpos
    writes: d.nccd d.ccd_corner d.nunsorted
    """
    d.nccd = 0
    for pair in range(d.nflexpair):
        if d.flexpair_kind[pair] == FlexPairKind.CONVEX:
            if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
                collide_pair(m, d, pair)
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    return 0


@helper
def place_element(m, d, side, f, e, margin):
    """Make an element one of both shapes, with a layer of its radius and half the margin around it."""
    d.ccd_type[side], d.ccd_mesh[side] = ELEMENT, -1
    count = m.flex_dim[f] + 1
    for i in range(4):
        store3(d.ccd_corner, 4 * side + i, element_corner(m, d, f, e, min(i, count - 1)))
    store3(d.ccd_pos, side, load3(d.flexelem_aabb, m.flex_elemadr[f] + e))
    d.ccd_inflate[side] = m.flex_radius[f] + 0.5 * margin
    d.ccd_vertex[side], d.ccd_hullvertex[side] = -1, -1


@helper
def collide_pair(m, d, pair):
    """Add the contact of a geom or an element with an element."""
    geom, margin = d.flexpair_geom[pair], d.flexpair_margin[pair]
    if geom >= 0:
        place_shape(m, d, 0, geom, margin)
    else:
        place_element(m, d, 0, d.flexpair_flex[pair, 0], d.flexpair_elem[pair, 0], margin)
    place_element(m, d, 1, d.flexpair_flex[pair, 1], d.flexpair_elem[pair, 1], margin)
    # MuJoCo knows no core of an element
    d.ccd_separated, d.nwitness = 0, 0
    detect_whole(m, d, 0.0)
    if d.nwitness > 0 and d.ccd_dist[0] < 0.0:
        first, second = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0)
        normal, pos = normalize(sub(first, second))[0], scale(add(first, second), 0.5)
        if geom >= 0 and m.flex_dim[d.flexpair_flex[pair, 1]] == 2:
            found = round_normal(m, d, geom, pos, normal)
            normal = found.normal if found.known else normal
        add_contact(d, -1 - pair, margin + d.ccd_dist[0], pos, normal, NO_TANGENT)
