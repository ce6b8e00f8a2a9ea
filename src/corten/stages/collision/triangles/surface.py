r"""The surface of a mesh near one of its triangles: corners, nearest points, and which normals a feature allows.

A contact at an edge or a corner has a normal of its own only within the cone between the normals of the triangles
around it (the Voronoi region of the feature). Outside of that cone a neighbour is nearer and has the contact:

           n1   u   n2                 u in the cone: both triangles fall away from u, dot(u, way into them) <= 0
            \   |   /
             \  |  /                      flat:    ___________      the cone of an edge within a flat floor is one
          ____\ | /____                            | | | | | |      direction, so the floor has no bumps where its
         /     \|/     \                                            triangles meet (no internal edges)
        / tri 1 edge tri 2

Each feature is owned by one of the triangles that share it (`tri_owned`), so it is looked at once. Features are
numbered as in `corten.math.triangle`: FACE, EDGE + k, CORNER + k.
"""

from typing import NamedTuple

from corten.distance_field.primitives import Sample
from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.triangle import CORNER, EDGE, FACE
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, scale, sub
from corten.raycast.shapes import vertex
from corten.runtime import Vec3, helper, per_precision, select, sqrt
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact

# squared sine of the angle between lines that count as parallel
ALONGSIDE = per_precision(1e-12, float32=1e-6)

# cosine up to which a neighbour may point toward a normal: roundings alone
STRICT = per_precision(1e-10, float32=1e-5)


class Surface(NamedTuple):
    """The surface of a geom of a candidate pair; `dataid` is the geom's mesh or height field."""

    candidate: int
    geom: int
    dataid: int


class Nearest(NamedTuple):
    """The triangle nearest to a point, -1 for none: its feature and point there, and the distance squared [m^2]."""

    triangle: int
    feature: int
    point: Vec3
    dist2: float


class TriangleEdge(NamedTuple):
    """Edge k of a triangle, from its corner k to the next one: where it starts and the way along it."""

    triangle: int
    k: int
    start: Vec3
    along: Vec3


@helper
def surface_of(m, candidate: int, geom: int) -> Surface:
    """Return the surface of a geom of a candidate pair."""
    return Surface(candidate, geom, m.geom_dataid[geom])


@helper
def corner_number(m, mesh: int, triangle: int, k: int) -> int:
    """Return the vertex of a mesh at a corner of a triangle."""
    return m.mesh_face[m.mesh_faceadr[mesh] + triangle, k]


@helper
def mesh_vertex(m, mesh: int, number: int) -> Vec3:
    """Return a vertex of a mesh."""
    return vertex(m, m.mesh_vertadr[mesh] + number)


@helper
def corner(m, mesh: int, triangle: int, k: int) -> Vec3:
    """Return a corner of a triangle of a mesh."""
    return mesh_vertex(m, mesh, corner_number(m, mesh, triangle, k))


@helper
def corners(m, mesh: int, triangle: int) -> tuple[Vec3, Vec3, Vec3]:
    """Return the three corners of a triangle of a mesh."""
    return corner(m, mesh, triangle, 0), corner(m, mesh, triangle, 1), corner(m, mesh, triangle, 2)


@helper
def edge_of(m, mesh: int, triangle: int, k: int) -> TriangleEdge:
    """Return an edge of a triangle of a mesh."""
    start = corner(m, mesh, triangle, k)
    return TriangleEdge(triangle, k, start, sub(corner(m, mesh, triangle, (k + 1) % 3), start))


@helper
def points_toward(u: Vec3, way: Vec3, tolerance: float) -> bool:
    """Tell whether a way leads towards a unit vector, by more than a tolerance of the angle."""
    return dot(u, way) > tolerance * norm(way)


@helper
def edge_allows(m, mesh: int, triangle: int, k: int, u: Vec3, tolerance: float) -> bool:
    """Tell whether a unit vector lies in the cone of an edge: both triangles fall away from it."""
    p = corner(m, mesh, triangle, k)
    if points_toward(u, sub(corner(m, mesh, triangle, (k + 2) % 3), p), tolerance):
        return False
    across = m.tri_opposite[m.mesh_triadr[mesh] + triangle, k]
    return across < 0 or not points_toward(u, sub(mesh_vertex(m, mesh, max(across, 0)), p), tolerance)


@helper
def corner_allows(m, mesh: int, number: int, u: Vec3, tolerance: float) -> bool:
    """Tell whether a unit vector lies in the cone of a vertex: all edges around it fall away from it."""
    p, row = mesh_vertex(m, mesh, number), m.mesh_trivertadr[mesh] + number
    for i in range(m.trivert_ringnum[row]):
        if points_toward(u, sub(mesh_vertex(m, mesh, m.tri_ring[m.trivert_ringadr[row] + i]), p), tolerance):
            return False
    return True


@helper
def feature_allows(m, mesh: int, triangle: int, feature: int, u: Vec3, tolerance: float) -> bool:
    """Tell whether a unit vector lies in the cone of a feature."""
    if feature == FACE:
        return True
    if feature < CORNER:
        return edge_allows(m, mesh, triangle, feature - EDGE, u, tolerance)
    return corner_allows(m, mesh, corner_number(m, mesh, triangle, feature - CORNER), u, tolerance)


@helper
def feature_normal(m, mesh: int, triangle: int, feature: int) -> Vec3:
    """Return the normal of a feature, which tells outside from inside at every point that is nearest to it.

    That of an edge is the sum of its triangles' normals, that of a corner is weighted by angles (Baerentzen and
    Aanaes, 2005).
    """
    row = m.mesh_triadr[mesh] + triangle
    normal = load3(m.tri_normal, row)
    if feature >= CORNER:
        number = corner_number(m, mesh, triangle, feature - CORNER)
        normal = load3(m.trivert_normal, m.mesh_trivertadr[mesh] + number)
    elif feature != FACE:
        across = m.tri_adjacent[row, feature - EDGE]
        if across >= 0:
            both = add(normal, load3(m.tri_normal, m.mesh_triadr[mesh] + across))
            length = norm(both)
            normal = scale(both, 1.0 / select(length > 0.0, length, 1.0))
    return normal


@helper
def signed_distance(m, mesh: int, nearest: Nearest, point: Vec3) -> Sample:
    """Return the distance of a point to the place of a mesh nearest to it, negative inside, and the outward normal."""
    outward, arm = feature_normal(m, mesh, nearest.triangle, nearest.feature), sub(point, nearest.point)
    dist = sqrt(nearest.dist2)
    if dot(outward, arm) < 0.0:
        dist = -dist
    if nearest.feature != FACE and abs(dist) > 0.0:
        outward = scale(arm, 1.0 / dist)
    return Sample(dist, outward)


@helper
def owns_feature(m, mesh: int, triangle: int, feature: int) -> bool:
    """Tell whether a triangle is the one that counts of those that share a feature."""
    row = m.mesh_triadr[mesh] + triangle
    if feature == FACE:
        return True
    if feature < CORNER:
        across = m.tri_adjacent[row, feature - EDGE]
        return across < 0 or triangle < across
    return (m.tri_owned[row] >> (feature - CORNER)) & 1 != 0


@helper
def add_surface_contact(d, surface: Surface, dist: float, point: Vec3, outward: Vec3) -> None:
    """Add a contact at a point of a surface, with its outward unit normal, both in the frame of its geom."""
    mat = load9(d.geom_xmat, surface.geom)
    normal = mul_mat_vec(mat, outward)
    pos = add(mul_mat_vec(mat, add_scaled(point, outward, 0.5 * dist)), load3(d.geom_xpos, surface.geom))
    if d.candidate_geom[surface.candidate, 0] != surface.geom:
        normal = scale(normal, -1.0)
    add_contact(d, surface.candidate, dist, pos, normal, NO_TANGENT)


@helper
def nearest_of_lines(p1: Vec3, e1: Vec3, p2: Vec3, e2: Vec3) -> tuple[float, float, bool]:
    """Return (s, t, whether the lines cross at an angle): nearest points p1 + s e1 and p2 + t e2 of two lines."""
    between = sub(p1, p2)
    a, b, e = dot(e1, e1), dot(e1, e2), dot(e2, e2)
    c, f = dot(e1, between), dot(e2, between)
    area = a * e - b * b
    skew = area > ALONGSIDE * (a * e)
    inverse = 1.0 / select(skew, area, 1.0)
    return (b * f - c * e) * inverse, (a * f - b * c) * inverse, skew


@helper
def triangle_area(triangle: tuple[Vec3, Vec3, Vec3]) -> float:
    """Return twice the area of a triangle [m^2]."""
    a, b, c = triangle
    return norm(cross(sub(b, a), sub(c, a)))
