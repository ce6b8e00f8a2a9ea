"""Cameras and lights: pose, lens given by a field of view or by sensor and focal length, and kind of light."""

from math import pi

import numpy as np

from corten.compile.context import Context
from corten.compile.objects.body_parts import Camera, Light
from corten.compile.objects.body_rows import Body, Placed
from corten.enums import CamLightMode, CamOutputBit, LightType, Projection
from corten.math.elementwise import atan2
from corten.spec import Resolved
from corten.spec.frames import (
    IDENTITY,
    UNIT,
    compose,
    length_of,
    read_orientation,
    rotate,
    unit_quaternion,
    unit_vector,
)

OUTPUTS = {
    "rgb": CamOutputBit.RGB,
    "depth": CamOutputBit.DEPTH,
    "distance": CamOutputBit.DIST,
    "normal": CamOutputBit.NORMAL,
    "segmentation": CamOutputBit.SEG,
}


def compile_camera(placed: Placed, body: Body, context: Context) -> Camera:
    """Return a camera."""
    values = placed.values
    pose = (values["pos"], read_orientation(values, context.settings))
    pos, quat = pose if placed.frame is IDENTITY else compose(placed.frame, pose)
    fovy, intrinsic = _lens(values, context.znear)
    return Camera(
        element=placed.element,
        name=placed.name,
        mode=CamLightMode[values["mode"].upper()],
        bodyid=body.number,
        targetbodyid=context.number("body", values["target"]),
        pos=pos,
        quat=unit_quaternion(quat),
        projection=Projection[values["projection"].upper()],
        fovy=fovy,
        ipd=values["ipd"],
        resolution=values["resolution"],
        output=sum(OUTPUTS[word] for word in values["output"]),
        sensorsize=values["sensorsize"],
        intrinsic=intrinsic,
        user=context.user_numbers(placed, "cam"),
    )


def _lens(values: Resolved, znear: float) -> tuple[float, tuple[float, ...]]:
    """Return the field of view [deg] and (focal x y, principal point x y) [m], in single precision as in the model."""
    element = values.element
    if values["fovy"] >= 180:
        raise element.error(f"fovy is {values['fovy']:g}; it must be smaller than 180 degrees")
    single = np.float32
    sensor = [single(length) for length in values["sensorsize"]]
    lengths = ("focal", "principal")
    if not all(length > 0 for length in sensor):
        written = [name for name in (*lengths, "focalpixel", "principalpixel") if any(values[name])]
        if written:
            raise element.error(f"{written[0]} is given without sensorsize; give the size of the sensor too")
        return values["fovy"], (znear, znear, 0.0, 0.0)
    if min(values["resolution"]) <= 0:
        raise element.error("resolution has a number that is not positive; sensorsize needs a resolution")

    # lengths in pixels count more than lengths in metres
    density = [single(pixels) / length for pixels, length in zip(values["resolution"], sensor, strict=True)]
    intrinsic = []
    for name in lengths:
        for i in range(2):
            pixels, length = single(values[f"{name}pixel"][i]), single(values[name][i])
            intrinsic.append(pixels / density[i] if pixels else length)
    half = single(atan2(sensor[1] / single(2), intrinsic[1]))
    return float(half) * 360.0 / pi, tuple(float(length) for length in intrinsic)


# ---------------------------------------------------------------- lights


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
