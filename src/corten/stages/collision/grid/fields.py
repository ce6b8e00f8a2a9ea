"""Distance fields of what a grid can meet: (signed distance [m], unit gradient) in the frame of the other geom."""

from corten.constants import MAXVAL
from corten.distance_field.exact import exact_field
from corten.distance_field.grid import grid_field
from corten.distance_field.octree import find_leaf, interpolate, interpolate_gradient, nearest_in_box
from corten.enums import CollisionShape
from corten.math.vector3 import add_scaled, cross, dot, load3, norm, normalize, scale, sub
from corten.raycast.height_field import grid_point
from corten.raycast.triangle import vertex
from corten.runtime import floor, helper, sqrt
from corten.stages.collision.triangles.tree import box_distance2

UP = (0.0, 0.0, 1.0)

# triangles whose distances differ by no more than this part share the nearest point
SHARED = 1e-9


@helper
def other_field(m, shape, g, x):
    """Return (distance, unit gradient) of a point to a geom that collision takes for `shape`."""
    if shape == CollisionShape.GRID or shape == CollisionShape.SDF:
        value, normal, _ = solid_field(m, shape, g, x)
        return value, normal
    if shape == CollisionShape.MESH:
        return hull_field(m, m.geom_dataid[g], x)
    if shape == CollisionShape.TRIANGLES or shape == CollisionShape.PIECES:
        return surface_field(m, m.geom_dataid[g], x)
    if shape == CollisionShape.HFIELD:
        return terrain_field(m, m.geom_dataid[g], x)
    return exact_field(shape, load3(m.geom_size, g), x)


@helper
def solid_field(m, shape, g, x):
    """Return (value [m], unit gradient, length of the gradient) of a geom of type sdf at a point."""
    if shape == CollisionShape.GRID:
        value, gradient = grid_field(m, m.geom_sdf[g], x)
        normal, slope = normalize(gradient)
        return value, normal, slope
    return octree_field(m, m.mesh_octadr[m.geom_dataid[g]], x)


@helper
def octree_field(m, root, x):
    """Return (value [m], unit gradient, length of the gradient) of the octree of a mesh."""
    away, inside = nearest_in_box(m, root, x)
    leaf, at = find_leaf(m, root, inside)
    value, slopes, box = interpolate(m, leaf, at), interpolate_gradient(m, leaf, at), m.oct_aabb
    gradient = 0.5 * slopes[0] / box[leaf, 3], 0.5 * slopes[1] / box[leaf, 4], 0.5 * slopes[2] / box[leaf, 5]
    if away > 0.0:
        value, gradient = value + away, sub(x, inside)
    normal, slope = normalize(gradient)
    return value, normal, 1.0 if away > 0.0 else slope


@helper
def rough_field(m, shape, g, x):
    """Return what `other_field` does, but beside the edges of a hull a distance that is quicker and too small."""
    if shape == CollisionShape.MESH:
        return hull_planes(m, m.geom_dataid[g], x)
    return other_field(m, shape, g, x)


@helper
def hull_planes(m, mesh, x):
    """Return (distance, normal) of the side of a convex hull whose plane a point is farthest out of: exact inside."""
    best, normal = -MAXVAL, UP
    for face in range(m.mesh_polyadr[mesh], m.mesh_polyadr[mesh] + m.mesh_polynum[mesh]):
        n = load3(m.mesh_polynormal, face)
        dist = dot(n, sub(x, side_corner(m, mesh, face, 0)))
        if dist > best:
            best, normal = dist, n
    return best, normal


@helper
def side_corner(m, mesh, face, k):
    """Return a corner of a side of a hull; corners go around."""
    place = m.mesh_polyvertadr[face] + k % m.mesh_polyvertnum[face]
    return vertex(m, m.mesh_vertadr[mesh] + m.mesh_polyvert[place])


@helper
def hull_field(m, mesh, x):
    """Return (distance, gradient) of the convex hull of a mesh: outside, to the nearest of the sides that x can see."""
    best, normal = hull_planes(m, mesh, x)
    if best <= 0.0:
        return best, normal
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
    return best, outward if length > SHARED * (norm(x) + norm(nearest)) else normal


@helper
def surface_field(m, mesh, x):
    """Return (distance, gradient) of the triangles of a mesh: to the nearest one, inside if it is seen from behind.

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
                a, b, c = triangle_corners(m, mesh, triangle)
                point, n = nearest_of_triangle(a, b, c, x), normalize(cross(sub(b, a), sub(c, a)))[0]
                away = sub(x, point)
                square, rise = dot(away, away), dot(away, n)
                if square < best * (1.0 - SHARED) or (square <= best * (1.0 + SHARED) and abs(rise) > squarely):
                    best, squarely, height = min(square, best), abs(rise), rise
                    nearest, face = point, n
            node += 1
    dist = sqrt(best)
    normal, length = normalize(sub(x, nearest))
    if length < SHARED * (norm(x) + norm(nearest)):
        return height, face
    return (dist, normal) if height >= 0.0 else (-dist, scale(normal, -1.0))


@helper
def triangle_corners(m, mesh, triangle):
    """Return the corners of a triangle of a mesh."""
    face, first = m.mesh_faceadr[mesh] + triangle, m.mesh_vertadr[mesh]
    return (
        vertex(m, first + m.mesh_face[face, 0]),
        vertex(m, first + m.mesh_face[face, 1]),
        vertex(m, first + m.mesh_face[face, 2]),
    )


@helper
def nearest_of_triangle(a, b, c, x):
    """Return the point of a triangle that is nearest to a point: inside, or on the nearest of its edges."""
    ab, ac, ax = sub(b, a), sub(c, a), sub(x, a)
    normal = cross(ab, ac)
    square = dot(normal, normal)
    v, w = dot(cross(ax, ac), normal), dot(cross(ab, ax), normal)
    if square > 0.0 and v >= 0.0 and w >= 0.0 and v + w <= square:
        return add_scaled(add_scaled(a, ab, v / square), ac, w / square)
    best = nearest_of_segment(a, b, x)
    other = nearest_of_segment(b, c, x)
    if norm(sub(x, other)) < norm(sub(x, best)):
        best = other
    other = nearest_of_segment(c, a, x)
    if norm(sub(x, other)) < norm(sub(x, best)):
        best = other
    return best


@helper
def nearest_of_segment(a, b, x):
    """Return the point of a segment that is nearest to a point."""
    along = sub(b, a)
    square = dot(along, along)
    share = dot(sub(x, a), along) / (square if square > 0.0 else 1.0)
    return add_scaled(a, along, min(max(share, 0.0), 1.0))


@helper
def terrain_field(m, field, x):
    """Return (distance, gradient) of a height field: to the plane of the triangle above or below the point.

    Beside the field there is nothing; below its base neither.
    """
    ncol, nrow = m.hfield_ncol[field], m.hfield_nrow[field]
    wide, deep = m.hfield_size[field, 0], m.hfield_size[field, 1]
    u, v = (x[0] + wide) / (2.0 * wide) * float(ncol - 1), (x[1] + deep) / (2.0 * deep) * float(nrow - 1)
    outside = u < 0.0 or v < 0.0 or u > float(ncol - 1) or v > float(nrow - 1)
    if outside or x[2] < -m.hfield_size[field, 3]:
        return MAXVAL, UP
    column, row = min(int(floor(u)), ncol - 2), min(int(floor(v)), nrow - 2)
    low, high = grid_point(m, field, row, column), grid_point(m, field, row + 1, column + 1)

    # a cell is cut from its lower left to its upper right corner
    if u - float(column) >= v - float(row):
        side = grid_point(m, field, row, column + 1)
        normal, _ = normalize(cross(sub(side, low), sub(high, low)))
        return dot(normal, sub(x, low)), normal
    side = grid_point(m, field, row + 1, column)
    normal, _ = normalize(cross(sub(high, low), sub(side, low)))
    return dot(normal, sub(x, low)), normal
