"""Length ranges of muscles: as written, from limits, or by pulling until nothing moves any more."""

from typing import TYPE_CHECKING

import numpy as np

from corten.compile.objects.actuators import Actuator
from corten.enums import BiasType, GainType, TransmissionType
from corten.mjcf.schema import declaration
from corten.model import Model
from corten.spec import Element, Resolved, root_section

if TYPE_CHECKING:
    from corten.compile.derived.pulling import Puller


def set_length_ranges(model: Model, actuators: list[Actuator], root: Element) -> None:
    """Set lengthrange of the actuators that <lengthrange> asks it for."""
    rules = _rules(root)
    if rules["mode"] == "none":
        return
    puller: Puller | None = None
    for number, actuator in enumerate(actuators):
        gain, bias = actuator.gaintype, actuator.biastype
        wanted = gain == GainType.MUSCLE or bias == BiasType.MUSCLE
        if rules["mode"] == "muscleuser":
            wanted = wanted or gain == GainType.USER or bias == BiasType.USER
        out = actuator.outadr
        low, high = model.actuator_lengthrange[out]
        if (rules["mode"] != "all" and not wanted) or (rules["useexisting"] and low < high):
            continue
        span = limits_of(model, actuator.trnid[0], actuator.trntype) if rules["uselimit"] else None
        if span is None:
            puller = puller or _puller(model, rules)
            span = puller.span(actuator, number)
        model.actuator_lengthrange[out] = span


def _puller(model: Model, rules: Resolved) -> "Puller":
    """Return who pulls; most models have no muscles and are loaded without the stages of a step."""
    from corten.compile.derived.pulling import Puller

    return Puller(model, rules)


def _rules(root: Element) -> Resolved:
    compiler = root_section(root, "compiler")
    element = None if compiler is None else compiler.first("lengthrange")
    element = Element(declaration("compiler:lengthrange")) if element is None else element
    return Resolved(element, element.attributes)


def limits_of(model: Model, target: int, kind: int) -> np.ndarray | None:
    """Return the limits of what an actuator with such a transmission pulls on, None where it has none."""
    if kind in (TransmissionType.JOINT, TransmissionType.JOINTINPARENT) and model.jnt_limited[target]:
        return model.jnt_range[target]
    if kind == TransmissionType.TENDON and model.tendon_limited[target]:
        return model.tendon_range[target]
    return None
