"""Samples and edges of a height field in a solid."""

from corten.math.vector3 import add
from corten.raycast.height_field import grid_point
from corten.runtime import floor, helper
from corten.stages.collision.grid.edges import add_edge_contacts, edge_of_triangles
from corten.stages.collision.grid.probe import LEANING, add_probe_contact, box_around_solid, probe_solid, rise

# the way from the rim of a height field to the side below it
DOWN = (0.0, 0.0, -1.0)


@helper
def add_height_field_contacts(m, d, pair):
    """Add the contacts of the samples of a height field, and of the edges of its triangles."""
    hfield = m.geom_dataid[pair.other.id]
    centre, half = box_around_solid(m, pair)
    wide, deep = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1]
    dx, dy = 2.0 * wide / float(m.hfield_ncol[hfield] - 1), 2.0 * deep / float(m.hfield_nrow[hfield] - 1)
    low_column = max(0, int(floor((centre[0] - half[0] + wide) / dx)))
    low_row = max(0, int(floor((centre[1] - half[1] + deep) / dy)))
    for row in range(low_row, min(m.hfield_nrow[hfield], int(floor((centre[1] + half[1] + deep) / dy)) + 2)):
        for column in range(low_column, min(m.hfield_ncol[hfield], int(floor((centre[0] + half[0] + wide) / dx)) + 2)):
            add_sample_contact(m, d, pair, hfield, row, column)
            add_cell_edge_contacts(m, d, pair, hfield, row, column)


@helper
def add_sample_contact(m, d, pair, hfield, row, column):
    """Add the contact of a sample, if its neighbours lie farther out of the solid."""
    point = grid_point(m, hfield, row, column)
    probe = probe_solid(m, pair, point)
    if probe.inside:
        deepest = True
        for k in range(4):
            r, c = row + (1 if k == 0 else (-1 if k == 1 else 0)), column + (1 if k == 2 else (-1 if k == 3 else 0))
            if rise(point, clamped_point(m, hfield, r, c), probe.out) < -LEANING:
                deepest = False
        if deepest and probe.out[2] < 0.0:
            add_probe_contact(d, pair, probe)


@helper
def clamped_point(m, hfield, row, column):
    """Return the point of the surface at a row and column, or at the nearest that exist."""
    r, c = min(max(row, 0), m.hfield_nrow[hfield] - 1), min(max(column, 0), m.hfield_ncol[hfield] - 1)
    return grid_point(m, hfield, r, c)


@helper
def add_cell_edge_contacts(m, d, pair, hfield, row, column):
    """Add the contacts of the edges that lead from a sample along x, along y, and across the cell."""
    last_row, last_column = m.hfield_nrow[hfield] - 1, m.hfield_ncol[hfield] - 1
    p = grid_point(m, hfield, row, column)
    right, up = clamped_point(m, hfield, row, column + 1), clamped_point(m, hfield, row + 1, column)
    far = clamped_point(m, hfield, row + 1, column + 1)
    below = clamped_point(m, hfield, row - 1, column) if row > 0 else add(p, DOWN)
    left = clamped_point(m, hfield, row, column - 1) if column > 0 else add(p, DOWN)
    if column < last_column:
        above = far if row < last_row else add(p, DOWN)
        add_edge_contacts(m, d, pair, edge_of_triangles(p, right, above, below))
    if row < last_row:
        beside = far if column < last_column else add(p, DOWN)
        add_edge_contacts(m, d, pair, edge_of_triangles(p, up, beside, left))
        if column < last_column:
            add_edge_contacts(m, d, pair, edge_of_triangles(p, far, right, up))
