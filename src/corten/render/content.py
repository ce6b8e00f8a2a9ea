"""All that a picture shows: the shapes of a model and a data, in MuJoCo's order."""

from dataclasses import dataclass

import numpy as np

from corten.data import Data
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.render.cameras import View
from corten.render.contacts import contact_shapes
from corten.render.decor import decor_shapes
from corten.render.flexes import flex_shapes
from corten.render.geoms import geom_shapes, site_shapes
from corten.render.lights import view_lights
from corten.render.lines import Lines, line_shapes, sensor_lines
from corten.render.options import SceneOption, VisFlag
from corten.render.shapes import Shapes, join
from corten.render.skins import skin_shapes
from corten.render.surfaces import Surfaces
from corten.render.tendons import crank_shapes, tendon_shapes

# flags of an option that pictures do not obey
NOT_SHOWN = (VisFlag.ISLAND, VisFlag.SELECT, VisFlag.BODYBVH, VisFlag.MESHBVH, VisFlag.SDFITER)


@dataclass(frozen=True, eq=False)
class Content:
    """What one picture is made of: a camera, what it sees, lines, to which the last shapes belong, and lights."""

    view: View
    shapes: Shapes
    lines: Lines
    lights: dict[str, np.ndarray]


def check_option(option: SceneOption) -> None:
    """Refuse what cannot be shown."""
    asked = [VisFlag(i).name for i in np.flatnonzero(option.flags) if i in NOT_SHOWN]
    if asked:
        raise UnsupportedFeatureError(f"VisFlag.{asked[0]} is not supported in pictures")


def make_content(
    model: Model, data: Data, view: View, option: SceneOption, surfaces: Surfaces, number: int = 0
) -> Content:
    """Return what a camera sees; `number` tells views of a scene apart."""
    check_option(option)
    lines = sensor_lines(model, data, option)
    shapes = join([all_shapes(model, data, option, surfaces, number), line_shapes(model, lines)])
    return Content(view, shapes, lines, view_lights(model, data, view))


def all_shapes(model: Model, data: Data, option: SceneOption, surfaces: Surfaces, view: int = 0) -> Shapes:
    """Return everything that is shown; what bends has surfaces of its own in each view."""
    parts = []
    if model.nflex:
        parts.append(flex_shapes(model, data, option, surfaces, view))
    if model.nskin:
        parts.append(skin_shapes(model, data, option, surfaces, view))
    parts.append(geom_shapes(model, data, option, surfaces))
    if model.nsite:
        parts.append(site_shapes(model, data, option, surfaces))
    if model.ntendon:
        parts.append(tendon_shapes(model, data, option))
    if model.nactuator:
        parts.append(crank_shapes(model, data))
    parts.append(decor_shapes(model, data, option, surfaces))
    parts.append(contact_shapes(model, data, option, surfaces))
    return join(parts)
