"""Pictures of environments, taken as Gymnasium takes them, by corten's own cameras."""

from typing import Any, NamedTuple

import numpy as np

from corten.batch import BatchSim
from corten.envs.task import Task
from corten.render.renderer import Renderer
from corten.scene.cameras import free_camera
from corten.scene.options import Camera, CameraType

MODES = ("rgb_array", "depth_array", "rgbd_tuple")

# the camera of a model that is looked through unless another one is named, where there is one
USUAL = "track"


class PictureOptions(NamedTuple):
    """What pictures show, under Gymnasium's names: `default_camera_config` sets fields of the free camera."""

    render_mode: str | None = None
    width: int = 480
    height: int = 480
    camera_id: int | None = None
    camera_name: str | None = None
    default_camera_config: dict[str, Any] | None = None


NO_PICTURES = PictureOptions()


class Pictures:
    """Takes pictures of the environments of a batch; what it needs is made for the first of them."""

    def __init__(self, task: Task, options: PictureOptions):
        if options.render_mode is not None and options.render_mode not in MODES:
            raise ValueError(f"render_mode is {options.render_mode!r}; it must be one of {', '.join(MODES)}, or None")
        if options.camera_id is not None and options.camera_name is not None:
            raise ValueError("camera_id and camera_name are both given; one of them says which camera")
        self._task, self._options = task, options
        self._renderer: Renderer | None = None

    def take(self, sim: BatchSim) -> Any:
        """Return pictures of all environments, (n, height, width, ...), two of them for "rgbd_tuple"."""
        mode = self._options.render_mode
        if mode is None:
            raise RuntimeError(f"pictures are taken with render_mode={MODES[0]!r} or another one of {', '.join(MODES)}")
        kinds = {"rgb_array": (False,), "depth_array": (True,), "rgbd_tuple": (False, True)}[mode]
        taken = [self._take(sim, depth) for depth in kinds]
        return taken[0] if len(taken) == 1 else tuple(taken)

    def _take(self, sim: BatchSim, depth: bool) -> np.ndarray:
        if self._renderer is None:
            self._renderer = Renderer(sim.model, self._options.height, self._options.width)
        choose = self._renderer.enable_depth_rendering if depth else self._renderer.disable_depth_rendering
        choose()
        return self._renderer.render_batch(sim, self._camera(sim))

    def _camera(self, sim: BatchSim) -> Any:
        """Return the camera that is named, else the usual one, else the free one as the task wants it."""
        model, options = sim.model, self._options
        names = [model.name("camera", i) for i in range(model.ncam)]
        if options.camera_id is not None or options.camera_name is not None:
            return options.camera_name if options.camera_id is None else options.camera_id
        config = self._task.camera if options.default_camera_config is None else options.default_camera_config
        if USUAL in names or isinstance(config, str | int):
            return USUAL if USUAL in names else config
        camera: Camera = free_camera(model)
        for name, value in (config or {}).items():
            setattr(camera, name, np.array(value, float) if name == "lookat" else value)
        if camera.trackbodyid > 0:
            camera.type = CameraType.TRACKING
        return camera

    def close(self) -> None:
        """Give back what pictures were made with."""
        if self._renderer:
            self._renderer.close()
            self._renderer = None
