"""Length ranges of muscles: as written, from limits, or by pulling until nothing moves any more."""

from math import exp

import numpy as np

from corten.compile.objects.actuators import Actuator
from corten.constants import MINVAL
from corten.data import Data
from corten.enums import BiasType, DisableBit, GainType, TransmissionType
from corten.errors import StepError
from corten.mjcf.schema import declaration
from corten.model import Model
from corten.spec import Element, Resolved, root_section

# only limits and equalities hold against the pull
SWITCHED_OFF = (
    *(DisableBit.FRICTIONLOSS, DisableBit.CONTACT, DisableBit.SPRING, DisableBit.DAMPER),
    *(DisableBit.GRAVITY, DisableBit.ACTUATION),
)

# steps of one simulation; MuJoCo's own settings take a thousand
MOST_STEPS = 100_000

# [s] shortest time in which velocities fade (MuJoCo's value)
LEAST_TIME = 0.01


def set_length_ranges(model: Model, actuators: list[Actuator], root: Element) -> None:
    """Set lengthrange of the actuators that <lengthrange> asks it for."""
    rules = _rules(root)
    if rules["mode"] == "none":
        return
    twin: Model | None = None
    for number, actuator in enumerate(actuators):
        gain, bias = actuator.gaintype, actuator.biastype
        wanted = gain == GainType.MUSCLE or bias == BiasType.MUSCLE
        if rules["mode"] == "muscleuser":
            wanted = wanted or gain == GainType.USER or bias == BiasType.USER
        low, high = model.actuator_lengthrange[number]
        if (rules["mode"] != "all" and not wanted) or (rules["useexisting"] and low < high):
            continue
        span = _limits(model, actuator) if rules["uselimit"] else None
        if span is None:
            twin = twin or _puller(model, rules)
            span = _pulled(twin, actuator, number, rules)
        model.actuator_lengthrange[number] = span


def _rules(root: Element) -> Resolved:
    compiler = root_section(root, "compiler")
    element = None if compiler is None else compiler.first("lengthrange")
    element = Element(declaration("compiler:lengthrange")) if element is None else element
    return Resolved(element, element.attributes)


def _limits(model: Model, actuator: Actuator) -> np.ndarray | None:
    """Return the limits of what an actuator pulls on, None where it has none."""
    target, kind = actuator.trnid[0], actuator.trntype
    if kind in (TransmissionType.JOINT, TransmissionType.JOINTINPARENT) and model.jnt_limited[target]:
        return model.jnt_range[target]
    if kind == TransmissionType.TENDON and model.tendon_limited[target]:
        return model.tendon_range[target]
    return None


# ---------------------------------------------------------------- simulation


def _puller(model: Model, rules: Resolved) -> Model:
    """Return a copy of the model in which only limits and equalities act."""
    twin = model.copy()
    twin.opt.disableflags = sum(SWITCHED_OFF)
    if rules["timestep"] > 0:
        twin.opt.timestep = rules["timestep"]
    steps = rules["inttotal"] / twin.opt.timestep
    if steps > MOST_STEPS:
        raise rules.element.error(
            f"inttotal is {rules['inttotal']:g} s, which is {steps:g} steps of {twin.opt.timestep:g} s; at most "
            f"{MOST_STEPS} are allowed"
        )
    return twin


def _pulled(model: Model, actuator: Actuator, number: int, rules: Resolved) -> tuple[float, float]:
    """Return the least and the largest length that an actuator reaches by itself; refuse ranges that do not settle."""
    try:
        shortest = _final_lengths(model, number, -1.0, rules)
        longest = _final_lengths(model, number, 1.0, rules)
    except StepError as trouble:
        raise actuator.element.error(f"its length range cannot be computed: {trouble}; write lengthrange") from None
    low, high = min(shortest), max(longest)
    if high <= low:
        raise actuator.element.error(f"its length range comes out as {low:g} {high:g}; write lengthrange")
    for lengths in (shortest, longest):
        if max(lengths) - min(lengths) > rules["tolrange"] * (high - low):
            raise actuator.element.error(
                f"its length does not settle at the end of its range {low:g} {high:g}, but moves between "
                f"{min(lengths):g} and {max(lengths):g}; limit its joints, or write lengthrange"
            )
    return low, high


def _final_lengths(model: Model, number: int, side: float, rules: Resolved) -> list[float]:
    """Return the lengths of an actuator in the last interval of a simulation in which it pulls or pushes alone."""
    from corten.pipeline import step1, step2
    from corten.queries import solve_mass

    data, out = Data(model), int(model.actuator_outadr[number])
    fading = exp(-model.opt.timestep / max(LEAST_TIME, rules["timeconst"]))
    lengths: list[float] = []
    while data.time < rules["inttotal"]:
        data.qvel *= fading
        step1(model, data)
        moment = data.actuator_moment[out]
        unit = float(np.linalg.norm(solve_mass(model, data, moment)))
        force = moment * (side * rules["accel"] / max(MINVAL, unit))
        size = float(np.linalg.norm(force))
        if 0 < rules["maxforce"] < size:
            force *= rules["maxforce"] / max(MINVAL, size)
        data.qfrc_applied = force
        step2(model, data)
        if data.time > rules["inttotal"] - rules["interval"]:
            lengths.append(float(data.actuator_length[out]))
    return lengths
