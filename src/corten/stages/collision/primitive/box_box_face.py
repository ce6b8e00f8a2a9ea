"""Two boxes that meet at a face: the opposing face of the other box, cut to the face's outline, gives the contacts."""

from corten.math.matrix3 import mul_mat_vec
from corten.math.vector3 import add, add_scaled, scale, store3
from corten.runtime import helper, per_precision, select
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.primitive.axes import component, turn3, turn_back3, turn_columns, turn_rows
from corten.stages.collision.primitive.polygon import clip_polygon, drop_duplicates

# squared, relative to the face: corners that are this close are one
SAME_CORNER = per_precision(1e-14, float32=1e-10)


@helper
def collide_face(d, candidate, margin, face, box, order, other):
    """Add the contacts on the face of a box that is normal to axis `face`.

    The box is given in the world, the other one in the frame of the box. `order` is 1 if the box is the first of the
    pair, -1 if it is the second. Axes of both are relabelled such that the faces are normal to z; heights are above the
    face.
    """
    pos, mat = box.pos, box.mat
    polygon = d.clip_polygon
    first = (face + 1) % 3
    size, centre, rotation = turn3(box.size, first), turn3(other.pos, first), turn_rows(other.mat, first)
    side = select(centre[2] >= 0.0, 1.0, -1.0)

    # the face of the other box that looks most against this one
    row = (abs(rotation[6]), abs(rotation[7]), abs(rotation[8]))
    opposing = select(row[1] > row[0], 1, 0)
    opposing = select(row[2] > component(row, opposing), 2, opposing)
    second = (opposing + 1) % 3
    set_face_corners(polygon, side, turn_columns(rotation, second), centre, size[2], turn3(other.size, second))

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
        point = add(mul_mat_vec(mat, turn_back3(local, first)), pos)
        add_contact(d, candidate, height, point, normal, NO_TANGENT)


@helper
def set_face_corners(polygon, side, rotation, centre, top, size):
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
