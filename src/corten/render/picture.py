"""One picture, or one of each environment of a batch, in a single call."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from corten.batch import BatchSim
from corten.data import Data
from corten.model import Model
from corten.pipeline import forward
from corten.render.poses import Poser
from corten.render.renderer import Renderer
from corten.scene.options import SceneOption


def render(
    model: Model,
    data: Data | BatchSim | None = None,
    camera: Any = -1,
    height: int = 240,
    width: int = 320,
    *,
    kind: str = "rgb",
    scene_option: SceneOption | None = None,
) -> NDArray:
    """Return a picture of a model where the state of a Data puts it, at its beginning if none is given.

    `camera` is a name, a number (-1: the free camera) or a `corten.Camera`. `kind` is "rgb" (uint8), "depth" (metres),
    "segmentation" (number and ObjectType of what is seen) or "normals". A BatchSim gives pictures of all environments,
    in shape (n, height, width, ...). The Data is left as it is.
    """
    with Renderer(model, height, width) as renderer:
        renderer.choose(kind)
        if isinstance(data, BatchSim):
            return renderer.render_batch(data, camera, scene_option)
        if data is None:
            data = model.make_data()
            forward(model, data)
        else:
            # positions follow the state; what is not asked for is not computed
            data = data.copy()
            Poser(model, scene_option or SceneOption()).place(data)
        renderer.update_scene(data, camera, scene_option)
        return renderer.render()


# ---------------------------------------------------------------- pictures of any kind as colours


# colours by which objects are told apart: each number of an object gets one, far from that of its neighbours
GOLDEN = 0.6180339887498949

# share of what is seen that depth is spread over: what is farther is black
NEARER = 0.98


def as_colours(picture: NDArray, kind: str) -> NDArray[np.uint8]:
    """Return a picture as uint8 (height, width, 3): near is bright, objects and directions have colours."""
    if kind == "depth":
        far = float(picture.max())
        seen = picture[picture < far]
        near, last = (float(seen.min()), float(np.quantile(seen, NEARER))) if seen.size else (0.0, far)
        grey = np.clip((last - picture) / max(last - near, 1e-9), 0.0, 1.0)
        return np.repeat(np.rint(255.0 * grey).astype(np.uint8)[..., None], 3, axis=2)
    if kind == "segmentation":
        number = picture[..., 0] + 31 * picture[..., 1]
        hue = 6.0 * ((number * GOLDEN) % 1.0)
        parts = [np.clip(np.abs((hue + shift) % 6.0 - 3.0) - 1.0, 0.0, 1.0) for shift in (0.0, 4.0, 2.0)]
        colours = np.rint(60.0 + 180.0 * np.stack(parts, axis=2))
        return np.where(picture[..., :1] >= 0, colours, 0.0).astype(np.uint8)
    if kind == "normals":
        return np.rint(127.5 * (picture + 1.0)).astype(np.uint8)
    return picture
