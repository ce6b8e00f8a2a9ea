"""Height fields against the triangles of a mesh, as two meshes touch: by faces, vertices and edges."""

from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_mat, mul_matT_vec
from corten.math.vector3 import add, add_scaled, dot, load3, scale, sub
from corten.runtime import helper, sqrt, stage
from corten.stages.collision.contacts.reduce import reduce_contacts
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.triangles.facing import FACING, is_over, set_polygon, touch_facing
from corten.stages.collision.triangles.field_surface import (
    END_COLUMN,
    END_ROW,
    cell_triangle,
    cells_of,
    field_reaches,
    grid_point,
    point_allows,
    side_allows,
    upward,
)
from corten.stages.collision.triangles.mesh import LEAN, carry_back, carry_out, deepest, radius_of, turned_box
from corten.stages.collision.triangles.surface import (
    FACE,
    corner,
    corner_allows,
    corner_number,
    corners,
    edge_allows,
    feature_normal,
    nearest_of_lines,
    to_surface,
    touch,
    triangle_area,
)
from corten.stages.collision.triangles.tree import find_nearest

BUCKET = bucket_of("triangles_hfield")


@stage
def triangles_hfield(m, d):
    """Contacts of height fields with the triangles of meshes.

    reads:  d.geom_xmat d.geom_xpos m.bvh_aabb m.bvh_nodeid m.geom_dataid
    writes: d.kept_raw d.near_dist2 d.near_feature d.near_point
    """
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        first = d.nraw
        touch_field(m, d, c, d.candidate_geom[c, 0], d.candidate_geom[c, 1])
        reduce_contacts(d, c, first)


@helper
def touch_field(m, d, c, field, geom):
    """Note the contacts of one height field, which is solid below, with one mesh."""
    hid, mesh, depth = m.geom_dataid[field], m.geom_dataid[geom], radius_of(m, geom)
    turn = mul_matT_mat(load9(d.geom_xmat, field), load9(d.geom_xmat, geom))
    offset, reach = to_surface(d, field, load3(d.geom_xpos, geom)), d.candidate_margin[c] + depth
    root, node = m.mesh_bvhadr[mesh], 0
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        centre, half = turned_box(m, root + node, turn, offset, reach)
        if field_reaches(m, hid, centre, half):
            if m.bvh_nodeid[root + node] >= 0:
                touch_cells(m, d, c, field, geom, turn, offset, m.bvh_nodeid[root + node], depth)
            node += 1
        else:
            node = m.bvh_skip[root + node]

    # points of the grid under the mesh
    reach = d.candidate_margin[c] + deepest(m, geom)
    centre, half = turned_box(m, root, turn, offset, reach)
    row, rows, column, columns = cells_of(
        m, hid, centre[0] - half[0], centre[0] + half[0], centre[1] - half[1], centre[1] + half[1]
    )
    for r in range(row, rows + 1 if rows > row else row):
        for k in range(column, columns + 1 if columns > column else column):
            point = grid_point(m, hid, r, k)
            if abs(point[2] - centre[2]) <= half[2]:
                touch_grid_point(m, d, c, hid, geom, turn, offset, r, k, reach)


@helper
def touch_grid_point(m, d, c, hid, geom, turn, offset, row, column, reach):
    """Note the contact of a point of the grid with the nearest place of the mesh, if it sticks out that way."""
    mesh = m.geom_dataid[geom]
    point = mul_matT_vec(turn, sub(grid_point(m, hid, row, column), offset))
    if find_nearest(m, d, mesh, point, reach):
        foot, feature = load3(d.near_point, 0), d.near_feature
        outward, arm, dist = feature_normal(m, mesh, d.near_triangle, feature), sub(point, foot), sqrt(d.near_dist2)
        if dot(outward, arm) < 0.0:
            dist = -dist
        if feature != FACE and abs(dist) > 0.0:
            outward = scale(arm, 1.0 / dist)
        up = mul_mat_vec(turn, scale(outward, -1.0))
        if dist <= d.candidate_margin[c] and up[2] > 0.0 and point_allows(m, hid, row, column, up, LEAN):
            touch(d, c, geom, dist, foot, outward)


@helper
def touch_cells(m, d, c, field, geom, turn, offset, triangle, depth):
    """Note the contacts of one triangle of the mesh with the cells below it."""
    hid, mesh, margin = m.geom_dataid[field], m.geom_dataid[geom], d.candidate_margin[c]
    own = corners(m, mesh, triangle)
    moved = carry_out(turn, offset, own)
    p, q, r = moved
    row, rows, column, columns = cells_of(
        m,
        hid,
        min(p[0], min(q[0], r[0])) - margin,
        max(p[0], max(q[0], r[0])) + margin,
        min(p[1], min(q[1], r[1])) - margin,
        max(p[1], max(q[1], r[1])) + margin,
    )
    normal = load3(m.tri_normal, m.mesh_triadr[mesh] + triangle)
    for i in range(row, rows):
        for j in range(column, columns):
            for k in range(2):
                below = cell_triangle(m, hid, i, j, k)
                up = upward(below)
                if dot(mul_mat_vec(turn, normal), up) < FACING and is_over(moved, below, up, margin, depth):
                    if triangle_area(own) > triangle_area(below):
                        set_polygon(d, carry_back(turn, offset, below))
                        touch_facing(d, c, geom, own, normal, depth)
                    else:
                        set_polygon(d, moved)
                        touch_facing(d, c, field, below, up, depth)
                touch_corners(m, d, c, field, geom, turn, offset, triangle, below, up, depth)
            touch_sides(m, d, c, field, geom, turn, offset, triangle, i, j, depth)


@helper
def touch_corners(m, d, c, field, geom, turn, offset, triangle, below, up, depth):
    """Note the corners of a triangle that are over a triangle of the field and stick out towards it."""
    mesh = m.geom_dataid[geom]
    for k in range(3):
        if (m.tri_owned[m.mesh_triadr[mesh] + triangle] >> k) & 1 != 0:
            point = add(mul_mat_vec(turn, corner(m, mesh, triangle, k)), offset)
            dist = dot(sub(point, below[0]), up)
            near = dist <= d.candidate_margin[c] and dist >= -depth
            if near and is_above(below, point):
                inward = mul_matT_vec(turn, scale(up, -1.0))
                if corner_allows(m, mesh, corner_number(m, mesh, triangle, k), inward, LEAN):
                    touch(d, c, field, dist, add_scaled(point, up, -dist), up)


@helper
def is_above(triangle, point):
    """Tell whether a point is over a triangle, or under it, as seen from above."""
    a, b, c = triangle
    return turns_left(a, b, point) and turns_left(b, c, point) and turns_left(c, a, point)


@helper
def turns_left(a, b, point):
    """Tell whether a point is on the left of an edge as seen from above."""
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0]) >= 0.0


@helper
def touch_sides(m, d, c, field, geom, turn, offset, triangle, row, column, depth):
    """Note where edges of a triangle that stick out cross edges of a cell that do."""
    hid, mesh = m.geom_dataid[field], m.geom_dataid[geom]
    for i in range(3):
        if (m.tri_owned[m.mesh_triadr[mesh] + triangle] >> (3 + i)) & 1 != 0:
            a = add(mul_mat_vec(turn, corner(m, mesh, triangle, i)), offset)
            along = sub(add(mul_mat_vec(turn, corner(m, mesh, triangle, (i + 1) % 3)), offset), a)
            for k in range(3):
                b = grid_point(m, hid, row, column)
                side = sub(grid_point(m, hid, row + END_ROW[k], column + END_COLUMN[k]), b)
                s, t, skew = nearest_of_lines(a, along, b, side)
                if skew and s > 0.0 and s < 1.0 and t > 0.0 and t < 1.0:
                    point = add_scaled(b, side, t)
                    arm = sub(add_scaled(a, along, s), point)
                    length = sqrt(dot(arm, arm))
                    dist = length if arm[2] >= 0.0 else -length
                    if length > 0.0 and dist <= d.candidate_margin[c] and dist >= -depth:
                        up = scale(arm, 1.0 / dist)
                        inward = mul_matT_vec(turn, scale(up, -1.0))
                        sticks = side_allows(m, hid, row, column, k, up, LEAN)
                        if sticks and edge_allows(m, mesh, triangle, i, inward, LEAN):
                            touch(d, c, field, dist, point, up)
