"""The abstract scene of a model in a state: all shapes, lines and labels that an option asks for, in MuJoCo's order."""

from dataclasses import dataclass

import numpy as np

from corten.data import Data
from corten.model import Model
from corten.scene.decor import contact_shapes, decor_shapes
from corten.scene.labels import Labels, make_labels
from corten.scene.lines import Lines, join_lines, no_lines
from corten.scene.options import Label, SceneOption, VisFlag
from corten.scene.shapes import Shapes, join, make_shapes
from corten.scene.sight import frustum_lines, sensor_lines, sensor_shapes
from corten.scene.soft import flex_shapes, skin_shapes
from corten.scene.solids import geom_shapes, site_shapes
from corten.scene.tendons import crank_shapes, tendon_shapes
from corten.scene.volumes import volume_lines


@dataclass(frozen=True, eq=False)
class Scene:
    """What is shown, whoever draws it."""

    shapes: Shapes
    lines: Lines
    labels: Labels


def make_scene(model: Model, data: Data, option: SceneOption) -> Scene:
    """Return everything that is shown: what is soft, geoms and sites, then decoration."""
    parts = []
    if model.nflex:
        parts.append(flex_shapes(model, data, option))
    if model.nskin:
        parts.append(skin_shapes(model, option))
    parts.append(geom_shapes(model, data, option))
    if model.nsite:
        parts.append(site_shapes(model, data, option))
    shapes = join([*parts, *_decor_parts(model, data, option)])
    return Scene(shapes, scene_lines(model, data, option), make_labels(model, data, option, shapes))


def make_decor(model: Model, data: Data, option: SceneOption) -> Scene:
    """Return what is neither soft nor a geom or site, for who keeps these; with the labels of all."""
    if option.label != Label.NONE:
        labels = make_scene(model, data, option).labels
    else:
        labels = make_labels(model, data, option, make_shapes(0))
    return Scene(join(_decor_parts(model, data, option)), scene_lines(model, data, option), labels)


def no_scene() -> Scene:
    """Return a scene without anything in it."""
    return Scene(make_shapes(0), no_lines(), Labels([], np.zeros((0, 3))))


def _decor_parts(model: Model, data: Data, option: SceneOption) -> list[Shapes]:
    parts = [make_shapes(0)]
    if model.ntendon:
        parts.append(tendon_shapes(model, data, option))
    if model.nactuator:
        parts.append(crank_shapes(model, data))
    parts.append(decor_shapes(model, data, option))
    if option.shows(VisFlag.RANGEFINDER) and model.nsensor:
        parts.append(sensor_shapes(model, data))
    parts.append(contact_shapes(model, data, option))
    return parts


def scene_lines(model: Model, data: Data, option: SceneOption) -> Lines:
    """Return every line that is shown."""
    parts = [no_lines()]
    if option.shows(VisFlag.CAMERA):
        parts.append(frustum_lines(model, data))
    if option.shows(VisFlag.RANGEFINDER):
        parts.append(sensor_lines(model, data))
    if option.shows(VisFlag.BODYBVH) or option.shows(VisFlag.MESHBVH):
        parts.append(volume_lines(model, data, option))
    return join_lines(parts)
