"""Spheres against the triangles of a mesh: every place where the surface is nearest to the centre."""

from corten.math.vector3 import dot, load3, scale, sub
from corten.runtime import helper, sqrt, stage
from corten.stages.collision.contacts.reduce import reduce_contacts
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.triangles.surface import (
    FACE,
    STRICT,
    corners,
    feature_allows,
    feature_normal,
    is_mine,
    leans,
    nearest_feature,
    to_surface,
    touch,
)
from corten.stages.collision.triangles.tree import box_distance2, may_face, note_nearest

BUCKET = bucket_of("triangles_sphere")

# a centre nearer to the surface than this part of the radius takes the normal of the surface
ON_SURFACE = 1e-8

# how far behind an open surface a centre may be and still be pushed to the front, as a part of the radius
BEHIND = 0.5


@stage
def triangles_sphere(m, d):
    """Contacts of spheres with the triangles of meshes.

    reads:  d.geom_xmat d.geom_xpos m.bvh_aabb m.bvh_nodeid m.geom_dataid
    writes: d.kept_raw d.near_dist2 d.near_feature d.near_point
    """
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        ball, surface = geom[c, 0], geom[c, 1]
        first, centre = d.nraw, to_surface(d, surface, load3(d.geom_xpos, ball))
        touch_ball(m, d, c, surface, centre, m.geom_size[ball, 0], (0.0, 0.0, 0.0))
        reduce_contacts(d, c, first)


@helper
def touch_ball(m, d, c, geom, centre, radius, end):
    """Note the contacts of a ball, given in the frame of the mesh; `end` is where a capsule's axis leads out of it."""
    mesh, reach, first = m.geom_dataid[geom], radius + d.candidate_margin[c], d.nraw
    root, cones, node = m.mesh_bvhadr[mesh], m.mesh_coneadr[mesh], 0
    d.near_triangle, d.near_dist2 = -1, reach * reach
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        near = box_distance2(m, root + node, centre) <= reach * reach
        if near and may_face(m, root + node, cones + node, centre):
            triangle = m.bvh_nodeid[root + node]
            if triangle >= 0:
                p, q, r = corners(m, mesh, triangle)
                point, feature = nearest_feature(p, q, r, centre)
                if note_nearest(d, triangle, feature, point, centre) <= reach * reach:
                    touch_front(m, d, c, geom, mesh, triangle, feature, point, centre, radius, end)
            node += 1
        else:
            node = m.bvh_skip[root + node]
    if d.near_triangle >= 0:
        touch_behind(m, d, c, geom, mesh, centre, radius, first)


@helper
def touch_front(m, d, c, geom, mesh, triangle, feature, point, centre, radius, end):
    """Note the contact with one feature if the centre is outside and no neighbour is nearer."""
    if is_mine(m, mesh, triangle, feature):
        normal, arm = feature_normal(m, mesh, triangle, feature), sub(centre, point)
        height, dist = dot(normal, arm), sqrt(dot(arm, arm))
        if feature == FACE:
            if height >= 0.0:
                touch(d, c, geom, height - radius, point, normal)
        elif dist <= ON_SURFACE * radius:
            touch(d, c, geom, dist - radius, point, normal)
        elif height > 0.0:
            outward = scale(arm, 1.0 / dist)
            if not leans(outward, end, STRICT) and feature_allows(m, mesh, triangle, feature, outward, STRICT):
                touch(d, c, geom, dist - radius, point, outward)


@helper
def touch_behind(m, d, c, geom, mesh, centre, radius, first):
    """If the centre is inside, push it out at the nearest place, and forget what was found of other triangles."""
    point, feature = load3(d.near_point, 0), d.near_feature
    normal, arm = feature_normal(m, mesh, d.near_triangle, feature), sub(centre, point)
    dist = sqrt(d.near_dist2)
    inside = dot(normal, arm) < 0.0 and dist > ON_SURFACE * radius
    if inside and (m.mesh_closed[mesh] != 0 or dist <= BEHIND * radius):
        d.nraw = first
        outward = normal if feature == FACE else scale(arm, -1.0 / dist)
        touch(d, c, geom, -dist - radius, point, outward)
