"""Exact line search: the minimum of the cost along a direction, by Newton's method between brackets.

Along a + alpha v the cost is a convex, piecewise quadratic function of alpha, but for elliptic cones that slip. Its
derivatives follow from x = iefc_jar and J v = iefc_jv alone: an evaluation costs a pass over the rows.

    cost(alpha) - cost(0) = alpha g' v + alpha^2 v' M v / 2 + sum of s_i(x_i + alpha (J v)_i) - s_i(x_i)

      slope
        |          p1 *            1. Newton's step from alpha = 0; done if the slope there is small
        |        _,-'              2. on in the same direction until the slope changes its sign: bracket (p2, p1)
    ----+-----_,*-----> alpha      3. Newton's steps from both ends and the middle tighten the bracket
        |  ,-' minimum
        |* p2

Costs are measured against that at the start, cost(alpha) - cost(0), term by term, so that small gains are not lost in
large sums. Rows that act everywhere, equalities, come first and are summed once (`line_row`).
"""

from typing import NamedTuple

from corten.constants import MINVAL
from corten.runtime import Vec3, helper, select, sqrt, uniform
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import Island
from corten.stages.constraint.update import cone_stiffness
from corten.stages.solver.line_terms import (
    add_parabolas,
    add_starts,
    cone_terms,
    friction_terms,
    half_curvature_of,
    slope_of,
)
from corten.stages.solver.rows import Kind, has_special_rows

SCRATCH = scratch(
    Field(
        "iefc_quad", F8, ("maxefc", 3), "elliptic contacts: constant, linear and quadratic part of the cost if pressed"
    ),
    Field("iefc_cone", F8, ("maxefc", 8), "elliptic contacts along the search direction, in their first row"),
    Field("line_gain", F8, (), "line search: decrease of the cost"),
    Field("line_evaluations", I4, (), "line search: evaluations"),
    Field("line_limit", I4, (), "line search: most evaluations"),
)


class Point(NamedTuple):
    """The cost at a step length alpha, measured against that at 0, with its first and second derivative."""

    alpha: float
    cost: float
    slope: float
    curvature: float


@helper
def prepare_search(d, island: Island, slope: float, curvature: float) -> tuple[float, Point, float, float]:
    """Return (sum of |slopes| of all rows, the point at 0, slope and curvature / 2 with rows that act everywhere)."""
    begin, end = uniform(d.line_row), island.row_end

    if has_special_rows(d):
        for q in range(island.row, end):
            if d.iefc_kind[q] == Kind.CONE:
                prepare_cone(d, q)
    steep, slope, curvature = add_starts(d, island.row, begin, (0.0, slope, curvature))
    steep, linear, square = add_starts(d, begin, end, (steep, slope, curvature))
    _cost, first, second = special_terms(d, begin, end, 0.0)
    first += linear
    second += 2.0 * square
    d.line_evaluations = 1
    return steep, Point(0.0, 0.0, first, select(second > 0.0, second, MINVAL)), slope, curvature


@helper
def prepare_cone(d, q: int) -> None:
    """Set what the cost of the elliptic contact whose first row is at position q follows along the search direction."""
    jar, jv, quad, cone, friction = d.iefc_jar, d.iefc_jv, d.iefc_quad, d.iefc_cone, d.iefc_friction
    mu = friction[q]

    for k in range(3):
        quad[q, k] = 0.0
    for j in range(q, q + d.iefc_dim[q]):
        quad[q, 0] += 0.5 * d.iefc_D[j] * jar[j] * jar[j]
        quad[q, 1] += slope_of(d, j)
        quad[q, 2] += half_curvature_of(d, j)
    uu = 0.0
    uv = 0.0
    vv = 0.0
    for j in range(q + 1, q + d.iefc_dim[q]):
        u, v = jar[j] * friction[j], jv[j] * friction[j]
        uu += u * u
        uv += u * v
        vv += v * v
    cone[q, 0] = jar[q] * mu
    cone[q, 1] = jv[q] * mu
    cone[q, 2] = uu
    cone[q, 3] = uv
    cone[q, 4] = vv
    cone[q, 5] = cone_stiffness(d.iefc_D[q], mu)
    cone[q, 6] = mu
    cone[q, 7] = sqrt(uu)


@helper
def evaluate(d, island: Island, alpha: float, slope: float, curvature: float) -> Point:
    """Return the point of the search at alpha; slope and curvature / 2 are those of `prepare_search`."""
    begin, end = uniform(d.line_row), island.row_end

    change, linear, square = add_parabolas(d, begin, end, alpha, (0.0, slope, curvature))
    cost, first, second = special_terms(d, begin, end, alpha)
    cost += change + alpha * (alpha * square + linear)
    first += 2.0 * alpha * square + linear
    second += 2.0 * square
    d.line_evaluations += 1
    return Point(alpha, cost, first, select(second > 0.0, second, MINVAL))


@helper
def special_terms(d, begin: int, end: int, alpha: float) -> Vec3:
    """Return (cost - cost at 0, slope, curvature) of friction loss and elliptic cones."""
    kind = d.iefc_kind

    cost, first, second = 0.0, 0.0, 0.0
    if has_special_rows(d):
        for q in range(begin, end):
            if kind[q] == Kind.FRICTION:
                loss, regular, mass = d.iefc_frictionloss[q], d.iefc_R[q], d.iefc_D[q]
                change, rate, bend = friction_terms(d.iefc_jar[q], d.iefc_jv[q], alpha, loss, regular, mass)
                cost += change
                first += rate
                second += bend
            elif kind[q] == Kind.CONE:
                change, rate, bend = cone_terms(d, q, alpha)
                cost += change
                first += rate
                second += bend
    return cost, first, second


@helper
def newton_point(d, island: Island, p: Point, slope: float, curvature: float) -> Point:
    """Return the point where the derivative would vanish if the cost were quadratic around p."""
    return evaluate(d, island, p.alpha - p.slope / p.curvature, slope, curvature)


@helper
def better_bracket(p: Point, candidate: Point) -> bool:
    """Tell whether a candidate on the same side of the minimum is closer to it."""
    below = p.slope < 0.0 and candidate.slope < 0.0 and p.slope < candidate.slope
    above = p.slope > 0.0 and candidate.slope > 0.0 and p.slope > candidate.slope
    return below or above


@helper
def tighten(p: Point, a: Point, b: Point, c: Point) -> tuple[bool, Point]:
    """Return (whether it moved, the bracket) after three candidates."""
    moved = False
    if better_bracket(p, a):
        p = a
        moved = True
    if better_bracket(p, b):
        p = b
        moved = True
    if better_bracket(p, c):
        p = c
        moved = True
    return moved, p


@helper
def finish(d, p: Point) -> float:
    """Record what the search gained and return its step length."""
    d.line_gain = -p.cost
    return p.alpha


@helper
def search_line(d, island: Island, wanted: float, p0: Point, slope: float, curvature: float) -> float:
    """Return the step length that minimises the cost of an island along the search direction; 0 if nothing is gained.

    It begins at p0, the point at 0, and ends when the slope is below `wanted`.
    """
    limit = d.line_limit

    # Newton's step from the start is often enough
    p1 = newton_point(d, island, p0, slope, curvature)
    if abs(p1.slope) < wanted and (p1.alpha == 0.0 or p1.cost < 0.0):
        return finish(d, p1)

    # go on to one side until the slope changes its sign
    ahead = 1.0 if p1.slope < 0.0 else -1.0
    p2 = p0
    while p1.slope * ahead <= -wanted and d.line_evaluations < limit:
        p2 = p1
        p1 = newton_point(d, island, p1, slope, curvature)
        # a step that is lost in the rounding of alpha would be taken again and again
        if (abs(p1.slope) < wanted and p1.cost < 0.0) or p1.alpha == p2.alpha:
            return finish(d, p1)
    if d.line_evaluations >= limit:
        return finish(d, p1)

    # close in from both sides
    next2 = p1
    next1 = newton_point(d, island, p1, slope, curvature)
    while d.line_evaluations < limit:
        middle = evaluate(d, island, 0.5 * (p1.alpha + p2.alpha), slope, curvature)
        best = best_of(next1, next2, middle, wanted)
        if abs(best.slope) < wanted:
            return finish(d, best)
        moved1, p1 = tighten(p1, next1, next2, middle)
        old1, old2 = next1, next2
        if moved1:
            next1 = newton_point(d, island, p1, slope, curvature)
        moved2, p2 = tighten(p2, old1, old2, middle)
        if moved2:
            next2 = newton_point(d, island, p2, slope, curvature)
        if not moved1 and not moved2:
            return finish(d, middle)

    # out of evaluations: the better end, if it is better than the start
    if p1.cost <= p2.cost and p1.cost < 0.0:
        return finish(d, p1)
    if p2.cost <= p1.cost and p2.cost < 0.0:
        return finish(d, p2)
    return 0.0


@helper
def best_of(a: Point, b: Point, c: Point, wanted: float) -> Point:
    """Return the point of lowest cost among those whose slope is small enough, else the last."""
    best = c
    if abs(b.slope) < wanted and (abs(best.slope) >= wanted or b.cost < best.cost):
        best = b
    if abs(a.slope) < wanted and (abs(best.slope) >= wanted or a.cost < best.cost):
        best = a
    return best
