"""Capsules against the triangles of a mesh: both ends as balls, and the axis against edges and corners."""

from typing import NamedTuple

from corten.math.box import Box
from corten.math.triangle import CORNER
from corten.math.vector3 import Vector3, add, add_scaled, dot, load3, scale, sub
from corten.runtime import helper, sqrt, stage
from corten.stages.collision.contacts.reduce import reduce_contacts
from corten.stages.collision.geom_frames import world_to_geom
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.sphere_sphere import z_axis
from corten.stages.collision.triangles.sphere import Ball, add_ball_contacts
from corten.stages.collision.triangles.surface import (
    STRICT,
    add_surface_contact,
    corner,
    corner_allows,
    corner_number,
    edge_allows,
    edge_of,
    feature_normal,
    nearest_of_lines,
    surface_of,
)
from corten.stages.collision.triangles.tree import node_overlaps

BUCKET = bucket_of("triangles_capsule")

# how far below an edge the axis may run and still be lifted over it, as a part of the radius
BELOW = 0.5


class Capsule(NamedTuple):
    """The axis of a capsule in the frame of the mesh, where it starts and the way along it, and its radius."""

    start: Vector3
    along: Vector3
    radius: float


@stage
def triangles_capsule(m, d):
    """Contacts of capsules with the triangles of meshes.

    reads:  d.geom_xmat d.geom_xpos m.bvh_aabb m.bvh_nodeid m.geom_dataid
    writes: d.chosen_contact d.nunsorted d.unsorted_dist d.unsorted_normal d.unsorted_pos
    """
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        capsule, surface, first = d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.nunsorted
        collide_capsule(m, d, surface_of(m, c, surface), capsule)
        reduce_contacts(d, c, first)


@helper
def collide_capsule(m, d, surface, geom):
    """Add the contacts of one capsule with one mesh."""
    radius, half, pos = m.geom_size[geom, 0], m.geom_size[geom, 1], load3(d.geom_xpos, geom)
    centre = world_to_geom(d, surface.geom, pos)
    axis = sub(world_to_geom(d, surface.geom, add(pos, z_axis(d, geom))), centre)
    low, high = add_scaled(centre, axis, -half), add_scaled(centre, axis, half)
    add_ball_contacts(m, d, surface, Ball(high, radius, axis))
    add_ball_contacts(m, d, surface, Ball(low, radius, scale(axis, -1.0)))
    add_side_contacts(m, d, surface, Capsule(low, scale(axis, 2.0 * half), radius))


@helper
def add_side_contacts(m, d, surface, capsule):
    """Add the contacts of the edges and corners that are nearest to the axis of a capsule between its ends."""
    mesh, reach = surface.dataid, capsule.radius + d.candidate_margin[surface.candidate]
    along, root, node = capsule.along, m.mesh_bvhadr[mesh], 0
    half = 0.5 * abs(along[0]) + reach, 0.5 * abs(along[1]) + reach, 0.5 * abs(along[2]) + reach
    box = Box(add_scaled(capsule.start, along, 0.5), half)
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        if node_overlaps(m, root + node, box):
            triangle = m.bvh_nodeid[root + node]
            if triangle >= 0:
                owned = m.tri_owned[m.mesh_triadr[mesh] + triangle]
                for k in range(3):
                    if (owned >> k) & 1 != 0:
                        add_corner_contact(m, d, surface, capsule, triangle, k)
                    if (owned >> (3 + k)) & 1 != 0:
                        add_edge_contact(m, d, surface, capsule, edge_of(m, mesh, triangle, k))
            node += 1
        else:
            node = m.bvh_skip[root + node]


@helper
def add_corner_contact(m, d, surface, capsule, triangle, k):
    """Add the contact of a corner with the axis between its ends."""
    mesh, along = surface.dataid, capsule.along
    point = corner(m, mesh, triangle, k)
    part, length2 = dot(sub(point, capsule.start), along), dot(along, along)
    if part > 0.0 and part < length2:
        arm = sub(add_scaled(capsule.start, along, part / length2), point)
        dist = sqrt(dot(arm, arm))
        above = dot(arm, feature_normal(m, mesh, triangle, CORNER + k)) > 0.0
        if above and dist <= capsule.radius + d.candidate_margin[surface.candidate]:
            outward = scale(arm, 1.0 / dist)
            if corner_allows(m, mesh, corner_number(m, mesh, triangle, k), outward, STRICT):
                add_surface_contact(d, surface, dist - capsule.radius, point, outward)


@helper
def add_edge_contact(m, d, surface, capsule, edge):
    """Add the contact of an edge with the axis, where both are crossed between their ends."""
    mesh, radius = surface.dataid, capsule.radius
    s, t, skew = nearest_of_lines(capsule.start, capsule.along, edge.start, edge.along)
    if skew and s > 0.0 and s < 1.0 and t > 0.0 and t < 1.0:
        point = add_scaled(edge.start, edge.along, t)
        arm = sub(add_scaled(capsule.start, capsule.along, s), point)
        dist = sqrt(dot(arm, arm))
        if dist > 0.0 and dist <= radius + d.candidate_margin[surface.candidate]:
            outward = scale(arm, 1.0 / dist)
            if edge_allows(m, mesh, edge.triangle, edge.k, outward, STRICT):
                add_surface_contact(d, surface, dist - radius, point, outward)
            elif dist <= BELOW * radius and edge_allows(m, mesh, edge.triangle, edge.k, scale(outward, -1.0), STRICT):
                add_surface_contact(d, surface, -dist - radius, point, scale(outward, -1.0))
