"""One picture, or one of each environment of a batch, in a single call."""

from typing import Any

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
