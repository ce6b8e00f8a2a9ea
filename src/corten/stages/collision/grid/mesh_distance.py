"""Distances of points to the hull of a mesh and to its triangles, in the frame of the mesh."""

from corten.constants import MAXVAL
from corten.distance_field.sample import Sample
from corten.math.triangle import nearest_on_triangle
from corten.math.vector3 import add_scaled, cross, dot, load3, norm, normalize, scale, sub
from corten.raycast.triangle import vertex
from corten.runtime import helper, per_precision, sqrt
from corten.stages.collision.triangles.surface import corners
from corten.stages.collision.triangles.tree import box_distance2

UP = (0.0, 0.0, 1.0)

# triangles whose distances differ by no more than this part share the nearest point
SHARED = per_precision(1e-9, float32=1e-6)


@helper
def hull_plane(m, mesh, x):
    """Return distance and normal of the side of a convex hull whose plane a point is farthest out of: exact inside."""
    best, normal = -MAXVAL, UP
    for face in range(m.mesh_polyadr[mesh], m.mesh_polyadr[mesh] + m.mesh_polynum[mesh]):
        n = load3(m.mesh_polynormal, face)
        dist = dot(n, sub(x, side_corner(m, mesh, face, 0)))
        if dist > best:
            best, normal = dist, n
    return Sample(best, normal)


@helper
def side_corner(m, mesh, face, k):
    """Return a corner of a side of a hull; corners go around."""
    place = m.mesh_polyvertadr[face] + k % m.mesh_polyvertnum[face]
    return vertex(m, m.mesh_vertadr[mesh] + m.mesh_polyvert[place])


@helper
def sample_hull(m, mesh, x):
    """Return the distance to the convex hull of a mesh: outside, to the nearest of the sides that x can see."""
    plane = hull_plane(m, mesh, x)
    if plane.dist <= 0.0:
        return plane
    best, nearest = MAXVAL, x
    for face in range(m.mesh_polyadr[mesh], m.mesh_polyadr[mesh] + m.mesh_polynum[mesh]):
        n = load3(m.mesh_polynormal, face)
        height = dot(n, sub(x, side_corner(m, mesh, face, 0)))
        if height > 0.0:
            # below the point, or on the nearest of the edges that it is beyond
            point, least = add_scaled(x, n, -height), height
            beyond = MAXVAL
            for k in range(m.mesh_polyvertnum[face]):
                p, q = side_corner(m, mesh, face, k), side_corner(m, mesh, face, k + 1)
                if dot(cross(n, sub(q, p)), sub(x, p)) < 0.0:
                    on_edge = nearest_of_segment(p, q, x)
                    away = norm(sub(x, on_edge))
                    if away < beyond:
                        beyond, least, point = away, away, on_edge
            if least < best:
                best, nearest = least, point
    outward, length = normalize(sub(x, nearest))
    return Sample(best, outward if length > SHARED * (norm(x) + norm(nearest)) else plane.gradient)


@helper
def sample_triangles(m, mesh, x):
    """Return the distance to the triangles of a mesh: to the nearest one, inside if it is seen from behind.

    Of triangles that share the nearest point the one that is seen most squarely decides.
    """
    root, node = m.mesh_bvhadr[mesh], 0
    best, squarely, height = MAXVAL, -1.0, 0.0
    nearest, face = (0.0, 0.0, 0.0), UP
    while node < m.mesh_bvhnum[mesh]:
        triangle = m.bvh_nodeid[root + node]
        if box_distance2(m, root + node, x) > best * (1.0 + SHARED):
            node = m.bvh_skip[root + node]
        else:
            if triangle >= 0:
                a, b, c = corners(m, mesh, triangle)
                point, n = nearest_on_triangle(a, b, c, x).point, normalize(cross(sub(b, a), sub(c, a)))[0]
                away = sub(x, point)
                square, rise = dot(away, away), dot(away, n)
                if square < best * (1.0 - SHARED) or (square <= best * (1.0 + SHARED) and abs(rise) > squarely):
                    best, squarely, height = min(square, best), abs(rise), rise
                    nearest, face = point, n
            node += 1
    dist = sqrt(best)
    normal, length = normalize(sub(x, nearest))
    if length < SHARED * (norm(x) + norm(nearest)):
        return Sample(height, face)
    return Sample(dist, normal) if height >= 0.0 else Sample(-dist, scale(normal, -1.0))


@helper
def nearest_of_segment(a, b, x):
    """Return the point of a segment that is nearest to a point."""
    along = sub(b, a)
    square = dot(along, along)
    share = dot(sub(x, a), along) / (square if square > 0.0 else 1.0)
    return add_scaled(a, along, min(max(share, 0.0), 1.0))
