"""Where cameras of a scene are: in the room that is looked into, and in the space of the model."""

from typing import Any

import numpy as np

from corten.compat.mujoco._errors import FatalError
from corten.compat.mujoco.arguments import FUNCTIONS, bound
from corten.compat.mujoco.names import NAMES
from corten.scene.cameras import find_camera, look_through

MINVAL = NAMES["constants"]["mjMINVAL"]


@bound
def mjv_room2model(modelpos: np.ndarray, modelquat: np.ndarray, roompos: np.ndarray, *given: Any) -> None:
    """Convert a pose from the room into the space of the model."""
    roomquat, scn = given
    _check_scale(scn)
    if not scn.enabletransform:
        modelpos[:], modelquat[:] = roompos, roomquat
        return
    pos, quat = np.zeros(3), np.zeros(4)
    FUNCTIONS["mju_negPose"](pos, quat, scn.translate.astype(float), scn.rotate.astype(float))
    FUNCTIONS["mju_mulPose"](modelpos, modelquat, pos, quat, roompos, roomquat)
    modelpos *= 1.0 / scn.scale


@bound
def mjv_model2room(roompos: np.ndarray, roomquat: np.ndarray, modelpos: np.ndarray, *given: Any) -> None:
    """Convert a pose from the space of the model into the room."""
    modelquat, scn = given
    _check_scale(scn)
    if not scn.enabletransform:
        roompos[:], roomquat[:] = modelpos, modelquat
        return
    pose = scn.translate.astype(float), scn.rotate.astype(float)
    FUNCTIONS["mju_mulPose"](roompos, roomquat, *pose, scn.scale * modelpos, modelquat)


def _check_scale(scn: Any) -> None:
    if scn.scale < MINVAL:
        raise FatalError("mjvScene scale too small")


def _check_near(scn: Any) -> None:
    if any(camera.frustum_near < MINVAL for camera in scn.camera):
        raise FatalError("mjvScene frustum_near too small")


def unit(vector: np.ndarray) -> np.ndarray:
    """Return a vector with length one; one without direction becomes the x axis."""
    length = np.linalg.norm(vector)
    return vector / length if length >= MINVAL else np.array([1.0, 0.0, 0.0])


@bound
def mjv_cameraInModel(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, scn: Any) -> None:
    """Compute where the middle between both cameras is, and how it looks, in the space of the model."""
    _check_near(scn)
    places, axes = [], []
    for camera in scn.camera:
        ahead, above = unit(camera.forward.astype(float)), unit(camera.up.astype(float))
        frame = np.stack([unit(np.cross(above, ahead)), above, ahead], axis=1)
        quat, pos, turned, mat = np.zeros(4), np.zeros(3), np.zeros(4), np.zeros(9)
        FUNCTIONS["mju_mat2Quat"](quat, frame.ravel())
        FUNCTIONS["mjv_room2model"](pos, turned, camera.pos.astype(float), quat, scn)
        FUNCTIONS["mju_quat2Mat"](mat, turned)
        places.append(pos)
        axes.append(mat.reshape(3, 3))
    headpos[:] = 0.5 * (places[0] + places[1])
    forward[:] = unit(0.5 * (axes[0][:, 2] + axes[1][:, 2]))
    up[:] = unit(0.5 * (axes[0][:, 1] + axes[1][:, 1]))


@bound
def mjv_cameraInRoom(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, scn: Any) -> None:
    """Compute where the middle between both cameras is, and how it looks, in the room."""
    _check_near(scn)
    for target, name in ((headpos, "pos"), (forward, "forward"), (up, "up")):
        middle = np.mean([getattr(camera, name).astype(float) for camera in scn.camera], axis=0)
        target[:] = middle if name == "pos" else unit(middle)


@bound
def mjv_frustumHeight(scn: Any) -> float:
    """Return how high what both cameras see is at a distance of one, on average."""
    first, second = scn.camera
    if first.orthographic != second.orthographic:
        raise FatalError("cannot average frustums of perspective and orthographic cameras")
    if not first.orthographic:
        _check_near(scn)
    heights = [
        (float(camera.frustum_top) - float(camera.frustum_bottom))
        / (1.0 if camera.orthographic else float(camera.frustum_near))
        for camera in scn.camera
    ]
    return 0.5 * sum(heights)


@bound
def mjv_alignToCamera(res: np.ndarray, vec: np.ndarray, forward: np.ndarray) -> None:
    """Turn a vector about the vertical so that its y axis lies where a camera looks."""
    length = np.linalg.norm(forward[:2])
    ahead = forward[:2] / length if length >= MINVAL else np.array([1.0, 0.0])
    res[:] = (vec[0] * ahead[1] + vec[1] * ahead[0], -vec[0] * ahead[0] + vec[1] * ahead[1], vec[2])


@bound
def mjv_cameraFrame(headpos: np.ndarray, forward: np.ndarray, up: np.ndarray, *given: Any) -> None:
    """Compute where a camera is, and its axes."""
    right, d, cam = given
    model = d.model._model
    view = look_through(model, d._data, find_camera(model, cam))
    headpos[:], forward[:], up[:], right[:] = view.pos, view.forward, view.up, view.right
