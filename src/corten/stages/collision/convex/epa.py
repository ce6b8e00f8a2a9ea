r"""The expanding polytope algorithm (EPA): how deep two convex shapes are inside of each other.

The depth is the distance of the origin o from the boundary of the Minkowski difference A - B, that is how far one shape
has to be moved at least until they only touch. A polytope of support points that holds o grows from inside:

        ________
       /   w    \           f  foot of the face nearest to o; |f| is a lower bound of the depth
      |  --+--   |          w  support point along f;  f . w / |f| is an upper bound
      | |  f  |  |
      | |  o  |  |          end: both bounds agree within the tolerance, or w was found before (shapes with corners)
       \ \___/  /
        \______/            else the faces that w sees are replaced by a cone from w (`polytope`)

The barycentric coordinates of f in the last face, applied to the points of either shape, are the witness points.
G. van den Bergen: Proximity queries and penetration depth computation on 3D game objects. Game Developers Conference
(2001).
"""

from corten.constants import MINVAL
from corten.math.vector3 import dot, load3, store3
from corten.runtime import FloatArray, Vec3, helper, sqrt
from corten.stages.collision.convex.epa_start import (
    polytope_from_segment,
    polytope_from_tetrahedron,
    polytope_from_triangle,
)
from corten.stages.collision.convex.gjk import is_discrete
from corten.stages.collision.convex.polytope import (
    SHRUNK,
    SOUND,
    attach_cone,
    clear_polytope,
    find_horizon,
    insert_support,
)
from corten.stages.collision.convex.simplex import LIMIT, combine3, triangle_weights

# most rounds, whatever the option says
MOST_ROUNDS = 1000


@helper
def nearest_face(d, default: int) -> tuple[int, float]:
    """Return (open face that is nearest to the origin, its squared distance); without any, the default."""
    nearest = LIMIT
    face = default
    for i in range(d.nopenface):
        dist2 = d.ccd_face_dist2[d.ccd_open[i]]
        if dist2 < nearest:
            nearest = dist2
            face = d.ccd_open[i]
    return face, nearest


@helper
def is_repeated(d, vertex: int) -> int:
    """Return 1 if both corners of a support point were found together before, else 0."""
    ids = d.ccd_polyvert_vertex
    for i in range(vertex):
        if ids[i, 0] == ids[vertex, 0] and ids[i, 1] == ids[vertex, 1]:
            return 1
    return 0


@helper
def expand_polytope(m, d) -> int:
    """Push the polytope outwards until its nearest face lies on the boundary; return that face, -1 for none."""
    discrete = is_discrete(d)
    tolerance = MINVAL if discrete else m.opt_ccd_tolerance
    upper = LIMIT
    upper2 = LIMIT
    face = -1
    for k in range(min(m.opt_ccd_iterations, MOST_ROUNDS)):
        # the face nearest to the origin bounds the depth from below
        before = face
        face, lower2 = nearest_face(d, face)
        if lower2 > upper2 or face < 0:
            return before
        if lower2 <= 0.0:
            return face

        # the farthest point along the normal bounds the depth from above
        lower = sqrt(lower2)
        foot = load3(d.ccd_face_foot, face)
        tip = insert_support(m, d, foot, lower)
        point = load3(d.ccd_polyvert, tip)
        bound = dot(foot, point) / lower
        if bound < upper:
            upper = bound
            upper2 = upper * upper
        if bound - lower < tolerance:
            # a first bound of the depth below the polytope's own: the origin is outside
            return -1 if k == 0 and upper < lower - tolerance else face
        if discrete and is_repeated(d, tip) == 1:
            return face

        # replace what the point sees; without a horizon there is no answer, without a sound cone none that is better
        find_horizon(d, face, point)
        if d.nhorizon < 3:
            return -1
        if d.nhorizon > 6 * m.opt_ccd_iterations - d.npolyface:
            return face
        if not attach_cone(d, tip, lower2, upper2) or d.nopenface == 0:
            return face
    return face


@helper
def find_witness(d, face: int) -> None:
    """Write the witness points of a face of the polytope, and the depth as a negative distance."""
    polyvert = d.ccd_polyvert
    v1, v2, v3 = d.ccd_face_vert[face, 0], d.ccd_face_vert[face, 1], d.ccd_face_vert[face, 2]
    a, b, c = load3(polyvert, v1), load3(polyvert, v2), load3(polyvert, v3)
    weights = triangle_weights(a, b, c, load3(d.ccd_face_foot, face))
    on1 = columns(polyvert, v1, 3), columns(polyvert, v2, 3), columns(polyvert, v3, 3)
    on2 = columns(polyvert, v1, 6), columns(polyvert, v2, 6), columns(polyvert, v3, 6)
    store3(d.ccd_witness1, 0, combine3(weights, on1[0], on1[1], on1[2]))
    store3(d.ccd_witness2, 0, combine3(weights, on2[0], on2[1], on2[2]))
    d.ccd_dist[0] = -sqrt(d.ccd_face_dist2[face])
    d.nwitness = 1


@helper
def columns(array: FloatArray, row: int, first: int) -> Vec3:
    """Return three numbers of a row."""
    return array[row, first], array[row, first + 1], array[row, first + 2]


@helper
def make_polytope(m, d) -> int:
    """Build a polytope around the origin from GJK's simplex, or from the part of it that holds the origin.

    Return how that ends.
    """
    outcome = SHRUNK
    may_shrink = True
    while outcome == SHRUNK:
        clear_polytope(d)
        if d.nsimplex == 4:
            outcome = polytope_from_tetrahedron(d)
        elif d.nsimplex == 3:
            outcome = polytope_from_triangle(m, d, may_shrink)
        else:
            outcome = polytope_from_segment(m, d)
            may_shrink = False
    return outcome


@helper
def epa_depth(m, d) -> int:
    """Write depth and witness points of shapes whose simplex holds the origin; return the nearest face, -1 for none.

    Without a polytope to begin with they count as touching.
    """
    if make_polytope(m, d) != SOUND:
        d.ccd_dist[0] = 0.0
        return -1
    face = expand_polytope(m, d)
    if face >= 0:
        find_witness(d, face)
    return face
