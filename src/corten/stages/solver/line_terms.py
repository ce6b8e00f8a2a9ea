"""Costs along a search direction that are not polynomials: friction loss and elliptic cones.

Each gives (cost(alpha) - cost(0), first derivative, second derivative).
"""

from corten.enums import ConstraintState
from corten.runtime import FloatArray, Vec3, Vec4, helper, reduce_max, select, sqrt, uniform
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import Island, sum_of
from corten.stages.constraint.update import cone_zone

# rows whose terms along a search direction are written down at a time: as many as stay close at hand
LINE_CHUNK = 128

SCRATCH = scratch(
    Field("term_change", F8, (LINE_CHUNK,), "change of the constant part of the cost of each row"),
    Field("term_slope", F8, (LINE_CHUNK,), "slope of the cost of each row"),
    Field("term_curvature", F8, (LINE_CHUNK,), "half of the curvature of the cost of each row"),
    Field("line_row", I4, (), "line search: first row that may change its zone; those before act everywhere"),
)


@helper
def friction_cost(x: float, loss: float, bound: float, mass: float) -> float:
    """Return the cost of friction loss at x: quadratic within the bound R loss, linear beyond."""
    return 0.5 * mass * x * x if abs(x) < bound else loss * (abs(x) - 0.5 * bound)


@helper
def friction_terms(start: float, direction: float, alpha: float, loss: float, regular: float, mass: float) -> Vec3:
    """Return the terms of a friction loss row."""
    bound = regular * loss
    x = start + alpha * direction
    inside, began_inside = abs(x) < bound, abs(start) < bound

    # within one zone the difference is taken without cancellation
    change = friction_cost(x, loss, bound, mass) - friction_cost(start, loss, bound, mass)
    change = 0.5 * mass * (x - start) * (x + start) if inside and began_inside else change
    same_side = not inside and not began_inside and (x < 0.0) == (start < 0.0)
    change = loss * (x - start) * (1.0 if x > 0.0 else -1.0) if same_side else change

    rate = mass * x * direction if inside else loss * direction * (1.0 if x > 0.0 else -1.0)
    bend = mass * direction * direction if inside else 0.0
    return change, rate, bend


@helper
def zone_cost(zone: int, normal: float, tangent: float, mu: float, scale: float, quadratic: float) -> float:
    """Return the cost of a point by its zone: nothing inside of the cone, the squared distance to it outside."""
    if zone == ConstraintState.SATISFIED:
        return 0.0
    if zone == ConstraintState.QUADRATIC:
        return quadratic
    distance = normal - mu * tangent
    return 0.5 * scale * distance * distance


@helper
def cone_terms(d, q: int, alpha: float) -> Vec3:
    """Return the terms of the elliptic contact whose first row is at position q."""
    cone, quad = d.iefc_cone, d.iefc_quad
    u0, v0, uu, uv = cone[q, 0], cone[q, 1], cone[q, 2], cone[q, 3]
    vv, scale, mu, tangent0 = cone[q, 4], cone[q, 5], cone[q, 6], cone[q, 7]

    square = uu + alpha * (2.0 * uv + alpha * vv)
    tangent = sqrt(max(0.0, square))
    normal = u0 + alpha * v0
    zone0, zone = cone_zone(mu, u0, tangent0), cone_zone(mu, normal, tangent)
    step = alpha * (alpha * quad[q, 2] + quad[q, 1])

    # the difference of costs, without cancellation where both ends lie in one zone
    change = zone_cost(zone, normal, tangent, mu, scale, quad[q, 0] + step)
    change -= zone_cost(zone0, u0, tangent0, mu, scale, quad[q, 0])
    if zone == ConstraintState.QUADRATIC and zone0 == ConstraintState.QUADRATIC:
        change = step
    if zone == ConstraintState.CONE and zone0 == ConstraintState.CONE:
        longer = alpha * (2.0 * uv + alpha * vv) / (tangent + tangent0)
        farther = alpha * v0 - mu * longer
        change = 0.5 * scale * farther * (2.0 * (u0 - mu * tangent0) + farther)

    rate = 0.0
    bend = 0.0
    if zone == ConstraintState.QUADRATIC:
        rate = 2.0 * alpha * quad[q, 2] + quad[q, 1]
        bend = 2.0 * quad[q, 2]
    if zone == ConstraintState.CONE:
        tangent1 = (uv + alpha * vv) / tangent
        tangent2 = (vv - tangent1 * tangent1) / tangent
        distance, slope = normal - mu * tangent, v0 - mu * tangent1
        rate = scale * distance * slope
        bend = scale * (slope * slope - distance * mu * tangent2)
    return change, rate, bend


# ---- sums over rows along a search direction: costs that are parabolas where rows act, and nothing elsewhere
# Where environments share instructions, one may lack rows of another, so rows are summed in their order: zeros in
# between change nothing. Code for one environment alone (`line_wide`) writes the terms of some rows down, several to an
# instruction, and adds them to four sums that do not wait for each other


@helper
def slope_of(d, q: int) -> float:
    """Return the slope at 0 of the cost of the row at position q where it acts."""
    return d.iefc_D[q] * d.iefc_jar[q] * d.iefc_jv[q]


@helper
def half_curvature_of(d, q: int) -> float:
    """Return half of the curvature of the cost of the row at position q where it acts."""
    return 0.5 * d.iefc_D[q] * d.iefc_jv[q] * d.iefc_jv[q]


@helper
def find_constant_rows(d, island: Island) -> None:
    """Set line_row to the end of the rows that act everywhere, which come first."""
    q = island.row
    while q < island.row_end and reduce_max(0 if d.iefc_bound[q] > 0.0 else 1) == 0:
        q += 1
    d.line_row = q


@helper
def add_starts(d, begin: int, end: int, total: Vec3) -> Vec3:
    """Return (sum of |slopes|, slope, curvature / 2) at 0 with what the rows from `begin` to `end` add."""
    steep, slope, bend = total
    if uniform(d.line_wide) != 0:
        for first in range(begin, end, LINE_CHUNK):
            last = min(end, first + LINE_CHUNK)
            for q in range(first, last):
                d.term_change[q - first], d.term_slope[q - first], d.term_curvature[q - first] = start_of(d, q)
            more = sum_terms(d, last - first)
            steep, slope, bend = steep + more[0], slope + more[1], bend + more[2]
    else:
        for q in range(begin, end):
            more = start_of(d, q)
            steep, slope, bend = steep + more[0], slope + more[1], bend + more[2]
    return steep, slope, bend


@helper
def start_of(d, q: int) -> Vec3:
    """Return (|slope|, slope, curvature / 2) at 0 of the row at position q; the last two where it acts."""
    acts, slope = d.iefc_jar[q] < d.iefc_bound[q], slope_of(d, q)
    return abs(slope), select(acts, slope, 0.0), select(acts, half_curvature_of(d, q), 0.0)


@helper
def add_parabolas(d, begin: int, end: int, alpha: float, total: Vec3) -> Vec3:
    """Return (change of the constant part since 0, slope, curvature / 2) with those of rows that act at alpha."""
    change, slope, bend = total
    if uniform(d.line_wide) != 0:
        for first in range(begin, end, LINE_CHUNK):
            last = min(end, first + LINE_CHUNK)
            for q in range(first, last):
                d.term_change[q - first], d.term_slope[q - first], d.term_curvature[q - first] = parabola_at(
                    d, q, alpha
                )
            more = sum_terms(d, last - first)
            change, slope, bend = change + more[0], slope + more[1], bend + more[2]
    else:
        for q in range(begin, end):
            more = parabola_at(d, q, alpha)
            change, slope, bend = change + more[0], slope + more[1], bend + more[2]
    return change, slope, bend


@helper
def parabola_at(d, q: int, alpha: float) -> Vec3:
    """Return (change of the constant part since 0, slope, curvature / 2) of the row at position q."""
    jar, bound = d.iefc_jar[q], d.iefc_bound[q]
    start = 0.5 * d.iefc_D[q] * jar * jar
    acts = jar + alpha * d.iefc_jv[q] < bound
    change = select(acts, start, 0.0) - select(jar < bound, start, 0.0)
    return change, select(acts, slope_of(d, q), 0.0), select(acts, half_curvature_of(d, q), 0.0)


@helper
def sum_terms(d, count: int) -> Vec3:
    """Return the sums of the terms of `count` rows."""
    for q in range(count, (count + 3) >> 2 << 2):
        d.term_change[q], d.term_slope[q], d.term_curvature[q] = 0.0, 0.0, 0.0
    a, b, c = (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0), (0.0, 0.0, 0.0, 0.0)
    for q in range(0, count, 4):
        a, b, c = add_four(a, d.term_change, q), add_four(b, d.term_slope, q), add_four(c, d.term_curvature, q)
    return sum_of(a), sum_of(b), sum_of(c)


@helper
def add_four(total: Vec4, x: FloatArray, q: int) -> Vec4:
    """Return four sums, to which the numbers of x from q on were added."""
    return total[0] + x[q], total[1] + x[q + 1], total[2] + x[q + 2], total[3] + x[q + 3]
