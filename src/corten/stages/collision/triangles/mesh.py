"""Triangles of one mesh against triangles of another.

Both trees are walked together: a node of the first is followed only while it comes near some triangle of the second.
Surfaces touch where triangles look at each other, where a vertex that sticks out is nearest to the other surface, and
where two edges cross that both stick out.
"""

from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_mat, mul_matT_vec
from corten.math.vector3 import add, add_scaled, dot, load3, scale, sub
from corten.runtime import helper, sqrt, stage
from corten.stages.collision.contacts.reduce import reduce_contacts
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.triangles.facing import FACING, is_over, set_polygon, touch_facing
from corten.stages.collision.triangles.overlap import overlap
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
from corten.stages.collision.triangles.tree import box_overlaps, find_nearest, meets_some_leaf, turned_box

BUCKET = bucket_of("triangles_triangles")

# how deep surfaces may be inside of each other, as parts of half the thickness and of the radius of the smaller mesh
THICKNESS_PART, RADIUS_PART = 0.5, 0.1

# sine by which a vertex or edge may lean out of its cone: surfaces that are almost level with each other count
LEAN = 0.02

# the same where nothing is forbidden
ANY = 2.0

# factor by which something may be deeper than it can be, for the sake of roundings
SLACK = 1.01


@stage
def triangles_triangles(m, d):
    """Contacts between meshes of triangles.

    reads:  d.geom_xmat d.geom_xpos m.bvh_aabb m.bvh_nodeid m.geom_dataid
    writes: d.kept_raw d.near_dist2 d.near_feature d.near_point
    """
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        g1, g2, first = d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.nraw
        limit, before = min(deepest(m, g1), deepest(m, g2)), d.ntripair
        most = overlap(m, d, g1, g2)
        depth = min(limit, max(most, 0.0) * SLACK)
        if most >= -d.candidate_margin[c]:
            touch_meshes(m, d, c, g1, g2, depth, LEAN, 1)
            touch_meshes(m, d, c, g2, g1, depth, LEAN, 0)

        # something fast may be deeper: then all vertices count that are inside
        if d.nraw == first and d.ntripair > before and most > limit:
            depth = min(radius_of(m, g1), radius_of(m, g2))
            if m.mesh_closed[m.geom_dataid[g2]] != 0:
                touch_meshes(m, d, c, g1, g2, depth, ANY, 0)
            if m.mesh_closed[m.geom_dataid[g1]] != 0:
                touch_meshes(m, d, c, g2, g1, depth, ANY, 0)
        reduce_contacts(d, c, first)


@helper
def deepest(m, geom):
    """Return how deep a surface may be inside of a mesh before it counts as beyond it [m]."""
    root, radius = m.mesh_bvhadr[m.geom_dataid[geom]], radius_of(m, geom)
    thickness = min(m.bvh_aabb[root, 3], min(m.bvh_aabb[root, 4], m.bvh_aabb[root, 5]))

    # a flat sheet has no thickness
    sheet = thickness < 1e-6 * radius
    return RADIUS_PART * radius if sheet else min(THICKNESS_PART * thickness, RADIUS_PART * radius)


@helper
def radius_of(m, geom):
    """Return half the diagonal of the box around a mesh [m]."""
    root = m.mesh_bvhadr[m.geom_dataid[geom]]
    x, y, z = m.bvh_aabb[root, 3], m.bvh_aabb[root, 4], m.bvh_aabb[root, 5]
    return sqrt(x * x + y * y + z * z)


@helper
def touch_meshes(m, d, c, g1, g2, depth, lean, pairs):
    """Note the vertices of one mesh that touch another; with `pairs` also faces and edges that do."""
    mesh1, mesh2, reach = m.geom_dataid[g1], m.geom_dataid[g2], d.candidate_margin[c] + depth
    turn = mul_matT_mat(load9(d.geom_xmat, g2), load9(d.geom_xmat, g1))
    offset = to_surface(d, g2, load3(d.geom_xpos, g1))
    root, node = m.mesh_bvhadr[mesh1], 0
    while node < m.mesh_bvhnum[mesh1]:
        d.ntrinode += 1
        centre, half = turned_box(m, root + node, turn, offset, reach)
        if meets_some_leaf(m, d, mesh2, centre, half):
            triangle = m.bvh_nodeid[root + node]
            if triangle >= 0:
                for k in range(3):
                    if (m.tri_owned[m.mesh_triadr[mesh1] + triangle] >> k) & 1 != 0:
                        touch_vertex(m, d, c, g1, g2, turn, offset, triangle, k, reach, lean)
                if pairs != 0:
                    touch_pairs(m, d, c, g1, g2, turn, offset, triangle, centre, half, depth)
            node += 1
        else:
            node = m.bvh_skip[root + node]


@helper
def touch_vertex(m, d, c, g1, g2, turn, offset, triangle, k, reach, lean):
    """Note the contact of a vertex with the nearest place of the other surface, if it sticks out that way."""
    mesh1, mesh2 = m.geom_dataid[g1], m.geom_dataid[g2]
    point = add(mul_mat_vec(turn, corner(m, mesh1, triangle, k)), offset)
    if find_nearest(m, d, mesh2, point, reach):
        foot, feature = load3(d.near_point, 0), d.near_feature
        outward, arm, dist = feature_normal(m, mesh2, d.near_triangle, feature), sub(point, foot), sqrt(d.near_dist2)
        if dot(outward, arm) < 0.0:
            dist = -dist
        if feature != FACE and abs(dist) > 0.0:
            outward = scale(arm, 1.0 / dist)
        inward = mul_matT_vec(turn, scale(outward, -1.0))
        allowed = corner_allows(m, mesh1, corner_number(m, mesh1, triangle, k), inward, lean)
        if dist <= d.candidate_margin[c] and allowed:
            touch(d, c, g2, dist, foot, outward)


@helper
def touch_pairs(m, d, c, g1, g2, turn, offset, triangle, centre, half, depth):
    """Note the contacts of one triangle with all triangles of the other mesh near it.

    What touches is within the margin over the other's plane or below it, but not too deep; few of the triangles whose
    boxes overlap are, since the boxes reach as deep as something may be.
    """
    mesh1, mesh2, margin = m.geom_dataid[g1], m.geom_dataid[g2], d.candidate_margin[c] + LEAN * depth
    moved = carry_out(turn, offset, corners(m, mesh1, triangle))
    normal = mul_mat_vec(turn, load3(m.tri_normal, m.mesh_triadr[mesh1] + triangle))
    root, node = m.mesh_bvhadr[mesh2], 0
    while node < m.mesh_bvhnum[mesh2]:
        d.ntrinode += 1
        if box_overlaps(m, root + node, centre, half):
            other = m.bvh_nodeid[root + node]
            if other >= 0:
                d.ntripair += 1
                second, normal2 = corners(m, mesh2, other), load3(m.tri_normal, m.mesh_triadr[mesh2] + other)
                if is_over(moved, second, normal2, margin, depth) and is_over(second, moved, normal, margin, depth):
                    if dot(normal, normal2) < FACING:
                        touch_faces(m, d, c, g1, g2, turn, offset, triangle, other, depth)
                    touch_edges(m, d, c, g1, g2, turn, offset, triangle, other, depth)
            node += 1
        else:
            node = m.bvh_skip[root + node]


@helper
def touch_faces(m, d, c, g1, g2, turn, offset, triangle, other, depth):
    """Note where two triangles that look at each other touch, along the normal of the larger one."""
    mesh1, mesh2 = m.geom_dataid[g1], m.geom_dataid[g2]
    first, second = corners(m, mesh1, triangle), corners(m, mesh2, other)
    if triangle_area(first) > triangle_area(second):
        set_polygon(d, carry_back(turn, offset, second))
        touch_facing(d, c, g1, first, load3(m.tri_normal, m.mesh_triadr[mesh1] + triangle), depth)
    else:
        set_polygon(d, carry_out(turn, offset, first))
        touch_facing(d, c, g2, second, load3(m.tri_normal, m.mesh_triadr[mesh2] + other), depth)


@helper
def carry_out(turn, offset, triangle):
    """Return a triangle of the first mesh in the frame of the second."""
    a, b, c = triangle
    return add(mul_mat_vec(turn, a), offset), add(mul_mat_vec(turn, b), offset), add(mul_mat_vec(turn, c), offset)


@helper
def carry_back(turn, offset, triangle):
    """Return a triangle of the second mesh in the frame of the first."""
    a, b, c = triangle
    first, second = mul_matT_vec(turn, sub(a, offset)), mul_matT_vec(turn, sub(b, offset))
    return first, second, mul_matT_vec(turn, sub(c, offset))


@helper
def touch_edges(m, d, c, g1, g2, turn, offset, triangle, other, depth):
    """Note where edges that stick out cross."""
    mesh1, mesh2 = m.geom_dataid[g1], m.geom_dataid[g2]
    owned1, owned2 = m.tri_owned[m.mesh_triadr[mesh1] + triangle], m.tri_owned[m.mesh_triadr[mesh2] + other]
    for i in range(3):
        if (owned1 >> (3 + i)) & 1 != 0 and (owned2 >> 3) != 0:
            a = add(mul_mat_vec(turn, corner(m, mesh1, triangle, i)), offset)
            along = sub(add(mul_mat_vec(turn, corner(m, mesh1, triangle, (i + 1) % 3)), offset), a)
            for j in range(3):
                if (owned2 >> (3 + j)) & 1 != 0:
                    touch_edge(m, d, c, g1, g2, turn, triangle, i, other, j, a, along, depth)


@helper
def touch_edge(m, d, c, g1, g2, turn, triangle, i, other, j, a, along, depth):
    """Note the crossing of an edge of the first mesh, given in the frame of the second, with one of the second."""
    mesh1, mesh2 = m.geom_dataid[g1], m.geom_dataid[g2]
    b = corner(m, mesh2, other, j)
    side = sub(corner(m, mesh2, other, (j + 1) % 3), b)
    s, t, skew = nearest_of_lines(a, along, b, side)
    if skew and s > 0.0 and s < 1.0 and t > 0.0 and t < 1.0:
        point = add_scaled(b, side, t)
        arm = sub(add_scaled(a, along, s), point)
        dist = sqrt(dot(arm, arm))
        if dist > 0.0 and dist <= max(d.candidate_margin[c], depth):
            outward = scale(arm, 1.0 / dist)
            if dist <= d.candidate_margin[c] and edges_allow(m, mesh1, mesh2, turn, triangle, i, other, j, outward):
                touch(d, c, g2, dist, point, outward)
            outward = scale(outward, -1.0)
            if dist <= depth and edges_allow(m, mesh1, mesh2, turn, triangle, i, other, j, outward):
                touch(d, c, g2, -dist, point, outward)


@helper
def edges_allow(m, mesh1, mesh2, turn, triangle, i, other, j, outward):
    """Tell whether both of two edges have a normal in their cones."""
    inward = mul_matT_vec(turn, scale(outward, -1.0))
    return edge_allows(m, mesh2, other, j, outward, LEAN) and edge_allows(m, mesh1, triangle, i, inward, LEAN)
