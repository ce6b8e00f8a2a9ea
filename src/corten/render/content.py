"""All that a picture shows: the shapes of a model and a data, in MuJoCo's order."""

from dataclasses import dataclass, replace

import numpy as np

from corten.data import Data
from corten.enums import ObjectType
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.render.cameras import View
from corten.render.contacts import contact_shapes
from corten.render.decor import decor_shapes
from corten.render.flexes import flex_shapes
from corten.render.frustums import frustum_lines
from corten.render.geoms import geom_shapes, site_shapes
from corten.render.labels import Labels, make_labels
from corten.render.lights import view_lights
from corten.render.lines import Lines, join_lines, line_shapes, no_lines
from corten.render.options import Label, SceneOption, VisFlag
from corten.render.poses import LINES
from corten.render.rangefinders import sensor_lines, sensor_shapes
from corten.render.shapes import Shapes, join
from corten.render.skins import skin_shapes
from corten.render.surfaces import Surfaces
from corten.render.tendons import crank_shapes, tendon_shapes
from corten.render.volumes import volume_lines

# flags of an option that pictures do not obey
NOT_SHOWN = (VisFlag.SDFITER,)

# flags by which states of one model show different numbers of shapes, or other colours
CHANGING = (VisFlag.CONTACTPOINT, VisFlag.CONTACTFORCE, VisFlag.PERTFORCE, VisFlag.ISLAND)


@dataclass(frozen=True, eq=False)
class Content:
    """What one picture is made of: a camera, what it sees, lines, to which the last shapes belong, labels, lights."""

    view: View
    shapes: Shapes
    lines: Lines
    labels: Labels
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
    lines, shapes = all_lines(model, data, option), all_shapes(model, data, option, surfaces, number)
    labels = make_labels(model, data, option, shapes)
    return Content(view, join([shapes, line_shapes(lines)]), lines, labels, view_lights(model, data, view))


def only_moves(model: Model, option: SceneOption, content: Content) -> bool:
    """Tell whether another state of the same model shows the same shapes at other places: geoms and sites alone."""
    solid = np.isin(content.shapes.objtype, (ObjectType.GEOM, ObjectType.SITE)).all()
    changing = option.label != Label.NONE or any(option.shows(flag) for flag in CHANGING)
    lines = np.isin(model.sensor_type, LINES).any()
    return bool(solid) and not (changing or lines or model.ntendon or model.nflex or model.nskin)


def moved(content: Content, model: Model, data: Data, view: View) -> Content:
    """Return a content whose geoms and sites are where a Data has them, seen by another view."""
    shapes = content.shapes.take(slice(None))
    of_geom, number = shapes.objtype == ObjectType.GEOM, shapes.objid
    geom, site = number[of_geom], number[~of_geom]
    shapes.pos, shapes.mat = np.empty_like(shapes.pos), np.empty_like(shapes.mat)
    shapes.pos[of_geom], shapes.mat[of_geom] = data.geom_xpos[geom], data.geom_xmat[geom]
    shapes.pos[~of_geom], shapes.mat[~of_geom] = data.site_xpos[site], data.site_xmat[site]
    return replace(content, view=view, shapes=shapes, lights=view_lights(model, data, view))


def all_lines(model: Model, data: Data, option: SceneOption) -> Lines:
    """Return every line that is shown."""
    parts = [no_lines()]
    if option.shows(VisFlag.CAMERA):
        parts.append(frustum_lines(model, data))
    if option.shows(VisFlag.RANGEFINDER):
        parts.append(sensor_lines(model, data))
    if option.shows(VisFlag.BODYBVH) or option.shows(VisFlag.MESHBVH):
        parts.append(volume_lines(model, data, option))
    return join_lines(parts)


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
    if option.shows(VisFlag.RANGEFINDER) and model.nsensor:
        parts.append(sensor_shapes(model, data, surfaces))
    parts.append(contact_shapes(model, data, option, surfaces))
    return join(parts)
