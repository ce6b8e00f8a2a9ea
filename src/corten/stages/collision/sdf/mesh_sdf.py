"""Contacts of meshes with geoms of type sdf: each triangle by itself, where it lies deepest in the sdf."""

from corten.constants import MAXCONPAIR, MINVAL
from corten.distance_field import sdf_distance, sdf_gradient
from corten.math.pose import Pose, transform_point
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, normalize, scale, store3, sub
from corten.raycast.shapes import vertex
from corten.runtime import Vec3, helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.sdf.sdf_pairs import add_contact_at, halton, is_duplicate, pose_in, world_quat

BUCKET = bucket_of("mesh_sdf")

# more than any tree over triangles is deep
MAXDEPTH = 64

SCRATCH = scratch(
    Field("nsdf_place", I4, (), "places on a mesh that lie inside of a geom of type sdf"),
    Field("sdf_place", F8, ("nplaceroom", 3), "those places, in the frame of that geom [m]"),
    Field("sdf_place_dist", F8, ("nplaceroom",), "their distances [m]"),
) + scratch(
    Field("sdf_stack", I4, (MAXDEPTH,), "nodes of the tree of a mesh that are still to be visited"),
    readers=("corten.deformable.contacts",),
)

ROOMS = (
    Room(
        "nplaceroom",
        "room for places on a mesh that lie inside of a geom of type sdf, 0 without meshes",
        first=lambda model: MAXCONPAIR if model.nmesh else 0,
    ),
)

# share of the distance of its centre by which a triangle is raised to a tetrahedron, and the least height [m] of one
# (MuJoCo's values, part of its results)
RISE, LEAST_HEIGHT = 10.0, 0.1


@stage
def mesh_sdf(m, d) -> None:
    """Find the contacts of all meshes with geoms of type sdf."""
    geom = d.candidate_geom
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        mesh, sdf = geom[c, 0], geom[c, 1]
        find_places(m, d, mesh, sdf)
        start, pos, quat = d.nunsorted, load3(d.geom_xpos, sdf), world_quat(m, d, sdf)
        for k in range(d.nsdf_place):
            x = load3(d.sdf_place, k)
            if not is_duplicate(d, start, x):
                add_contact_at(d, c, x, sdf_gradient(m, sdf, x), d.sdf_place_dist[k], pos, quat)


@helper
def find_places(m, d, mesh: int, sdf: int) -> None:
    """Find places on the triangles of a mesh, in the frame of the sdf, that lie inside of it; at most MAXCONPAIR."""
    stack, root = d.sdf_stack, m.mesh_bvhadr[m.geom_dataid[mesh]]
    pose = pose_in(m, d, mesh, sdf)
    d.nsdf_place = 0
    stack[0] = 0
    top = 1

    # depth first, children in the order of MuJoCo's hierarchy: contacts come in this order
    while top > 0:
        top -= 1
        node = root + stack[top]
        if meets_box(m, node, sdf, pose):
            if m.bvh_nodeid[node] >= 0:
                enter_triangle(m, d, m.geom_dataid[mesh], m.bvh_nodeid[node], sdf, pose)
            else:
                for k in range(2):
                    if m.bvh_child[node, k] >= 0 and top < MAXDEPTH:
                        stack[top] = m.bvh_child[node, k]
                        top += 1


@helper
def meets_box(m, node: int, sdf: int, pose: Pose) -> bool:
    """Tell whether the sphere around the box of a node reaches into the sdf."""
    half = m.bvh_aabb[node, 3], m.bvh_aabb[node, 4], m.bvh_aabb[node, 5]
    return sdf_distance(m, sdf, transform_point(pose, load3(m.bvh_aabb, node))) < norm(half)


@helper
def enter_triangle(m, d, mesh: int, triangle: int, sdf: int, pose: Pose) -> None:
    """Look for the deepest places of a triangle from several points of it."""
    face, first = m.mesh_faceadr[mesh] + triangle, m.mesh_vertadr[mesh]
    a = transform_point(pose, vertex(m, first + m.mesh_face[face, 0]))
    b = transform_point(pose, vertex(m, first + m.mesh_face[face, 1]))
    c = transform_point(pose, vertex(m, first + m.mesh_face[face, 2]))
    if not meets_triangle(m, sdf, a, b, c):
        return
    for i in range(max(1, m.opt_sdf_initpoints)):
        if d.nsdf_place >= MAXCONPAIR:
            return
        x = go_deeper(m, sdf, point_of_triangle(i, a, b, c), a, b, c)
        depth = sdf_distance(m, sdf, x)
        if depth < 0.0:
            store3(d.sdf_place, d.nsdf_place, x)
            d.sdf_place_dist[d.nsdf_place] = depth
            d.nsdf_place += 1


@helper
def point_of_triangle(i: int, a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return the i-th of points that are spread evenly over a triangle."""
    u, v = halton(i + 1, 2), halton(i + 1, 3)
    if u + v > 1.0:
        u, v = 1.0 - u, 1.0 - v
    w = 1.0 - u - v
    return w * a[0] + u * b[0] + v * c[0], w * a[1] + u * b[1] + v * c[1], w * a[2] + u * b[2] + v * c[2]


@helper
def go_deeper(m, sdf: int, start: Vec3, a: Vec3, b: Vec3, c: Vec3) -> Vec3:
    """Return a deep point of a triangle: each step leads towards the corner that promises most (Frank-Wolfe)."""
    x = start
    for step in range(m.opt_sdf_iterations):
        gradient = sdf_gradient(m, sdf, x)
        of_a, of_b, of_c = dot(a, gradient), dot(b, gradient), dot(c, gradient)
        target = a
        best = of_a
        if of_b < best:
            best = of_b
            target = b
        if of_c < best:
            target = c
        x = add_scaled(x, sub(target, x), 2.0 / (step + 2.0))
    return x


@helper
def meets_triangle(m, sdf: int, a: Vec3, b: Vec3, c: Vec3) -> bool:
    """Tell whether a sphere that holds the corners of a triangle reaches into the sdf."""
    ab, ac = sub(b, a), sub(c, a)
    centre = add_scaled(add_scaled(scale(a, 1.0 / 3.0), b, 1.0 / 3.0), c, 1.0 / 3.0)
    dist = sdf_distance(m, sdf, centre)
    height = -dist / RISE
    if abs(height) < LEAST_HEIGHT:
        return dist < max(norm(sub(a, centre)), max(norm(sub(b, centre)), norm(sub(c, centre))))

    # the sphere through a fourth point beside the centre, relative to that point
    normal, _ = normalize(cross(ab, ac))
    apex = add_scaled(centre, normal, -height)
    p, q, r = sub(a, apex), sub(b, apex), sub(c, apex)
    qr, rp, pq = cross(q, r), cross(r, p), cross(p, q)
    middle = add_scaled(add_scaled(scale(qr, dot(p, p)), rp, dot(q, q)), pq, dot(r, r))
    volume = 2.0 * dot(p, qr)
    if abs(volume) < MINVAL:
        return dist < norm(ab)
    middle = scale(middle, 1.0 / volume)
    return sdf_distance(m, sdf, add(middle, apex)) < norm(middle)
