"""Actuators: from controls to forces."""

import numpy as np

from corten.enums import BiasType, DynType, GainType, TransmissionType
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.actuation.activation import activation_rates, wrap_setpoints
from corten.stages.actuation.force import actuation
from corten.stages.actuation.general_force import general_actuation

__all__ = [
    "activation_rates",
    "actuation",
    "actuation_stages",
    "general_actuation",
    "setpoint_stages",
    "wrap_setpoints",
]


def actuation_stages(model: Model) -> list[Stage]:
    """Return the stages that turn controls and activations into forces."""
    muscle = np.any(model.actuator_gaintype == GainType.MUSCLE) or np.any(model.actuator_biastype == BiasType.MUSCLE)
    on_tendon = np.any(model.actuator_trntype == TransmissionType.TENDON)
    if model.na:
        return [activation_rates, general_actuation]
    if muscle or on_tendon:
        return [general_actuation]
    return [actuation] if model.nactuator or model.ngravcomp else []


def setpoint_stages(model: Model) -> list[Stage]:
    """Return the stage that keeps integrated setpoints within a turn, if some actuator integrates its control."""
    return [wrap_setpoints] if np.any(model.actuator_dyntype == DynType.INTEGRATOR) else []
