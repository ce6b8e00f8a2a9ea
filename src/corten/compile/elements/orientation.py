"""Orientations as MJCF writes them: quat, axisangle, xyaxes, zaxis or euler."""

from math import cos, sin

from corten.compile.elements.settings import Settings
from corten.compile.pose import (
    UNIT,
    Quaternion,
    Vector,
    cross,
    dot,
    length_of,
    multiply,
    quaternion_of_axes,
    quaternion_to,
    unit_quaternion,
    unit_vector,
)
from corten.spec import Resolved


def read_orientation(values: Resolved, settings: Settings) -> Quaternion:
    """Return the orientation of an element as a unit quaternion; the identity if it has none."""
    if values.gives_any(ORIENTATIONS):
        for form, convert in FORMS.items():
            if values.given(form):
                return convert(values, settings)
    return UNIT


def _from_quat(values: Resolved, settings: Settings) -> Quaternion:
    quat = values["quat"]
    if length_of(quat) == 0.0:
        raise values.element.error("quat has length zero; it cannot be made a unit quaternion")
    return unit_quaternion(quat)


def _from_axisangle(values: Resolved, settings: Settings) -> Quaternion:
    x, y, z, angle = values["axisangle"]
    if length_of((x, y, z)) == 0.0:
        raise _too_small(values, "axisangle", "axis")
    x, y, z = unit_vector((x, y, z))
    half = settings.angle(angle) / 2
    return cos(half), sin(half) * x, sin(half) * y, sin(half) * z


def _from_xyaxes(values: Resolved, settings: Settings) -> Quaternion:
    x: Vector = values["xyaxes"][:3]
    y: Vector = values["xyaxes"][3:]
    if length_of(x) == 0.0:
        raise _too_small(values, "xyaxes", "x axis")

    # what the y axis has in common with the x axis is taken out of it
    x = unit_vector(x)
    along = dot(x, y)
    y = (y[0] - x[0] * along, y[1] - x[1] * along, y[2] - x[2] * along)
    if length_of(y) == 0.0:
        raise values.element.error("xyaxes has a y axis that is zero or parallel to the x axis")
    y = unit_vector(y)
    return quaternion_of_axes(x, y, unit_vector(cross(x, y)))


def _from_zaxis(values: Resolved, settings: Settings) -> Quaternion:
    if length_of(values["zaxis"]) == 0.0:
        raise _too_small(values, "zaxis", "axis")
    return quaternion_to(unit_vector(values["zaxis"]))


def _from_euler(values: Resolved, settings: Settings) -> Quaternion:
    return euler_quaternion(values["euler"], settings)


def euler_quaternion(euler: Vector, settings: Settings) -> Quaternion:
    """Return three turns, ordered by eulerseq: small letters about axes that turn along, capitals about fixed ones."""
    quat = UNIT
    for letter, value in zip(settings.eulerseq, euler, strict=True):
        half = settings.angle(value) / 2
        turn = [cos(half), 0.0, 0.0, 0.0]
        turn["xyz".index(letter.lower()) + 1] = sin(half)
        one: Quaternion = (turn[0], turn[1], turn[2], turn[3])
        quat = multiply(quat, one) if letter.islower() else multiply(one, quat)
    return unit_quaternion(quat)


def _too_small(values: Resolved, attribute: str, what: str) -> Exception:
    return values.element.error(f"the {what} of {attribute} has length zero; it needs a direction")


FORMS = {
    "axisangle": _from_axisangle,
    "xyaxes": _from_xyaxes,
    "zaxis": _from_zaxis,
    "euler": _from_euler,
    "quat": _from_quat,
}
ORIENTATIONS = frozenset(FORMS)
