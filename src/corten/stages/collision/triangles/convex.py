"""Convex shapes against the triangles of a mesh.

For each triangle whose box the shape's box overlaps:
    1. the shape's deepest point hangs over the triangle, farther from its edges than it is deep: the face decides
       without a search
    2. else the convex engine (GJK, EPA) finds how the shape leaves the triangle soonest; that way counts if the surface
       around the triangle allows it as a normal (cones of edges and corners, `surface`)
    3. where it leads sideways over an edge that does not stick out, the neighbour has the contact

A shape that is inside of a mesh, where no triangle decides, leaves through the face that it is least behind.
"""

from typing import NamedTuple

from corten.enums import CollisionShape, GeomType, StepErrorKind
from corten.math.matrix3 import load9, mul_matT_mat, store9
from corten.math.pose import Box
from corten.math.triangle import CORNER, EDGE, FACE, TINY
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, scale, store3, sub
from corten.runtime import Mat3, Vec3, helper, select, stage
from corten.stages.collision.contacts.unsorted import reduce_contacts
from corten.stages.collision.convex.ccd import ccd_pair
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.simplex import LIMIT
from corten.stages.collision.convex.support import TRIANGLE, place_shape, support_shape
from corten.stages.collision.geoms import SHAPES, world_to_geom
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.triangles.polygon import (
    add_edge_or_corner_contacts,
    add_face_contacts,
    cut_by_triangle,
    level_polygon,
)
from corten.stages.collision.triangles.surface import (
    Surface,
    corners,
    feature_allows,
    surface_of,
)
from corten.stages.collision.triangles.tree import node_overlaps

BUCKET = bucket_of("triangles_convex")

IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)

# sine by which a normal may leave its cone: what the convex engine's tolerance makes of it
TOLERANCE = 2e-3

# the face is as good a way out as any that is not shallower by this part, or by this part of the triangle
SHALLOWER, FLATTER = 1e-3, 1e-7

# triangles are small up to this part of the smallest half size of a box
SMALL = 0.25

# part of a shape that may be behind a triangle which nothing else decides for
MOST_BEHIND = 0.75


class FacedTriangle(NamedTuple):
    """A triangle, its normal, and how high over its plane the shape's deepest point and its middle are [m]."""

    triangle: int
    normal: Vec3
    height: float
    middle: float


class Fallback(NamedTuple):
    """The triangle that counts if nothing else does, -1 for none, and the height of the shape over it [m]."""

    triangle: int
    height: float


@stage
def triangles_convex(m, d) -> int:
    """Contacts of ellipsoids, cylinders, boxes and hulls with the triangles of meshes."""
    bucket, members = d.bucket_start, d.bucket_candidate

    d.nccd = 0
    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        swapped = d.candidate_kind[c] // SHAPES == CollisionShape.TRIANGLES
        shape, surface = d.candidate_geom[c, 1 if swapped else 0], d.candidate_geom[c, 0 if swapped else 1]
        if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
            first = d.nunsorted
            place_shape(m, d, 0, shape, 0.0)
            add_placed_shape_contacts(m, d, surface_of(m, c, surface))
            reduce_contacts(d, c, first)
        if d.nccd > d.maxccd:
            return int(StepErrorKind.CAPACITY)
    return 0


@helper
def add_placed_shape_contacts(m, d, surface: Surface) -> None:
    """Add the contacts of the first shape, which is moved to the frame of the mesh, with a mesh of triangles."""
    mesh, margin, first = surface.dataid, d.candidate_margin[surface.candidate], d.nunsorted
    store3(d.ccd_pos, 0, world_to_geom(d, surface.geom, load3(d.ccd_pos, 0)))
    store9(d.ccd_mat, 0, mul_matT_mat(load9(d.geom_xmat, surface.geom), load9(d.ccd_mat, 0)))
    d.ccd_type[1], d.ccd_mesh[1], d.ccd_inflate[1], d.ccd_vertex[1] = TRIANGLE, -1, 0.0, -1
    store9(d.ccd_mat, 1, IDENTITY)

    # the box around the shape in the frame of the mesh
    x_high, x_low = support_shape(m, d, 0, (1.0, 0.0, 0.0))[0], support_shape(m, d, 0, (-1.0, 0.0, 0.0))[0]
    y_high, y_low = support_shape(m, d, 0, (0.0, 1.0, 0.0))[1], support_shape(m, d, 0, (0.0, -1.0, 0.0))[1]
    z_high, z_low = support_shape(m, d, 0, (0.0, 0.0, 1.0))[2], support_shape(m, d, 0, (0.0, 0.0, -1.0))[2]
    centre = 0.5 * (x_low + x_high), 0.5 * (y_low + y_high), 0.5 * (z_low + z_high)
    half = 0.5 * (x_high - x_low) + margin, 0.5 * (y_high - y_low) + margin, 0.5 * (z_high - z_low) + margin
    box, fallback = Box(centre, half), Fallback(-1, 0.0)
    root, node = m.mesh_bvhadr[mesh], 0
    while node < m.mesh_bvhnum[mesh]:
        d.ntrinode += 1
        if node_overlaps(m, root + node, box):
            if m.bvh_nodeid[root + node] >= 0:
                fallback = add_triangle_contacts(m, d, surface, m.bvh_nodeid[root + node], fallback)
            node += 1
        else:
            node = m.bvh_skip[root + node]

    # nothing decided, though the shape is inside: out through the face that it is least behind
    if d.nunsorted == first and fallback.triangle >= 0:
        add_face_contacts(m, d, surface, fallback.triangle)


@helper
def add_triangle_contacts(m, d, surface: Surface, triangle: int, fallback: Fallback) -> Fallback:
    """Add the contacts of the shape with one triangle; return the triangle to fall back on, this one or that before."""
    mesh, margin = surface.dataid, d.candidate_margin[surface.candidate]
    normal = load3(m.tri_normal, m.mesh_triadr[mesh] + triangle)
    if dot(normal, normal) < 0.5:
        return fallback
    p, q, r = corners(m, mesh, triangle)
    lowest = support_shape(m, d, 0, scale(normal, -1.0))
    height, middle = dot(sub(lowest, p), normal), dot(sub(load3(d.ccd_pos, 0), p), normal)
    if height > margin:
        return fallback

    # the deepest point over the face, and no edge nearer than the face
    over = inside_by(p, q, r, normal, lowest, max(0.0, -height)) or lies_on(m, d, p, q, r, normal, height)
    if middle >= 0.0 and over:
        add_face_contacts(m, d, surface, triangle)
        return fallback

    # the convex engine decides between face, edges and corners
    store3(d.ccd_prism, 0, p)
    store3(d.ccd_prism, 1, q)
    store3(d.ccd_prism, 2, r)
    store3(d.ccd_pos, 1, scale((p[0] + q[0] + r[0], p[1] + q[1] + r[1], p[2] + q[2] + r[2]), 1.0 / 3.0))
    if not is_in_box(d):
        ccd_pair(m, d, margin)
    dist = d.ccd_dist[0]
    if d.nwitness == 0 or dist >= LIMIT or dist > margin:
        return fallback
    near = -height <= -dist * (1.0 + SHALLOWER) + FLATTER * norm(sub(q, p))
    if near and dist <= 0.0 and middle >= 0.0:
        add_face_contacts(m, d, surface, triangle)
        return fallback
    return add_feature_contacts(m, d, surface, FacedTriangle(triangle, normal, height, middle), fallback)


@helper
def is_in_box(d) -> bool:
    """Tell whether a small triangle lies wholly in a box; if so, its way out is through the side that is nearest."""
    side, least = -1, LIMIT
    mat, pos = load9(d.ccd_mat, 0), load3(d.ccd_pos, 0)
    small = SMALL * min(d.ccd_size[0, 0], min(d.ccd_size[0, 1], d.ccd_size[0, 2]))
    one, two = sub(load3(d.ccd_prism, 1), load3(d.ccd_prism, 0)), sub(load3(d.ccd_prism, 2), load3(d.ccd_prism, 0))
    if d.ccd_type[0] != GeomType.BOX or max(dot(one, one), dot(two, two)) > small * small:
        return False
    a, b, c = sub(load3(d.ccd_prism, 0), pos), sub(load3(d.ccd_prism, 1), pos), sub(load3(d.ccd_prism, 2), pos)
    for i in range(6):
        outward = side_normal(mat, i)
        first, second, third = dot(a, outward), dot(b, outward), dot(c, outward)
        if max(first, max(second, third)) >= d.ccd_size[0, i // 2]:
            return False
        depth = d.ccd_size[0, i // 2] - min(first, min(second, third))
        if depth < least:
            side, least = i, depth

    # the corner that leaves last, and the point of the side below it
    outward = side_normal(mat, side)
    k = 0
    for i in range(1, 3):
        if dot(load3(d.ccd_prism, i), outward) < dot(load3(d.ccd_prism, k), outward):
            k = i
    d.nwitness, d.ccd_dist[0] = 1, -least
    store3(d.ccd_witness2, 0, load3(d.ccd_prism, k))
    store3(d.ccd_witness1, 0, add_scaled(load3(d.ccd_prism, k), outward, least))
    return True


@helper
def side_normal(mat: Mat3, i: int) -> Vec3:
    """Return the outward normal of a side of a box: +x, -x, +y, -y, +z, -z of its frame."""
    axis, sign = i // 2, 1.0 if i % 2 == 0 else -1.0
    x = select(axis == 0, mat[0], select(axis == 1, mat[1], mat[2]))
    y = select(axis == 0, mat[3], select(axis == 1, mat[4], mat[5]))
    z = select(axis == 0, mat[6], select(axis == 1, mat[7], mat[8]))
    return sign * x, sign * y, sign * z


@helper
def inside_by(p: Vec3, q: Vec3, r: Vec3, normal: Vec3, point: Vec3, depth: float) -> bool:
    """Tell whether a point hangs over a triangle, at least as far from its edges as a depth."""
    return (
        side_of(p, q, normal, point) >= depth
        and side_of(q, r, normal, point) >= depth
        and side_of(r, p, normal, point) >= depth
    )


@helper
def lies_on(m, d, p: Vec3, q: Vec3, r: Vec3, normal: Vec3, height: float) -> bool:
    """Tell whether a face of the shape lies level on a triangle: the middle of what they share is as deep as any."""
    count = level_polygon(m, d, normal)
    if count > 0:
        count = cut_by_triangle(d, count, p, q, r, normal)
    total = 0.0, 0.0, 0.0
    for i in range(count):
        total = add(total, load3(d.tri_polygon, i))
    point = scale(total, 1.0 / float(max(count, 1)))
    level = dot(sub(point, p), normal) <= height + FLATTER * norm(sub(q, p))
    return count > 0 and level and inside_by(p, q, r, normal, point, max(0.0, -height))


@helper
def side_of(a: Vec3, b: Vec3, normal: Vec3, point: Vec3) -> float:
    """Return how far a point lies on the inner side of an edge [m]."""
    inward = cross(normal, sub(b, a))
    return dot(inward, sub(point, a)) / max(norm(inward), TINY)


@helper
def add_feature_contacts(m, d, surface: Surface, faced: FacedTriangle, fallback: Fallback) -> Fallback:
    """Add the contacts along the normal that the convex engine found, if the surface allows it.

    Return the triangle to fall back on.
    """
    dist, height, middle = d.ccd_dist[0], faced.height, faced.middle
    way = sub(load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0))
    length = norm(way)
    outward = faced.normal
    if length > 0.0:
        outward = scale(way, (1.0 if dist > 0.0 else -1.0) / length)
    feature = feature_along(d, outward)
    if length > 0.0 and dot(outward, faced.normal) > -TOLERANCE and feature != FACE:
        if feature_allows(m, surface.dataid, faced.triangle, feature, outward, TOLERANCE):
            add_edge_or_corner_contacts(m, d, surface, outward)
            return fallback
    elif feature == FACE and middle >= 0.0:
        add_face_contacts(m, d, surface, faced.triangle)
        return fallback

    # remember the face that the shape is least behind, unless it is behind for the most part
    in_part = dist < 0.0 and middle - height > 0.0 and -height < 2.0 * MOST_BEHIND * (middle - height)
    if in_part and (fallback.triangle < 0 or height > fallback.height):
        return Fallback(faced.triangle, height)
    return fallback


@helper
def feature_along(d, u: Vec3) -> int:
    """Return the feature of the triangle that is farthest along a unit vector."""
    a, b, c = dot(load3(d.ccd_prism, 0), u), dot(load3(d.ccd_prism, 1), u), dot(load3(d.ccd_prism, 2), u)
    size = norm(sub(load3(d.ccd_prism, 1), load3(d.ccd_prism, 0)))
    level = max(a, max(b, c)) - TOLERANCE * size
    first, second, third = a >= level, b >= level, c >= level
    if first and second and third:
        return FACE
    if first and second:
        return EDGE
    if second and third:
        return EDGE + 1
    if first and third:
        return EDGE + 2
    return CORNER if first else (CORNER + 1 if second else CORNER + 2)
