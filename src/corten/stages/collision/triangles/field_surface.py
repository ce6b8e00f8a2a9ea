"""The surface of a height field as triangles: two in each cell, which its diagonal from (0, 0) to (1, 1) parts."""

from corten.math.vector3 import cross, norm, scale, sub
from corten.raycast.height_field import elevation
from corten.runtime import floor, helper
from corten.stages.collision.triangles.surface import leans

# rows and columns of the neighbours of a grid point
AROUND_ROW = (0, 1, 1, 0, -1, -1)
AROUND_COLUMN = (1, 1, 0, -1, -1, 0)

# edges of a cell from its first point, along x, y and the diagonal: their other end, and the points across them
END_ROW, END_COLUMN = (0, 1, 1), (1, 0, 1)
LEFT_ROW, LEFT_COLUMN = (1, 1, 1), (1, 1, 0)
RIGHT_ROW, RIGHT_COLUMN = (-1, 0, 0), (0, -1, 1)

# cells up to which a box is compared with what is below it
FEW = 64


@helper
def grid_point(m, hid, row, column):
    """Return a point of the grid in the frame of the field [m]."""
    ncol, nrow = m.hfield_ncol[hid], m.hfield_nrow[hid]
    x, y = 2.0 * m.hfield_size[hid, 0] / float(ncol - 1), 2.0 * m.hfield_size[hid, 1] / float(nrow - 1)
    z = elevation(m, m.hfield_adr[hid] + row * ncol + column) * m.hfield_size[hid, 2]
    return x * float(column) - m.hfield_size[hid, 0], y * float(row) - m.hfield_size[hid, 1], z


@helper
def on_grid(m, hid, row, column):
    """Tell whether there is such a point."""
    return row >= 0 and column >= 0 and row < m.hfield_nrow[hid] and column < m.hfield_ncol[hid]


@helper
def cell_triangle(m, hid, row, column, k):
    """Return a triangle of a cell, counter-clockwise from above: 0 behind the diagonal, 1 before it."""
    a, c = grid_point(m, hid, row, column), grid_point(m, hid, row + 1, column + 1)
    side = grid_point(m, hid, row + 1 - k, column + k)
    if k == 0:
        return a, c, side
    return a, side, c


@helper
def upward(triangle):
    """Return the unit normal of a triangle that is not upright."""
    a, b, c = triangle
    normal = cross(sub(b, a), sub(c, a))
    return scale(normal, 1.0 / norm(normal))


@helper
def cells_along(low, high, size, count):
    """Return the first cell that an interval along an axis meets, and the one behind the last; none outside."""
    width = 2.0 * size / float(count - 1)
    first, last = floor((low + size) / width), floor((high + size) / width)
    return max(0, int(max(first, -1.0))), min(count - 2, int(min(last, float(count)))) + 1


@helper
def cells_of(m, hid, low_x, high_x, low_y, high_y):
    """Return (first row, row behind the last, first column, column behind the last) of the cells in a rectangle."""
    row, rows = cells_along(low_y, high_y, m.hfield_size[hid, 1], m.hfield_nrow[hid])
    column, columns = cells_along(low_x, high_x, m.hfield_size[hid, 0], m.hfield_ncol[hid])
    return row, rows, column, columns


@helper
def field_reaches(m, hid, centre, half):
    """Tell whether a box may meet the field: not if it is beside, below, or above all points in a few cells."""
    low = centre[2] - half[2]
    if low > m.hfield_size[hid, 2] or centre[2] + half[2] < -m.hfield_size[hid, 3]:
        return False
    row, rows, column, columns = cells_of(
        m, hid, centre[0] - half[0], centre[0] + half[0], centre[1] - half[1], centre[1] + half[1]
    )
    if rows <= row or columns <= column:
        return False
    if (rows - row) * (columns - column) > FEW:
        return True
    start, height = m.hfield_adr[hid], low / m.hfield_size[hid, 2]
    for r in range(row, rows + 1):
        for c in range(column, columns + 1):
            if elevation(m, start + r * m.hfield_ncol[hid] + c) >= height:
                return True
    return False


@helper
def point_allows(m, hid, row, column, u, tolerance):
    """Tell whether a unit vector lies in the cone of a point of the grid: all points around fall away from it."""
    p = grid_point(m, hid, row, column)
    for k in range(6):
        r, c = row + AROUND_ROW[k], column + AROUND_COLUMN[k]
        if on_grid(m, hid, r, c) and leans(u, sub(grid_point(m, hid, r, c), p), tolerance):
            return False
    return True


@helper
def side_allows(m, hid, row, column, k, u, tolerance):
    """Tell whether a unit vector lies in the cone of an edge of a cell."""
    p = grid_point(m, hid, row, column)
    left, left_column = row + LEFT_ROW[k], column + LEFT_COLUMN[k]
    if on_grid(m, hid, left, left_column) and leans(u, sub(grid_point(m, hid, left, left_column), p), tolerance):
        return False
    right, right_column = row + RIGHT_ROW[k], column + RIGHT_COLUMN[k]
    if not on_grid(m, hid, right, right_column):
        return True
    return not leans(u, sub(grid_point(m, hid, right, right_column), p), tolerance)
