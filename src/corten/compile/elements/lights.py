"""Lights."""

from corten.compile.context import Context
from corten.compile.objects.attached import Light
from corten.compile.objects.tree import Body, Placed
from corten.enums import CamLightMode, LightType
from corten.spec.pose import IDENTITY, UNIT, compose, length_of, rotate, unit_vector


def compile_light(placed: Placed, body: Body, context: Context) -> Light:
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
    return Light(
        element=element,
        name=placed.name,
        mode=CamLightMode[values["mode"].upper()],
        bodyid=body.number,
        targetbodyid=context.number("body", values["target"]),
        type=kind,
        texid=context.number("texture", values["texture"]),
        castshadow=values["castshadow"],
        bulbradius=values["bulbradius"],
        intensity=values["intensity"],
        range=values["range"],
        active=values["active"],
        pos=pos,
        dir=unit_vector(direction),
        attenuation=values["attenuation"],
        cutoff=values["cutoff"],
        softness=values["softness"],
        exponent=values["exponent"],
        ambient=values["ambient"],
        diffuse=values["diffuse"],
        specular=values["specular"],
    )
