"""Tension: what is pulled along itself resists motion across itself, however soft its bending is.

A strain C gives a force -J'C / compliance, whose derivative is more than J'J / compliance, since J turns as vertices
move. Of a sheet with tension s along its axis u, that is the stiffness s of the motion n . dF u along its normal n; of
a rope with the pull T, it is T / length of the motion across a segment. Without these rows tension would act across as
if it were integrated explicitly, and light vertices under tension would shake: above h^2 stiffness = 4/3 mass. Rows of
tension ask for nothing, so no force is added to that of the strains: they only say how it changes within the step.
Negative tension buckles, and is left out.

Tension is that of the last step: strains where it led, as it saw them. It looked from y = x - s, with s = h^2 qacc,
along J: where vertices moved across, they are strained by s^2 / 2 more than it knew. Where cloth lands, that is far
more than any force that acts.
"""

from corten.deformable.fields.kinds import XpbdType
from corten.deformable.xpbd.constraints import store_edge_slopes2, store_slope
from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import FloatArray, Vec2, Vec3, helper, per_precision, select, sqrt
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("xpbd_tension", F8, ("nxpbdrow",), "stiffness of rows of tension: 1 / compliance; of others: unused"),
)

# [m] segments are taken to be no shorter
TINY = per_precision(1e-100, float32=1e-30)


@helper
def is_taut(m, c: int) -> bool:
    """Tell whether the rows of a constraint are those of tension."""
    kind = m.xpbd_type[c]
    return kind == XpbdType.TAUT_TRIANGLE or kind == XpbdType.TAUT_SEGMENT


@helper
def taut_triangle(m, d, c: int, places: FloatArray) -> None:
    """Set the two rows of motion along the normal of a triangle, by the principal axes of its tension."""
    strained = m.xpbd_pullid[c]
    b00, b01 = m.xpbd_rest[strained, 0], m.xpbd_rest[strained, 1]
    b10, b11 = m.xpbd_rest[strained, 2], m.xpbd_rest[strained, 3]
    tension, axis = principal_tension(m, d, strained)
    cs, sn = axis

    # negative tension has no stiffness
    d.xpbd_tension[m.xpbd_rowadr[c]] = max(tension[0], 0.0)
    d.xpbd_tension[m.xpbd_rowadr[c] + 1] = max(tension[1], 0.0)

    # derivatives by both edges of n . F u, where u is one axis and then the other
    e1, e2 = edges_of(m, c, places)
    normal, _ = vector3.normalize(vector3.cross(e1, e2))
    d.xpbd_value[0] = 0.0
    d.xpbd_value[1] = 0.0
    store_edge_slopes2(d, 0, vector3.scale(normal, cs * b00 + sn * b01), vector3.scale(normal, cs * b10 + sn * b11))
    store_edge_slopes2(d, 1, vector3.scale(normal, cs * b01 - sn * b00), vector3.scale(normal, cs * b11 - sn * b10))


@helper
def principal_tension(m, d, c: int) -> tuple[Vec2, Vec2]:
    """Return (both principal tensions of a membrane, times its volume [J]; axis of the first) in the last step.

    Strains E_xx + E_yy, E_xx - E_yy and 2 E_xy with forces a, b, c make the tension ((a + b, c), (c, a - b)).
    """
    b00, b01, b10, b11 = m.xpbd_rest[c, 0], m.xpbd_rest[c, 1], m.xpbd_rest[c, 2], m.xpbd_rest[c, 3]
    e1, e2 = edges_of(m, c, d.flexvert_xpos)
    x = vector3.add_scaled(vector3.scale(e1, b00), e2, b10)
    y = vector3.add_scaled(vector3.scale(e1, b01), e2, b11)
    s1, s2 = edges_of(m, c, d.flexvert_shift)
    unseen = unseen_share(m, c)
    p = vector3.add_scaled(vector3.scale(s1, b00), s2, b10)
    q = vector3.add_scaled(vector3.scale(s1, b01), s2, b11)
    along = 0.5 * (vector3.dot(x, x) - 1.0 - unseen * vector3.dot(p, p))
    across = 0.5 * (vector3.dot(y, y) - 1.0 - unseen * vector3.dot(q, q))
    compliance, row = m.xpbd_compliance, m.xpbd_rowadr[c]
    mean = (along + across) / compliance[row]
    half = (along - across) / compliance[row + 1]
    shear = (vector3.dot(x, y) - unseen * vector3.dot(p, q)) / compliance[row + 2]
    apart = sqrt(half * half + shear * shear)

    # half of the angle of (half, shear); any will do where both tensions are equal
    cosine = select(apart > 0.0, half / select(apart > 0.0, apart, 1.0), 1.0)
    cs, sn = sqrt(max(0.5 * (1.0 + cosine), 0.0)), sqrt(max(0.5 * (1.0 - cosine), 0.0))
    return (mean + apart, mean - apart), (cs, select(shear < 0.0, -sn, sn))


@helper
def unseen_share(m, c: int) -> float:
    """Return the part of the shift that the last step did not look at: all, unless it looked again where that leads."""
    return 1.0 if m.flex_substeps[m.xpbd_flexid[c]] == 1 else 0.0


@helper
def edges_of(m, c: int, places: FloatArray) -> tuple[Vec3, Vec3]:
    """Return the edges of a triangle from its first vertex to the others."""
    origin = load3(places, m.xpbd_vertid[c, 0])
    e1 = vector3.sub(load3(places, m.xpbd_vertid[c, 1]), origin)
    return e1, vector3.sub(load3(places, m.xpbd_vertid[c, 2]), origin)


@helper
def taut_segment(m, d, c: int, places: FloatArray) -> None:
    """Set the two rows of motion across a segment of a rope, by its pull."""
    one, other, strained = m.xpbd_vertid[c, 0], m.xpbd_vertid[c, 1], m.xpbd_pullid[c]
    edge = vector3.sub(load3(d.flexvert_xpos, other), load3(d.flexvert_xpos, one))
    shift = vector3.sub(load3(d.flexvert_shift, other), load3(d.flexvert_shift, one))
    seen, length = vector3.normalize(vector3.add_scaled(edge, shift, -unseen_share(m, c)))
    length += unseen_share(m, c) * vector3.dot(seen, shift)
    # of the rows of a rod, the third is that of stretch
    row = m.xpbd_rowadr[strained] + (2 if m.xpbd_type[strained] == XpbdType.ROD else 0)
    pull = max(length - m.xpbd_rest[strained, 0], 0.0) / m.xpbd_compliance[row]
    stiffness = pull / max(length, TINY)

    # across it and across what is farthest from it of the axes of the world
    along, _ = vector3.normalize(vector3.sub(load3(places, other), load3(places, one)))
    x, y, z = abs(along[0]), abs(along[1]), abs(along[2])
    flat = x <= y and x <= z
    level = not flat and y <= z
    axis = (1.0 if flat else 0.0, 1.0 if level else 0.0, 0.0 if flat or level else 1.0)
    first, _ = vector3.normalize(vector3.cross(along, axis))
    store_across(m, d, c, 0, first, stiffness)
    store_across(m, d, c, 1, vector3.cross(along, first), stiffness)


@helper
def store_across(m, d, c: int, r: int, axis: Vec3, stiffness: float) -> None:
    """Set the row of motion of the ends of a segment against each other along an axis."""
    d.xpbd_tension[m.xpbd_rowadr[c] + r] = stiffness
    d.xpbd_value[r] = 0.0
    store_slope(d, r, 0, vector3.scale(axis, -1.0))
    store_slope(d, r, 1, axis)
