"""Polygons of faces, and one clipped by the other: Sutherland and Hodgman's algorithm.

Side `face` gives the reference face, the other side the incident polygon or edge, both in `ccd_polygon`. The polygon
is cut by the planes through the edges of the face, along the face's normal:

         +-----------+
         |  . - - - -|- .          reference face (solid), polygon (dashed): what is kept lies in both,
         | .     x   | .           seen along the normal
         +-----------+
              ' - - '

Corners that the layers of both shapes do not reach are dropped, and of many those four stay that span the largest area.
I. Sutherland, G. Hodgman: Reentrant polygon clipping. Communications of the ACM 17 (1974).
"""

from corten.constants import MINVAL
from corten.enums import GeomType
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, normalize, scale, store3, sub
from corten.runtime import Vec3, helper, select
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.convex.features import CAP_CORNERS, has_room, load_side, store_side, to_world

SCRATCH = scratch(
    Field("ccd_cut", F8, ("maxccd", 3), "inward normals of the planes that cut"),
) + scratch(
    Field("ccd_polygon", F8, ("maxccd", 6), "corners of the face or edge that touches [m]"),
    Field("ccd_clip", F8, ("maxccd", 6), "corners before and after a cut [m]"),
    readers=("corten.stages.collision.speculative",),
)

# ---- polygons of faces in world coordinates, clockwise as seen from outside


# corners of a box' faces as signs, four for each of +x, -x, +y, -y, +z, -z
BOX_X = (1, 1, 1, 1, -1, -1, -1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1, 1, 1, -1, 1, -1, -1, 1)
BOX_Y = (1, 1, -1, -1, 1, 1, -1, -1, 1, 1, 1, 1, -1, -1, -1, -1, 1, 1, -1, -1, 1, 1, -1, -1)
BOX_Z = (1, -1, -1, 1, -1, 1, 1, -1, -1, -1, 1, 1, 1, 1, -1, -1, 1, 1, 1, 1, -1, -1, -1, -1)

# cosines and sines of multiples of a sixteenth of a turn, to 15 digits: of quadrilaterals of a cap, which are equal but
# for that, the last digit chooses the largest (MuJoCo's values)
CAP_COS = (
    1.0,
    0.923879532511287,
    0.707106781186548,
    0.38268343236509,
    0.0,
    -0.38268343236509,
    -0.707106781186547,
    -0.923879532511287,
    -1.0,
    -0.923879532511287,
    -0.707106781186548,
    -0.38268343236509,
    0.0,
    0.38268343236509,
    0.707106781186547,
    0.923879532511287,
)
CAP_SIN = CAP_COS[12:] + CAP_COS[:12]


@helper
def box_polygon(d, side: int, face: int) -> int:
    """Write the four corners of a box' face."""
    size = load3(d.ccd_size, side)
    for i in range(4):
        x, y, z = float(BOX_X[4 * face + i]), float(BOX_Y[4 * face + i]), float(BOX_Z[4 * face + i])
        corner = x * size[0], y * size[1], z * size[2]
        store_side(d.ccd_polygon, i, side, to_world(d, side, corner))
    return 4


@helper
def mesh_polygon(m, d, side: int, face: int) -> int:
    """Write the corners of a mesh' polygon."""
    mesh = d.ccd_mesh[side]
    polygon = m.mesh_polyadr[mesh] + face
    first, count = m.mesh_polyvertadr[polygon], m.mesh_polyvertnum[polygon]
    if not has_room(d, count):
        return 0
    for i in range(count):
        vertex = m.mesh_vertadr[mesh] + m.mesh_polyvert[first + count - 1 - i]
        store_side(d.ccd_polygon, i, side, to_world(d, side, load3(m.mesh_vert, vertex)))
    return count


@helper
def cap_polygon(d, side: int, face: int) -> int:
    """Write the corners of a polygon inside of a cylinder's cap."""
    radius, sign = d.ccd_size[side, 0], select(face == 0, 1.0, -1.0)
    for i in range(CAP_CORNERS):
        corner = radius * CAP_COS[i], sign * (radius * -CAP_SIN[i]), sign * d.ccd_size[side, 1]
        store_side(d.ccd_polygon, i, side, to_world(d, side, corner))
    return CAP_CORNERS


@helper
def face_polygon(m, d, side: int, face: int) -> int:
    """Write the polygon of a listed face; return how many corners it has."""
    kind = d.ccd_type[side]
    if kind == GeomType.BOX:
        return box_polygon(d, side, face)
    if kind == GeomType.MESH:
        return mesh_polygon(m, d, side, face)
    return cap_polygon(d, side, face)


# ---- clip a polygon by the prism over a face


# most points that are kept of a polygon
MOST_POINTS = 4


@helper
def push_corner(d, half: int, count: int, point: Vec3) -> int:
    """Append a corner to a polygon and return its new size."""
    if count < d.maxccd:
        store_side(d.ccd_clip, count, half, point)
        return count + 1
    return count


@helper
def cut_polygon(d, half: int, count: int, origin: Vec3, normal: Vec3) -> int:
    """Cut a polygon by a plane: from one half of `ccd_clip` into the other; return the new size."""
    result = 0
    for i in range(count):
        p = load_side(d.ccd_clip, i, half)
        q = load_side(d.ccd_clip, i + 1 if i + 1 < count else 0, half)
        height1, height2 = dot(sub(p, origin), normal), dot(sub(q, origin), normal)
        inside1, inside2 = height1 > -MINVAL, height2 > -MINVAL
        if inside1 != inside2 and height1 != height2:
            t = height1 / (height1 - height2)
            if t >= 0.0 and t <= 1.0:
                result = push_corner(d, 1 - half, result, add_scaled(p, sub(q, p), t))
        if inside2:
            result = push_corner(d, 1 - half, result, q)
    return result


@helper
def clip_polygon(d, face: int, nface: int, npolygon: int, normal: Vec3) -> tuple[int, int]:
    """Clip by all planes through the edges of the face, along its normal; return (half with the result, its size)."""
    for i in range(nface):
        start = load_side(d.ccd_polygon, i, face)
        end = load_side(d.ccd_polygon, i + 1 if i + 1 < nface else 0, face)
        store3(d.ccd_cut, i, normalize(cross(sub(end, start), sub(add(start, normal), start)))[0])

    # cut by one plane after the other, from one half of `ccd_clip` to the other
    half = 0
    count = npolygon
    for i in range(npolygon):
        store_side(d.ccd_clip, i, 0, load_side(d.ccd_polygon, i, 1 - face))
    for i in range(nface):
        count = cut_polygon(d, half, count, load_side(d.ccd_polygon, i, face), load3(d.ccd_cut, i))
        half = 1 - half

    # only what the layers of both shapes reach
    reach = flat_layer(d, 0) + flat_layer(d, 1)
    origin = load_side(d.ccd_polygon, 0, face)
    kept = 0
    for i in range(count):
        corner = load_side(d.ccd_clip, i, half)
        if dot(sub(corner, origin), normal) <= reach:
            store_side(d.ccd_clip, kept, half, corner)
            kept += 1
    return half, kept


@helper
def quad_area(d, half: int, i: int, j: int, k: int, n: int) -> float:
    """Return the area of a quadrilateral of corners."""
    a, b = load_side(d.ccd_clip, i, half), load_side(d.ccd_clip, j, half)
    c, e = load_side(d.ccd_clip, k, half), load_side(d.ccd_clip, n, half)
    return 0.5 * norm(cross(sub(c, a), sub(e, b)))


@helper
def largest_quad(d, half: int, count: int) -> tuple[int, int, int, int]:
    """Return four corners of a convex polygon that span a large area: rotating calipers.

    The fourth corner moves on while the area grows, then the third, then the second, for each of the first.
    """
    i, j, k, n = 0, 1, 2, 3
    best = 0, 1, 2, 3
    area = quad_area(d, half, i, j, k, n)

    # for each first corner i: move n, then k, then j on while the area grows
    while i < count:
        larger = quad_area(d, half, i, j, k, (n + 1) % count)
        while larger > area:
            area = larger
            n = (n + 1) % count
            best = i, j, k, n
            larger = quad_area(d, half, i, j, (k + 1) % count, n)
            while larger > area:
                area = larger
                k = (k + 1) % count
                best = i, j, k, n
                larger = quad_area(d, half, i, j, (k + 1) % count, n)
            larger = quad_area(d, half, i, (j + 1) % count, k, n)
            while larger > area:
                area = larger
                j = (j + 1) % count
                best = i, j, k, n
                larger = quad_area(d, half, i, (j + 1) % count, k, n)
            larger = quad_area(d, half, i, j, k, (n + 1) % count)
        if j == i:
            j = (j + 1) % count
            if k == j:
                k = (k + 1) % count
                if n == k:
                    n = (n + 1) % count
        i += 1
    return best


@helper
def farthest_two(d, half: int, count: int) -> tuple[int, int]:
    """Return the two corners that are farthest apart."""
    first, second = 0, 1
    largest = 0.0
    for i in range(count):
        for j in range(i + 1, count):
            gap = sub(load_side(d.ccd_clip, j, half), load_side(d.ccd_clip, i, half))
            if dot(gap, gap) > largest:
                largest = dot(gap, gap)
                first, second = i, j
    return first, second


@helper
def flat_layer(d, side: int) -> float:
    """Return the layer that faces and edges do not have yet [m]; the line of a capsule has it."""
    return 0.0 if d.ccd_type[side] == GeomType.CAPSULE else d.ccd_inflate[side]


@helper
def keep_point(d, face: int, half: int, corner: int, row: int, normal: Vec3, direction: Vec3) -> None:
    """Make a corner a pair of witness points: below it on the face, and from there on the plane of the polygon.

    The plane goes through the corner itself, since the corners of a mesh's side lie in one plane only up to roundings
    of 32 bits. `direction` is the normal of the polygon; an edge has that which looks against the face.
    """
    point = load_side(d.ccd_clip, corner, half)
    below = add_scaled(point, normal, -dot(sub(point, load_side(d.ccd_polygon, 0, face)), normal))
    dist = dot(sub(below, point), direction)
    point = add_scaled(below, direction, -dist)
    outward = scale(direction, -1.0)
    below = add_scaled(below, outward, flat_layer(d, face))
    point = add_scaled(point, outward, -flat_layer(d, 1 - face))
    d.ccd_dist[row] = dist - (flat_layer(d, 0) + flat_layer(d, 1))
    store3(d.ccd_witness1, row, below if face == 0 else point)
    store3(d.ccd_witness2, row, point if face == 0 else below)


@helper
def clip_witness(d, face: int, nface: int, npolygon: int, normal: Vec3, direction: Vec3) -> int:
    """Replace the witness points by those of a polygon or edge that is clipped by a face; without any, keep them."""
    if nface < 3 or not has_room(d, 2 * (nface + npolygon)):
        return 0
    half, count = clip_polygon(d, face, nface, npolygon, normal)

    # many: the four of the largest area; of an edge: its two ends; few: all of them
    if count > MOST_POINTS:
        best = largest_quad(d, half, count)
        keep_point(d, face, half, best[0], 0, normal, direction)
        keep_point(d, face, half, best[1], 1, normal, direction)
        keep_point(d, face, half, best[2], 2, normal, direction)
        keep_point(d, face, half, best[3], 3, normal, direction)
        d.nwitness = MOST_POINTS
    elif npolygon == 2 and count > 2:
        first, second = farthest_two(d, half, count)
        keep_point(d, face, half, first, 0, normal, direction)
        keep_point(d, face, half, second, 1, normal, direction)
        d.nwitness = 2
    elif count > 0:
        for i in range(count):
            keep_point(d, face, half, i, i, normal, direction)
        d.nwitness = count
    return 0
