"""Bending of rods, flexes of lines: discrete elastic rods (Bergou and others, 2008) whose edges do not twist.

At a vertex between edges e and f the curvature is k = 2 e x f / (|e| |f| + e.f). A hinge stores w (|k| - a)^2, where a
is its curvature at rest, and |k| is rounded off near 0 if it is curved there. A pair of hinges that share an edge t
stores, beside both of these, kd |u2 - R u1|^2: u are the directions of their curvatures, R turns by the angle at rest
about t.
"""

from corten.constants import MINVAL
from corten.deformable.elasticity.bending import add_to
from corten.deformable.rods.frames import has_no_curvature
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec, store9
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, normalize, scale, store3, sub
from corten.runtime import FloatArray, Mat3, Vec3, helper, sqrt, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.passive.passive import dampers_act, springs_act

SCRATCH = scratch(
    Field("flex_rod_curve", F8, (3, 3), "curvatures of the hinges of a rod at hand, and the edge between them"),
    Field("flex_rod_slope", F8, (4, 9), "their derivatives by the edges before and behind them"),
)

# numbers of a record
ROOM = 10

# square of how far, relative to the curvature at rest, curvatures are rounded off near 0 (MuJoCo's value)
ROUNDED = 1e-8


@stage
def flex_rods(m, d) -> None:
    """Add the forces of bending, and of its damping, to those on vertices."""
    for f in range(m.nflex):
        if is_rod(m, f):
            for record in range(count_records(m, f)):
                bend_record(m, d, f, m.flex_bendingadr[f] + 1 + ROOM * record)


@helper
def bend_record(m, d, f: int, entry: int) -> None:
    """Add the forces of one hinge or pair of hinges, and of its damping; a hinge that has no curvature has none."""
    load_hinges(m, d, f, entry)
    curves = is_pair(m, entry) or not folds_back(m, d, f, entry)
    if springs_act(m) and curves:
        one, other = curve_forces(m, d, entry)
        pull_rod(m, d, f, entry, one, other, d.flexvert_force)
    if dampers_act(m) and m.flex_damping[f] != 0.0 and curves:
        one, other = damp_curves(m, d, f, entry)
        damping = m.flex_damping[f]
        pull_rod(m, d, f, entry, scale(one, damping), scale(other, damping), d.flexvert_damping)


@helper
def folds_back(m, d, f: int, entry: int) -> bool:
    """Tell whether one of the edges of a hinge has no length, or they fold back on each other."""
    a, b, c = record_place(m, d, f, entry, 0), record_place(m, d, f, entry, 1), record_place(m, d, f, entry, 2)
    return has_no_curvature(sub(b, a), sub(c, b))


@helper
def is_rod(m, f: int) -> bool:
    """Tell whether flex f is a rod whose edges do not twist."""
    elastic = m.flex_dim[f] == 1 and m.flex_bendingadr[f] >= 0
    return elastic and m.flex_rodadr[f] < 0 and m.flex_rigid[f] == 0 and m.flex_interp[f] == 0


@helper
def count_records(m, f: int) -> int:
    """Return how many hinges and pairs of hinges a rod has."""
    return int(m.flex_bending[m.flex_bendingadr[f]])


@helper
def is_pair(m, entry: int) -> bool:
    """Tell whether a record is a pair of hinges."""
    return m.flex_bending[entry + 3] >= 0.0


@helper
def record_vertex(m, f: int, entry: int, i: int) -> int:
    """Return vertex i of a record; the last of a single hinge is its third once more."""
    number = m.flex_bending[entry + i]
    return m.flex_vertadr[f] + int(number if number >= 0.0 else m.flex_bending[entry + 2])


@helper
def load_hinges(m, d, f: int, entry: int) -> None:
    """Set the curvatures of a record, their slopes by the edges before and behind, and the edge of a pair."""
    a, b, c = record_place(m, d, f, entry, 0), record_place(m, d, f, entry, 1), record_place(m, d, f, entry, 2)
    store_hinge(d, 0, sub(b, a), sub(c, b))
    store3(d.flex_rod_curve, 2, normalize(sub(c, b))[0])
    if is_pair(m, entry):
        store_hinge(d, 1, sub(c, b), sub(record_place(m, d, f, entry, 3), c))
    else:
        store3(d.flex_rod_curve, 1, (0.0, 0.0, 0.0))
        for i in range(9):
            d.flex_rod_slope[2, i] = 0.0
            d.flex_rod_slope[3, i] = 0.0


@helper
def record_place(m, d, f: int, entry: int, i: int) -> Vec3:
    """Return where vertex i of a record is."""
    return load3(d.flexvert_xpos, record_vertex(m, f, entry, i))


@helper
def store_hinge(d, i: int, e: Vec3, f: Vec3) -> None:
    """Set curvature and slopes of one of the hinges of a record: dk = A de + B df."""
    long, wide = norm(e), norm(f)
    inverse = 1.0 / max(long * wide + dot(e, f), MINVAL)
    k = scale(cross(e, f), 2.0 * inverse)
    store3(d.flex_rod_curve, i, k)
    store9(d.flex_rod_slope, 2 * i, slope_of(f, -2.0, k, add_scaled(f, e, wide / max(long, MINVAL)), inverse))
    store9(d.flex_rod_slope, 2 * i + 1, slope_of(e, 2.0, k, add_scaled(e, f, long / max(wide, MINVAL)), inverse))


@helper
def slope_of(v: Vec3, factor: float, k: Vec3, along: Vec3, inverse: float) -> Mat3:
    """Return (factor [v]x - k along') / denominator, [v]x being the matrix of the product with v."""
    x, y, z = factor * v[0], factor * v[1], factor * v[2]
    return (
        (-k[0] * along[0]) * inverse,
        (-z - k[0] * along[1]) * inverse,
        (y - k[0] * along[2]) * inverse,
        (z - k[1] * along[0]) * inverse,
        (-k[1] * along[1]) * inverse,
        (-x - k[1] * along[2]) * inverse,
        (-y - k[2] * along[0]) * inverse,
        (x - k[2] * along[1]) * inverse,
        (-k[2] * along[2]) * inverse,
    )


@helper
def rounded(k: Vec3, rest: float) -> float:
    """Return the length of a curvature, rounded off near 0."""
    return sqrt(dot(k, k) + ROUNDED * rest * rest)


@helper
def rest_share(k: Vec3, rest: float) -> float:
    """Return q of a hinge: its curvature at rest by that which it has; 1 - q is its elastic share."""
    return rest * sqrt(1.0 + ROUNDED) / max(rounded(k, rest), MINVAL * MINVAL)


@helper
def curve_forces(m, d, entry: int) -> tuple[Vec3, Vec3]:
    """Return what the energy of a record grows by with its curvatures."""
    b, one, other = m.flex_bending, load3(d.flex_rod_curve, 0), load3(d.flex_rod_curve, 1)
    if not is_pair(m, entry):
        return scale(one, 2.0 * b[entry + 4] * (1.0 - rest_share(one, b[entry + 6]))), (0.0, 0.0, 0.0)
    first = scale(one, 2.0 * b[entry + 4] * (1.0 - rest_share(one, b[entry + 6])))
    second = scale(other, 2.0 * b[entry + 5] * (1.0 - rest_share(other, b[entry + 7])))
    edge, cosine, sine = load3(d.flex_rod_curve, 2), b[entry + 8], b[entry + 9]
    r1, r2 = rounded(one, b[entry + 6]), rounded(other, b[entry + 7])
    # R turns the first to the second, R' the second to the first; both lie across the edge
    turned = add(scale(one, cosine), scale(cross(edge, one), sine))
    back = add(scale(other, cosine), scale(cross(other, edge), sine))
    overlap, stiffness = dot(turned, other) / (r1 * r2), sqrt(cosine * cosine + sine * sine)
    factor = 2.0 * (1.0 + ROUNDED)
    first = add_scaled(first, back, -factor / (r1 * r2))
    second = add_scaled(second, turned, -factor / (r1 * r2))
    first = add_scaled(first, one, factor * (overlap + stiffness * (1.0 - dot(one, one) / (r1 * r1))) / (r1 * r1))
    second = add_scaled(
        second, other, factor * (overlap + stiffness * (1.0 - dot(other, other) / (r2 * r2))) / (r2 * r2)
    )
    return first, second


@helper
def curve_rate(m, d, f: int, entry: int, i: int) -> Vec3:
    """Return how fast curvature i of a record changes."""
    v = d.flexvert_velocity
    a, b = load3(v, record_vertex(m, f, entry, i)), load3(v, record_vertex(m, f, entry, i + 1))
    c = load3(v, record_vertex(m, f, entry, i + 2))
    before, behind = load9(d.flex_rod_slope, 2 * i), load9(d.flex_rod_slope, 2 * i + 1)
    return add(mul_mat_vec(before, sub(b, a)), mul_mat_vec(behind, sub(c, b)))


@helper
def damp_curves(m, d, f: int, entry: int) -> tuple[Vec3, Vec3]:
    """Return what resists the rates of the curvatures of a record: of their lengths, and of the angle between them."""
    b, one, other = m.flex_bending, load3(d.flex_rod_curve, 0), load3(d.flex_rod_curve, 1)
    rate = curve_rate(m, d, f, entry, 0)
    u1, n1 = normalize(one)
    first = scale(along_curve(rate, u1, n1), 2.0 * b[entry + 4])
    if not is_pair(m, entry):
        return first, (0.0, 0.0, 0.0)
    u2, n2 = normalize(other)
    second_rate, edge = curve_rate(m, d, f, entry, 1), load3(d.flex_rod_curve, 2)
    second = scale(along_curve(second_rate, u2, n2), 2.0 * b[entry + 5])
    if n1 < MINVAL or n2 < MINVAL:
        return first, second
    r1, r2 = rounded(one, b[entry + 6]), rounded(other, b[entry + 7])
    cosine, sine = b[entry + 8], b[entry + 9]
    # the angle's rate, times n1 n2 / r1 r2
    h1, h2 = scale(cross(edge, u1), -n2 / (r1 * r2)), scale(cross(edge, u2), n1 / (r1 * r2))
    turn = 2.0 * (1.0 + ROUNDED) * sqrt(cosine * cosine + sine * sine) * (dot(h1, rate) + dot(h2, second_rate))
    return add_scaled(first, h1, turn), add_scaled(second, h2, turn)


@helper
def along_curve(rate: Vec3, u: Vec3, n: float) -> Vec3:
    """Return the part of a rate along a curvature n u; that of a straight hinge has any direction."""
    return rate if n < MINVAL else scale(u, dot(u, rate))


@helper
def pull_rod(m, d, f: int, entry: int, one: Vec3, other: Vec3, force: FloatArray) -> None:
    """Add the forces on the vertices of a record that resist growing curvatures."""
    before, behind = mul_matT_vec(load9(d.flex_rod_slope, 0), one), mul_matT_vec(load9(d.flex_rod_slope, 1), one)
    last = (0.0, 0.0, 0.0)
    if is_pair(m, entry):
        behind = add(behind, mul_matT_vec(load9(d.flex_rod_slope, 2), other))
        last = mul_matT_vec(load9(d.flex_rod_slope, 3), other)
        add_to(force, record_vertex(m, f, entry, 3), last, -1.0)
    add_to(force, record_vertex(m, f, entry, 0), before, 1.0)
    add_to(force, record_vertex(m, f, entry, 1), sub(behind, before), 1.0)
    add_to(force, record_vertex(m, f, entry, 2), sub(last, behind), 1.0)
