"""What XPBD constraints share: writing the derivatives of a row by the places of vertices."""

from corten.math import vector3
from corten.runtime import helper


@helper
def store_slope(d, r, k, slope):
    """Set the derivative of row r by the place of vertex k."""
    d.xpbd_slope[r, 3 * k] = slope[0]
    d.xpbd_slope[r, 3 * k + 1] = slope[1]
    d.xpbd_slope[r, 3 * k + 2] = slope[2]


@helper
def store_edge_slopes2(d, r, first, second):
    """Set the derivatives of row r by three vertices from those by the edges from the first one to the others."""
    store_slope(d, r, 0, vector3.scale(vector3.add(first, second), -1.0))
    store_slope(d, r, 1, first)
    store_slope(d, r, 2, second)


@helper
def store_edge_slopes3(d, r, first, second, third):
    """Set the derivatives of row r by four vertices from those by the edges from the first one to the others."""
    store_slope(d, r, 0, vector3.scale(vector3.add(vector3.add(first, second), third), -1.0))
    store_slope(d, r, 1, first)
    store_slope(d, r, 2, second)
    store_slope(d, r, 3, third)
