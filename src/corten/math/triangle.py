"""The point of a triangle that is nearest to another point."""

from typing import NamedTuple

from corten.math.vector3 import add_scaled, dot, sub
from corten.runtime import Vec3, helper, per_precision

# features of a triangle: its inside, the first of its edges ab, bc, ca, the first of its corners a, b, c
FACE, EDGE, CORNER = 0, 1, 4
FEATURES = 7

# what a square of a length is divided by at least [m^2]
TINY = per_precision(1e-300, float32=1e-30)


class TrianglePoint(NamedTuple):
    """A point of a triangle and the feature that it lies on."""

    point: Vec3
    feature: int


@helper
def nearest_on_triangle(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> TrianglePoint:
    """Return the point of a triangle that is nearest to p, and its feature.

    The regions of space that are nearest to a corner, to an edge or to the inside are tried in turn (Ericson, Real-Time
    Collision Detection, 5.1.5). MuJoCo has this form for the distances in octrees. Only GJK has another one, which
    gives weights (`stages/collision/convex/simplex.py`). Corners may coincide; where three different ones lie on a
    line, roundings may choose another point of it.
    """
    ab, ac, ap = sub(b, a), sub(c, a), sub(p, a)

    # regions of corner a, corner b, edge ab
    d1, d2 = dot(ab, ap), dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return TrianglePoint(a, CORNER)
    bp = sub(p, b)
    d3, d4 = dot(ab, bp), dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return TrianglePoint(b, CORNER + 1)
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0 and d1 > d3:
        return TrianglePoint(add_scaled(a, ab, d1 / (d1 - d3)), EDGE)

    # corner c, edge ca, edge bc
    cp = sub(p, c)
    d5, d6 = dot(ab, cp), dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return TrianglePoint(c, CORNER + 2)
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        return TrianglePoint(add_scaled(a, ac, d2 / max(d2 - d6, TINY)), EDGE + 2)
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 >= d3 and d5 >= d6:
        share = (d4 - d3) / max((d4 - d3) + (d5 - d6), TINY)
        return TrianglePoint(add_scaled(b, sub(c, b), share), EDGE + 1)

    # the inside: va, vb, vc are the areas that p spans with the edges across from a, b, c
    inverse = 1.0 / max(va + vb + vc, TINY)
    return TrianglePoint(add_scaled(add_scaled(a, ab, vb * inverse), ac, vc * inverse), FACE)


@helper
def weights_on_triangle(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> Vec3:
    """Return the weights of the corners at the point of a triangle that is nearest to p; they sum to 1.

    The same regions are tried as in `nearest_on_triangle`.
    """
    ab, ac, ap = sub(b, a), sub(c, a), sub(p, a)

    # regions of corner a, corner b, edge ab
    d1, d2 = dot(ab, ap), dot(ac, ap)
    if d1 <= 0.0 and d2 <= 0.0:
        return 1.0, 0.0, 0.0
    bp = sub(p, b)
    d3, d4 = dot(ab, bp), dot(ac, bp)
    if d3 >= 0.0 and d4 <= d3:
        return 0.0, 1.0, 0.0
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0 and d1 > d3:
        share = d1 / (d1 - d3)
        return 1.0 - share, share, 0.0

    # corner c, edge ca, edge bc
    cp = sub(p, c)
    d5, d6 = dot(ab, cp), dot(ac, cp)
    if d6 >= 0.0 and d5 <= d6:
        return 0.0, 0.0, 1.0
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        share = d2 / max(d2 - d6, TINY)
        return 1.0 - share, 0.0, share
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and d4 >= d3 and d5 >= d6:
        share = (d4 - d3) / max((d4 - d3) + (d5 - d6), TINY)
        return 0.0, 1.0 - share, share

    # the inside
    inverse = 1.0 / max(va + vb + vc, TINY)
    second, third = vb * inverse, vc * inverse
    return 1.0 - second - third, second, third
