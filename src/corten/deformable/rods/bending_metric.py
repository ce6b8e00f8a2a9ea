"""The part of the metric that rods have: J' H J over the curvatures of each record, without what would be indefinite.

Of a hinge, H is the Hessian of its energy over its curvature. Of the angle in a pair of hinges, it is that of
Gauss and Newton for the directions of both curvatures. Damping has its own: of lengths and the angle alone.
"""

from corten.constants import MINVAL
from corten.deformable.elasticity.scatter import add_body_force
from corten.deformable.metric.assembly import add_vertices
from corten.deformable.rods.bending import (
    ROOM,
    ROUNDED,
    count_records,
    curve_rate,
    is_pair,
    is_rod,
    load_hinges,
    pull_rod,
    record_vertex,
    rest_share,
    rounded,
)
from corten.math.matrix3 import load9, mul_mat_mat, mul_mat_vec, mul_matT_mat, mul_matT_vec, store9, transpose
from corten.math.vector3 import add, cross, dot, load3, norm, normalize
from corten.runtime import Mat3, Vec2, Vec3, helper, sqrt, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.passive.passive import dampers_act, springs_act

SCRATCH = scratch(
    Field("flex_rod_form", F8, (4, 9), "what is added to the metric, over these curvatures"),
)


@stage
def rod_metric(m, d) -> None:
    """Add (h^2 K + h damping D) of rods to efm_K."""
    h = m.opt_timestep
    for f in range(m.nflex):
        if is_rod(m, f):
            stiff, damp = h * h if springs_act(m) else 0.0, h * m.flex_damping[f] if dampers_act(m) else 0.0
            for record in range(count_records(m, f)):
                entry = m.flex_bendingadr[f] + 1 + ROOM * record
                load_hinges(m, d, f, entry)
                set_form(m, d, entry, stiff, damp)
                add_record(m, d, f, entry)


@stage
def rod_shift(m, d) -> None:
    """Add -h J' K v of rods to efm_c."""
    if springs_act(m):
        for f in range(m.nflex):
            if is_rod(m, f):
                first, last = m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]
                for v in range(first, last):
                    for k in range(3):
                        d.flexvert_force[v, k] = 0.0
                for record in range(count_records(m, f)):
                    shift_record(m, d, f, m.flex_bendingadr[f] + 1 + ROOM * record)
                for v in range(first, last):
                    force, point = load3(d.flexvert_force, v), load3(d.flexvert_xpos, v)
                    add_body_force(m, d, m.flex_vertbodyid[v], point, force, d.efm_c)


@helper
def shift_record(m, d, f: int, entry: int) -> None:
    """Add the shift of a record to the forces on its vertices."""
    load_hinges(m, d, f, entry)
    set_form(m, d, entry, m.opt_timestep, 0.0)
    one, other = curve_rate(m, d, f, entry, 0), (0.0, 0.0, 0.0)
    if is_pair(m, entry):
        other = curve_rate(m, d, f, entry, 1)
    own, shared, second = load9(d.flex_rod_form, 0), load9(d.flex_rod_form, 1), load9(d.flex_rod_form, 2)
    first = add(mul_mat_vec(own, one), mul_mat_vec(shared, other))
    pull_rod(m, d, f, entry, first, add(mul_matT_vec(shared, one), mul_mat_vec(second, other)), d.flexvert_force)


@helper
def outer(a: Vec3, b: Vec3, factor: float) -> Mat3:
    """Return factor a b'."""
    x, y, z = factor * a[0], factor * a[1], factor * a[2]
    return x * b[0], x * b[1], x * b[2], y * b[0], y * b[1], y * b[2], z * b[0], z * b[1], z * b[2]


@helper
def plus(a: Mat3, b: Mat3) -> Mat3:
    """Return the sum of two matrices."""
    return (
        a[0] + b[0],
        a[1] + b[1],
        a[2] + b[2],
        a[3] + b[3],
        a[4] + b[4],
        a[5] + b[5],
        a[6] + b[6],
        a[7] + b[7],
        a[8] + b[8],
    )


@helper
def set_form(m, d, entry: int, stiff: float, damp: float) -> None:
    """Set H of a record, stiffness and damping times these: of the first curvature, of both, of the second."""
    b, one = m.flex_bending, load3(d.flex_rod_curve, 0)
    u1, n1 = normalize(one)
    weight = 2.0 * b[entry + 4]
    along, across = hinge_shares(one, b[entry + 6])
    if is_pair(m, entry):
        set_pair_form(m, d, entry, stiff, damp)
    else:
        # damping knows no direction where the hinge is straight
        even = stiff * across + (damp if n1 < MINVAL else 0.0)
        more = stiff * (along - across) + (0.0 if n1 < MINVAL else damp)
        x = weight * even
        store9(d.flex_rod_form, 0, plus((x, 0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, x), outer(u1, u1, weight * more)))
        for i in range(9):
            d.flex_rod_form[1, i] = 0.0
            d.flex_rod_form[2, i] = 0.0


@helper
def hinge_shares(k: Vec3, rest: float) -> Vec2:
    """Return the stiffness of a hinge along its curvature and across it, relative to that of a straight one."""
    share, length = rest_share(k, rest), rounded(k, rest)
    if rest == 0.0:
        return 1.0, 1.0
    return max(1.0 - share * (ROUNDED * rest * rest) / (length * length), 0.0), max(1.0 - share, 0.0)


@helper
def set_pair_form(m, d, entry: int, stiff: float, damp: float) -> None:
    """Set H of a pair of hinges, in terms of the directions along both curvatures and across, about the edge."""
    b, edge = m.flex_bending, load3(d.flex_rod_curve, 2)
    one, other = load3(d.flex_rod_curve, 0), load3(d.flex_rod_curve, 1)
    u1, n1 = normalize(one)
    u2, n2 = normalize(other)
    t1, t2 = cross(edge, u1), cross(edge, u2)
    r1, r2 = rounded(one, b[entry + 6]), rounded(other, b[entry + 7])
    kd = sqrt(b[entry + 8] * b[entry + 8] + b[entry + 9] * b[entry + 9])
    # of the angle between both, less that at rest
    c = (b[entry + 8] * dot(u1, u2) + b[entry + 9] * dot(t1, u2)) / max(kd, MINVAL * MINVAL)
    s = (b[entry + 8] * dot(t1, u2) - b[entry + 9] * dot(u1, u2)) / max(kd, MINVAL * MINVAL)
    e1, e2 = ROUNDED * square(b[entry + 6] / r1), ROUNDED * square(b[entry + 7] / r2)
    turn = 2.0 * kd * (1.0 + ROUNDED)
    # there is no angle where one of them is straight
    turning = 0.0 if n1 < MINVAL or n2 < MINVAL else damp
    for i in range(2):
        k, u, t = (one, u1, t1) if i == 0 else (other, u2, t2)
        weight, r, e, n = 2.0 * b[entry + 4 + i], r1 if i == 0 else r2, e1 if i == 0 else e2, n2 if i == 0 else n1
        along, across = hinge_shares(k, b[entry + 6 + i])
        straight = norm(k) < MINVAL
        radial = weight * (stiff * along + (0.0 if straight else damp)) + stiff * turn * square(e / r)
        angular = weight * stiff * across + turn * (stiff / (r * r) + turning * square(n / (r1 * r2)))
        x = weight * damp if straight else 0.0
        even = x, 0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, x
        store9(d.flex_rod_form, 2 * i, plus(even, plus(outer(u, u, radial), outer(t, t, angular))))
    factor = -turn / (r1 * r2)
    both = plus(outer(u1, u2, stiff * factor * e1 * e2 * c), outer(u1, t2, -stiff * factor * e1 * s))
    both = plus(both, outer(t1, u2, stiff * factor * e2 * s))
    store9(d.flex_rod_form, 1, plus(both, outer(t1, t2, factor * (stiff * c + turning * n1 * n2 / (r1 * r2)))))


@helper
def square(x: float) -> float:
    """Return x^2."""
    return x * x


@helper
def add_record(m, d, f: int, entry: int) -> None:
    """Add J' H J of a record, block by block of its vertices."""
    count = 4 if is_pair(m, entry) else 3
    own, shared, second = load9(d.flex_rod_form, 0), load9(d.flex_rod_form, 1), load9(d.flex_rod_form, 2)
    for j in range(count):
        one, other = vertex_slope(d, 0, j), vertex_slope(d, 1, j - 1)
        first = plus(mul_mat_mat(own, one), mul_mat_mat(shared, other))
        last = plus(mul_matT_mat(shared, one), mul_mat_mat(second, other))
        for i in range(j, count):
            block = plus(mul_matT_mat(vertex_slope(d, 0, i), first), mul_matT_mat(vertex_slope(d, 1, i - 1), last))
            u, v = record_vertex(m, f, entry, i), record_vertex(m, f, entry, j)
            if u == v and i != j:
                # a ring of three edges meets itself
                block = plus(block, transpose(block))
            add_vertices(m, d, u, v, block, 1.0)


@helper
def vertex_slope(d, hinge: int, i: int) -> Mat3:
    """Return how a curvature changes with vertex i of its three: -A, A - B, B; zeros for another vertex."""
    before, behind = load9(d.flex_rod_slope, 2 * hinge), load9(d.flex_rod_slope, 2 * hinge + 1)
    a = -1.0 if i == 0 else (1.0 if i == 1 else 0.0)
    b = -1.0 if i == 1 else (1.0 if i == 2 else 0.0)
    return (
        a * before[0] + b * behind[0],
        a * before[1] + b * behind[1],
        a * before[2] + b * behind[2],
        a * before[3] + b * behind[3],
        a * before[4] + b * behind[4],
        a * before[5] + b * behind[5],
        a * before[6] + b * behind[6],
        a * before[7] + b * behind[7],
        a * before[8] + b * behind[8],
    )
