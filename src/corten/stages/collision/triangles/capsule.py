"""Capsules against the triangles of a mesh: both ends as balls, and the axis against edges and corners."""

from corten.math.vector3 import add, add_scaled, dot, load3, scale, sub
from corten.runtime import helper, sqrt, stage
from corten.stages.collision.contacts.reduce import reduce_contacts
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.sphere_sphere import z_axis
from corten.stages.collision.triangles.sphere import touch_ball
from corten.stages.collision.triangles.surface import (
    CORNER,
    STRICT,
    corner,
    corner_allows,
    corner_number,
    edge_allows,
    feature_normal,
    nearest_of_lines,
    to_surface,
    touch,
)
from corten.stages.collision.triangles.tree import box_overlaps

BUCKET = bucket_of("triangles_capsule")

# how far below an edge the axis may run and still be lifted over it, as a part of the radius
BELOW = 0.5


@stage
def triangles_capsule(m, d):
    """Contacts of capsules with the triangles of meshes.

    reads:  d.geom_xmat d.geom_xpos m.bvh_aabb m.bvh_nodeid m.geom_dataid
    writes: d.kept_raw d.near_dist2 d.near_feature d.near_point
    """
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        capsule, surface, first = d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.nraw
        touch_capsule(m, d, c, capsule, surface)
        reduce_contacts(d, c, first)


@helper
def touch_capsule(m, d, c, capsule, surface):
    """Note the contacts of one capsule with one mesh."""
    radius, half, pos = m.geom_size[capsule, 0], m.geom_size[capsule, 1], load3(d.geom_xpos, capsule)
    centre = to_surface(d, surface, pos)
    axis = sub(to_surface(d, surface, add(pos, z_axis(d, capsule))), centre)
    touch_ball(m, d, c, surface, add_scaled(centre, axis, half), radius, axis)
    touch_ball(m, d, c, surface, add_scaled(centre, axis, -half), radius, scale(axis, -1.0))
    touch_axis(m, d, c, surface, add_scaled(centre, axis, -half), scale(axis, 2.0 * half), radius)


@helper
def touch_axis(m, d, c, geom, start, along, radius):
    """Note the edges and corners that are nearest to the axis of a capsule between its ends."""
    mesh, reach = m.geom_dataid[geom], radius + d.candidate_margin[c]
    root, node, centre = m.mesh_bvhadr[mesh], 0, add_scaled(start, along, 0.5)
    half = 0.5 * abs(along[0]) + reach, 0.5 * abs(along[1]) + reach, 0.5 * abs(along[2]) + reach
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        if box_overlaps(m, root + node, centre, half):
            triangle = m.bvh_nodeid[root + node]
            if triangle >= 0:
                owned = m.tri_owned[m.mesh_triadr[mesh] + triangle]
                for k in range(3):
                    if (owned >> k) & 1 != 0:
                        touch_corner(m, d, c, geom, mesh, triangle, k, start, along, radius)
                    if (owned >> (3 + k)) & 1 != 0:
                        touch_edge(m, d, c, geom, mesh, triangle, k, start, along, radius)
            node += 1
        else:
            node = m.bvh_skip[root + node]


@helper
def touch_corner(m, d, c, geom, mesh, triangle, k, start, along, radius):
    """Note the contact of a corner with the axis between its ends."""
    point = corner(m, mesh, triangle, k)
    part, length2 = dot(sub(point, start), along), dot(along, along)
    if part > 0.0 and part < length2:
        arm = sub(add_scaled(start, along, part / length2), point)
        dist = sqrt(dot(arm, arm))
        above = dot(arm, feature_normal(m, mesh, triangle, CORNER + k)) > 0.0
        if above and dist <= radius + d.candidate_margin[c]:
            outward = scale(arm, 1.0 / dist)
            if corner_allows(m, mesh, corner_number(m, mesh, triangle, k), outward, STRICT):
                touch(d, c, geom, dist - radius, point, outward)


@helper
def touch_edge(m, d, c, geom, mesh, triangle, k, start, along, radius):
    """Note the contact of an edge with the axis, where both are crossed between their ends."""
    a = corner(m, mesh, triangle, k)
    side = sub(corner(m, mesh, triangle, (k + 1) % 3), a)
    s, t, skew = nearest_of_lines(start, along, a, side)
    if skew and s > 0.0 and s < 1.0 and t > 0.0 and t < 1.0:
        point = add_scaled(a, side, t)
        arm = sub(add_scaled(start, along, s), point)
        dist = sqrt(dot(arm, arm))
        if dist > 0.0 and dist <= radius + d.candidate_margin[c]:
            outward = scale(arm, 1.0 / dist)
            if edge_allows(m, mesh, triangle, k, outward, STRICT):
                touch(d, c, geom, dist - radius, point, outward)
            elif dist <= BELOW * radius and edge_allows(m, mesh, triangle, k, scale(outward, -1.0), STRICT):
                touch(d, c, geom, -dist - radius, point, scale(outward, -1.0))
