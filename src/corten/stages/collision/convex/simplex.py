r"""The point of a simplex that is nearest to the origin, as barycentric coordinates (weights).

Signed volumes: the origin o is projected onto the affine hull of the simplex, p = sum w_i v_i with sum w_i = 1, and the
weights are quotients of cofactors, here areas:

            c                 w_a = area(p b c) / area(a b c)
           / \                w_b = area(a p c) / area(a b c)
          / p \    x p'       w_c = area(a b p) / area(a b c)
         a-----b
                              all positive: p is inside (p); a negative one: p lies beyond the opposite edge (p')

Where p lies outside, the nearest points of just those facets decide that it lies beyond, one dimension down.
M. Montanari, N. Petrinic, E. Barbieri: Improving the GJK algorithm for faster and more reliable distance queries
between convex objects. ACM Transactions on Graphics 36 (2017).
"""

from corten.constants import MINVAL
from corten.math.vector3 import add_scaled, cross, dot, scale, sub
from corten.runtime import Vec2, Vec3, Vec4, helper, per_precision

MINVAL2 = MINVAL * MINVAL

# beyond every distance: the largest double
LIMIT = per_precision(1.7976931348623157e308, float32=3.4028234663852886e38)


@helper
def same_sign(a: float, b: float) -> bool:
    """Tell whether both numbers are positive or both negative."""
    return (a > 0.0 and b > 0.0) or (a < 0.0 and b < 0.0)


@helper
def determinant(a: Vec3, b: Vec3, c: Vec3) -> float:
    """Return the determinant of the matrix with columns a, b, c."""
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) + a[2] * (b[0] * c[1] - b[1] * c[0])


@helper
def combine2(weights: Vec2, a: Vec3, b: Vec3) -> Vec3:
    """Return the weighted sum of two points."""
    return (
        weights[0] * a[0] + weights[1] * b[0],
        weights[0] * a[1] + weights[1] * b[1],
        weights[0] * a[2] + weights[1] * b[2],
    )


@helper
def combine3(weights: Vec3, a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return the weighted sum of three points."""
    return (
        weights[0] * a[0] + weights[1] * b[0] + weights[2] * c[0],
        weights[0] * a[1] + weights[1] * b[1] + weights[2] * c[1],
        weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2],
    )


@helper
def project_origin(a: Vec3, b: Vec3, c: Vec3) -> tuple[bool, Vec3]:
    """Return (whether there is a plane through three points, the projection of the origin onto it).

    Three ways to write the normal differ in rounding: the first one that is neither tiny nor at a right angle is taken.
    """
    ba, ca, cb = sub(b, a), sub(c, a), sub(c, b)

    # normal at b
    normal = cross(cb, ba)
    height, length2 = dot(normal, b), dot(normal, normal)
    if length2 == 0.0:
        return False, a
    if height != 0.0 and length2 > MINVAL:
        return True, scale(normal, height / length2)

    # normal at a
    normal = cross(ba, ca)
    height, length2 = dot(normal, a), dot(normal, normal)
    if length2 == 0.0:
        return False, a
    if height != 0.0 and length2 > MINVAL:
        return True, scale(normal, height / length2)

    # normal at c: the last one is taken as it is
    normal = cross(ca, cb)
    length2 = dot(normal, normal)
    if length2 == 0.0:
        return False, a
    return True, scale(normal, dot(normal, c) / length2)


@helper
def foot_on_line(a: Vec3, b: Vec3) -> tuple[bool, Vec3]:
    """Return (whether two points differ, the projection of the origin onto the line through them)."""
    along = sub(b, a)
    length2 = dot(along, along)
    if length2 < MINVAL2:
        return False, b
    return True, add_scaled(b, along, -(dot(b, along) / length2))


@helper
def nearest_on_segment(a: Vec3, b: Vec3) -> Vec2:
    """Return the weights of the point of a segment that is nearest to the origin."""
    apart, foot = foot_on_line(a, b)
    if not apart:
        return 0.0, 1.0

    # judge on the axis on which the segment is longest
    extent, low, middle, high = a[0] - b[0], b[0], foot[0], a[0]
    if abs(a[1] - b[1]) >= abs(extent):
        extent, low, middle, high = a[1] - b[1], b[1], foot[1], a[1]
    if abs(a[2] - b[2]) >= abs(extent):
        extent, low, middle, high = a[2] - b[2], b[2], foot[2], a[2]
    first, second = middle - low, high - middle
    if not same_sign(extent, first):
        return 0.0, 1.0
    if not same_sign(extent, second):
        return 1.0, 0.0
    return first / extent, second / extent


@helper
def area_in_plane(px: float, py: float, qx: float, qy: float) -> float:
    """Return twice the signed area that two points of the plane span with its origin."""
    return px * qy - qx * py


@helper
def triangle_areas(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> Vec4:
    """Return (twice the area of a triangle, those of the triangles that p forms with its edges opposite a, b, c).

    All are seen along the axis along which the triangle appears largest; their quotients are affine coordinates of p.
    Areas are those of differences, which stay accurate for triangles that are small against their distance.
    """
    ab, ac = sub(b, a), sub(c, a)
    x = ab[1] * ac[2] - ab[2] * ac[1]
    y = ab[0] * ac[2] - ab[2] * ac[0]
    z = ab[0] * ac[1] - ab[1] * ac[0]
    pa, pb, pc = sub(a, p), sub(b, p), sub(c, p)
    if abs(x) >= abs(y) and abs(x) >= abs(z):
        first, second = area_in_plane(pb[1], pb[2], pc[1], pc[2]), area_in_plane(pc[1], pc[2], pa[1], pa[2])
        return x, first, second, area_in_plane(pa[1], pa[2], pb[1], pb[2])
    if abs(y) >= abs(z):
        first, second = area_in_plane(pb[0], pb[2], pc[0], pc[2]), area_in_plane(pc[0], pc[2], pa[0], pa[2])
        return y, first, second, area_in_plane(pa[0], pa[2], pb[0], pb[2])
    first, second = area_in_plane(pb[0], pb[1], pc[0], pc[1]), area_in_plane(pc[0], pc[1], pa[0], pa[1])
    return z, first, second, area_in_plane(pa[0], pa[1], pb[0], pb[1])


@helper
def triangle_weights(a: Vec3, b: Vec3, c: Vec3, p: Vec3) -> Vec3:
    """Return the affine coordinates of a point of the plane through three points."""
    _, area1, area2, area3 = triangle_areas(a, b, c, p)
    total = area1 + area2 + area3
    return area1 / total, area2 / total, area3 / total


@helper
def nearest_on_triangle(a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return the weights of the point of a triangle that is nearest to the origin.

    The weight of a corner is the area that the projected origin spans with the opposite edge. A triangle without a
    plane is as good as its edges. GJK needs weights, and MuJoCo's roundings of them where a pose is a tie:
    `corten.math.triangle` does not serve here.
    """
    flat, foot = project_origin(a, b, c)
    area, area1, area2, area3 = triangle_areas(a, b, c, foot)
    inside1 = flat and same_sign(area, area1)
    inside2 = flat and same_sign(area, area2)
    inside3 = flat and same_sign(area, area3)
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
def nearest_on_tetrahedron(a: Vec3, b: Vec3, c: Vec3, e: Vec3) -> Vec4:
    """Return the weights of the point of a tetrahedron that is nearest to the origin."""

    # cofactors: the volumes that the origin spans with the faces opposite of a, b, c, e
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
