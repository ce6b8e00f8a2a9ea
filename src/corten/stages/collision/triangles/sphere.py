"""Spheres against the triangles of a mesh: every place where the surface is nearest to the centre."""

from typing import NamedTuple

from corten.math.triangle import FACE
from corten.math.vector3 import Vector3, dot, load3, scale, sub
from corten.runtime import helper, sqrt, stage
from corten.stages.collision.contacts.reduce import reduce_contacts
from corten.stages.collision.geom_frames import world_to_geom
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.triangles.surface import (
    STRICT,
    add_surface_contact,
    feature_allows,
    feature_normal,
    leans,
    represents,
    surface_of,
)
from corten.stages.collision.triangles.tree import (
    box_distance2,
    may_face,
    nearer,
    nearest_of_triangle,
    nothing_within,
)

BUCKET = bucket_of("triangles_sphere")

# a centre nearer to the surface than this part of the radius takes the normal of the surface
ON_SURFACE = 1e-8

# how far behind an open surface a centre may be and still be pushed to the front, as a part of the radius
BEHIND = 0.5


class Ball(NamedTuple):
    """A ball in the frame of the mesh; `end` leads out of it where it is the end of a capsule, else it is zero."""

    centre: Vector3
    radius: float
    end: Vector3


@stage
def triangles_sphere(m, d):
    """Contacts of spheres with the triangles of meshes.

    reads:  d.geom_xmat d.geom_xpos m.bvh_aabb m.bvh_nodeid m.geom_dataid
    writes: d.chosen_contact d.nunsorted d.unsorted_dist d.unsorted_normal d.unsorted_pos
    """
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        sphere, surface = geom[c, 0], geom[c, 1]
        first, centre = d.nunsorted, world_to_geom(d, surface, load3(d.geom_xpos, sphere))
        ball = Ball(centre, m.geom_size[sphere, 0], (0.0, 0.0, 0.0))
        add_ball_contacts(m, d, surface_of(m, c, surface), ball)
        reduce_contacts(d, c, first)


@helper
def add_ball_contacts(m, d, surface, ball):
    """Add the contacts of a ball with a mesh."""
    mesh, reach, first = surface.dataid, ball.radius + d.candidate_margin[surface.candidate], d.nunsorted
    root, cones, node = m.mesh_bvhadr[mesh], m.mesh_coneadr[mesh], 0
    nearest = nothing_within(reach)
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        near = box_distance2(m, root + node, ball.centre) <= reach * reach
        if near and may_face(m, root + node, cones + node, ball.centre):
            triangle = m.bvh_nodeid[root + node]
            if triangle >= 0:
                found = nearest_of_triangle(m, mesh, triangle, ball.centre)
                nearest = nearer(nearest, found)
                if found.dist2 <= reach * reach:
                    add_front_contact(m, d, surface, ball, found)
            node += 1
        else:
            node = m.bvh_skip[root + node]
    if nearest.triangle >= 0:
        replace_by_inside_contact(m, d, surface, ball, nearest, first)


@helper
def add_front_contact(m, d, surface, ball, found):
    """Add the contact with one feature of a triangle if the centre is outside and no neighbour is nearer."""
    mesh, triangle, feature, point = surface.dataid, found.triangle, found.feature, found.point
    if represents(m, mesh, triangle, feature):
        normal, arm = feature_normal(m, mesh, triangle, feature), sub(ball.centre, point)
        height, dist = dot(normal, arm), sqrt(dot(arm, arm))
        if feature == FACE:
            if height >= 0.0:
                add_surface_contact(d, surface, height - ball.radius, point, normal)
        elif dist <= ON_SURFACE * ball.radius:
            add_surface_contact(d, surface, dist - ball.radius, point, normal)
        elif height > 0.0:
            outward = scale(arm, 1.0 / dist)
            if not leans(outward, ball.end, STRICT) and feature_allows(m, mesh, triangle, feature, outward, STRICT):
                add_surface_contact(d, surface, dist - ball.radius, point, outward)


@helper
def replace_by_inside_contact(m, d, surface, ball, nearest, first):
    """If the centre is inside, push it out at the nearest place, and forget what was found of other triangles."""
    mesh, point = surface.dataid, nearest.point
    normal, arm = feature_normal(m, mesh, nearest.triangle, nearest.feature), sub(ball.centre, point)
    dist = sqrt(nearest.dist2)
    inside = dot(normal, arm) < 0.0 and dist > ON_SURFACE * ball.radius
    if inside and (m.mesh_closed[mesh] != 0 or dist <= BEHIND * ball.radius):
        d.nunsorted = first
        outward = normal if nearest.feature == FACE else scale(arm, -1.0 / dist)
        add_surface_contact(d, surface, -dist - ball.radius, point, outward)
