"""What rays of one camera meet: the abstract scene on surfaces, lines as the last shapes, labels and lights."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import ObjectType
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.render.lights import view_lights
from corten.render.poses import LINES
from corten.render.soft import soft_shapes
from corten.render.surfaces import Surfaces, TracedShapes, trace_shapes
from corten.render.tessellation import tessellate
from corten.scene.cameras import View
from corten.scene.labels import Labels, join_labels
from corten.scene.lines import Lines, join_lines
from corten.scene.marks import mark_scene
from corten.scene.options import Label, MarkType, SceneOption, VisFlag
from corten.scene.scene import make_scene
from corten.scene.shapes import FLEX, SKIN, join, make_shapes
from corten.scene.solids import place_solids

Floats = NDArray[np.floating]

# flags of an option that pictures do not obey
NOT_SHOWN = (VisFlag.SDFITER,)

# flags by which states of one model show different numbers of shapes, or other colours
CHANGING = (VisFlag.CONTACTPOINT, VisFlag.CONTACTFORCE, VisFlag.PERTFORCE, VisFlag.ISLAND)


@dataclass(frozen=True, eq=False)
class Content:
    """What one picture is made of: a camera, what it sees, lines, to which the last shapes belong, labels, lights."""

    view: View
    shapes: TracedShapes
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
    """Return what a camera sees; what bends has surfaces of its own in each view, told apart by `number`."""
    check_option(option)
    scene = make_scene(model, data, option)
    soft = np.isin(scene.shapes.type, (FLEX, SKIN))
    rows = (scene.shapes.take([i]) for i in np.flatnonzero(soft).tolist())
    parts = [soft_shapes(model, data, option, row, surfaces, number) for row in rows]
    parts += [tessellate(model, scene.shapes.take(~soft), surfaces), line_shapes(scene.lines)]
    return Content(view, join(parts), scene.lines, scene.labels, view_lights(model, data, view))


def only_moves(model: Model, option: SceneOption, content: Content) -> bool:
    """Tell whether another state of the same model shows the same shapes at other places: geoms and sites alone."""
    solid = np.isin(content.shapes.objtype, (ObjectType.GEOM, ObjectType.SITE)).all()
    changing = option.label != Label.NONE or any(option.shows(flag) for flag in CHANGING)
    lines = np.isin(model.sensor_type, LINES).any()
    return bool(solid) and not (changing or lines or model.ntendon or model.nflex or model.nskin)


def with_poses(content: Content, model: Model, data: Data, view: View) -> Content:
    """Return a content whose geoms and sites are where a Data has them, seen by another view."""
    shapes = place_solids(content.shapes.take(slice(None)), data)
    return replace(content, view=view, shapes=shapes, lights=view_lights(model, data, view))


def with_marks(content: Content, model: Model, surfaces: Surfaces, marks: Sequence[Any]) -> Content:
    """Return what a picture shows together with marks."""
    added = mark_scene(model, marks)
    lines = join_lines([added.lines, content.lines])
    shapes = content.shapes.take(slice(len(content.shapes) - len(content.lines)))
    shapes = join([shapes, tessellate(model, added.shapes, surfaces), line_shapes(lines)])
    return replace(content, shapes=shapes, lines=lines, labels=join_labels([content.labels, added.labels]))


def line_shapes(lines: Lines) -> TracedShapes:
    """Return a shape for each line, for its colour and what it belongs to; it has no extent."""
    columns = {"rgba": lines.rgba, "objtype": lines.objtype, "objid": lines.objid}
    kind = int(MarkType.LINE)
    return trace_shapes(make_shapes(len(lines), type=kind, size=0.0, pos=lines.start, shadow=False, **columns))


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
