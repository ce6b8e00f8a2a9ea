"""Geoms on soft bodies: contacts of vertices, and of elements turned a little to each side, as multiccd does.

The nearest points of two flat faces are any of those that lie upon each other: rounding would choose others in each
step, and the geom would never come to rest. What is deepest when the element is turned a little is a corner of the area
that both have in common; it moves as they do. Corners that are vertices of the soft body have one contact for all
elements around them.
"""

from corten.deformable.contacts.pairs import FlexPairKind, element_corner
from corten.enums import StepErrorKind
from corten.math.quaternion import axis_angle_to_quat, conjugate_quat, rotate_vector
from corten.math.vector3 import add, add_scaled, cross, dot, load3, normalize, scale, store3, sub
from corten.runtime import Vec3, Vec4, helper, stage
from corten.runtime.fields import I4, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.ccd import ccd_pair
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import ELEMENT, place_shape

SCRATCH = scratch(
    Field("flexvert_touches", I4, ("nflexvert",), "1: the vertex of a soft body touches the geom at hand"),
)

# [rad] corners of faces that are this much out of line touch no more: those of a cell of 2 cm are 0.4 mm apart then,
# which is more than geoms sink in
PERTURBATION = 0.02

# cosine and sine of the angle [rad] of the first direction: none is along or halfway between the lines of a grid
COS, SIN = 0.9238795325112867, 0.3826834323650898

# points of elements are one if they are closer than this part of an edge, squared
SAME = 1e-4


@stage
def soft_body_pairs(m, d) -> int:
    """Find the contacts of soft bodies with geoms that need the convex engine; without room the step is done again."""
    d.nccd = 0
    for pair in range(d.nflexpair):
        if d.flexpair_kind[pair] == FlexPairKind.SOFT_BODY:
            clear_touching_vertices(m, d, pair)
            if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
                collide_soft_body(m, d, pair)
            if d.nccd > d.maxccd:
                return int(StepErrorKind.CAPACITY)
    return 0


@helper
def collide_soft_body(m, d, pair: int) -> None:
    """Add the contact of a geom with a vertex of a soft body, or those with an element."""
    geom, f, vertex = d.flexpair_geom[pair], d.flexpair_flex[pair, 1], d.flexpair_vert[pair]
    margin = d.flexpair_margin[pair]
    place_shape(m, d, 0, geom, margin)
    if vertex >= 0:
        place_vertex(m, d, f, vertex, margin)
        ccd_pair(m, d, 0.0)
        if touches(d):
            first, second = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0)
            normal = normalize(sub(first, second))[0]
            d.flexvert_touches[m.flex_vertadr[f] + vertex] = 1
            add_contact(d, -1 - pair, margin + d.ccd_dist[0], scale(add(first, second), 0.5), normal, NO_TANGENT)
    else:
        e = d.flexpair_elem[pair, 1]
        no_turn, origin = (1.0, 0.0, 0.0, 0.0), element_corner(m, d, f, e, 0)
        place_turned(m, d, f, e, (origin, no_turn), margin)
        ccd_pair(m, d, 0.0)
        if touches(d):
            add_perturbed_contacts(m, d, pair)


@helper
def touches(d) -> bool:
    """Tell whether the shapes at hand overlap."""
    return d.nwitness > 0 and d.ccd_dist[0] < 0.0


@helper
def place_vertex(m, d, f: int, vertex: int, margin: float) -> None:
    """Make a vertex the second shape, a ball of its radius and half the margin: an element that is but a point."""
    point = load3(d.flexvert_xpos, m.flex_vertadr[f] + vertex)
    for i in range(4):
        store3(d.ccd_corner, 4 + i, point)
    place_layer(m, d, f, point, margin)


@helper
def place_turned(m, d, f: int, e: int, turn: tuple[Vec3, Vec4], margin: float) -> None:
    """Make an element the second shape, turned by a quaternion about a point."""
    pivot, quat = turn
    middle = (0.0, 0.0, 0.0)
    for i in range(4):
        place = add(pivot, rotate_vector(quat, sub(element_corner(m, d, f, e, i), pivot)))
        store3(d.ccd_corner, 4 + i, place)
        middle = add_scaled(middle, place, 0.25)
    place_layer(m, d, f, middle, margin)


@helper
def place_layer(m, d, f: int, middle: Vec3, margin: float) -> None:
    """Give the second shape, whose corners are known, its middle and the layer around it."""
    d.ccd_type[1], d.ccd_mesh[1] = ELEMENT, -1
    store3(d.ccd_pos, 1, middle)
    d.ccd_inflate[1] = m.flex_radius[f] + 0.5 * margin
    d.ccd_vertex[1], d.ccd_hullvertex[1] = -1, -1


@helper
def add_perturbed_contacts(m, d, pair: int) -> None:
    """Add the contacts of an element that touches the geom at hand: of four that may coincide, each once."""
    f, e, margin = d.flexpair_flex[pair, 1], d.flexpair_elem[pair, 1], d.flexpair_margin[pair]
    first, second = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0)
    normal, pivot = normalize(sub(first, second))[0], scale(add(first, second), 0.5)
    level = abs(normal[0]) < abs(normal[1])
    side = normalize(cross(normal, (1.0 if level else 0.0, 0.0 if level else 1.0, 0.0)))[0]
    other = cross(normal, side)

    for k in range(4):
        # about (cos, sin), (-sin, cos), and the same the other way
        along, across = (COS, SIN) if k % 2 == 0 else (-SIN, COS)
        sign = 1.0 if k < 2 else -1.0
        quat = axis_angle_to_quat(add_scaled(scale(side, along), other, across), sign * PERTURBATION)
        place_turned(m, d, f, e, (pivot, quat), margin)
        ccd_pair(m, d, 0.0)
        if touches(d):
            back = rotate_vector(conjugate_quat(quat), sub(load3(d.ccd_witness2, 0), pivot))
            first, second = load3(d.ccd_witness1, 0), add(pivot, back)
            dist, pos = margin - dot(sub(first, second), normal), scale(add(first, second), 0.5)
            core = add_scaled(second, normal, d.ccd_inflate[1])
            if dist < margin and not (is_vertex(m, d, f, e, core) or was_added(m, d, pair, pos)):
                add_contact(d, -1 - pair, dist, pos, normal, NO_TANGENT)


@helper
def is_vertex(m, d, f: int, e: int, point: Vec3) -> bool:
    """Tell whether a point of an element is one of its corners that touches the geom at hand."""
    found = False
    for i in range(4):
        arm = sub(element_corner(m, d, f, e, i), point)
        v = m.flex_vertadr[f] + m.flex_elem[m.flex_elemdataadr[f] + 4 * e + i]
        found = found or (d.flexvert_touches[v] != 0 and dot(arm, arm) < same_place(m, d, f, e))
    return found


@helper
def was_added(m, d, pair: int, pos: Vec3) -> bool:
    """Tell whether the geom at hand has a contact at a place already, by this element or one before."""
    found, i = False, min(d.nunsorted, d.maxunsorted) - 1
    close = same_place(m, d, d.flexpair_flex[pair, 1], d.flexpair_elem[pair, 1])
    while i >= 0 and d.unsorted_candidate[i] < 0 and not found:
        before, arm = -1 - d.unsorted_candidate[i], sub(load3(d.unsorted_pos, i), pos)
        same = d.flexpair_geom[before] == d.flexpair_geom[pair]
        found = same and dot(arm, arm) < close
        i = i - 1 if same else -1
    return found


@helper
def same_place(m, d, f: int, e: int) -> float:
    """Return the square of the distance below which two points of an element are one [m^2]."""
    edge = sub(element_corner(m, d, f, e, 1), element_corner(m, d, f, e, 0))
    return SAME * dot(edge, edge)


@helper
def clear_touching_vertices(m, d, pair: int) -> None:
    """Begin with the contacts of a soft body with a geom: no vertex touches it yet."""
    f = d.flexpair_flex[pair, 1]
    fresh = pair == 0
    if not fresh:
        fresh = d.flexpair_geom[pair] != d.flexpair_geom[pair - 1] or f != d.flexpair_flex[pair - 1, 1]
    if fresh:
        for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
            d.flexvert_touches[v] = 0
