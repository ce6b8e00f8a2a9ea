"""Where the cameras of browsers stand: MuJoCo's free, tracking and fixed cameras, for each client its own."""

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from corten.scene.cameras import free_camera
from corten.scene.options import Camera, CameraType
from corten.viewer.snapshot import Snapshot

if TYPE_CHECKING:
    from corten.model import Model

Floats = NDArray[Any]

UP = (0.0, 0.0, 1.0)
# [degree] as far as a free camera looks up and down, so that it still knows what is up
STEEPEST = 89.9


def eye_of(camera: Camera, lookat: Floats) -> Floats:
    """Return where a camera stands that looks at a point."""
    azimuth, elevation = math.radians(camera.azimuth), math.radians(np.clip(camera.elevation, -STEEPEST, STEEPEST))
    ahead = [math.cos(elevation) * math.cos(azimuth), math.cos(elevation) * math.sin(azimuth), math.sin(elevation)]
    return np.asarray(lookat, float) - camera.distance * np.array(ahead)


def aim(camera: Camera, eye: Floats, lookat: Floats) -> None:
    """Give a camera the angles and the distance of a view."""
    ahead = np.asarray(lookat, float) - eye
    camera.lookat, camera.distance = np.array(lookat, float), float(np.linalg.norm(ahead))
    if camera.distance > 0:
        camera.azimuth = math.degrees(math.atan2(ahead[1], ahead[0]))
        camera.elevation = math.degrees(math.asin(np.clip(ahead[2] / camera.distance, -1, 1)))


def settings(camera: Camera) -> tuple[Any, ...]:
    """Return what tells two cameras apart."""
    numbers = (camera.type, camera.fixedcamid, camera.trackbodyid, *camera.lookat)
    return (*numbers, camera.distance, camera.azimuth, camera.elevation)


class Views:
    """The cameras of all clients; `cam` is that of whoever moved last, and moves everybody's when it is written to."""

    def __init__(self, server: Any, model: "Model"):
        self._server, self._model = server, model
        self.cam = free_camera(model)
        self._told = settings(self.cam)
        # what clients follow: a camera of the model or a body, and where it was last
        self._following: dict[int, tuple[Camera, Any]] = {}
        eye = eye_of(self.cam, self.cam.lookat)
        start = server.initial_camera
        start.position, start.look_at, start.up = tuple(eye), tuple(self.cam.lookat), UP
        start.fov = math.radians(float(model.vis.global_.fovy))
        extent = float(model.stat.extent)
        start.near, start.far = max(float(model.vis.map.znear) * extent, 1e-4), float(model.vis.map.zfar) * extent
        start.far = max(start.far, 50 * extent)

    def choose(self, client: Any, camera: Camera) -> None:
        """Let a client look through a camera from now on."""
        self._following[client.client_id] = (camera, None)
        if camera.type == CameraType.FREE:
            del self._following[client.client_id]
            lookat = np.asarray(camera.lookat, float)
            self._place(client, eye_of(camera, lookat), lookat, UP)
            client.camera.fov = math.radians(float(self._model.vis.global_.fovy))

    def moved(self, client: Any) -> None:
        """Remember that a person has moved the camera of a client."""
        if client.client_id not in self._following and self.cam.type == CameraType.FREE:
            aim(self.cam, np.array(client.camera.position), np.array(client.camera.look_at))
            self._told = settings(self.cam)

    def left(self, client: Any) -> None:
        """Forget a client."""
        self._following.pop(client.client_id, None)

    def show(self, snapshot: Snapshot) -> None:
        """Move the cameras that follow something."""
        clients = self._server.get_clients()
        if settings(self.cam) != self._told:
            self._told = settings(self.cam)
            for client in clients.values():
                self.choose(client, self.cam)
        for number, (camera, before) in list(self._following.items()):
            client = clients.get(number)
            if client is not None:
                self._following[number] = camera, self._follow(client, snapshot, camera, before)

    def _follow(self, client: Any, snapshot: Snapshot, camera: Camera, before: Any) -> Any:
        model = snapshot.model
        if camera.type == CameraType.FIXED and 0 <= camera.fixedcamid < model.ncam:
            number = camera.fixedcamid
            pose = np.concatenate([snapshot.cam_xpos[number], snapshot.cam_xmat[number].ravel()])
            if before is None or not np.array_equal(pose, before):
                axes = pose[3:].reshape(3, 3)
                lookat = pose[:3] - axes[:, 2] * max(float(model.stat.extent), 1e-3)
                self._place(client, pose[:3], lookat, axes[:, 1])
            if before is None:
                client.camera.fov = math.radians(float(model.cam_fovy[number]))
            return pose
        if camera.type == CameraType.TRACKING and 0 <= camera.trackbodyid < model.nbody:
            centre = snapshot.xipos[camera.trackbodyid].copy()
            if before is None:
                self._place(client, eye_of(camera, centre), centre, UP)
            elif not np.array_equal(centre, before):
                # whatever a person has made of the view goes along
                shift = centre - before
                eye, lookat = np.array(client.camera.position) + shift, np.array(client.camera.look_at) + shift
                self._place(client, eye, lookat, UP)
            return centre
        return before

    @staticmethod
    def _place(client: Any, eye: Any, lookat: Any, up: Any) -> None:
        with client.atomic():
            client.camera.up_direction = tuple(up)
            client.camera.position = tuple(eye)
            client.camera.look_at = tuple(lookat)
