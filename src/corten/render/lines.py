"""Lines of some pixels' width, such as the rays of rangefinders: their ends as places of the picture."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import ObjectType, SensorType
from corten.model import Model
from corten.render.cameras import View
from corten.render.mapping import LINE
from corten.render.options import SceneOption, VisFlag
from corten.render.shapes import Shapes, make_shapes

Floats = NDArray[np.floating]

# width of the lines of sensors, in those of <visual> (MuJoCo's value)
SENSOR_WIDTH = 3.0

# bit of a rangefinder's distance among what it can tell
DISTANCE = 1


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines from points to points [m], and the sensors that they belong to."""

    start: Floats
    end: Floats
    sensor: NDArray[np.integer]


def sensor_lines(model: Model, data: Data, option: SceneOption) -> Lines:
    """Return the rays of rangefinders at sites up to where they end, and the shortest ways between geoms."""
    start, end, sensors = [], [], []
    if option.shows(VisFlag.RANGEFINDER):
        for sensor in range(model.nsensor):
            values, number = data.sensordata[model.sensor_adr[sensor] :], int(model.sensor_objid[sensor])
            if model.sensor_type[sensor] == SensorType.RANGEFINDER:
                tells = int(model.sensor_intprm[sensor, 0]) & DISTANCE
                if model.sensor_objtype[sensor] == ObjectType.SITE and tells and values[0] >= 0.0:
                    start.append(data.site_xpos[number])
                    end.append(data.site_xpos[number] + values[0] * data.site_xmat[number].reshape(3, 3)[:, 2])
                    sensors.append(sensor)
            elif model.sensor_type[sensor] == SensorType.GEOMFROMTO and values[:6].any():
                start.append(values[:3])
                end.append(values[3:6])
                sensors.append(sensor)
    return Lines(np.array(start).reshape(-1, 3), np.array(end).reshape(-1, 3), np.array(sensors, np.int32))


def line_shapes(model: Model, lines: Lines) -> Shapes:
    """Return a shape for each line, for its colour and what it belongs to; it has no extent."""
    count = len(lines.sensor)
    return make_shapes(
        count,
        type=LINE,
        size=0.0,
        pos=lines.start,
        rgba=model.vis_rgba_rangefinder,
        objtype=ObjectType.SENSOR,
        objid=lines.sensor,
        shadow=False,
    )


def project(view: View, lines: Lines, height: int, width: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Return column, row and depth of both ends of lines, cut off at the nearest distance, and which are in front."""
    axes = np.stack([view.right, view.up, view.forward], axis=1)
    ends = np.stack([(lines.start - view.pos) @ axes, (lines.end - view.pos) @ axes], axis=1)
    seen = ends[:, :, 2].max(axis=1, initial=-np.inf) > view.near
    for one, other in ((0, 1), (1, 0)):
        behind = seen & (ends[:, one, 2] < view.near)
        way = ends[behind, other] - ends[behind, one]
        share = (view.near - ends[behind, one, 2]) / way[:, 2]
        ends[behind, one] += share[:, None] * way
    depth = np.maximum(ends[:, :, 2], view.near)
    left, right, top, down = view.steps(height, width)
    scale = np.ones_like(depth) if view.window.orthographic else depth
    column, row = (ends[:, :, 0] / scale - left) / right, (top - ends[:, :, 1] / scale) / down
    return np.stack([column, row, depth], axis=2).reshape(-1, 6), seen
