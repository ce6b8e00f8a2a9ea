"""The surface of a height field as triangles: two in each cell, which its diagonal from (0, 0) to (1, 1) parts."""

from typing import NamedTuple

from corten.math.vector3 import add, cross, norm, scale, sub
from corten.raycast.height_field import elevation, grid_point
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
MOST_CELLS = 64


class Cells(NamedTuple):
    """A block of cells: its first row and column, and those behind the last."""

    row: int
    end_row: int
    column: int
    end_column: int


@helper
def on_grid(m, hfield, row, column):
    """Tell whether there is such a point."""
    return row >= 0 and column >= 0 and row < m.hfield_nrow[hfield] and column < m.hfield_ncol[hfield]


@helper
def cell_triangle(m, hfield, row, column, k):
    """Return a triangle of a cell, counter-clockwise from above: 0 behind the diagonal, 1 before it."""
    a, c = grid_point(m, hfield, row, column), grid_point(m, hfield, row + 1, column + 1)
    side = grid_point(m, hfield, row + 1 - k, column + k)
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
def cells_between(m, hfield, low, high):
    """Return the cells in the rectangle between two points as seen from above."""
    row, end_row = cells_along(low[1], high[1], m.hfield_size[hfield, 1], m.hfield_nrow[hfield])
    column, end_column = cells_along(low[0], high[0], m.hfield_size[hfield, 0], m.hfield_ncol[hfield])
    return Cells(row, end_row, column, end_column)


@helper
def meets_height_field(m, hfield, box):
    """Tell whether a box may meet a height field: not if it is beside, below, or above all points in a few cells."""
    low, high = sub(box.centre, box.half), add(box.centre, box.half)
    if low[2] > m.hfield_size[hfield, 2] or high[2] < -m.hfield_size[hfield, 3]:
        return False
    cells = cells_between(m, hfield, low, high)
    if cells.end_row <= cells.row or cells.end_column <= cells.column:
        return False
    if (cells.end_row - cells.row) * (cells.end_column - cells.column) > MOST_CELLS:
        return True
    start, height = m.hfield_adr[hfield], low[2] / m.hfield_size[hfield, 2]
    for r in range(cells.row, cells.end_row + 1):
        for c in range(cells.column, cells.end_column + 1):
            if elevation(m, start + r * m.hfield_ncol[hfield] + c) >= height:
                return True
    return False


@helper
def point_allows(m, hfield, row, column, u, tolerance):
    """Tell whether a unit vector lies in the cone of a point of the grid: all points around fall away from it."""
    p = grid_point(m, hfield, row, column)
    for k in range(6):
        r, c = row + AROUND_ROW[k], column + AROUND_COLUMN[k]
        if on_grid(m, hfield, r, c) and leans(u, sub(grid_point(m, hfield, r, c), p), tolerance):
            return False
    return True


@helper
def side_allows(m, hfield, row, column, k, u, tolerance):
    """Tell whether a unit vector lies in the cone of an edge of a cell."""
    p = grid_point(m, hfield, row, column)
    left, left_column = row + LEFT_ROW[k], column + LEFT_COLUMN[k]
    if on_grid(m, hfield, left, left_column) and leans(u, sub(grid_point(m, hfield, left, left_column), p), tolerance):
        return False
    right, right_column = row + RIGHT_ROW[k], column + RIGHT_COLUMN[k]
    if not on_grid(m, hfield, right, right_column):
        return True
    return not leans(u, sub(grid_point(m, hfield, right, right_column), p), tolerance)
