"""What colours need to know of a scene: lights, what can be seen through, the mirror, haze, fog."""

import math

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType
from corten.model import Model
from corten.render.content import Content
from corten.render.lights import AMBIENT
from corten.render.surfaces import Surface, TracedShapes
from corten.render.textures import sky_texture
from corten.render.trees import world_boxes
from corten.scene.options import RndFlag

Arrays = dict[str, np.ndarray]
Flags = NDArray[np.uint8]

# what is less opaque than this can be seen through (MuJoCo's value)
OPAQUE = 0.995

# share of its opacity that a plane has from behind (MuJoCo's value)
BEHIND = 0.3

# how far from a surface the ray to a light starts [extent]
SLACK = 2e-4


def _starts(counts: list[int]) -> np.ndarray:
    return np.cumsum([0, *counts])[:-1]


def light_arrays(contents: list[Content], flags: Flags) -> Arrays:
    """Return the lights of all views."""
    counts = [len(content.lights["light_type"]) for content in contents]
    arrays = {name: np.concatenate([content.lights[name] for content in contents]) for name in contents[0].lights}
    if not flags[RndFlag.SHADOW]:
        arrays["light_shadow"] = np.zeros(len(arrays["light_shadow"]))
    arrays |= {"view_lightadr": _starts(counts), "view_lightnum": np.array(counts)}
    arrays["ambient"] = np.array(0.0 if counts[0] else AMBIENT)
    return arrays


def _behind(content: Content, shapes: TracedShapes) -> NDArray[np.bool_]:
    """Tell which planes a camera sees from behind."""
    offset = content.view.pos - shapes.pos
    return (shapes.type == GeomType.PLANE) & (np.einsum("ij,ij->i", offset, shapes.mat[:, 2::3]) < 0.0)


def clear_arrays(contents: list[Content], shapes: TracedShapes, starts: np.ndarray, surfaces: list[Surface]) -> Arrays:
    """Return what can be seen through in each view, the nearest first; planes come last."""
    found, counts, rgba = [], [], np.array(shapes.rgba)
    clear = rgba[:, 3] < OPAQUE
    for view, content in enumerate(contents):
        rows = slice(starts[view], starts[view + 1])
        own = shapes.take(rows)
        behind = _behind(content, own)
        clear[rows] |= behind
        rgba[rows, 3] *= np.where(behind, BEHIND, 1.0)
        chosen = np.flatnonzero(clear[rows])
        parts = own.take(chosen)
        _, half = world_boxes(parts, surfaces)
        away = np.linalg.norm(parts.pos - content.view.pos, axis=1) - np.linalg.norm(half, axis=1)
        away = np.where(parts.type == GeomType.PLANE, np.inf, away)
        found.append(starts[view] + chosen[np.argsort(away, kind="stable")])
        counts.append(len(chosen))
    return {
        "shape_clear": clear,
        "shape_rgba": rgba,
        "clear_shape": np.concatenate(found),
        "view_clearadr": _starts(counts),
        "view_clearnum": np.array(counts),
    }


def mirror_arrays(contents: list[Content], shapes: TracedShapes, starts: np.ndarray, flags: Flags) -> Arrays:
    """Return the one shape of each view that reflects, and the plane that haze lies on: the first of its kind."""
    mirrors, horizons = [], []
    for view, content in enumerate(contents):
        own = shapes.take(slice(starts[view], starts[view + 1]))
        flat = own.type == GeomType.PLANE
        reflects = (flat | (own.type == GeomType.BOX)) & (own.look[:, 3] > 0.0) & (own.rgba[:, 3] >= OPAQUE)
        reflects &= ~_behind(content, own)
        endless = flat & (own.size[:, 0] <= 0.0) & (own.size[:, 1] <= 0.0)
        for chosen, into, flag in ((reflects, mirrors, RndFlag.REFLECTION), (endless, horizons, RndFlag.HAZE)):
            rows = np.flatnonzero(chosen)
            into.append(starts[view] + rows[0] if len(rows) and flags[flag] else -1)
    return {"view_mirror": np.array(mirrors), "view_horizon": np.array(horizons)}


def setting_arrays(model: Model, flags: Flags) -> Arrays:
    """Return sky, haze and fog."""
    haze, extent = float(model.vis_map_haze), float(model.stat.extent)
    angle = math.atan2(1.0, haze)
    middle = math.sqrt(0.5) * haze * math.sin(angle) / math.sin(0.75 * math.pi - angle)
    values = {
        "sky_texture": sky_texture(model) if flags[RndFlag.SKYBOX] else -1,
        "haze": haze,
        "haze_middle": middle,
        "haze_rgb": model.vis_rgba_haze[:3],
        "fog": int(flags[RndFlag.FOG]),
        "fog_range": (model.vis_map_fogstart * extent, model.vis_map_fogend * extent),
        "fog_rgb": model.vis_rgba_fog[:3],
        "slack": SLACK * extent,
    }
    return {name: np.asarray(value) for name, value in values.items()}
