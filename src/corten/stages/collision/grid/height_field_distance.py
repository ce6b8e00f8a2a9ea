"""Distances of points to a height field, in its frame."""

from corten.constants import MAXVAL
from corten.distance_field.sample import Sample
from corten.math.vector3 import cross, dot, normalize, sub
from corten.raycast.height_field import grid_point
from corten.runtime import floor, helper

UP = (0.0, 0.0, 1.0)


@helper
def sample_height_field(m, hfield, x):
    """Return the distance to the plane of the triangle above or below a point.

    Beside the height field there is nothing; below its base neither.
    """
    ncol, nrow = m.hfield_ncol[hfield], m.hfield_nrow[hfield]
    wide, deep = m.hfield_size[hfield, 0], m.hfield_size[hfield, 1]
    u, v = (x[0] + wide) / (2.0 * wide) * float(ncol - 1), (x[1] + deep) / (2.0 * deep) * float(nrow - 1)
    outside = u < 0.0 or v < 0.0 or u > float(ncol - 1) or v > float(nrow - 1)
    if outside or x[2] < -m.hfield_size[hfield, 3]:
        return Sample(MAXVAL, UP)
    column, row = min(int(floor(u)), ncol - 2), min(int(floor(v)), nrow - 2)
    low, high = grid_point(m, hfield, row, column), grid_point(m, hfield, row + 1, column + 1)

    # a cell is cut from its lower left to its upper right corner
    if u - float(column) >= v - float(row):
        side = grid_point(m, hfield, row, column + 1)
        normal, _ = normalize(cross(sub(side, low), sub(high, low)))
        return Sample(dot(normal, sub(x, low)), normal)
    side = grid_point(m, hfield, row + 1, column)
    normal, _ = normalize(cross(sub(high, low), sub(side, low)))
    return Sample(dot(normal, sub(x, low)), normal)
