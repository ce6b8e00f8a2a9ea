"""A bowl and a torus: signed distances of points, by MuJoCo's formulas."""

from corten.constants import MINVAL
from corten.runtime import helper, sqrt


@helper
def bowl_distance(height, radius, thickness, p):
    """Return the signed distance of a point to a spherical shell of this radius that is cut off at a height."""
    x, y, z = p
    width = sqrt(radius * radius - height * height)
    out = sqrt(x * x + y * y)
    away = sqrt((out - width) * (out - width) + (z - height) * (z - height))
    if not height * out < width * z:
        away = abs(sqrt(out * out + z * z) - radius)
    return away - thickness


@helper
def torus_distance(radius, thickness, p):
    """Return the signed distance of a point to a ring of this radius around the z axis."""
    x, y, z = p
    out = sqrt(x * x + y * y) - radius
    return sqrt(out * out + z * z) - thickness


@helper
def torus_gradient(radius, p):
    """Return the gradient of the distance to a torus."""
    x, y, z = p
    round_axis = sqrt(x * x + y * y)
    out = round_axis - radius
    away = max(sqrt(out * out + z * z), MINVAL)
    return out * (x / round_axis) / away, out * (y / round_axis) / away, z / away
