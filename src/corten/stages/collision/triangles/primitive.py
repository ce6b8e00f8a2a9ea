"""Planes, spheres and capsules against the triangles of a mesh.

plane    the vertices below it
sphere   every place where the surface is nearest to the center: a face below it, an edge or corner whose cone of
         normals holds the center
capsule  both ends as spheres, and the axis where it crosses edges and passes corners
"""

from typing import NamedTuple

from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.pose import Box
from corten.math.triangle import CORNER, FACE
from corten.math.vector3 import add, add_scaled, dot, load3, scale, sub
from corten.runtime import Vec3, helper, sqrt, stage
from corten.stages.collision.contacts.unsorted import reduce_contacts
from corten.stages.collision.geoms import world_to_geom
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.plane import add_point
from corten.stages.collision.primitive.sphere import z_axis
from corten.stages.collision.triangles.surface import (
    STRICT,
    Nearest,
    Surface,
    TriangleEdge,
    add_surface_contact,
    corner,
    corner_allows,
    corner_number,
    edge_allows,
    edge_of,
    feature_allows,
    feature_normal,
    nearest_of_lines,
    owns_feature,
    points_toward,
    surface_of,
)
from corten.stages.collision.triangles.tree import (
    box_distance2,
    may_face,
    nearer,
    nearest_of_triangle,
    node_overlaps,
    nothing_within,
)

# ---- planes: the vertices below


TRIANGLES_PLANE_BUCKET = bucket_of("triangles_plane")


@stage
def triangles_plane(m, d) -> None:
    """Contacts of planes with the triangles of meshes."""
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[TRIANGLES_PLANE_BUCKET], bucket[TRIANGLES_PLANE_BUCKET + 1]):
        c = members[i]
        first = d.nunsorted
        add_vertex_contacts(m, d, c, d.candidate_geom[c, 0], d.candidate_geom[c, 1])
        reduce_contacts(d, c, first)


@helper
def add_vertex_contacts(m, d, c: int, plane: int, surface: int) -> None:
    """Add the contacts of the vertices of a mesh that are below a plane, margin included."""
    mat, pos, box = load9(d.geom_xmat, surface), load3(d.geom_xpos, surface), m.bvh_aabb
    normal, origin = z_axis(d, plane), load3(d.geom_xpos, plane)
    up, height = mul_matT_vec(mat, normal), dot(normal, sub(pos, origin))
    mesh, margin = m.geom_dataid[surface], d.candidate_margin[c]
    root, node = m.mesh_bvhadr[mesh], 0

    # boxes that reach below the plane; each vertex once, by the triangle that owns it
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        row = root + node
        reach = abs(up[0]) * box[row, 3] + abs(up[1]) * box[row, 4] + abs(up[2]) * box[row, 5]
        if height + dot(up, (box[row, 0], box[row, 1], box[row, 2])) - reach <= margin:
            triangle = m.bvh_nodeid[row]
            if triangle >= 0:
                for k in range(3):
                    if (m.tri_owned[m.mesh_triadr[mesh] + triangle] >> k) & 1 != 0:
                        point = add(mul_mat_vec(mat, corner(m, mesh, triangle, k)), pos)
                        dist = dot(normal, sub(point, origin))
                        if dist <= margin:
                            add_point(d, c, dist, point, normal)
            node += 1
        else:
            node = m.bvh_skip[row]


# ---- spheres against the triangles of a mesh: every place where the surface is nearest to the centre


TRIANGLES_SPHERE_BUCKET = bucket_of("triangles_sphere")

# a centre nearer to the surface than this part of the radius takes the normal of the surface
ON_SURFACE = 1e-8

# how far behind an open surface a centre may be and still be pushed to the front, as a part of the radius
BEHIND = 0.5


class Ball(NamedTuple):
    """A ball in the frame of the mesh; `end` leads out of it where it is the end of a capsule, else it is zero."""

    centre: Vec3
    radius: float
    end: Vec3


@stage
def triangles_sphere(m, d) -> None:
    """Contacts of spheres with the triangles of meshes."""
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[TRIANGLES_SPHERE_BUCKET], bucket[TRIANGLES_SPHERE_BUCKET + 1]):
        c = members[i]
        sphere, surface = geom[c, 0], geom[c, 1]
        first, centre = d.nunsorted, world_to_geom(d, surface, load3(d.geom_xpos, sphere))
        ball = Ball(centre, m.geom_size[sphere, 0], (0.0, 0.0, 0.0))
        add_ball_contacts(m, d, surface_of(m, c, surface), ball)
        reduce_contacts(d, c, first)


@helper
def add_ball_contacts(m, d, surface: Surface, ball: Ball) -> None:
    """Add the contacts of a ball with a mesh."""
    mesh, reach, first = surface.dataid, ball.radius + d.candidate_margin[surface.candidate], d.nunsorted
    root, cones, node = m.mesh_bvhadr[mesh], m.mesh_coneadr[mesh], 0
    nearest = nothing_within(reach)

    # triangles within reach that face the centre
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

    # the nearest of all decides whether the centre is inside
    if nearest.triangle >= 0:
        replace_by_inside_contact(m, d, surface, ball, nearest, first)


@helper
def add_front_contact(m, d, surface: Surface, ball: Ball, found: Nearest) -> None:
    """Add the contact with one feature of a triangle if the centre is outside and no neighbour is nearer."""
    mesh, triangle, feature, point = surface.dataid, found.triangle, found.feature, found.point
    if owns_feature(m, mesh, triangle, feature):
        normal, arm = feature_normal(m, mesh, triangle, feature), sub(ball.centre, point)
        height, dist = dot(normal, arm), sqrt(dot(arm, arm))
        if feature == FACE:
            if height >= 0.0:
                add_surface_contact(d, surface, height - ball.radius, point, normal)
        elif dist <= ON_SURFACE * ball.radius:
            add_surface_contact(d, surface, dist - ball.radius, point, normal)
        elif height > 0.0:
            outward = scale(arm, 1.0 / dist)
            if not points_toward(outward, ball.end, STRICT) and feature_allows(
                m, mesh, triangle, feature, outward, STRICT
            ):
                add_surface_contact(d, surface, dist - ball.radius, point, outward)


@helper
def replace_by_inside_contact(m, d, surface: Surface, ball: Ball, nearest: Nearest, first: int) -> None:
    """If the centre is inside, push it out at the nearest place, and forget what was found of other triangles."""
    mesh, point = surface.dataid, nearest.point
    normal, arm = feature_normal(m, mesh, nearest.triangle, nearest.feature), sub(ball.centre, point)
    dist = sqrt(nearest.dist2)
    inside = dot(normal, arm) < 0.0 and dist > ON_SURFACE * ball.radius
    if inside and (m.mesh_closed[mesh] != 0 or dist <= BEHIND * ball.radius):
        d.nunsorted = first
        outward = normal if nearest.feature == FACE else scale(arm, -1.0 / dist)
        add_surface_contact(d, surface, -dist - ball.radius, point, outward)


# ---- capsules against the triangles of a mesh: both ends as balls, and the axis against edges and corners


TRIANGLES_CAPSULE_BUCKET = bucket_of("triangles_capsule")

# how far below an edge the axis may run and still be lifted over it, as a part of the radius
BELOW = 0.5


class Capsule(NamedTuple):
    """The axis of a capsule in the frame of the mesh, where it starts and the way along it, and its radius."""

    start: Vec3
    along: Vec3
    radius: float


@stage
def triangles_capsule(m, d) -> None:
    """Contacts of capsules with the triangles of meshes."""
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[TRIANGLES_CAPSULE_BUCKET], bucket[TRIANGLES_CAPSULE_BUCKET + 1]):
        c = members[i]
        capsule, surface, first = d.candidate_geom[c, 0], d.candidate_geom[c, 1], d.nunsorted
        collide_capsule(m, d, surface_of(m, c, surface), capsule)
        reduce_contacts(d, c, first)


@helper
def collide_capsule(m, d, surface: Surface, geom: int) -> None:
    """Add the contacts of one capsule with one mesh."""
    radius, half, pos = m.geom_size[geom, 0], m.geom_size[geom, 1], load3(d.geom_xpos, geom)
    centre = world_to_geom(d, surface.geom, pos)
    axis = sub(world_to_geom(d, surface.geom, add(pos, z_axis(d, geom))), centre)
    low, high = add_scaled(centre, axis, -half), add_scaled(centre, axis, half)
    add_ball_contacts(m, d, surface, Ball(high, radius, axis))
    add_ball_contacts(m, d, surface, Ball(low, radius, scale(axis, -1.0)))
    add_side_contacts(m, d, surface, Capsule(low, scale(axis, 2.0 * half), radius))


@helper
def add_side_contacts(m, d, surface: Surface, capsule: Capsule) -> None:
    """Add the contacts of the edges and corners that are nearest to the axis of a capsule between its ends."""
    mesh, reach = surface.dataid, capsule.radius + d.candidate_margin[surface.candidate]
    along, root, node = capsule.along, m.mesh_bvhadr[mesh], 0
    half = 0.5 * abs(along[0]) + reach, 0.5 * abs(along[1]) + reach, 0.5 * abs(along[2]) + reach
    box = Box(add_scaled(capsule.start, along, 0.5), half)

    # corners and edges near the axis, each once
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
def add_corner_contact(m, d, surface: Surface, capsule: Capsule, triangle: int, k: int) -> None:
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
def add_edge_contact(m, d, surface: Surface, capsule: Capsule, edge: TriangleEdge) -> None:
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
