"""Triangles of one mesh against triangles of another.

Both hierarchies are walked together: a node of the first is followed only while it comes near some triangle of the
second. Surfaces touch

    face to face       where triangles face each other: the smaller one clipped by the larger one
    vertex to surface  where a vertex is nearest to the other surface and that lies in the cone of the vertex; both ways
    edge to edge       where two edges cross and the way between them lies in the cones of both

A mesh has no depth of its own: what is deeper than half of the thinner one's thickness is beyond it, unless nothing
else touches and the mesh is closed.
"""

from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.pose import Box, transform_point
from corten.math.vector3 import add_scaled, dot, load3, scale, sub
from corten.runtime import Vec3, helper, sqrt, stage
from corten.stages.collision.contacts.unsorted import reduce_contacts
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.triangles.surface import (
    TriangleEdge,
    add_surface_contact,
    corner,
    corner_allows,
    corner_number,
    corners,
    edge_allows,
    edge_of,
    nearest_of_lines,
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
    overlap,
    pair_surfaces,
    set_polygon,
    triangle_in_first,
    triangle_in_second,
)
from corten.stages.collision.triangles.tree import find_nearest, meets_some_leaf, node_overlaps

BUCKET = bucket_of("triangles_triangles")

# how deep surfaces may be inside of each other, as parts of half the thickness and of the radius of the smaller mesh
THICKNESS_PART, RADIUS_PART = 0.5, 0.1

# sine by which a normal may leave the cone of a vertex or edge: surfaces that are almost level with each other count
CONE_TOLERANCE = 0.02

# the same where nothing is forbidden
ANY = 2.0

# factor by which something may be deeper than it can be, for the sake of roundings
SLACK = 1.01


@stage
def triangles_triangles(m, d) -> None:
    """Contacts between meshes of triangles."""
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        g1, g2, first = d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.nunsorted
        limit, before = min(deepest(m, g1), deepest(m, g2)), d.ntripair
        most = overlap(m, d, g1, g2)
        depth = min(limit, max(most, 0.0) * SLACK)

        # faces and edges once, vertices both ways
        if most >= -d.candidate_margin[c]:
            add_mesh_contacts(m, d, pair_surfaces(m, d, c, g1, g2, depth), CONE_TOLERANCE, True)
            add_mesh_contacts(m, d, pair_surfaces(m, d, c, g2, g1, depth), CONE_TOLERANCE, False)

        # something fast may be deeper: then all vertices count that are inside
        if d.nunsorted == first and d.ntripair > before and most > limit:
            depth = min(radius_of(m, g1), radius_of(m, g2))
            if m.mesh_closed[m.geom_dataid[g2]] != 0:
                add_mesh_contacts(m, d, pair_surfaces(m, d, c, g1, g2, depth), ANY, False)
            if m.mesh_closed[m.geom_dataid[g1]] != 0:
                add_mesh_contacts(m, d, pair_surfaces(m, d, c, g2, g1, depth), ANY, False)
        reduce_contacts(d, c, first)


@helper
def deepest(m, geom: int) -> float:
    """Return how deep a surface may be inside of a mesh before it counts as beyond it [m]."""
    root, radius = m.mesh_bvhadr[m.geom_dataid[geom]], radius_of(m, geom)
    thickness = min(m.bvh_aabb[root, 3], min(m.bvh_aabb[root, 4], m.bvh_aabb[root, 5]))

    # a flat sheet has no thickness
    sheet = thickness < 1e-6 * radius
    return RADIUS_PART * radius if sheet else min(THICKNESS_PART * thickness, RADIUS_PART * radius)


@helper
def radius_of(m, geom: int) -> float:
    """Return half the diagonal of the box around a mesh [m]."""
    root = m.mesh_bvhadr[m.geom_dataid[geom]]
    x, y, z = m.bvh_aabb[root, 3], m.bvh_aabb[root, 4], m.bvh_aabb[root, 5]
    return sqrt(x * x + y * y + z * z)


@helper
def add_mesh_contacts(m, d, pair: SurfacePair, tolerance: float, all_features: bool) -> None:
    """Add the contacts of the vertices of one mesh with another; with all features also those of faces and edges."""
    first, second = pair.first.dataid, pair.second.dataid
    reach = d.candidate_margin[pair.first.candidate] + pair.depth
    root, node = m.mesh_bvhadr[first], 0

    # nodes of the first mesh that come near some triangle of the second
    while node < m.mesh_bvhnum[first]:
        d.ntrinode += 1
        box = node_in_second(m, pair, root + node, reach)
        if meets_some_leaf(m, d, second, box):
            triangle = m.bvh_nodeid[root + node]
            if triangle >= 0:
                for k in range(3):
                    if (m.tri_owned[m.mesh_triadr[first] + triangle] >> k) & 1 != 0:
                        add_vertex_contact(m, d, pair, triangle, k, reach, tolerance)
                if all_features:
                    add_triangle_contacts(m, d, pair, triangle, box)
            node += 1
        else:
            node = m.bvh_skip[root + node]


@helper
def add_vertex_contact(m, d, pair: SurfacePair, triangle: int, k: int, reach: float, tolerance: float) -> None:
    """Add the contact of a vertex with the nearest place of the other surface, if it sticks out that way."""
    mesh1, mesh2 = pair.first.dataid, pair.second.dataid
    point = transform_point(pair.pose, corner(m, mesh1, triangle, k))
    nearest = find_nearest(m, d, mesh2, point, reach)
    if nearest.triangle >= 0:
        dist, outward = signed_distance(m, mesh2, nearest, point)
        inward = mul_matT_vec(pair.pose.mat, scale(outward, -1.0))
        allowed = corner_allows(m, mesh1, corner_number(m, mesh1, triangle, k), inward, tolerance)
        if dist <= d.candidate_margin[pair.first.candidate] and allowed:
            add_surface_contact(d, pair.second, dist, nearest.point, outward)


@helper
def add_triangle_contacts(m, d, pair: SurfacePair, triangle: int, box: Box) -> None:
    """Add the contacts of one triangle with all triangles of the other mesh in a box.

    What touches is within the margin over the other's plane or below it, but not too deep; few of the triangles whose
    boxes overlap are, since the boxes reach as deep as something may be.
    """
    mesh1, mesh2, depth = pair.first.dataid, pair.second.dataid, pair.depth
    margin = d.candidate_margin[pair.first.candidate] + CONE_TOLERANCE * depth
    moved = triangle_in_second(pair, corners(m, mesh1, triangle))
    normal = mul_mat_vec(pair.pose.mat, load3(m.tri_normal, m.mesh_triadr[mesh1] + triangle))
    root, node = m.mesh_bvhadr[mesh2], 0
    while node < m.mesh_bvhnum[mesh2]:
        d.ntrinode += 1
        if node_overlaps(m, root + node, box):
            other = m.bvh_nodeid[root + node]
            if other >= 0:
                d.ntripair += 1
                second, normal2 = corners(m, mesh2, other), load3(m.tri_normal, m.mesh_triadr[mesh2] + other)
                if is_over(moved, second, normal2, margin, depth) and is_over(second, moved, normal, margin, depth):
                    if dot(normal, normal2) < FACING:
                        add_face_contacts(m, d, pair, triangle, other)
                    add_edge_contacts(m, d, pair, triangle, other)
            node += 1
        else:
            node = m.bvh_skip[root + node]


@helper
def add_face_contacts(m, d, pair: SurfacePair, triangle: int, other: int) -> None:
    """Add contacts where two triangles that look at each other touch, along the normal of the larger one."""
    mesh1, mesh2 = pair.first.dataid, pair.second.dataid
    first, second = corners(m, mesh1, triangle), corners(m, mesh2, other)
    if triangle_area(first) > triangle_area(second):
        set_polygon(d, triangle_in_first(pair, second))
        normal = load3(m.tri_normal, m.mesh_triadr[mesh1] + triangle)
        add_facing_contacts(d, pair.first, first, normal, pair.depth)
    else:
        set_polygon(d, triangle_in_second(pair, first))
        normal = load3(m.tri_normal, m.mesh_triadr[mesh2] + other)
        add_facing_contacts(d, pair.second, second, normal, pair.depth)


@helper
def add_edge_contacts(m, d, pair: SurfacePair, triangle: int, other: int) -> None:
    """Add contacts where edges that stick out cross."""
    mesh1, mesh2 = pair.first.dataid, pair.second.dataid
    owned1, owned2 = m.tri_owned[m.mesh_triadr[mesh1] + triangle], m.tri_owned[m.mesh_triadr[mesh2] + other]
    for i in range(3):
        if (owned1 >> (3 + i)) & 1 != 0 and (owned2 >> 3) != 0:
            edge = edge_in_second(m, pair, triangle, i)
            for j in range(3):
                if (owned2 >> (3 + j)) & 1 != 0:
                    add_crossing_contacts(m, d, pair, edge, edge_of(m, mesh2, other, j))


@helper
def add_crossing_contacts(m, d, pair: SurfacePair, edge1: TriangleEdge, edge2: TriangleEdge) -> None:
    """Add the contacts of an edge of the first mesh where it crosses one of the second, both in the second's frame."""
    margin = d.candidate_margin[pair.first.candidate]
    s, t, skew = nearest_of_lines(edge1.start, edge1.along, edge2.start, edge2.along)
    if skew and s > 0.0 and s < 1.0 and t > 0.0 and t < 1.0:
        point = add_scaled(edge2.start, edge2.along, t)
        arm = sub(add_scaled(edge1.start, edge1.along, s), point)
        dist = sqrt(dot(arm, arm))
        if dist > 0.0 and dist <= max(margin, pair.depth):
            outward = scale(arm, 1.0 / dist)
            if dist <= margin and edges_allow(m, pair, edge1, edge2, outward):
                add_surface_contact(d, pair.second, dist, point, outward)
            outward = scale(outward, -1.0)
            if dist <= pair.depth and edges_allow(m, pair, edge1, edge2, outward):
                add_surface_contact(d, pair.second, -dist, point, outward)


@helper
def edges_allow(m, pair: SurfacePair, edge1: TriangleEdge, edge2: TriangleEdge, outward: Vec3) -> bool:
    """Tell whether both of two edges have a normal in their cones."""
    inward = mul_matT_vec(pair.pose.mat, scale(outward, -1.0))
    allowed = edge_allows(m, pair.second.dataid, edge2.triangle, edge2.k, outward, CONE_TOLERANCE)
    return allowed and edge_allows(m, pair.first.dataid, edge1.triangle, edge1.k, inward, CONE_TOLERANCE)
