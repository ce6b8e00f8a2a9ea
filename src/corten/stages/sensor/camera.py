"""Where a camera sees a point."""

from corten.constants import MINVAL
from corten.math import matrix3, vector3
from corten.math.matrix3 import load9
from corten.math.scalar import tan
from corten.math.vector3 import load3
from corten.runtime import helper, select

# half a degree in radians: half of a field of view given in degrees
HALF_DEGREE = 3.14159265358979323846 / 360.0


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
    width, height = float(m.cam_resolution[i, 0]), float(m.cam_resolution[i, 1])
    sensor_x, sensor_y = m.cam_sensorsize[i, 0], m.cam_sensorsize[i, 1]
    if sensor_x != 0.0 and sensor_y != 0.0:
        return m.cam_intrinsic[i, 0] / sensor_x * width, m.cam_intrinsic[i, 1] / sensor_y * height
    focal = 0.5 / tan(m.cam_fovy[i] * HALF_DEGREE) * height
    return focal, focal
