"""Samples and ridges of a height field in the field of a solid."""

from corten.math.matrix3 import mul_mat_vec
from corten.math.vector3 import add
from corten.raycast.height_field import grid_point
from corten.runtime import floor, helper
from corten.stages.collision.grid.edges import touch_ridge
from corten.stages.collision.grid.features import LEANING, look_up, rise, solid_box, touch_corner

# the way from the rim of a height field to the side below it
DOWN = (0.0, 0.0, -1.0)


@helper
def touch_terrain(m, d, c, solid, kind, other, pose, sign, first, cell):
    """Note the contacts of the samples of a height field, and of the edges of its triangles."""
    field = m.geom_dataid[other]
    centre, half = solid_box(m, d, c, solid, pose)
    wide, deep = m.hfield_size[field, 0], m.hfield_size[field, 1]
    dx, dy = 2.0 * wide / float(m.hfield_ncol[field] - 1), 2.0 * deep / float(m.hfield_nrow[field] - 1)
    low_column = max(0, int(floor((centre[0] - half[0] + wide) / dx)))
    low_row = max(0, int(floor((centre[1] - half[1] + deep) / dy)))
    for row in range(low_row, min(m.hfield_nrow[field], int(floor((centre[1] + half[1] + deep) / dy)) + 2)):
        for column in range(low_column, min(m.hfield_ncol[field], int(floor((centre[0] + half[0] + wide) / dx)) + 2)):
            touch_sample(m, d, c, solid, kind, pose, sign, first, cell, field, row, column)
            touch_ridges(m, d, c, solid, kind, pose, sign, first, cell, field, row, column)


@helper
def touch_sample(m, d, c, solid, kind, pose, sign, first, cell, field, row, column):
    """Note the contact of a sample, if its neighbours lie farther out of the solid."""
    point = grid_point(m, field, row, column)
    inside, dist, x, normal = look_up(m, d, c, solid, kind, pose, point)
    if inside:
        out, deepest = mul_mat_vec(pose[0], normal), True
        for k in range(4):
            r, e = row + (1 if k == 0 else (-1 if k == 1 else 0)), column + (1 if k == 2 else (-1 if k == 3 else 0))
            if rise(point, clamped_point(m, field, r, e), out) < -LEANING:
                deepest = False
        if deepest and out[2] < 0.0:
            touch_corner(d, c, solid, dist, x, normal, sign, first, cell)


@helper
def clamped_point(m, field, row, column):
    """Return the point of the surface at a row and column, or at the nearest that exist."""
    r, c = min(max(row, 0), m.hfield_nrow[field] - 1), min(max(column, 0), m.hfield_ncol[field] - 1)
    return grid_point(m, field, r, c)


@helper
def touch_ridges(m, d, c, solid, kind, pose, sign, first, cell, field, row, column):
    """Note the contacts of the edges that lead from a sample along x, along y, and across the cell."""
    last_row, last_column = m.hfield_nrow[field] - 1, m.hfield_ncol[field] - 1
    p = grid_point(m, field, row, column)
    right, up = clamped_point(m, field, row, column + 1), clamped_point(m, field, row + 1, column)
    far = clamped_point(m, field, row + 1, column + 1)
    below = clamped_point(m, field, row - 1, column) if row > 0 else add(p, DOWN)
    left = clamped_point(m, field, row, column - 1) if column > 0 else add(p, DOWN)
    if column < last_column:
        above = far if row < last_row else add(p, DOWN)
        touch_ridge(m, d, c, solid, kind, pose, sign, first, cell, p, right, above, below)
    if row < last_row:
        beside = far if column < last_column else add(p, DOWN)
        touch_ridge(m, d, c, solid, kind, pose, sign, first, cell, p, up, beside, left)
        if column < last_column:
            touch_ridge(m, d, c, solid, kind, pose, sign, first, cell, p, far, right, up)
