r"""Contacts of a convex shape with one triangle along a known normal: the shape's lower face, clipped by the triangle.

  ____________
 /  shape    /|          level_polygon    the face, edge or point of the shape that faces down most
/___________/ |          cut_by_triangle  what of it lies over the triangle (Sutherland and Hodgman)
|___________|/           each corner that is left is a contact, as deep as it is below the triangle's plane
   \  tri  /
    \_____/
"""

from corten.enums import GeomType
from corten.math.matrix3 import load9, mul_matT_vec
from corten.math.vector3 import add_scaled, cross, dot, load3, scale, store3, sub
from corten.runtime import Vec3, helper, per_precision, select, sqrt
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.collision.convex.clip import BOX_X, BOX_Y, BOX_Z, CAP_COS
from corten.stages.collision.convex.features import to_world
from corten.stages.collision.convex.support import support_shape
from corten.stages.collision.primitive.plane_mesh import level_face
from corten.stages.collision.triangles.surface import Surface, add_surface_contact, corners, mesh_vertex

# ---- the face of a convex shape that lies along a plane, and what a prism over another polygon leaves of it


# corners by which the cap of a cylinder is known, the lowest one first
CAP = 8

# most corners of a polygon of contact; larger ones of hulls are thinned
POLYGON_ROOM = 64

SCRATCH = scratch(
    Field("tri_polygon", F8, ("npolyroom", 3), "corners of a polygon of contact, frame of the mesh [m]"),
    Field("tri_side", F8, ("npolyroom", 3), "corners of the face that cuts it [m]"),
    Field("tri_clip", F8, ("npolyroom", 3), "the same after a cut [m]"),
)

ROOMS = (
    Room(
        "npolyroom",
        "room for corners of polygons, 0 without meshes that collide by triangles",
        first=lambda model: POLYGON_ROOM if model.ntri else 0,
    ),
)

# most corners that are taken of a face of a hull: a cut adds one
MOST = POLYGON_ROOM - 8

# sine of the tilt of an axis that has no direction across
UPRIGHT = per_precision(1e-12, float32=1e-6)


@helper
def level_polygon(m, d, up: Vec3) -> int:
    """Write the corners of that face, edge or point of the first shape which faces down most; return their number."""
    local = mul_matT_vec(load9(d.ccd_mat, 0), up)
    kind = d.ccd_type[0]
    if kind == GeomType.BOX:
        return level_box(d, local)
    if kind == GeomType.CYLINDER:
        return level_cylinder(d, local)
    if kind == GeomType.MESH:
        return level_hull(m, d, local)
    return 0


@helper
def level_box(d, local: Vec3) -> int:
    """Write the corners of a face of a box, counter-clockwise as seen from outside."""
    x, y, z = abs(local[0]), abs(local[1]), abs(local[2])
    axis = select(x >= y and x >= z, 0, select(y >= z, 1, 2))
    along = select(axis == 0, local[0], select(axis == 1, local[1], local[2]))
    face = 2 * axis + select(along > 0.0, 1, 0)
    size = load3(d.ccd_size, 0)
    for i in range(4):
        k = 4 * face + 3 - i
        corner = float(BOX_X[k]) * size[0], float(BOX_Y[k]) * size[1], float(BOX_Z[k]) * size[2]
        store3(d.tri_polygon, i, to_world(d, 0, corner))
    return 4


@helper
def level_cylinder(d, local: Vec3) -> int:
    """Write the corners of a cap, or both ends of the line along the side that is lowest."""
    radius, half = d.ccd_size[0, 0], d.ccd_size[0, 1]
    across = sqrt(local[0] * local[0] + local[1] * local[1])
    flat = across < UPRIGHT
    x, y = select(flat, 1.0, -local[0] / select(flat, 1.0, across)), select(flat, 0.0, -local[1] / across)
    end = select(local[2] > 0.0, -half, half)
    if abs(local[2]) < across:
        store3(d.tri_polygon, 0, to_world(d, 0, (radius * x, radius * y, end)))
        store3(d.tri_polygon, 1, to_world(d, 0, (radius * x, radius * y, -end)))
        return 2
    for i in range(CAP):
        turn = select(local[2] > 0.0, (16 - 2 * i) % 16, 2 * i)
        cosine, sine = CAP_COS[turn], CAP_COS[(turn + 12) % 16]
        corner = radius * (cosine * x - sine * y), radius * (sine * x + cosine * y), end
        store3(d.tri_polygon, i, to_world(d, 0, corner))
    return CAP


@helper
def level_hull(m, d, local: Vec3) -> int:
    """Write the corners of a face of a hull at the vertex that the last search found."""
    mesh, lowest = d.ccd_mesh[0], d.ccd_vertex[0]
    face = level_face(m, mesh, lowest, local)
    if face < 0:
        return 0
    first, count = m.mesh_polyvertadr[face], m.mesh_polyvertnum[face]
    step = 1 + (count - 1) // MOST
    number = 0
    for i in range(count):
        if i % step == 0:
            point = mesh_vertex(m, mesh, m.mesh_polyvert[first + i])
            store3(d.tri_polygon, number, to_world(d, 0, point))
            number += 1
    return number


@helper
def cut(d, count: int, p: Vec3, inward: Vec3) -> int:
    """Cut a polygon at the plane through p, keep what lies inward, and return its number of corners."""
    source, target, number = d.tri_polygon, d.tri_clip, 0
    for i in range(count):
        a, b = load3(source, i), load3(source, (i + 1) % count)
        height, after = dot(sub(a, p), inward), dot(sub(b, p), inward)
        if height >= 0.0:
            store3(target, number, a)
            number += 1
        if (height > 0.0 and after < 0.0) or (height < 0.0 and after > 0.0):
            store3(target, number, add_scaled(a, sub(b, a), height / (height - after)))
            number += 1
    for i in range(number):
        store3(source, i, load3(target, i))
    return number


@helper
def cut_by_triangle(d, count: int, a: Vec3, b: Vec3, c: Vec3, normal: Vec3) -> int:
    """Cut a polygon by the prism over a triangle; return its number of corners."""
    count = cut(d, count, a, cross(normal, sub(b, a)))
    count = cut(d, count, b, cross(normal, sub(c, b)))
    return cut(d, count, c, cross(normal, sub(a, c)))


@helper
def polygon_normal(d, count: int) -> Vec3:
    """Return the unit normal of a polygon that runs counter-clockwise, zeros without area."""
    origin = load3(d.tri_polygon, 0)
    total = 0.0, 0.0, 0.0
    for i in range(1, count - 1):
        arm = cross(sub(load3(d.tri_polygon, i), origin), sub(load3(d.tri_polygon, i + 1), origin))
        total = total[0] + arm[0], total[1] + arm[1], total[2] + arm[2]
    length2 = dot(total, total)
    return scale(total, 1.0 / sqrt(select(length2 > 0.0, length2, 1.0)))


# ---- contacts of a convex shape with one triangle, once their normal is known


# cosine from which on a face of the shape lies along the triangle's edge: 2.6 degrees
ALONG = 0.999


@helper
def add_face_contacts(m, d, surface: Surface, triangle: int) -> None:
    """Add the contacts along the normal of a triangle: what of the shape's lower face is over it."""
    mesh = surface.dataid
    normal = load3(m.tri_normal, m.mesh_triadr[mesh] + triangle)
    p, q, r = corners(m, mesh, triangle)
    lowest = support_shape(m, d, 0, scale(normal, -1.0))
    count = level_polygon(m, d, normal)
    if count > 0:
        count = cut_by_triangle(d, count, p, q, r, normal)
    for i in range(count):
        add_plane_contact(d, surface, load3(d.tri_polygon, i), p, normal)
    if count == 0:
        add_plane_contact(d, surface, lowest, p, normal)


@helper
def add_plane_contact(d, surface: Surface, point: Vec3, p: Vec3, normal: Vec3) -> None:
    """Add the contact of a point of the shape with the plane of a triangle, if it is near enough."""
    dist = dot(sub(point, p), normal)
    if dist <= d.candidate_margin[surface.candidate]:
        foot = point[0] - dist * normal[0], point[1] - dist * normal[1], point[2] - dist * normal[2]
        add_surface_contact(d, surface, dist, foot, normal)


@helper
def add_edge_or_corner_contacts(m, d, surface: Surface, outward: Vec3) -> int:
    """Add the contacts of an edge or corner of the triangle: all that is below a face of the shape, else one."""
    dist, witness = d.ccd_dist[0], load3(d.ccd_witness2, 0)
    support_shape(m, d, 0, scale(outward, -1.0))
    count = level_polygon(m, d, outward)
    face = outward
    if count > 2:
        face = polygon_normal(d, count)
    along = -dot(face, outward)
    if along < ALONG:
        add_surface_contact(d, surface, dist, witness, outward)
        return 0

    # the triangle is cut by the sides of the face
    number = copy_face(d, count)
    for i in range(3):
        store3(d.tri_polygon, i, load3(d.ccd_prism, i))
    left = 3
    for i in range(number):
        a, b = load3(d.tri_side, i), load3(d.tri_side, (i + 1) % number)
        if left > 0:
            left = cut(d, left, a, cross(sub(b, a), outward))
    first = d.nunsorted
    for i in range(left):
        point = load3(d.tri_polygon, i)
        height = -dot(sub(load3(d.tri_side, 0), point), face) / along
        if height <= d.candidate_margin[surface.candidate]:
            add_surface_contact(d, surface, height, point, outward)
    if d.nunsorted == first:
        add_surface_contact(d, surface, dist, witness, outward)
    return 0


@helper
def copy_face(d, count: int) -> int:
    """Copy the polygon to the face that cuts, and return its number of corners."""
    for i in range(count):
        store3(d.tri_side, i, load3(d.tri_polygon, i))
    return count
