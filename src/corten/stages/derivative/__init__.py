"""Derivatives of smooth forces by velocity, which the implicit integrators need."""

from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.actuation import has_servos
from corten.stages.derivative.actuator import (
    actuator_velocity_derivative,
    hill_velocity_derivative,
    servo_velocity_derivative,
)
from corten.stages.derivative.bias import (
    bias_velocity_derivative,
    clear_velocity_derivative,
    damper_velocity_derivative,
    tendon_damper_velocity_derivative,
)
from corten.stages.derivative.fluid import (
    drag_velocity_derivative,
    fluid_velocity_derivative,
    symmetric_fluid_velocity_derivative,
)
from corten.stages.passive import fluid_acts
from corten.stages.user import user_derivative_stages
from corten.stages.variants import Variant, Variants, always

__all__ = [
    "ACTUATORS",
    "actuator_velocity_derivative",
    "bias_velocity_derivative",
    "clear_velocity_derivative",
    "damper_velocity_derivative",
    "drag_velocity_derivative",
    "fluid_velocity_derivative",
    "force_derivative_stages",
    "hill_velocity_derivative",
    "servo_velocity_derivative",
    "symmetric_fluid_velocity_derivative",
    "tendon_damper_velocity_derivative",
]


ACTUATORS = Variants(
    "velocity derivative of actuator forces",
    Variant((servo_velocity_derivative,), has_servos, "PID servos, DC motors or orientation servos"),
    Variant((hill_velocity_derivative,), lambda model: model.nhill, "Hill muscles"),
    Variant((actuator_velocity_derivative,), always, "other actuators"),
)


def force_derivative_stages(model: Model, symmetric: bool = False) -> list[Stage]:
    """Return the stages that set qDeriv: the derivative of actuator and passive forces by qvel.

    With `symmetric` what ellipsoids in a medium do is made symmetric, for a matrix that is factorised like M.
    """
    fluid = symmetric_fluid_velocity_derivative if symmetric else fluid_velocity_derivative
    return [
        clear_velocity_derivative,
        *([*user_derivative_stages(model), *ACTUATORS.pick(model).stages] if model.nactuator else []),
        *([fluid] if fluid_acts(model) else []),
        damper_velocity_derivative,
        *([tendon_damper_velocity_derivative] if model.ntendon else []),
    ]
