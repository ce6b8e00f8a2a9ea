"""Exact line search: the minimum of the cost along a direction, by Newton's method between brackets.

Costs are measured against that at the start, cost(alpha) - cost(0), term by term, so that small gains are not lost in
large sums. A point of the search is the tuple (alpha, cost, first derivative, second derivative).
"""

from corten.constants import MINVAL
from corten.runtime import helper, sqrt
from corten.stages.solver.line_terms import cone_terms, friction_terms
from corten.stages.solver.rows import Kind


@helper
def prepare_search(d, k):
    """Set the cost of each row of island k as a polynomial along the search direction."""
    jar, jv, mass, kind, quad, cone = d.sol_jar, d.sol_jv, d.sol_D, d.sol_kind, d.sol_quad, d.sol_cone
    friction = d.contact_friction

    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        quad[q, 0] = 0.5 * mass[q] * jar[q] * jar[q]
        quad[q, 1] = mass[q] * jar[q] * jv[q]
        quad[q, 2] = 0.5 * mass[q] * jv[q] * jv[q]
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        if kind[q] == Kind.CONE:
            contact = d.efc_id[d.island_row[q]]
            mu = d.contact_mu[contact]
            uu = 0.0
            uv = 0.0
            vv = 0.0
            for j in range(1, d.contact_dim[contact]):
                for c in range(3):
                    quad[q, c] += quad[q + j, c]
                u, v = jar[q + j] * friction[contact, j - 1], jv[q + j] * friction[contact, j - 1]
                uu += u * u
                uv += u * v
                vv += v * v
            cone[q, 0] = jar[q] * mu
            cone[q, 1] = jv[q] * mu
            cone[q, 2] = uu
            cone[q, 3] = uv
            cone[q, 4] = vv
            cone[q, 5] = mass[q] / (mu * mu * (1.0 + mu * mu))


@helper
def evaluate(d, k, alpha, slope, curvature):
    """Return the point of the search at alpha; slope and curvature / 2 are those of the unconstrained part at 0."""
    jar, jv, kind, quad = d.sol_jar, d.sol_jv, d.sol_kind, d.sol_quad

    cost = 0.0
    first = 0.0
    second = 0.0
    linear = slope
    square = curvature
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        if kind[q] == Kind.INEQUALITY:
            x = jar[q] + alpha * jv[q]
            before = quad[q, 0] if jar[q] < 0.0 else 0.0
            inside = x < 0.0
            cost += (quad[q, 0] if inside else 0.0) - before
            linear += quad[q, 1] if inside else 0.0
            square += quad[q, 2] if inside else 0.0
        elif kind[q] == Kind.EQUALITY:
            linear += quad[q, 1]
            square += quad[q, 2]
        elif kind[q] == Kind.FRICTION:
            change, rate, bend = friction_terms(jar[q], jv[q], alpha, d.sol_loss[q], d.sol_R[q], d.sol_D[q])
            cost += change
            first += rate
            second += bend
        elif kind[q] == Kind.CONE:
            change, rate, bend = cone_terms(d, q, alpha)
            cost += change
            first += rate
            second += bend
    cost += alpha * (alpha * square + linear)
    first += 2.0 * alpha * square + linear
    second += 2.0 * square
    d.line_evaluations += 1
    return alpha, cost, first, (second if second > 0.0 else MINVAL)


@helper
def newton_point(d, k, p, slope, curvature):
    """Return the point where the derivative would vanish if the cost were quadratic around p."""
    return evaluate(d, k, p[0] - p[2] / p[3], slope, curvature)


@helper
def better_bracket(p, candidate):
    """Tell whether a candidate on the same side of the minimum is closer to it."""
    below = p[2] < 0.0 and candidate[2] < 0.0 and p[2] < candidate[2]
    above = p[2] > 0.0 and candidate[2] > 0.0 and p[2] > candidate[2]
    return below or above


@helper
def tighten(p, a, b, c):
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
def finish(d, p, slope_scale):
    """Note how the search ended and return its step length."""
    d.line_slope = abs(p[2]) * slope_scale
    d.line_gain = -p[1]
    return p[0]


@helper
def search_line(d, k, tolerance, scale, slope, curvature, length):
    """Return the step length that minimises the cost of island k along the search direction; 0 if nothing is gained.

    `length` is the norm of the direction; the search ends when the scaled slope is below `tolerance`.
    """
    limit = d.line_limit
    wanted, slope_scale = tolerance * length / scale, scale / length

    # Newton's step from the start is often enough
    p0 = evaluate(d, k, 0.0, slope, curvature)
    p1 = newton_point(d, k, p0, slope, curvature)
    if abs(p1[2]) < wanted and (p1[0] == 0.0 or p1[1] < 0.0):
        return finish(d, p1, slope_scale)

    # go on to one side until the slope changes its sign
    ahead = 1.0 if p1[2] < 0.0 else -1.0
    p2 = p0
    while p1[2] * ahead <= -wanted and d.line_evaluations < limit:
        p2 = p1
        p1 = newton_point(d, k, p1, slope, curvature)
        if abs(p1[2]) < wanted and p1[1] < 0.0:
            return finish(d, p1, slope_scale)
    if d.line_evaluations >= limit:
        return finish(d, p1, slope_scale)

    # close in from both sides
    next2 = p1
    next1 = newton_point(d, k, p1, slope, curvature)
    while d.line_evaluations < limit:
        middle = evaluate(d, k, 0.5 * (p1[0] + p2[0]), slope, curvature)
        best = best_of(next1, next2, middle, wanted)
        if abs(best[2]) < wanted:
            return finish(d, best, slope_scale)
        moved1, p1 = tighten(p1, next1, next2, middle)
        old1, old2 = next1, next2
        if moved1:
            next1 = newton_point(d, k, p1, slope, curvature)
        moved2, p2 = tighten(p2, old1, old2, middle)
        if moved2:
            next2 = newton_point(d, k, p2, slope, curvature)
        if not moved1 and not moved2:
            return finish(d, middle, slope_scale)

    if p1[1] <= p2[1] and p1[1] < 0.0:
        return finish(d, p1, slope_scale)
    if p2[1] <= p1[1] and p2[1] < 0.0:
        return finish(d, p2, slope_scale)
    return 0.0


@helper
def best_of(a, b, c, wanted):
    """Return the point of lowest cost among those whose slope is small enough, else the last."""
    best = c
    if abs(b[2]) < wanted and (abs(best[2]) >= wanted or b[1] < best[1]):
        best = b
    if abs(a[2]) < wanted and (abs(best[2]) >= wanted or a[1] < best[1]):
        best = a
    return best


@helper
def norm_over(x, dof, first, last):
    """Return the norm of x over the dofs listed from first to last."""
    total = 0.0
    for i in range(first, last):
        total += x[dof[i]] * x[dof[i]]
    return sqrt(total)
