"""Contacts of elements for which there are no formulas: with cylinders, ellipsoids, meshes, height fields, elements.

An element is a simplex with a layer of its radius around it, found by the convex engine (GJK and EPA) or, where the
model says so, by MPR.
"""

from corten.constants import MAXCONPAIR
from corten.deformable.contacts.pairs import FlexPairKind, element_corner
from corten.enums import StepErrorKind
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec, store9
from corten.math.vector3 import add, load3, normalize, scale, store3, sub
from corten.runtime import helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.ccd import ccd_full
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.hfield import IDENTITY, count_prisms, enter_field, enter_prism, place_prism
from corten.stages.collision.convex.support import ELEMENT, place_shape
from corten.stages.collision.mpr.mpr_pairs import round_normal
from corten.stages.collision.mpr.portal import find_penetration

SCRATCH = scratch(
    Field("ccd_corner", F8, ("nflexcorner", 3), "corners of elements in the convex engine, four for each side [m]"),
    readers=("corten.stages.collision.convex",),
)

ROOMS = (
    Room(
        "nflexcorner",
        "corners of two elements, 0 without flexes",
        first=lambda model: 8 if model.nflex else 0,
    ),
)


@stage
def convex_flex_pairs(m, d) -> int:
    """Find the contacts of pairs that need the convex engine, one each; without room the step is done again."""
    d.nccd = 0
    for pair in range(d.nflexpair):
        if d.flexpair_kind[pair] == FlexPairKind.CONVEX:
            if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
                collide_pair(m, d, pair)
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    return 0


@helper
def place_element(m, d, side: int, f: int, e: int, margin: float) -> None:
    """Make an element one of both shapes, with a layer of its radius and half the margin around it."""
    d.ccd_type[side], d.ccd_mesh[side] = ELEMENT, -1
    count = m.flex_dim[f] + 1
    for i in range(4):
        store3(d.ccd_corner, 4 * side + i, element_corner(m, d, f, e, min(i, count - 1)))
    store3(d.ccd_pos, side, load3(d.flexelem_aabb, m.flex_elemadr[f] + e))
    d.ccd_inflate[side] = m.flex_radius[f] + 0.5 * margin
    d.ccd_vertex[side], d.ccd_hullvertex[side] = -1, -1


@helper
def collide_pair(m, d, pair: int) -> None:
    """Add the contact of a geom or an element with an element."""
    geom, margin = d.flexpair_geom[pair], d.flexpair_margin[pair]
    if geom >= 0:
        place_shape(m, d, 0, geom, margin)
    else:
        place_element(m, d, 0, d.flexpair_flex[pair, 0], d.flexpair_elem[pair, 0], margin)
    place_element(m, d, 1, d.flexpair_flex[pair, 1], d.flexpair_elem[pair, 1], margin)
    # MuJoCo knows no core of an element
    d.ccd_separated, d.nwitness = 0, 0
    ccd_full(m, d, 0.0)
    if d.nwitness > 0 and d.ccd_dist[0] < 0.0:
        first, second = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0)
        normal, pos = normalize(sub(first, second))[0], scale(add(first, second), 0.5)
        if geom >= 0 and m.flex_dim[d.flexpair_flex[pair, 1]] == 2:
            found = round_normal(m, d, geom, pos, normal)
            normal = found.normal if found.known else normal
        add_contact(d, -1 - pair, margin + d.ccd_dist[0], pos, normal, NO_TANGENT)


# ---- height fields: one contact for each prism of the field


@stage
def hfield_flex_pairs(m, d) -> int:
    """Find the contacts of height fields with elements; without room the step is done again."""
    d.nccd = 0
    for pair in range(d.nflexpair):
        if d.flexpair_kind[pair] == FlexPairKind.HFIELD:
            if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
                collide_hfield(m, d, pair)
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    return 0


@helper
def collide_hfield(m, d, pair: int) -> None:
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
def carry_corners(d, field: int) -> None:
    """Carry the corners of the element, the second shape, to the frame of a height field."""
    mat, origin = load9(d.geom_xmat, field), load3(d.geom_xpos, field)
    for i in range(4, 8):
        store3(d.ccd_corner, i, mul_matT_vec(mat, sub(load3(d.ccd_corner, i), origin)))


@helper
def collide_prism(m, d, pair: int) -> int:
    """Add the contact of the present prism; return how many there are, 0 or 1."""
    place_prism(d)
    d.ccd_separated, d.nwitness = 0, 0
    ccd_full(m, d, 0.0)
    if d.nwitness == 0 or not (d.ccd_dist[0] < 0.0):
        return 0
    field = d.flexpair_geom[pair]
    mat, origin = load9(d.geom_xmat, field), load3(d.geom_xpos, field)
    first, second = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0)
    normal = normalize(sub(first, second))[0]
    pos = add(mul_mat_vec(mat, scale(add(first, second), 0.5)), origin)
    add_contact(d, -1 - pair, d.flexpair_margin[pair] + d.ccd_dist[0], pos, mul_mat_vec(mat, normal), NO_TANGENT)
    return 1


# ---- MPR, the older convex engine: with geoms, height fields and each other


@stage
def mpr_flex_pairs(m, d) -> None:
    """Find the contacts of pairs that need the convex engine by portal refinement, one each."""
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
def mpr_flex_hfield(m, d) -> None:
    """Find the contacts of height fields with elements by portal refinement, one for each prism."""
    for pair in range(d.nflexpair):
        if d.flexpair_kind[pair] == FlexPairKind.HFIELD:
            collide_hfield_mpr(m, d, pair)


@helper
def collide_hfield_mpr(m, d, pair: int) -> None:
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
            found += collide_prism_mpr(m, d, pair)


@helper
def collide_prism_mpr(m, d, pair: int) -> int:
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
