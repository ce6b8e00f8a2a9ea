"""Height field against convex shapes: a union of prisms, each convex by itself, one contact for each prism.

      1-----3-----5   row r + 1      the triangles of the grid are the tops of the prisms, their bottoms lie at -base. A
      |    /|    /|                  row of cells is walked through in a zigzag: the prism moves on by one corner at a
      |  /  |  /  |                  time, (1 2 3), (2 3 4), (3 4 5), ...; `ccd_prism` holds the bottom (rows 0 to 2)
      2-----4-----6   row r          and the top (rows 3 to 5)

Only cells below the geom's box are looked at, and of these the prisms whose top reaches its lowest point.
"""

from typing import NamedTuple

from corten.constants import MAXCONPAIR
from corten.enums import GeomType, StepErrorKind
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_mat, mul_matT_vec, store9
from corten.math.vector3 import add, load3, normalize, scale, store3, sub
from corten.raycast.height_field import elevation
from corten.runtime import floor, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.convex.ccd import ccd_pair
from corten.stages.collision.convex.features import has_room
from corten.stages.collision.convex.support import place_shape, support_shape
from corten.stages.collision.pairs import bucket_of

SCRATCH = scratch(
    Field("ccd_prism", F8, (6, 3), "corners of a height field's prism, the lower triangle first [m]"),
    readers=("corten.stages.collision.triangles",),
)

# ---- the prisms of a height field


IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


class Cells(NamedTuple):
    """Lines of the grid around those cells that a geom may touch, none for no cells, and the lowest point of it [m]."""

    first_row: int
    last_row: int
    first_column: int
    last_column: int
    lowest: float


NO_CELLS = Cells(0, 0, 0, 0, 0.0)


@helper
def enter_field(m, d, field: int, margin: float) -> Cells:
    """Move the second shape, which is bare, to the frame of a height field; return the cells around it."""
    mat, hid, origin = load9(d.geom_xmat, field), m.geom_dataid[field], load3(d.geom_xpos, field)
    size_x, size_y = m.hfield_size[hid, 0], m.hfield_size[hid, 1]
    size_z, base = m.hfield_size[hid, 2], m.hfield_size[hid, 3]
    store3(d.ccd_pos, 1, mul_matT_vec(mat, sub(load3(d.ccd_pos, 1), origin)))
    store9(d.ccd_mat, 1, mul_matT_mat(mat, load9(d.ccd_mat, 1)))

    # the box around the geom says which cells it may touch
    x_high, x_low = support_shape(m, d, 1, (1.0, 0.0, 0.0))[0], support_shape(m, d, 1, (-1.0, 0.0, 0.0))[0]
    y_high, y_low = support_shape(m, d, 1, (0.0, 1.0, 0.0))[1], support_shape(m, d, 1, (0.0, -1.0, 0.0))[1]
    z_high, z_low = support_shape(m, d, 1, (0.0, 0.0, 1.0))[2], support_shape(m, d, 1, (0.0, 0.0, -1.0))[2]
    outside_x = x_low - margin > size_x or x_high + margin < -size_x
    outside_y = y_low - margin > size_y or y_high + margin < -size_y
    outside_z = z_low - margin > size_z or z_high + margin < -base
    if outside_x or outside_y or outside_z:
        return NO_CELLS
    first_column, last_column = cell_range(x_low - margin, x_high + margin, size_x, m.hfield_ncol[hid])
    first_row, last_row = cell_range(y_low - margin, y_high + margin, size_y, m.hfield_nrow[hid])
    d.ccd_inflate[1] = 0.5 * margin
    d.ccd_type[0], d.ccd_mesh[0], d.ccd_inflate[0] = GeomType.HFIELD, -1, 0.5 * margin
    d.ccd_vertex[0] = -1
    store9(d.ccd_mat, 0, IDENTITY)
    for i in range(3):
        d.ccd_prism[i, 2] = -base
    return Cells(first_row, last_row, first_column, last_column, z_low - margin)


@helper
def cell_range(low: float, high: float, size: float, count: int) -> tuple[int, int]:
    """Return the first and last line of the grid around an interval along one axis."""
    first = floor((low + size) / (2.0 * size) * float(count - 1))
    last = -floor(-(high + size) / (2.0 * size) * float(count - 1))
    return max(0, int(first)), min(count - 1, int(last))


@helper
def count_prisms(cells: Cells) -> int:
    """Return how many prisms some cells have."""
    return 2 * max(0, cells.last_row - cells.first_row) * max(0, cells.last_column - cells.first_column)


@helper
def enter_prism(m, d, hid: int, cells: Cells, n: int) -> bool:
    """Move on to prism n, behind all before it; tell whether its top reaches the lowest point of the geom."""
    width = max(1, 2 * (cells.last_column - cells.first_column))
    r, k = cells.first_row + n // width, n % width
    if k == 0:
        add_corner(m, d, hid, r + 1, cells.first_column)
        add_corner(m, d, hid, r, cells.first_column)
    add_corner(m, d, hid, r + 1 - k % 2, cells.first_column + 1 + k // 2)
    return prism_reaches(d, cells.lowest)


@helper
def add_corner(m, d, hid: int, row: int, column: int) -> None:
    """Move the prism on by one corner of the grid."""
    prism, ncol, nrow = d.ccd_prism, m.hfield_ncol[hid], m.hfield_nrow[hid]
    for i in range(2):
        store3(prism, i, load3(prism, i + 1))
        store3(prism, i + 3, load3(prism, i + 4))
    dx, dy = 2.0 * m.hfield_size[hid, 0] / float(ncol - 1), 2.0 * m.hfield_size[hid, 1] / float(nrow - 1)
    x, y = dx * float(column) - m.hfield_size[hid, 0], dy * float(row) - m.hfield_size[hid, 1]
    prism[2, 0], prism[2, 1], prism[5, 0], prism[5, 1] = x, y, x, y
    prism[5, 2] = elevation(m, m.hfield_adr[hid] + row * ncol + column) * m.hfield_size[hid, 2]


@helper
def prism_reaches(d, height: float) -> bool:
    """Tell whether some corner of the prism's top reaches a height."""
    return not (d.ccd_prism[3, 2] < height and d.ccd_prism[4, 2] < height and d.ccd_prism[5, 2] < height)


@helper
def place_prism(d) -> None:
    """Put the centre of the present prism into the first shape."""
    centre = load3(d.ccd_prism, 0)
    for i in range(1, 6):
        centre = add(centre, load3(d.ccd_prism, i))
    store3(d.ccd_pos, 0, scale(centre, 1.0 / 6.0))


# ---- contacts


BUCKET = bucket_of("hfield_convex")


@stage
def hfield_convex(m, d) -> int:
    """Contacts of height fields with spheres, capsules, ellipsoids, cylinders, boxes and meshes, one for each prism."""
    bucket, members = d.bucket_start, d.bucket_candidate

    d.nccd = 0
    for i in range(bucket[BUCKET], bucket[BUCKET + 1]):
        if has_room(d, max(6, 6 * m.opt_ccd_iterations)):
            place_shape(m, d, 1, d.candidate_geom[members[i], 1], 0.0)
            collide_field(m, d, members[i])
        if d.nccd > d.maxccd:
            return int(StepErrorKind.CAPACITY)
    return 0


@helper
def collide_field(m, d, c: int) -> None:
    """Add the contacts of one height field with the second shape."""
    hid = m.geom_dataid[d.candidate_geom[c, 0]]
    cells = enter_field(m, d, d.candidate_geom[c, 0], d.candidate_margin[c])
    found = 0
    for n in range(count_prisms(cells)):
        if enter_prism(m, d, hid, cells, n) and found < MAXCONPAIR:
            found += collide_prism(m, d, c)


@helper
def collide_prism(m, d, c: int) -> int:
    """Add the contact of the present prism; return how many there are, 0 or 1."""
    place_prism(d)
    ccd_pair(m, d, 0.0)
    if d.nwitness == 0 or not (d.ccd_dist[0] < 0.0):
        return 0
    field = d.candidate_geom[c, 0]
    mat, origin = load9(d.geom_xmat, field), load3(d.geom_xpos, field)
    first, second = load3(d.ccd_witness1, 0), load3(d.ccd_witness2, 0)
    normal = normalize(sub(first, second))[0]
    pos = add(mul_mat_vec(mat, scale(add(first, second), 0.5)), origin)
    add_contact(d, c, d.candidate_margin[c] + d.ccd_dist[0], pos, mul_mat_vec(mat, normal), NO_TANGENT)
    return 1
