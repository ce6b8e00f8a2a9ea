"""Box against box: the axis of least overlap (`box_separation`) decides between a face and two edges.

        +-------+                 face axis: the opposing face of the other box is clipped by the outline of this one
        |   +---|---+             (Sutherland and Hodgman); each corner below the face is a contact, eight at most
        |   |   |   |
        +---|---+   |             edge axis: one contact midway between the nearest points of both edges
            +-------+

S. Gottschalk, M. Lin, D. Manocha: OBBTree. SIGGRAPH (1996).
"""

from typing import NamedTuple

from corten.constants import MAXVAL, MINVAL
from corten.math.matrix3 import mul_mat_vec, mul_matT_mat, mul_matT_vec, transpose
from corten.math.vector3 import add, add_scaled, dot, load3, scale, store3, sub
from corten.runtime import FloatArray, Mat3, Vec3, helper, per_precision, select, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.geoms import PlacedBox, placed_box
from corten.stages.collision.pairs import bucket_of
from corten.stages.collision.primitive.axes import (
    choose3,
    component,
    permute3,
    permute_columns,
    permute_rows,
    unpermute3,
)
from corten.stages.collision.primitive.box_separation import FIRST_EDGE, SEPARATED, SLACK, edge_axis, least_overlap

SCRATCH = scratch(
    Field("clip_polygon", F8, (24, 3), "two polygons of up to twelve corners: see stages.collision.polygon"),
)

# ---- polygons: clipping by one side, and corners that are the same


# rows of half the array; four corners cut by four lines become eight, and rounding may add some
HALF = 12


@helper
def clip_polygon(polygon: FloatArray, start: int, count: int, axis: int, sign: float, limit: float) -> tuple[int, int]:
    """Cut a polygon to sign * coordinate <= limit; return its first row and its number of corners.

    A polygon that is inside stays where it is; what remains of another goes to the other half of the array.
    """
    outside = 0
    for k in range(start, start + count):
        outside += int(sign * polygon[k, axis] - limit > 0.0)
    if outside == 0:
        return start, count

    # walk along the sides: corners inside are kept, sides that cross the line give a new corner
    target = HALF - start
    place = target
    for k in range(start, start + count):
        following = select(k + 1 == start + count, start, k + 1)
        corner = load3(polygon, k)
        excess = sign * polygon[k, axis] - limit
        ahead = sign * polygon[following, axis] - limit
        if excess <= 0.0 and place < target + HALF:
            store3(polygon, place, corner)
            place += 1
        if ((excess < 0.0 and ahead > 0.0) or (excess > 0.0 and ahead < 0.0)) and place < target + HALF:
            part = excess / (excess - ahead)
            polygon[place, 0] = corner[0] + part * (polygon[following, 0] - corner[0])
            polygon[place, 1] = corner[1] + part * (polygon[following, 1] - corner[1])
            polygon[place, 2] = corner[2] + part * (polygon[following, 2] - corner[2])
            place += 1
    return target, place - target


@helper
def drop_duplicates(polygon: FloatArray, start: int, count: int, highest: float, near2: float) -> int:
    """Keep the corners not above a height and not within a squared distance of one before; return how many are left."""
    place = start
    for k in range(start, start + count):
        x, y, height = load3(polygon, k)
        known = height > highest
        for other in range(start, place):
            dx, dy = polygon[other, 0] - x, polygon[other, 1] - y
            known = known or dx * dx + dy * dy < near2
        if not known:
            store3(polygon, place, (x, y, height))
            place += 1
    return place - start


# ---- two boxes that meet at a face: the opposing face of the other box, cut to the face's outline, gives the contacts


# squared, relative to the face: corners that are this close are one
SAME_CORNER = per_precision(1e-14, float32=1e-10)


@helper
def collide_face(d, candidate: int, margin: float, face: int, box: PlacedBox, order: float, other: PlacedBox) -> None:
    """Add the contacts on the face of a box that is normal to axis `face`.

    The box is given in the world, the other one in the frame of the box. `order` is 1 if the box is the first of the
    pair, -1 if it is the second. Axes of both are relabelled such that the faces are normal to z; heights are above the
    face.
    """
    pos, mat = box.pos, box.mat
    polygon = d.clip_polygon
    first = (face + 1) % 3
    size, centre, rotation = permute3(box.size, first), permute3(other.pos, first), permute_rows(other.mat, first)
    side = select(centre[2] >= 0.0, 1.0, -1.0)

    # the face of the other box that looks most against this one
    row = (abs(rotation[6]), abs(rotation[7]), abs(rotation[8]))
    opposing = select(row[1] > row[0], 1, 0)
    opposing = select(row[2] > component(row, opposing), 2, opposing)
    second = (opposing + 1) % 3
    set_face_corners(polygon, side, permute_columns(rotation, second), centre, size[2], permute3(other.size, second))

    start, count = clip_polygon(polygon, 0, 4, 0, 1.0, size[0])
    start, count = clip_polygon(polygon, start, count, 0, -1.0, size[0])
    start, count = clip_polygon(polygon, start, count, 1, 1.0, size[1])
    start, count = clip_polygon(polygon, start, count, 1, -1.0, size[1])
    near2 = SAME_CORNER * (size[0] * size[0] + size[1] * size[1])
    count = drop_duplicates(polygon, start, count, margin, near2)

    # contacts midway between both surfaces
    sense = order * side
    column = (component((mat[0], mat[1], mat[2]), face), component((mat[3], mat[4], mat[5]), face))
    normal = scale((column[0], column[1], component((mat[6], mat[7], mat[8]), face)), sense)
    for k in range(start, start + count):
        height = polygon[k, 2]
        local = (polygon[k, 0], polygon[k, 1], side * (size[2] + 0.5 * height))
        point = add(mul_mat_vec(mat, unpermute3(local, first)), pos)
        add_contact(d, candidate, height, point, normal, NO_TANGENT)


@helper
def set_face_corners(polygon: FloatArray, side: float, rotation: Mat3, centre: Vec3, top: float, size: Vec3) -> None:
    """Write the four corners of the other box's face, in order around it, into the polygon."""
    r = rotation
    towards = select(side * r[8] > 0.0, -size[2], size[2])
    middle = add_scaled(centre, (r[2], r[5], r[8]), towards)
    middle = (middle[0], middle[1], side * middle[2] - top)
    u = scale((r[0], r[3], side * r[6]), size[0])
    v = scale((r[1], r[4], side * r[7]), size[1])
    store3(polygon, 0, add(add(middle, u), v))
    store3(polygon, 1, add(add_scaled(middle, u, -1.0), v))
    store3(polygon, 2, add_scaled(add_scaled(middle, u, -1.0), v, -1.0))
    store3(polygon, 3, add_scaled(add(middle, u), v, -1.0))


# ---- two boxes whose edges cross: one contact midway between the nearest points of both edges


# a component of the axis below this does not tell which of two edges is in front: both are tried
AMBIGUOUS = per_precision(1e-9, float32=1e-6)


class NearestPoints(NamedTuple):
    """A point of each of two edges, and the square of their distance [m^2]."""

    dist2: float
    first: Vec3
    second: Vec3


@helper
def collide_edges(
    d, candidate: int, reach: float, pair: int, first: PlacedBox, size2: Vec3, rotation: Mat3, centre: Vec3
) -> None:
    """Add the contact of edge i of the first box with edge j of the second, where pair = 3 i + j.

    Axes are relabelled such that both edges run along the first axis of their box.
    """
    pos, mat = first.pos, first.mat
    i, j = pair // 3, pair % 3
    size1, size2, centre = permute3(first.size, i), permute3(size2, j), permute3(centre, i)
    rotation = permute_columns(permute_rows(rotation, i), j)

    # the axis from the first box to the second, in the frame of either
    y, z, _parallel = edge_axis(rotation)
    sense = select(y * centre[1] + z * centre[2] < 0.0, -1.0, 1.0)
    axis = (0.0, sense * y, sense * z)
    axis2 = mul_matT_vec(rotation, axis)

    # middles of the edges in front; where rounding decides which, take those that come nearest to each other
    middle1, other1, unsure1 = edge_in_front(axis, size1)
    middle2, other2, unsure2 = edge_in_front(axis2, scale(size2, -1.0))
    best = NearestPoints(MAXVAL, middle1, middle1)
    for variant1 in range(1 + unsure1):
        for variant2 in range(1 + unsure2):
            start = choose3(variant1 == 1, other1, middle1)
            stop = add(mul_mat_vec(rotation, choose3(variant2 == 1, other2, middle2)), centre)
            best = nearest_points(best, start, stop, size1[0], size2[0], rotation, i)

    dist = dot(sub(best.second, best.first), axis)
    if dist <= reach:
        middle = unpermute3(scale(add(best.first, best.second), 0.5), i)
        normal = mul_mat_vec(mat, unpermute3(axis, i))
        add_contact(d, candidate, dist, add(mul_mat_vec(mat, middle), pos), normal, NO_TANGENT)


@helper
def edge_in_front(axis: Vec3, size: Vec3) -> tuple[Vec3, Vec3, int]:
    """Return (middle, other, unsure): the edge along x that is foremost in a direction, and if unsure (1) the rival."""
    y = select(axis[1] >= 0.0, size[1], -size[1])
    z = select(axis[2] >= 0.0, size[2], -size[2])
    flat_y = abs(axis[1]) < AMBIGUOUS
    flat_z = abs(axis[2]) < AMBIGUOUS and not flat_y
    other = (0.0, select(flat_y, -y, y), select(flat_z, -z, z))
    return (0.0, y, z), other, int(flat_y or flat_z)


@helper
def nearest_points(
    best: NearestPoints, middle1: Vec3, middle2: Vec3, half1: float, half2: float, rotation: Mat3, i: int
) -> NearestPoints:
    """Return the nearest points of two edges, if nearer than the best so far.

    The first edge runs along x, the second along the first column of the rotation, both by half their length to either
    side of their middles. Sums run in the order of the box's own axes, from which the labels are turned by i.
    """
    direction = (rotation[0], rotation[3], rotation[6])
    gap = sub(middle2, middle1)
    cosine, along1 = direction[0], gap[0]
    along2 = dot(unpermute3(direction, i), unpermute3(gap, i))
    sine2 = 1.0 - cosine * cosine
    parallel = sine2 < MINVAL
    s = select(parallel, 0.0, (along1 - cosine * along2) / select(parallel, 1.0, sine2))

    # inside of both edges; each parameter that hits an end moves the other
    s = max(-half1, min(half1, s))
    t = max(-half2, min(half2, cosine * s - along2))
    s = max(-half1, min(half1, along1 + cosine * t))

    point1 = (middle1[0] + s, middle1[1], middle1[2])
    point2 = add_scaled(middle2, direction, t)
    gap = unpermute3(sub(point2, point1), i)
    dist2 = dot(gap, gap)
    return NearestPoints(dist2, point1, point2) if dist2 < best.dist2 else best


# ---- the stage


BUCKET = bucket_of("box_box")


@stage
def box_box(m, d) -> None:
    """Contacts of boxes with boxes: one between edges, up to eight on a face."""
    geom, margin = d.candidate_geom, d.candidate_margin
    bucket, members = d.bucket_start, d.bucket_candidate

    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        c = members[i]
        collide_boxes(d, c, margin[c], placed_box(m, d, geom[c, 0]), placed_box(m, d, geom[c, 1]))


@helper
def collide_boxes(d, candidate: int, margin: float, first: PlacedBox, second: PlacedBox) -> None:
    """Add the contacts of two boxes."""
    pos1, mat1, size1 = first.pos, first.mat, first.size
    pos2, mat2, size2 = second.pos, second.mat, second.size

    # each centre in the other's frame; column j of the rotation is axis j of the second box in the first's frame
    centre2 = mul_matT_vec(mat1, sub(pos2, pos1))
    centre1 = mul_matT_vec(mat2, sub(pos1, pos2))
    rotation = mul_matT_mat(mat1, mat2)

    # boxes that overlap by less than the rounding of their extents touch
    extent = size1[0] + size1[1] + size1[2] + size2[0] + size2[1] + size2[2]
    reach = margin + SLACK * extent

    axis = least_overlap(rotation, centre2, centre1, size1, size2, reach)
    if axis >= FIRST_EDGE:
        collide_edges(d, candidate, reach, axis - FIRST_EDGE, first, size2, rotation, centre2)
    elif axis >= 3:
        collide_face(d, candidate, margin, axis - 3, second, -1.0, PlacedBox(centre1, transpose(rotation), size1))
    elif axis != SEPARATED:
        collide_face(d, candidate, margin, axis, first, 1.0, PlacedBox(centre2, rotation, size2))
