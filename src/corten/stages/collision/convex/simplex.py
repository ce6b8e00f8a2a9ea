"""The point of a simplex that is nearest to the origin, as barycentric coordinates (weights).

Signed volumes: the origin is projected onto the affine hull, and the signs of the cofactors tell the side of every
facet that it lies on; where it lies outside, the nearest point of those facets decides.
M. Montanari, N. Petrinic, E. Barbieri: Improving the GJK algorithm for faster and more reliable distance queries
between convex objects. ACM Transactions on Graphics 36 (2017).
"""

from corten.constants import MINVAL
from corten.math.vector3 import add_scaled, cross, dot, scale, sub
from corten.runtime import helper, select

# beyond every distance: the largest double
LIMIT = 1.7976931348623157e308


@helper
def same_sign(a, b):
    """Tell whether both numbers are positive or both negative."""
    return (a > 0.0 and b > 0.0) or (a < 0.0 and b < 0.0)


@helper
def determinant(a, b, c):
    """Return the determinant of the matrix with columns a, b, c."""
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])


@helper
def combine2(weights, a, b):
    """Return the weighted sum of two points."""
    return (
        weights[0] * a[0] + weights[1] * b[0],
        weights[0] * a[1] + weights[1] * b[1],
        weights[0] * a[2] + weights[1] * b[2],
    )


@helper
def combine3(weights, a, b, c):
    """Return the weighted sum of three points."""
    return (
        weights[0] * a[0] + weights[1] * b[0] + weights[2] * c[0],
        weights[0] * a[1] + weights[1] * b[1] + weights[2] * c[1],
        weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2],
    )


@helper
def project_origin(a, b, c):
    """Return (whether there is a plane through three points, the projection of the origin onto it).

    Three ways to write the normal differ in rounding: the first one that is neither tiny nor at a right angle is taken.
    """
    ba, ca, cb = sub(b, a), sub(c, a), sub(c, b)

    normal = cross(cb, ba)
    height, length2 = dot(normal, b), dot(normal, normal)
    if length2 == 0.0:
        return False, a
    if height != 0.0 and length2 > MINVAL:
        return True, scale(normal, height / length2)

    normal = cross(ba, ca)
    height, length2 = dot(normal, a), dot(normal, normal)
    if length2 == 0.0:
        return False, a
    if height != 0.0 and length2 > MINVAL:
        return True, scale(normal, height / length2)

    normal = cross(ca, cb)
    return True, scale(normal, dot(normal, c) / dot(normal, normal))


@helper
def foot_on_line(a, b):
    """Return the projection of the origin onto the line through two points."""
    along = sub(b, a)
    return add_scaled(b, along, -(dot(b, along) / dot(along, along)))


@helper
def nearest_on_segment(a, b):
    """Return the weights of the point of a segment that is nearest to the origin; outside, the second end is taken."""
    foot = foot_on_line(a, b)

    # judge on the axis on which the segment is longest
    extent, low, middle, high = a[0] - b[0], b[0], foot[0], a[0]
    if abs(a[1] - b[1]) >= abs(extent):
        extent, low, middle, high = a[1] - b[1], b[1], foot[1], a[1]
    if abs(a[2] - b[2]) >= abs(extent):
        extent, low, middle, high = a[2] - b[2], b[2], foot[2], a[2]
    first, second = middle - low, high - middle
    inside = same_sign(extent, first) and same_sign(extent, second)
    return select(inside, first / extent, 0.0), select(inside, second / extent, 1.0)


@helper
def triangle_minors(a, b, c):
    """Return twice the areas of a triangle's projections along x, y and z, with signs."""
    x = b[1] * c[2] - b[2] * c[1] - a[1] * c[2] + a[2] * c[1] + a[1] * b[2] - a[2] * b[1]
    y = b[0] * c[2] - b[2] * c[0] - a[0] * c[2] + a[2] * c[0] + a[0] * b[2] - a[2] * b[0]
    z = b[0] * c[1] - b[1] * c[0] - a[0] * c[1] + a[1] * c[0] + a[0] * b[1] - a[1] * b[0]
    return x, y, z


@helper
def signed_area(px, py, qx, qy, rx, ry):
    """Return twice the signed area of a triangle in the plane."""
    return px * qy + py * rx + qx * ry - px * ry - py * qx - rx * qy


@helper
def triangle_areas(a, b, c, p):
    """Return (twice the area of a triangle, those of the triangles that p forms with its edges opposite a, b, c).

    All are seen along the axis along which the triangle appears largest; their quotients are affine coordinates of p.
    """
    x, y, z = triangle_minors(a, b, c)
    if abs(x) >= abs(y) and abs(x) >= abs(z):
        first = signed_area(p[1], p[2], b[1], b[2], c[1], c[2])
        second = signed_area(p[1], p[2], c[1], c[2], a[1], a[2])
        return x, first, second, signed_area(p[1], p[2], a[1], a[2], b[1], b[2])
    if abs(y) >= abs(z):
        first = signed_area(p[0], p[2], b[0], b[2], c[0], c[2])
        second = signed_area(p[0], p[2], c[0], c[2], a[0], a[2])
        return y, first, second, signed_area(p[0], p[2], a[0], a[2], b[0], b[2])
    first = signed_area(p[0], p[1], b[0], b[1], c[0], c[1])
    second = signed_area(p[0], p[1], c[0], c[1], a[0], a[1])
    return z, first, second, signed_area(p[0], p[1], a[0], a[1], b[0], b[1])


@helper
def nearest_on_triangle(a, b, c):
    """Return the weights of the point of a triangle that is nearest to the origin.

    The weight of a corner is the area that the projected origin spans with the opposite edge; each area is computed
    from an edge and one of its ends, which stays accurate for triangles that are small against their distance.
    GJK needs weights, and MuJoCo's roundings of them where a pose is a tie: `corten.math.triangle` does not serve here.
    """
    ab, ac, bc = sub(b, a), sub(c, a), sub(c, b)
    normal = cross(ab, ac)
    length2 = dot(normal, normal)
    if length2 == 0.0:
        first, second = nearest_on_segment(a, b)
        return first, second, 0.0
    area1, area2, area3 = dot(normal, cross(b, bc)), -dot(normal, cross(a, ac)), dot(normal, cross(a, ab))
    inside1, inside2, inside3 = area1 > 0.0, area2 > 0.0, area3 > 0.0
    if inside1 and inside2 and inside3:
        total = area1 + area2 + area3
        return area1 / total, area2 / total, area3 / total

    # outside: the nearest of the edges that the foot lies beyond
    nearest = LIMIT
    weights = 0.0, 0.0, 0.0
    if not inside1:
        pair = nearest_on_segment(b, c)
        point = combine2(pair, b, c)
        nearest = dot(point, point)
        weights = 0.0, pair[0], pair[1]
    if not inside2:
        pair = nearest_on_segment(a, c)
        point = combine2(pair, a, c)
        if dot(point, point) < nearest:
            nearest = dot(point, point)
            weights = pair[0], 0.0, pair[1]
    if not inside3:
        pair = nearest_on_segment(a, b)
        point = combine2(pair, a, b)
        if dot(point, point) < nearest:
            weights = pair[0], pair[1], 0.0
    return weights


@helper
def nearest_on_tetrahedron(a, b, c, e):
    """Return the weights of the point of a tetrahedron that is nearest to the origin."""
    volume1, volume2 = -determinant(b, c, e), determinant(a, c, e)
    volume3, volume4 = -determinant(a, b, e), determinant(a, b, c)
    volume = volume1 + volume2 + volume3 + volume4
    inside1, inside2 = same_sign(volume, volume1), same_sign(volume, volume2)
    inside3, inside4 = same_sign(volume, volume3), same_sign(volume, volume4)
    if inside1 and inside2 and inside3 and inside4:
        return volume1 / volume, volume2 / volume, volume3 / volume, volume4 / volume

    # outside: the nearest of the faces that the origin lies beyond
    nearest = LIMIT
    weights = 0.0, 0.0, 0.0, 0.0
    if not inside1:
        three = nearest_on_triangle(b, c, e)
        point = combine3(three, b, c, e)
        nearest = dot(point, point)
        weights = 0.0, three[0], three[1], three[2]
    if not inside2:
        three = nearest_on_triangle(a, c, e)
        point = combine3(three, a, c, e)
        if dot(point, point) < nearest:
            nearest = dot(point, point)
            weights = three[0], 0.0, three[1], three[2]
    if not inside3:
        three = nearest_on_triangle(a, b, e)
        point = combine3(three, a, b, e)
        if dot(point, point) < nearest:
            nearest = dot(point, point)
            weights = three[0], three[1], 0.0, three[2]
    if not inside4:
        three = nearest_on_triangle(a, b, c)
        point = combine3(three, a, b, c)
        if dot(point, point) < nearest:
            weights = three[0], three[1], three[2], 0.0
    return weights
