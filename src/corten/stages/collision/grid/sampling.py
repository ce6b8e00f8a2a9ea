"""Signed distances of points to solids and to what a solid can meet, by the shape that a geom collides as.

Points and gradients are in the frame of the geom. Distances to primitives, hulls and triangles are exact; those of
grids and octrees are interpolated, and are distances where the gradient has length one (`SolidSample.slope`).
"""

from typing import NamedTuple

from corten.constants import MAXVAL
from corten.distance_field.interpolation import (
    find_leaf,
    interpolate,
    interpolate_gradient,
    nearest_in_box,
    sample_grid,
)
from corten.distance_field.primitives import Sample, sample_primitive
from corten.enums import CollisionShape
from corten.math.triangle import nearest_on_triangle
from corten.math.vector3 import add_scaled, cross, dot, load3, norm, normalize, scale, sub
from corten.raycast.height_field import grid_point
from corten.raycast.shapes import vertex
from corten.runtime import Vec3, floor, helper, per_precision, sqrt
from corten.stages.collision.grid.solid_pair import ShapedGeom, is_solid
from corten.stages.collision.triangles.surface import corners
from corten.stages.collision.triangles.tree import box_distance2

# ---- distances of points to a height field, in its frame


UP = (0.0, 0.0, 1.0)


@helper
def sample_height_field(m, hfield: int, x: Vec3) -> Sample:
    """Return the distance to the plane of the triangle above or below a point.

    Beside the height field there is nothing; below its base neither.
    """
    ncol, nrow = m.hfield_ncol[hfield], m.hfield_nrow[hfield]
    wide, deep = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1]
    u, v = (x[0] + wide) / (2.0 * wide) * float(ncol - 1), (x[1] + deep) / (2.0 * deep) * float(nrow - 1)
    outside = u < 0.0 or v < 0.0 or u > float(ncol - 1) or v > float(nrow - 1)
    if outside or x[2] < -m.hfield_size[hfield, 3]:
        return Sample(MAXVAL, UP)
    column, row = min(int(floor(u)), ncol - 2), min(int(floor(v)), nrow - 2)
    low, high = grid_point(m, hfield, row, column), grid_point(m, hfield, row + 1, column + 1)

    # a cell is cut from its lower left to its upper right corner
    if u - float(column) >= v - float(row):
        side = grid_point(m, hfield, row, column + 1)
        normal, _ = normalize(cross(sub(side, low), sub(high, low)))
        return Sample(dot(normal, sub(x, low)), normal)
    side = grid_point(m, hfield, row + 1, column)
    normal, _ = normalize(cross(sub(high, low), sub(side, low)))
    return Sample(dot(normal, sub(x, low)), normal)


# ---- distances of points to the hull of a mesh and to its triangles, in the frame of the mesh


# triangles whose distances differ by no more than this part share the nearest point
SHARED = per_precision(1e-9, float32=1e-6)


@helper
def hull_plane(m, mesh: int, x: Vec3) -> Sample:
    """Return distance and normal of the side of a convex hull whose plane a point is farthest out of: exact inside."""
    best, normal = -MAXVAL, UP
    for face in range(m.mesh_polyadr[mesh], m.mesh_polyadr[mesh] + m.mesh_polynum[mesh]):
        n = load3(m.mesh_polynormal, face)
        dist = dot(n, sub(x, side_corner(m, mesh, face, 0)))
        if dist > best:
            best, normal = dist, n
    return Sample(best, normal)


@helper
def side_corner(m, mesh: int, face: int, k: int) -> Vec3:
    """Return a corner of a side of a hull; corners go around."""
    place = m.mesh_polyvertadr[face] + k % m.mesh_polyvertnum[face]
    return vertex(m, m.mesh_vertadr[mesh] + m.mesh_polyvert[place])


@helper
def sample_hull(m, mesh: int, x: Vec3) -> Sample:
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
def sample_triangles(m, mesh: int, x: Vec3) -> Sample:
    """Return the distance to the triangles of a mesh: to the nearest one, inside if it is seen from behind.

    Of triangles that share the nearest point the one that is seen most squarely decides.
    """
    root, node = m.mesh_bvhadr[mesh], 0
    best, squarely, height = MAXVAL, -1.0, 0.0
    nearest, face = (0.0, 0.0, 0.0), UP

    # nearest triangle; of those that share the nearest point the one that is seen most squarely
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

    # sign by the side of that triangle
    dist = sqrt(best)
    normal, length = normalize(sub(x, nearest))
    if length < SHARED * (norm(x) + norm(nearest)):
        return Sample(height, face)
    return Sample(dist, normal) if height >= 0.0 else Sample(-dist, scale(normal, -1.0))


@helper
def nearest_of_segment(a: Vec3, b: Vec3, x: Vec3) -> Vec3:
    """Return the point of a segment that is nearest to a point."""
    along = sub(b, a)
    square = dot(along, along)
    share = dot(sub(x, a), along) / (square if square > 0.0 else 1.0)
    return add_scaled(a, along, min(max(share, 0.0), 1.0))


# ---- distances of points to solids and to any geom


class SolidSample(NamedTuple):
    """What a solid says of a point: its value [m], the direction of the gradient, and the gradient's length.

    The value is a distance where the gradient's length is one.
    """

    dist: float
    normal: Vec3
    slope: float


@helper
def sample_solid(m, solid: ShapedGeom, x: Vec3) -> SolidSample:
    """Return what a solid says of a point."""
    if solid.shape == CollisionShape.GRID:
        sample = sample_grid(m, m.geom_sdf[solid.id], x)
        normal, slope = normalize(sample.gradient)
        return SolidSample(sample.dist, normal, slope)
    return sample_octree(m, m.mesh_octadr[m.geom_dataid[solid.id]], x)


@helper
def sample_octree(m, root: int, x: Vec3) -> SolidSample:
    """Return what the octree of a mesh says of a point."""
    away, inside = nearest_in_box(m, root, x)
    leaf, at = find_leaf(m, root, inside)
    value, slopes, box = interpolate(m, leaf, at), interpolate_gradient(m, leaf, at), m.oct_aabb
    gradient = 0.5 * slopes[0] / box[leaf, 3], 0.5 * slopes[1] / box[leaf, 4], 0.5 * slopes[2] / box[leaf, 5]
    if away > 0.0:
        value, gradient = value + away, sub(x, inside)
    normal, slope = normalize(gradient)
    return SolidSample(value, normal, 1.0 if away > 0.0 else slope)


@helper
def sample_geom(m, geom: ShapedGeom, x: Vec3) -> Sample:
    """Return the distance of a point to a geom, with its unit gradient."""
    if is_solid(geom.shape):
        sample = sample_solid(m, geom, x)
        return Sample(sample.dist, sample.normal)
    if geom.shape == CollisionShape.MESH:
        return sample_hull(m, m.geom_dataid[geom.id], x)
    if geom.shape == CollisionShape.TRIANGLES or geom.shape == CollisionShape.PIECES:
        return sample_triangles(m, m.geom_dataid[geom.id], x)
    if geom.shape == CollisionShape.HFIELD:
        return sample_height_field(m, m.geom_dataid[geom.id], x)
    return sample_primitive(geom.shape, load3(m.geom_size, geom.id), x)


@helper
def sample_geom_roughly(m, geom: ShapedGeom, x: Vec3) -> Sample:
    """Return what `sample_geom` does, but beside the edges of a hull a distance that is quicker and too small."""
    if geom.shape == CollisionShape.MESH:
        return hull_plane(m, m.geom_dataid[geom.id], x)
    return sample_geom(m, geom, x)
