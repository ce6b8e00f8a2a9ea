"""Height fields against the triangles of a mesh, as two meshes touch: by faces, vertices and edges.

(r+1, c) +-------+ (r+1, c+1)        two triangles in each cell, which its diagonal from (0, 0) to (1, 1) parts:
         | 0   / |                   0 behind it, 1 before it. A point has up to six neighbours, an edge two
         |   /   |                   points across it, by which cones of normals are known (`surface`)
         | /   1 |
  (r, c) +-------+ (r, c+1)          the field is solid below
"""

from typing import NamedTuple

from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.pose import Box, transform_point, transform_point_back
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, scale, sub
from corten.raycast.height_field import elevation, grid_point
from corten.runtime import Vec2, Vec3, floor, helper, sqrt, stage
from corten.stages.collision.contacts.unsorted import reduce_contacts
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.triangles.mesh_pairs import CONE_TOLERANCE, deepest, radius_of
from corten.stages.collision.triangles.surface import (
    add_surface_contact,
    corner,
    corner_allows,
    corner_number,
    corners,
    edge_allows,
    nearest_of_lines,
    points_toward,
    signed_distance,
    triangle_area,
)
from corten.stages.collision.triangles.surface_pair import (
    FACING,
    SurfacePair,
    add_facing_contacts,
    edge_in_second,
    is_over,
    node_in_second,
    pair_surfaces,
    set_polygon,
    triangle_in_first,
    triangle_in_second,
)
from corten.stages.collision.triangles.tree import find_nearest

# ---- the surface of a height field as triangles


# rows and columns of the neighbours of a grid point
AROUND_ROW = (0, 1, 1, 0, -1, -1)
AROUND_COLUMN = (1, 1, 0, -1, -1, 0)

# edges of a cell from its first point, along x, y and the diagonal: their other end, and the points across them
END_ROW, END_COLUMN = (0, 1, 1), (1, 0, 1)
LEFT_ROW, LEFT_COLUMN = (1, 1, 1), (1, 1, 0)
RIGHT_ROW, RIGHT_COLUMN = (-1, 0, 0), (0, -1, 1)

# cells up to which a box is compared with what is below it
MOST_CELLS = 64


class Cells(NamedTuple):
    """A block of cells: its first row and column, and those behind the last."""

    row: int
    end_row: int
    column: int
    end_column: int


@helper
def on_grid(m, hfield: int, row: int, column: int) -> bool:
    """Tell whether there is such a point."""
    return row >= 0 and column >= 0 and row < m.hfield_nrow[hfield] and column < m.hfield_ncol[hfield]


@helper
def cell_triangle(m, hfield: int, row: int, column: int, k: int) -> tuple[Vec3, Vec3, Vec3]:
    """Return a triangle of a cell, counter-clockwise from above: 0 behind the diagonal, 1 before it."""
    a, c = grid_point(m, hfield, row, column), grid_point(m, hfield, row + 1, column + 1)
    side = grid_point(m, hfield, row + 1 - k, column + k)
    if k == 0:
        return a, c, side
    return a, side, c


@helper
def upward(triangle: tuple[Vec3, Vec3, Vec3]) -> Vec3:
    """Return the unit normal of a triangle that is not upright."""
    a, b, c = triangle
    normal = cross(sub(b, a), sub(c, a))
    return scale(normal, 1.0 / norm(normal))


@helper
def cells_along(low: float, high: float, size: float, count: int) -> tuple[int, int]:
    """Return the first cell that an interval along an axis meets, and the one behind the last; none outside."""
    width = 2.0 * size / float(count - 1)
    first, last = floor((low + size) / width), floor((high + size) / width)
    return max(0, int(max(first, -1.0))), min(count - 2, int(min(last, float(count)))) + 1


@helper
def cells_between(m, hfield: int, low: Vec2 | Vec3, high: Vec2 | Vec3) -> Cells:
    """Return the cells in the rectangle between two points as seen from above."""
    row, end_row = cells_along(low[1], high[1], m.hfield_size[hfield, 1], m.hfield_nrow[hfield])
    column, end_column = cells_along(low[0], high[0], m.hfield_size[hfield, 0], m.hfield_ncol[hfield])
    return Cells(row, end_row, column, end_column)


@helper
def meets_height_field(m, hfield: int, box: Box) -> bool:
    """Tell whether a box may meet a height field: not if it is beside, below, or above all points in a few cells."""
    low, high = sub(box.centre, box.half), add(box.centre, box.half)
    if low[2] > m.hfield_size[hfield, 2] or high[2] < -m.hfield_size[hfield, 3]:
        return False
    cells = cells_between(m, hfield, low, high)
    if cells.end_row <= cells.row or cells.end_column <= cells.column:
        return False
    if (cells.end_row - cells.row) * (cells.end_column - cells.column) > MOST_CELLS:
        return True
    start, height = m.hfield_adr[hfield], low[2] / m.hfield_size[hfield, 2]
    for r in range(cells.row, cells.end_row + 1):
        for c in range(cells.column, cells.end_column + 1):
            if elevation(m, start + r * m.hfield_ncol[hfield] + c) >= height:
                return True
    return False


@helper
def point_allows(m, hfield: int, row: int, column: int, u: Vec3, tolerance: float) -> bool:
    """Tell whether a unit vector lies in the cone of a point of the grid: all points around fall away from it."""
    p = grid_point(m, hfield, row, column)
    for k in range(6):
        r, c = row + AROUND_ROW[k], column + AROUND_COLUMN[k]
        if on_grid(m, hfield, r, c) and points_toward(u, sub(grid_point(m, hfield, r, c), p), tolerance):
            return False
    return True


@helper
def side_allows(m, hfield: int, row: int, column: int, k: int, u: Vec3, tolerance: float) -> bool:
    """Tell whether a unit vector lies in the cone of an edge of a cell."""
    p = grid_point(m, hfield, row, column)
    left, left_column = row + LEFT_ROW[k], column + LEFT_COLUMN[k]
    if on_grid(m, hfield, left, left_column) and points_toward(
        u, sub(grid_point(m, hfield, left, left_column), p), tolerance
    ):
        return False
    right, right_column = row + RIGHT_ROW[k], column + RIGHT_COLUMN[k]
    if not on_grid(m, hfield, right, right_column):
        return True
    return not points_toward(u, sub(grid_point(m, hfield, right, right_column), p), tolerance)


# ---- contacts


BUCKET = bucket_of("triangles_hfield")


@stage
def triangles_hfield(m, d) -> None:
    """Contacts of height fields with the triangles of meshes."""
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        first = d.nunsorted
        hfield, mesh = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
        add_height_field_contacts(m, d, pair_surfaces(m, d, c, mesh, hfield, radius_of(m, mesh)))
        reduce_contacts(d, c, first)


@helper
def add_height_field_contacts(m, d, pair: SurfacePair) -> None:
    """Add the contacts of one mesh with one height field, which is solid below."""
    mesh, hfield = pair.first.dataid, pair.second.dataid
    reach = d.candidate_margin[pair.first.candidate] + pair.depth
    root, node = m.mesh_bvhadr[mesh], 0
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        if meets_height_field(m, hfield, node_in_second(m, pair, root + node, reach)):
            if m.bvh_nodeid[root + node] >= 0:
                add_triangle_contacts(m, d, pair, m.bvh_nodeid[root + node])
            node += 1
        else:
            node = m.bvh_skip[root + node]

    # points of the grid under the mesh
    reach = d.candidate_margin[pair.first.candidate] + deepest(m, pair.first.geom)
    box = node_in_second(m, pair, root, reach)
    cells = cells_between(m, hfield, sub(box.centre, box.half), add(box.centre, box.half))
    for row in range(cells.row, cells.end_row + 1 if cells.end_row > cells.row else cells.row):
        for column in range(cells.column, cells.end_column + 1 if cells.end_column > cells.column else cells.column):
            point = grid_point(m, hfield, row, column)
            if abs(point[2] - box.centre[2]) <= box.half[2]:
                add_grid_point_contact(m, d, pair, row, column, reach)


@helper
def add_grid_point_contact(m, d, pair: SurfacePair, row: int, column: int, reach: float) -> None:
    """Add the contact of a point of the grid with the nearest place of the mesh, if it sticks out that way."""
    mesh, hfield = pair.first.dataid, pair.second.dataid
    point = transform_point_back(pair.pose, grid_point(m, hfield, row, column))
    nearest = find_nearest(m, d, mesh, point, reach)
    if nearest.triangle >= 0:
        dist, outward = signed_distance(m, mesh, nearest, point)
        up = mul_mat_vec(pair.pose.mat, scale(outward, -1.0))
        near = dist <= d.candidate_margin[pair.first.candidate] and up[2] > 0.0
        if near and point_allows(m, hfield, row, column, up, CONE_TOLERANCE):
            add_surface_contact(d, pair.first, dist, nearest.point, outward)


@helper
def add_triangle_contacts(m, d, pair: SurfacePair, triangle: int) -> None:
    """Add the contacts of one triangle of the mesh with the cells below it."""
    mesh, hfield, margin = pair.first.dataid, pair.second.dataid, d.candidate_margin[pair.first.candidate]
    own = corners(m, mesh, triangle)
    moved = triangle_in_second(pair, own)
    p, q, r = moved
    low = min(p[0], min(q[0], r[0])) - margin, min(p[1], min(q[1], r[1])) - margin
    high = max(p[0], max(q[0], r[0])) + margin, max(p[1], max(q[1], r[1])) + margin
    cells = cells_between(m, hfield, low, high)
    normal = load3(m.tri_normal, m.mesh_triadr[mesh] + triangle)

    # both triangles of each cell below: face to face, then corners, then edges
    for row in range(cells.row, cells.end_row):
        for column in range(cells.column, cells.end_column):
            for k in range(2):
                below = cell_triangle(m, hfield, row, column, k)
                up = upward(below)
                faces = dot(mul_mat_vec(pair.pose.mat, normal), up) < FACING
                if faces and is_over(moved, below, up, margin, pair.depth):
                    if triangle_area(own) > triangle_area(below):
                        set_polygon(d, triangle_in_first(pair, below))
                        add_facing_contacts(d, pair.first, own, normal, pair.depth)
                    else:
                        set_polygon(d, moved)
                        add_facing_contacts(d, pair.second, below, up, pair.depth)
                add_corner_contacts(m, d, pair, triangle, below, up)
            add_edge_contacts(m, d, pair, triangle, row, column)


@helper
def add_corner_contacts(m, d, pair: SurfacePair, triangle: int, below: tuple[Vec3, Vec3, Vec3], up: Vec3) -> None:
    """Add the contacts of corners of a triangle that are over one of the height field and stick out towards it."""
    mesh = pair.first.dataid
    for k in range(3):
        if (m.tri_owned[m.mesh_triadr[mesh] + triangle] >> k) & 1 != 0:
            point = transform_point(pair.pose, corner(m, mesh, triangle, k))
            dist = dot(sub(point, below[0]), up)
            near = dist <= d.candidate_margin[pair.first.candidate] and dist >= -pair.depth
            if near and is_above(below, point):
                inward = mul_matT_vec(pair.pose.mat, scale(up, -1.0))
                if corner_allows(m, mesh, corner_number(m, mesh, triangle, k), inward, CONE_TOLERANCE):
                    add_surface_contact(d, pair.second, dist, add_scaled(point, up, -dist), up)


@helper
def is_above(triangle: tuple[Vec3, Vec3, Vec3], point: Vec3) -> bool:
    """Tell whether a point is over a triangle, or under it, as seen from above."""
    a, b, c = triangle
    return turns_left(a, b, point) and turns_left(b, c, point) and turns_left(c, a, point)


@helper
def turns_left(a: Vec3, b: Vec3, point: Vec3) -> bool:
    """Tell whether a point is on the left of an edge as seen from above."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= 0.0


@helper
def add_edge_contacts(m, d, pair: SurfacePair, triangle: int, row: int, column: int) -> None:
    """Add contacts where edges of a triangle that stick out cross edges of a cell that do."""
    mesh, hfield, margin = pair.first.dataid, pair.second.dataid, d.candidate_margin[pair.first.candidate]
    for i in range(3):
        if (m.tri_owned[m.mesh_triadr[mesh] + triangle] >> (3 + i)) & 1 != 0:
            edge = edge_in_second(m, pair, triangle, i)
            for k in range(3):
                start = grid_point(m, hfield, row, column)
                side = sub(grid_point(m, hfield, row + END_ROW[k], column + END_COLUMN[k]), start)
                s, t, skew = nearest_of_lines(edge.start, edge.along, start, side)
                if skew and s > 0.0 and s < 1.0 and t > 0.0 and t < 1.0:
                    point = add_scaled(start, side, t)
                    arm = sub(add_scaled(edge.start, edge.along, s), point)
                    length = sqrt(dot(arm, arm))
                    dist = length if arm[2] >= 0.0 else -length
                    if length > 0.0 and dist <= margin and dist >= -pair.depth:
                        up = scale(arm, 1.0 / dist)
                        inward = mul_matT_vec(pair.pose.mat, scale(up, -1.0))
                        sticks = side_allows(m, hfield, row, column, k, up, CONE_TOLERANCE)
                        if sticks and edge_allows(m, mesh, triangle, i, inward, CONE_TOLERANCE):
                            add_surface_contact(d, pair.second, dist, point, up)
