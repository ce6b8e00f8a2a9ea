"""What cameras and rangefinders see: frustums, rays up to where they end, points and normals."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import ObjectType, SensorType
from corten.model import Model
from corten.scene.cameras import model_window
from corten.scene.lines import Lines, join_lines, make_lines, no_lines
from corten.scene.options import MarkType
from corten.scene.shapes import Shapes, connect, join, make_shapes, mesh_keys, triangle_key
from corten.stages.sensor.rangefinder import DIR, DIST, NORMAL, ORIGIN, POINT, pixel_ray

Floats = NDArray[np.floating]

# width of edges and rays, in those of <visual> (MuJoCo's value)
WIDTH = 3.0

# emission, specularity, shininess and reflectance of faces, which have no highlights: MuJoCo lights corners alone
DULL = (0.0, 0.0, 0.0, 0.0)


def has_frustum(model: Model, camera: int) -> bool:
    """Tell whether what a camera sees is shown: one that has a resolution."""
    return bool((model.cam_resolution[camera] > 1).any())


def frustum_corners(model: Model, camera: int) -> Floats:
    """Return the corners of what a camera sees in its frame [m], four near ones and four far ones (2, 4, 3)."""
    near = float(model.vis_map_znear * model.stat.extent)
    far = float(model.vis_scale_frustum * model.stat.meansize)
    wide, high = model.cam_resolution[camera].tolist()
    window = model_window(model, camera)
    half = window.half_width or 0.5 * wide / high * (window.top + window.bottom)
    sides = np.array([window.centre - half, window.centre + half])
    if window.orthographic:
        far = 0.5 * (half + window.top)
    x, y = sides[[0, 1, 1, 0]], np.array([-window.bottom, window.top])[[0, 0, 1, 1]]
    scale = np.ones(2) if window.orthographic else np.array([near, far])
    return np.stack([np.stack([s * x, s * y, np.full(4, -z)], axis=1) for s, z in zip(scale, (near, far), strict=True)])


def frustum_lines(model: Model, data: Data) -> Lines:
    """Return the edges of what all cameras see."""
    parts, look = [no_lines()], {"width": WIDTH, "rgba": model.vis_rgba_frustum, "objtype": ObjectType.CAMERA}
    for camera in range(model.ncam):
        if has_frustum(model, camera):
            near, far = data.cam_xpos[camera] + frustum_corners(model, camera) @ data.cam_xmat[camera].reshape(3, 3).T
            for start, end in ((near, np.roll(near, -1, axis=0)), (far, np.roll(far, -1, axis=0)), (near, far)):
                parts.append(make_lines(start, end, objid=camera, **look))
    return join_lines(parts)


def frustum_shapes(model: Model, data: Data, camera: int) -> Shapes:
    """Return the four sides of what a camera sees, two triangles each."""
    near, far = frustum_corners(model, camera)
    corners = []
    for i in range(4):
        j = (i + 1) % 4
        corners += [(near[i], far[i], near[j]), (far[i], far[j], near[j])]
    look = {"rgba": model.vis_rgba_frustum, "look": DULL, "objtype": ObjectType.CAMERA, "objid": camera}
    pose = {"pos": data.cam_xpos[camera], "mat": data.cam_xmat[camera].reshape(9)}
    shapes = make_shapes(len(corners), type=MarkType.TRIANGLE, **pose, **look)
    shapes.mesh = mesh_keys([triangle_key(corner) for corner in corners])
    return shapes


# ---------------------------------------------------------------- rays of rangefinders

# radius of points, in widths of frames, of rays of a site and of a camera, and lengths of frames that a normal has
SITE_POINT, CAMERA_POINT, NORMAL_LENGTH = 1.5, 1.3, 2.0

# sizes of the parts of a reading, in their order
PARTS = ((DIST, 1), (DIR, 3), (ORIGIN, 3), (POINT, 3), (NORMAL, 3))


def rangefinders(model: Model) -> NDArray[np.integer]:
    """Return the numbers of all rangefinders."""
    return np.flatnonzero(model.sensor_type == SensorType.RANGEFINDER)


def sensor_lines(model: Model, data: Data) -> Lines:
    """Return the rays of rangefinders up to where they end, and the shortest ways between geoms."""
    parts, look = [no_lines()], {"width": WIDTH, "rgba": model.vis_rgba_rangefinder, "objtype": ObjectType.SENSOR}
    for sensor in rangefinders(model).tolist():
        readings = _readings(model, data, sensor)
        if DIST in readings:
            far = readings[DIST][:, :1]
            origin, direction = _rays(model, data, sensor)
            met = far[:, 0] >= 0.0
            parts.append(make_lines(origin[met], (origin + far * direction)[met], objid=sensor, **look))
    for sensor in np.flatnonzero(model.sensor_type == SensorType.GEOMFROMTO).tolist():
        ends = data.sensordata[model.sensor_adr[sensor] :][:6]
        if ends.any():
            parts.append(make_lines(ends[:3], ends[3:], objid=sensor, **look))
    return join_lines(parts)


def sensor_shapes(model: Model, data: Data) -> Shapes:
    """Return the points and normals that rangefinders measure."""
    parts = [make_shapes(0)]
    scale = float(model.stat.meansize)
    width, length = scale * float(model.vis_scale_framewidth), scale * float(model.vis_scale_framelength)
    for sensor in rangefinders(model).tolist():
        readings = _readings(model, data, sensor)
        look = {"rgba": model.vis_rgba_rangefinder, "objtype": ObjectType.SENSOR, "objid": sensor}
        point, valid = _points(model, data, sensor, readings)
        if POINT in readings:
            size = width * (SITE_POINT if model.sensor_objtype[sensor] == ObjectType.SITE else CAMERA_POINT)
            given = readings[POINT].any(axis=1)
            parts.append(make_shapes(int(given.sum()), pos=readings[POINT][given], size=size, **look))
        if NORMAL in readings:
            ends = point[valid], point[valid] + NORMAL_LENGTH * length * readings[NORMAL][valid]
            parts.append(make_shapes(int(valid.sum()), **connect(MarkType.ARROW1, width, *ends), **look))
    return join(parts)


def _readings(model: Model, data: Data, sensor: int) -> dict[int, Floats]:
    """Return what a rangefinder measures, a row for each ray, by its bit."""
    bits, adr = int(model.sensor_intprm[sensor, 0]), int(model.sensor_adr[sensor])
    rows = _ray_count(model, sensor)
    values = data.sensordata[adr : adr + int(model.sensor_dim[sensor])].reshape(rows, -1)
    readings, at = {}, 0
    for bit, size in PARTS:
        if bits & bit:
            readings[bit] = values[:, at : at + size]
            at += size
    return readings


def _ray_count(model: Model, sensor: int) -> int:
    if model.sensor_objtype[sensor] == ObjectType.SITE:
        return 1
    return int(model.cam_resolution[model.sensor_objid[sensor]].prod())


def _rays(model: Model, data: Data, sensor: int) -> tuple[Floats, Floats]:
    """Return origins and directions of the rays of a rangefinder, row by row of a camera's picture."""
    number = int(model.sensor_objid[sensor])
    if model.sensor_objtype[sensor] == ObjectType.SITE:
        return data.site_xpos[[number]], data.site_xmat[[number]].reshape(1, 3, 3)[:, :, 2]
    rays = np.array([pixel_ray(model, data, number, column, row) for column, row in _pixels(model, number)])
    return rays[:, 0], rays[:, 1]


def _pixels(model: Model, camera: int) -> Iterator[tuple[int, int]]:
    width, height = model.cam_resolution[camera].tolist()
    return ((column, row) for row in range(height) for column in range(width))


def _points(model: Model, data: Data, sensor: int, readings: dict[int, Floats]) -> tuple[Floats, NDArray[np.bool_]]:
    """Return where the rays of a rangefinder end, and which of them end somewhere."""
    rows = _ray_count(model, sensor)
    point, valid = np.zeros((rows, 3)), np.zeros(rows, bool)
    if DIST in readings:
        origin, direction = _rays(model, data, sensor)
        valid = readings[DIST][:, 0] >= 0.0
        point[valid] = (origin + readings[DIST] * direction)[valid]
    if POINT in readings:
        given = readings[POINT].any(axis=1)
        point[given], valid = readings[POINT][given], valid | given
    return point, valid
