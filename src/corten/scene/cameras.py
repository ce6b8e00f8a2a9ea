"""Where a camera stands, where it looks, and which window it looks through."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import Projection
from corten.model import Model
from corten.scene.options import Camera, CameraType

# distance of the free camera of a model [extent]
FREE_DISTANCE = 1.5

Vector = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Window:
    """Half of what is seen at 1 m: the middle is off by `centre`, `top` and `bottom` are counted from it.

    With `half_width` 0 the width follows from the shape of the picture. Of an orthographic camera these are metres.
    """

    top: float
    bottom: float
    centre: float
    half_width: float
    orthographic: bool


@dataclass(frozen=True, eq=False)
class View:
    """A camera at a moment: position [m], axes, window, and the distances between which it sees [m]."""

    pos: Vector
    right: Vector
    up: Vector
    forward: Vector
    window: Window
    near: float
    far: float

    def steps(self, height: int, width: int) -> tuple[float, float, float, float]:
        """Return left edge, step to the right, upper edge and step downwards of the pixels of a picture, at 1 m."""
        window = self.window
        half = window.half_width or 0.5 * width / height * (window.top + window.bottom)
        return window.centre - half, 2.0 * half / width, window.top, (window.top + window.bottom) / height


def free_camera(model: Model) -> Camera:
    """Return the camera that shows the whole model, from where <visual> says."""
    camera = Camera(lookat=np.array(model.stat.center, float), distance=FREE_DISTANCE * float(model.stat.extent))
    camera.azimuth, camera.elevation = float(model.vis_global_azimuth), float(model.vis_global_elevation)
    camera.orthographic = int(model.vis_global_orthographic)
    return camera


def find_camera(model: Model, camera: Any) -> Any:
    """Return the camera that a name, a number (-1: the free one) or an object like a Camera stands for."""
    if isinstance(camera, str):
        names = [model.name("camera", i) for i in range(model.ncam)]
        if camera not in names:
            known = ", ".join(repr(name) for name in names if name) or "none"
            raise ValueError(f'The camera "{camera}" does not exist; named are: {known}.')
        camera = names.index(camera)
    if isinstance(camera, int | np.integer) and not isinstance(camera, bool):
        if not -1 <= camera < model.ncam:
            raise ValueError(f"The camera id {camera} is out of range [-1, {model.ncam}).")
        return free_camera(model) if camera == -1 else Camera(CameraType.FIXED, int(camera))
    if not hasattr(camera, "fixedcamid"):
        raise TypeError(f"camera is a name, a number or a Camera, not {type(camera).__name__}")
    return camera


def look_through(model: Model, data: Data, camera: Any) -> View:
    """Return where a camera is now and what it sees."""
    clip = {
        "near": float(model.vis_map_znear * model.stat.extent),
        "far": float(model.vis_map_zfar * model.stat.extent),
    }
    if camera.type == CameraType.FIXED:
        number = int(camera.fixedcamid)
        if not 0 <= number < model.ncam:
            raise ValueError(f"The camera id {number} is out of range [0, {model.ncam}).")
        axes = data.cam_xmat[number].reshape(3, 3)
        window = model_window(model, number)
        return View(data.cam_xpos[number].copy(), axes[:, 0].copy(), axes[:, 1].copy(), -axes[:, 2], window, **clip)
    if camera.type not in (CameraType.FREE, CameraType.TRACKING):
        raise ValueError(f"a camera of type {camera.type} is not known; there are FREE 0, TRACKING 1 and FIXED 2")

    look_at = np.asarray(camera.lookat, float)
    if camera.type == CameraType.TRACKING:
        if not 0 <= camera.trackbodyid < model.nbody:
            raise ValueError(f"The body id {camera.trackbodyid} is out of range [0, {model.nbody}).")
        look_at = data.subtree_com[camera.trackbodyid]
    azimuth, elevation = math.radians(camera.azimuth), math.radians(camera.elevation)
    ca, sa, ce, se = math.cos(azimuth), math.sin(azimuth), math.cos(elevation), math.sin(elevation)
    forward, up, right = np.array([ce * ca, ce * sa, se]), np.array([-se * ca, -se * sa, ce]), np.array([sa, -ca, 0.0])
    # a camera says itself how it projects; the model says what its free camera begins with
    orthographic = bool(getattr(camera, "orthographic", model.vis_global_orthographic))
    window = straight_window(float(model.vis_global_fovy), orthographic)
    return View(look_at - camera.distance * forward, right, up, forward, window, **clip)


def straight_window(fovy: float, orthographic: bool) -> Window:
    """Return the window of a camera that looks straight ahead, given its field of view in degrees, or metres."""
    half = fovy / 2.0 if orthographic else math.tan(math.radians(fovy) / 2.0)
    return Window(half, half, 0.0, 0.0, orthographic)


def model_window(model: Model, number: int) -> Window:
    """Return the window of a camera of the model: its field of view, or what its lens and sensor make of it."""
    orthographic = int(model.cam_projection[number]) == Projection.ORTHOGRAPHIC
    wide, high = model.cam_sensorsize[number].tolist()
    if orthographic or not high:
        return straight_window(float(model.cam_fovy[number]), orthographic)
    focal_x, focal_y, off_x, off_y = model.cam_intrinsic[number].tolist()
    top, bottom = (high / 2.0 - off_y) / focal_y, (high / 2.0 + off_y) / focal_y
    return Window(top, bottom, off_x / focal_x, wide / 2.0 / focal_x, False)
