"""Lights."""

from corten.compile.context import Context
from corten.compile.items import Body, Item, Placed
from corten.compile.pose import IDENTITY, UNIT, compose, length_of, rotate, unit_vector
from corten.enums import CamLightMode, LightType

# attributes that are fields as they are
COPIED = (
    *("castshadow", "active", "bulbradius", "intensity", "range", "attenuation", "cutoff", "softness", "exponent"),
    *("ambient", "diffuse", "specular"),
)


def compile_light(placed: Placed, body: Body, context: Context) -> Item:
    """Return a light."""
    values, element = placed.values, placed.element
    if not 0 <= values["softness"] <= 1:
        raise element.error(f"softness is {values['softness']:g}; it must be between 0 and 1")
    pos, direction = values["pos"], values["dir"]
    if placed.frame is not IDENTITY:
        pos = compose(placed.frame, (pos, UNIT))[0]
        direction = rotate(placed.frame[1], direction)
    if length_of(direction) == 0.0:
        raise element.error("dir has length zero; it needs a direction")
    kind = LightType[values["type"].upper()]
    if values.given("directional"):
        kind = LightType.DIRECTIONAL if values["directional"] else LightType.SPOT
    row = {
        "mode": CamLightMode[values["mode"].upper()],
        "bodyid": body.number,
        "targetbodyid": context.body(values["target"]),
        "type": kind,
        "texid": context.texture(values["texture"]),
        "pos": pos,
        "dir": unit_vector(direction),
    }
    row.update({name: values[name] for name in COPIED})
    return Item(element, placed.name, row)
