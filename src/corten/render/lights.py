"""The lights of a view: that at the camera, and those of the model."""

import math

import numpy as np
from numpy.typing import NDArray

from corten.data import Data
from corten.enums import LightType
from corten.model import Model
from corten.scene.cameras import View

Floats = NDArray[np.floating]

# widest angle within which a spot light throws shadows [degree] (MuJoCo's value)
WIDEST = 160.0

# light from everywhere where a model has no light at all (MuJoCo's value)
AMBIENT = 0.3

SHAPES = {
    "type": (), "shadow": (), "pos": (3,), "dir": (3,), "across": (3,), "reach": (), "clip": (2,), "attenuation": (3,),
    "cone": (2,), "ambient": (3,), "diffuse": (3,), "specular": (3,),
}  # fmt: skip


def view_lights(model: Model, data: Data, view: View) -> dict[str, np.ndarray]:
    """Return the lights that are on, a row for each, under the names of the scene's fields."""
    found = []
    if model.vis_headlight_active:
        found.append(
            {
                "type": LightType.DIRECTIONAL,
                "pos": view.pos,
                "dir": view.forward,
                "ambient": model.vis_headlight_ambient,
                "diffuse": model.vis_headlight_diffuse,
                "specular": model.vis_headlight_specular,
            }
        )
    known = (LightType.DIRECTIONAL, LightType.SPOT, LightType.POINT)
    for light in np.flatnonzero(model.light_active & np.isin(model.light_type, known)).tolist():
        found.append(_model_light(model, data, light, view))
    rows = {name: np.zeros((len(found), *shape)) for name, shape in SHAPES.items()}
    for i, values in enumerate(found):
        for name, value in values.items():
            rows[name][i] = value
    return {f"light_{name}": column for name, column in rows.items()}


def _model_light(model: Model, data: Data, light: int, view: View) -> dict[str, object]:
    kind, cutoff = int(model.light_type[light]), float(model.light_cutoff[light])
    forward = np.array(data.light_xdir[light])
    reach = float(model.vis_map_shadowclip * model.stat.extent)
    if kind != LightType.DIRECTIONAL:
        reach = math.tan(0.5 * math.radians(min(2.0 * cutoff * float(model.vis_map_shadowscale), WIDEST)))
    return {
        "type": kind,
        "shadow": model.light_castshadow[light],
        "pos": data.light_xpos[light],
        "dir": forward,
        "across": _across(forward),
        "reach": reach,
        "clip": (view.near, view.far),
        "attenuation": model.light_attenuation[light],
        "cone": (math.cos(math.radians(cutoff)), model.light_exponent[light]),
        "ambient": model.light_ambient[light],
        "diffuse": model.light_diffuse[light],
        "specular": model.light_specular[light],
    }


def _across(forward: Floats) -> Floats:
    """Return a direction across another one: one side of the square in which a light throws shadows."""
    across = np.cross(forward, [-1.0, 0.0, 0.0])
    if across @ across <= 0.01:
        across = np.cross(forward, [0.0, 1.0, 0.0])
    return across / max(float(np.linalg.norm(across)), 1e-15)
