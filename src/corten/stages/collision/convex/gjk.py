r"""Gilbert, Johnson and Keerthi's algorithm (GJK): the distance of two convex shapes, or a simplex around the origin.

The distance of A and B is that of their Minkowski difference A - B from the origin o, 0 if o is inside:

            ______
           /      \            v  nearest point to o of the simplex so far (`nearest`)
          |  A - B |           w  support point along -v: the farthest one towards o
           \_ w __/            v . w / |v|  lower bound of the distance: all of A - B lies beyond the plane through w
             \ v               |v|          upper bound
              \
               o               end: |v|^2 - v . w < tolerance^2 / 2, no w is nearer

Each round adds w to the simplex, takes the nearest point of the new simplex (`simplex`), and drops the vertices that
this one does not need. Four needed vertices hold the origin: the shapes overlap, and EPA goes on. v . w > 0 proves that
a plane separates the shapes. Rows of `ccd_simplex` are w, and the points of both shapes that it is the difference of.
E. Gilbert, D. Johnson, S. Keerthi: A fast procedure for computing the distance between complex objects in
three-dimensional space. IEEE Journal of Robotics and Automation 4 (1988).
"""

from corten.constants import MINVAL
from corten.enums import GeomType
from corten.math.vector3 import dot, load3, norm, scale, store3, sub
from corten.runtime import FloatArray, IntArray, Vec3, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.convex.simplex import (
    LIMIT,
    foot_on_line,
    nearest_on_segment,
    nearest_on_tetrahedron,
    nearest_on_triangle,
    project_origin,
)
from corten.stages.collision.convex.support import POINT, TRIANGLE, store_pair, support_pair

SCRATCH = (
    scratch(
        Field("nsimplex", I4, (), "vertices of the simplex"),
        Field("ccd_simplex_vertex", I4, (4, 2), "vertex of each shape"),
        Field("ccd_weight", F8, (4,), "barycentric coordinates of the point that is nearest to the origin"),
    )
    + scratch(
        Field("ccd_separated", I4, (), "1: a plane between both shapes was found"),
        readers=("corten.deformable.contacts",),
    )
    + scratch(
        Field("ccd_simplex", F8, (4, 9), "vertices of the simplex"),
        readers=("corten.stages.collision.mpr",),
    )
)


@helper
def has_corners(kind: int) -> bool:
    """Tell whether a shape is the hull of finitely many points."""
    flat = kind == GeomType.MESH or kind == GeomType.BOX or kind == GeomType.HFIELD
    return flat or (kind >= POINT and kind <= TRIANGLE)


@helper
def is_discrete(d) -> bool:
    """Tell whether finitely many rounds find the exact answer: both shapes have corners and no layer."""
    bare = d.ccd_inflate[0] == 0.0 and d.ccd_inflate[1] == 0.0
    return bare and has_corners(d.ccd_type[0]) and has_corners(d.ccd_type[1])


@helper
def copy_vertex(points: FloatArray, vertices: IntArray, source: int, target: int) -> None:
    """Copy one vertex of the simplex to another row."""
    for i in range(9):
        points[target, i] = points[source, i]
    vertices[target, 0] = vertices[source, 0]
    vertices[target, 1] = vertices[source, 1]


@helper
def find_weights(d, count: int) -> None:
    """Write the weights of the simplex' nearest point; vertices that it does not need get zero."""
    simplex, weight = d.ccd_simplex, d.ccd_weight
    a, b, c, e = load3(simplex, 0), load3(simplex, 1), load3(simplex, 2), load3(simplex, 3)
    result = 1.0, 0.0, 0.0, 0.0
    if count == 4:
        result = nearest_on_tetrahedron(a, b, c, e)
    elif count == 3:
        three = nearest_on_triangle(a, b, c)
        result = three[0], three[1], three[2], 0.0
    elif count == 2:
        two = nearest_on_segment(a, b)
        result = two[0], two[1], 0.0, 0.0
    weight[0] = result[0]
    weight[1] = result[1]
    weight[2] = result[2]
    weight[3] = result[3]


@helper
def drop_vertices(d) -> int:
    """Keep the vertices with weight, in their order, and return how many they are."""
    count = 0
    for i in range(4):
        if d.ccd_weight[i] != 0.0:
            if count != i:
                copy_vertex(d.ccd_simplex, d.ccd_simplex_vertex, i, count)
                d.ccd_weight[count] = d.ccd_weight[i]
            count += 1
    return count


@helper
def combine_simplex(d, count: int, column: int) -> Vec3:
    """Return the weighted sum of three columns of the simplex: 0 difference, 3 first shape, 6 second shape."""
    simplex, weight = d.ccd_simplex, d.ccd_weight
    x = weight[0] * simplex[0, column]
    y = weight[0] * simplex[0, column + 1]
    z = weight[0] * simplex[0, column + 2]
    for i in range(1, count):
        x += weight[i] * simplex[i, column]
        y += weight[i] * simplex[i, column + 1]
        z += weight[i] * simplex[i, column + 2]
    return x, y, z


@helper
def nearest_point(d, count: int) -> Vec3:
    """Return the point of the simplex that is nearest to the origin, when all of its vertices are needed.

    It is the foot of the perpendicular, and computed as such: unlike a weighted sum of vertices it is square to edges
    along an axis without rounding, which would choose between their ends in the next search (MuJoCo's way).
    """
    a, b, c = load3(d.ccd_simplex, 0), load3(d.ccd_simplex, 1), load3(d.ccd_simplex, 2)
    if count == 2:
        apart, foot = foot_on_line(a, b)
        if apart:
            return foot
    if count == 3:
        flat, foot = project_origin(a, b, c)
        if flat:
            return foot
    return combine_simplex(d, count, 0)


@helper
def write_separated(d) -> bool:
    """Write that the shapes are farther apart than wanted."""
    d.ccd_separated = 1
    d.nsimplex = 0
    d.nwitness = 0
    d.ccd_dist[0] = LIMIT
    return True


@helper
def gjk_distance(m, d, cutoff: float) -> bool:
    """Write the distance of both shapes, their nearest points and the simplex.

    A positive cutoff asks for distances up to it; otherwise the search ends as soon as the shapes are known to be
    apart. Distance 0 says that the origin is inside of the simplex. `ccd_separated` tells whether a plane between
    the shapes was found. Return whether the search came to its end within the limit of iterations.
    """
    simplex = d.ccd_simplex
    discrete, wanted = is_discrete(d), cutoff > 0.0
    tolerance = m.opt_ccd_tolerance
    slack = 0.0 if discrete else 0.5 * (tolerance * tolerance)
    shortest = MINVAL if discrete or wanted else tolerance
    d.ccd_separated = 0

    # begin between the centres; from a common centre, any way is as good
    nearest = sub(load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0))
    length = norm(nearest)
    if length < MINVAL:
        nearest, length = (1.0, 0.0, 0.0), 1.0
    count = 0
    complete = False
    for k in range(m.opt_ccd_iterations):
        # the farthest point towards the origin; lower / length is a lower bound of the distance
        pair = support_pair(m, d, scale(scale(nearest, 1.0 / length), -1.0))
        store_pair(simplex, d.ccd_simplex_vertex, count, pair, d)
        lower = dot(nearest, pair[0])
        if lower > 0.0:
            d.ccd_separated = 1
            if not wanted or (cutoff < LIMIT and lower >= cutoff * length):
                return write_separated(d)

        # how much it can gain; the first direction is no point of the simplex
        if k > 0 and dot(nearest, sub(nearest, pair[0])) < slack:
            complete = True
            break

        # the nearest point of the simplex, and the vertices that it needs
        find_weights(d, count + 1)
        count = drop_vertices(d)
        if count < 1:
            return write_separated(d)
        if count == 4:
            length = length if d.ccd_separated == 1 else 0.0
            complete = True
            break
        before = length
        nearest = nearest_point(d, count)
        length = norm(nearest)

        # on the origin, or stuck
        if length < (MINVAL if count == 1 else shortest) or (k > 0 and abs(length - before) < MINVAL):
            complete = True
            break

    write_nearest(m, d, count, nearest, length)
    return complete


@helper
def write_nearest(m, d, count: int, nearest: Vec3, length: float) -> None:
    """Write the nearest points, after one more look for a separating plane."""
    if count > 0:
        store3(d.ccd_witness1, 0, combine_simplex(d, count, 3))
        store3(d.ccd_witness2, 0, combine_simplex(d, count, 6))
    if count < 4 and d.ccd_separated == 0 and length >= MINVAL:
        last = support_pair(m, d, scale(scale(nearest, 1.0 / length), -1.0))
        if dot(nearest, last[0]) > 0.0:
            d.ccd_separated = 1
    d.nwitness = 1
    d.nsimplex = count
    d.ccd_dist[0] = length
