"""Rangefinders: how far a ray from a site, or the rays through all pixels of a camera, go until they meet a geom."""

from corten.enums import ForwardPart, ObjectType, Projection, SensorType
from corten.math import matrix3, vector3
from corten.math.matrix3 import load9
from corten.math.vector3 import load3
from corten.raycast import cast_ray
from corten.raycast.cast import ALL_GROUPS
from corten.runtime import Vec3, helper, stage
from corten.stages.sensor.frame import focal_lengths, frame_body, principal_point
from corten.stages.sensor.output import apply_cutoff, write1, write3

# bits of what a ray tells, in the order of the readings
DIST, DIR, ORIGIN, POINT, NORMAL, DEPTH = 1, 2, 4, 8, 16, 32


@stage
def rangefinder_sensors(m, d) -> None:
    """Read all rangefinders."""
    for s in range(m.nsensor):
        if m.sensor_type[s] == SensorType.RANGEFINDER:
            read_rangefinder(m, d, s)
            apply_cutoff(m, d, s)


@helper
def read_rangefinder(m, d, s: int) -> None:
    """Cast the ray of a site along its z axis, or one ray through each pixel of a camera, row by row from the top."""
    i, adr = m.sensor_objid[s], m.sensor_adr[s]
    if m.sensor_objtype[s] == ObjectType.SITE:
        axes = load9(d.site_xmat, i)
        write_ray(m, d, s, adr, load3(d.site_xpos, i), (axes[2], axes[5], axes[8]))
    else:
        width, height = m.cam_resolution[i, 0], m.cam_resolution[i, 1]
        for row in range(height):
            for col in range(width):
                origin, direction = pixel_ray(m, d, i, col, row)
                adr = write_ray(m, d, s, adr, origin, direction)


@helper
def write_ray(m, d, s: int, adr: int, origin: Vec3, direction: Vec3) -> int:
    """Cast a ray of sensor s and write what it is asked for; return the address behind that."""
    i, bits, camera = m.sensor_objid[s], m.sensor_intprm[s, 0], m.sensor_objtype[s] == ObjectType.CAMERA
    hit = cast_ray(m, d, origin, direction, ALL_GROUPS, 1, frame_body(m, m.sensor_objtype[s], i))
    dist, normal = hit.x, hit.normal
    found = 1.0 if dist >= 0.0 else 0.0
    point = vector3.scale(vector3.add_scaled(origin, direction, dist), found)

    # what is asked for, in the order of the bits
    if (bits & DIST) != 0:
        write1(d, adr, dist)
        adr += 1
    if (bits & DIR) != 0:
        write3(d, adr, vector3.scale(direction, found))
        adr += 3
    if (bits & ORIGIN) != 0:
        write3(d, adr, origin)
        adr += 3
    if (bits & POINT) != 0:
        write3(d, adr, point)
        adr += 3
    if (bits & NORMAL) != 0:
        write3(d, adr, normal)
        adr += 3
    if (bits & DEPTH) != 0:
        write1(d, adr, dist)
        if camera and dist >= 0.0:
            write1(d, adr, camera_depth(d, i, point))
        adr += 1
    return adr


@helper
def camera_depth(d, i: int, point: Vec3) -> float:
    """Return how far in front of camera i a point lies [m]."""
    axes = load9(d.cam_xmat, i)
    return -vector3.dot(vector3.sub(point, load3(d.cam_xpos, i)), (axes[2], axes[5], axes[8]))


@helper
def pixel_ray(m, d, i: int, col: int, row: int) -> tuple[Vec3, Vec3]:
    """Return origin and direction of the ray through the middle of a pixel of camera i."""
    pos, axes = load3(d.cam_xpos, i), load9(d.cam_xmat, i)
    width, height = float(m.cam_resolution[i, 0]), float(m.cam_resolution[i, 1])
    if m.cam_projection[i] == Projection.ORTHOGRAPHIC:
        # the field of view is the height of the picture in metres, and its width too
        half = 0.5 * m.cam_fovy[i]
        x, y = (col + 0.5 - 0.5 * width) / (0.5 * width), (row + 0.5 - 0.5 * height) / (0.5 * height)
        offset = matrix3.mul_mat_vec(axes, (x * half, -y * half, 0.0))
        return vector3.add(pos, offset), (-axes[2], -axes[5], -axes[8])
    focal_x, focal_y = focal_lengths(m, i)
    middle_x, middle_y = principal_point(m, i)
    x, y = (col + 0.5 - middle_x) / focal_x, (row + 0.5 - middle_y) / focal_y
    direction, _ = vector3.normalize(matrix3.mul_mat_vec(axes, (x, -y, -1.0)))
    return pos, direction


# the kernel of each part of forward dynamics that has such sensors
STAGES = {ForwardPart.POS: rangefinder_sensors}
