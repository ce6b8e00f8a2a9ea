"""Tells which actuators and sensors of a model wait for a function of the user."""

import warnings

import numpy as np

from corten.enums import BiasType, DisableBit, DynType, GainType, SensorType
from corten.errors import UnbuiltFeatureWarning, caller_level
from corten.model import Model

# kind of function of actuators: what becomes of those that have none
DEFAULTS = {"dynamics": "keep their activation", "gain": "have gain 1", "bias": "have bias 0"}


def warn_missing_functions(model: Model) -> None:
    """Warn, once for each kind, of user types without a function; say what they do and how to silence it."""
    if not model.opt_disableflags & DisableBit.ACTUATION:
        asked = model.actuator_dyntype, model.actuator_gaintype, model.actuator_biastype
        users = DynType.USER, GainType.USER, BiasType.USER
        for k, kind in enumerate(DEFAULTS):
            waiting = (asked[k] == users[k]) & (model.actuator_function[:, k] < 0)
            what = f"actuators without a function of their own for {kind} {DEFAULTS[kind]}"
            _warn(model, "actuator", waiting, what, kind, "actuation")
    if not model.opt_disableflags & DisableBit.SENSOR:
        waiting = (model.sensor_type == SensorType.USER) & (model.sensor_function < 0)
        _warn(model, "sensor", waiting, "user sensors without a function read zero", "function", "sensor")


def _warn(model: Model, thing: str, waiting: np.ndarray, what: str, setting: str, flag: str) -> None:
    if not waiting.any():
        return
    names = ", ".join(model.name(thing, number) or str(number) for number in np.flatnonzero(waiting).tolist())
    warnings.warn(
        f"{what}: {names}; choose one in <custom> with corten.{thing}.NAME.{setting}, "
        f'or disable {thing}s with <flag {flag}="disable"/> to silence this',
        UnbuiltFeatureWarning,
        stacklevel=caller_level(),
    )
