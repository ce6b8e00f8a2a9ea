"""Where a camera sees a point."""

from corten.constants import MINVAL
from corten.math import matrix3, vector3
from corten.math.matrix3 import load9
from corten.math.scalar import tan
from corten.math.vector3 import load3
from corten.runtime import helper, select

# half a degree in radians: half of a field of view given in degrees
HALF_DEGREE = 3.14159265358979323846 / 360.0

# 2**29 + 1: takes the 29 bits away that double precision has and single precision has not
SPLITTER = 536870913.0


@helper
def project_point(m, d, point, i):
    """Return the pixel coordinates at which camera i sees a world point."""
    width, height = float(m.cam_resolution[i, 0]), float(m.cam_resolution[i, 1])
    focal_x, focal_y = focal_lengths(m, i)
    x, y, z = matrix3.mul_matT_vec(load9(d.cam_xmat, i), vector3.sub(point, load3(d.cam_xpos, i)))
    depth = select(abs(z) < MINVAL, select(z < 0.0, -MINVAL, MINVAL), z)
    return -focal_x * (x / depth) + 0.5 * width, focal_y * (y / depth) + 0.5 * height


@helper
def focal_lengths(m, i):
    """Return the focal lengths of camera i along both sides of its picture [pixels]."""
    if has_sensor(m, i):
        return pixels(m, i, m.cam_intrinsic[i, 0], 0), pixels(m, i, m.cam_intrinsic[i, 1], 1)
    focal = 0.5 / tan(m.cam_fovy[i] * HALF_DEGREE) * m.cam_resolution[i, 1]
    return focal, focal


@helper
def principal_point(m, i):
    """Return where the axis of camera i meets its picture [pixels]."""
    if has_sensor(m, i):
        return pixels(m, i, m.cam_intrinsic[i, 2], 0), pixels(m, i, m.cam_intrinsic[i, 3], 1)
    return 0.5 * m.cam_resolution[i, 0], 0.5 * m.cam_resolution[i, 1]


@helper
def has_sensor(m, i):
    """Tell whether camera i is given by the size of its sensor, not by its field of view."""
    return m.cam_sensorsize[i, 0] != 0.0 and m.cam_sensorsize[i, 1] != 0.0


@helper
def pixels(m, i, length, side):
    """Return how many pixels of camera i a length on its sensor is, in single precision as MuJoCo computes it."""
    share = round_single(float(length) / float(m.cam_sensorsize[i, side]))
    return round_single(share * m.cam_resolution[i, side])


@helper
def round_single(x):
    """Return x with the 24 leading bits of single precision, by Veltkamp's splitting."""
    shifted = x * SPLITTER
    return shifted - (shifted - x)
