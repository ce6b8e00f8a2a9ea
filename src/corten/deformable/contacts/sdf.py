"""Contacts of geoms of type sdf with triangles of flexes: where each triangle lies deepest in the sdf.

The tree over the triangles is walked as in MuJoCo, and contacts stand in the order of this walk: of the pairs of a geom
and a flex, which were listed by their boxes, as many are used as there are contacts, with the triangles of these.
"""

from corten.constants import MAXCONPAIR
from corten.deformable.contacts.pairs import FlexPairKind, element_corner
from corten.distance_field import sdf_distance, sdf_gradient
from corten.math.pose import Pose, transform_point
from corten.math.quaternion import conjugate_quat, normalize_quat, quat_to_mat, rotate_vector
from corten.math.vector3 import load3, norm, scale, store3
from corten.runtime import Vec3, helper, stage
from corten.stages.collision.sdf.mesh_sdf import MAXDEPTH, go_deeper, meets_triangle, point_of_triangle
from corten.stages.collision.sdf.sdf_pairs import add_contact_at, is_duplicate, world_quat


@stage
def sdf_flex_pairs(m, d) -> None:
    """Find the contacts of geoms of type sdf with flexes of triangles."""
    pair = 0
    while pair < d.nflexpair:
        end = pair + 1
        if d.flexpair_kind[pair] == FlexPairKind.SDF:
            while end < d.nflexpair and is_same_group(d, pair, min(end, d.nflexpair - 1)):
                end += 1
            if m.flex_dim[d.flexpair_flex[pair, 1]] == 2:
                enter_flex(m, d, pair, end)
        pair = end


@helper
def is_same_group(d, first: int, second: int) -> bool:
    """Tell whether two pairs are of the same geom and flex."""
    same = d.flexpair_geom[first] == d.flexpair_geom[second]
    return same and d.flexpair_flex[first, 1] == d.flexpair_flex[second, 1]


@helper
def enter_flex(m, d, first: int, end: int) -> None:
    """Walk down the tree of a flex where the spheres around its boxes reach into the sdf, up to MAXCONPAIR contacts."""
    geom, f, stack = d.flexpair_geom[first], d.flexpair_flex[first, 1], d.sdf_stack
    root, box = m.flex_bvhadr[f], d.bvh_aabb_dyn
    pose, start, found = world_in(m, d, geom), d.nunsorted, 0
    stack[0] = 0
    top = 1
    while top > 0:
        top -= 1
        node, place = root + stack[top], root - m.nbvhstatic + stack[top]
        radius = norm((box[place, 3], box[place, 4], box[place, 5]))
        if sdf_distance(m, geom, transform_point(pose, load3(box, place))) < radius:
            if m.bvh_nodeid[node] >= 0:
                if found < min(MAXCONPAIR, end - first):
                    found += enter_element(m, d, (first, start), m.bvh_nodeid[node], pose)
            else:
                for k in range(2):
                    if m.bvh_child[node, k] >= 0 and top < MAXDEPTH:
                        stack[top] = m.bvh_child[node, k]
                        top += 1


@helper
def world_in(m, d, geom: int) -> Pose:
    """Return the pose of the world in the frame of a geom, by quaternions as MuJoCo does it."""
    back = conjugate_quat(world_quat(m, d, geom))
    quat, _ = normalize_quat(back)
    return Pose(scale(rotate_vector(back, load3(d.geom_xpos, geom)), -1.0), quat_to_mat(quat))


@helper
def enter_element(m, d, group: tuple[int, int], element: int, pose: Pose) -> int:
    """Add a contact at the deepest place of a triangle, unless one is known there; return 1 if it lies in the sdf."""
    first, start = group
    geom, f = d.flexpair_geom[first], d.flexpair_flex[first, 1]
    a = transform_point(pose, element_corner(m, d, f, element, 0))
    b = transform_point(pose, element_corner(m, d, f, element, 1))
    c = transform_point(pose, element_corner(m, d, f, element, 2))
    if not meets_triangle(m, geom, a, b, c):
        return 0
    depth, deepest = 0.0, a
    for i in range(min(MAXCONPAIR, max(1, m.opt_sdf_initpoints))):
        x = go_deeper(m, geom, point_of_triangle(i, a, b, c), a, b, c)
        dist = sdf_distance(m, geom, x)
        if dist < depth:
            depth, deepest = dist, x
    if not (depth < 0.0):
        return 0
    if not is_duplicate(d, start, deepest):
        add_owned(m, d, first + d.nunsorted - start, element, (deepest, depth))
    return 1


@helper
def add_owned(m, d, pair: int, element: int, place: tuple[Vec3, float]) -> None:
    """Let a pair have a triangle and its contact, whose normal points out of the sdf."""
    geom, before = d.flexpair_geom[pair], d.nunsorted
    quat, outward = world_quat(m, d, geom), sdf_gradient(m, geom, place[0])
    add_contact_at(d, -1 - pair, place[0], outward, place[1], load3(d.geom_xpos, geom), quat)
    if d.nunsorted > before and before < d.maxunsorted:
        d.flexpair_elem[pair, 1] = element
        store3(d.unsorted_normal, before, scale(load3(d.unsorted_normal, before), -1.0))
