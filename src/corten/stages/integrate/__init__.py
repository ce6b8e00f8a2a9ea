"""Integrators: how a step advances the state, one method per file, and the order of their stages."""

from corten.enums import Integrator
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.actuation import advance_fibres, finish_fibres, limit_fibre_rates, setpoint_stages
from corten.stages.derivative import (
    actuator_velocity_derivative,
    bias_velocity_derivative,
    clear_velocity_derivative,
    hill_velocity_derivative,
)
from corten.stages.integrate.advance import advance
from corten.stages.integrate.checks import check_acceleration, check_state
from corten.stages.integrate.euler import euler
from corten.stages.integrate.implicit import implicit
from corten.stages.integrate.implicit_spring_damper import implicit_spring_damper
from corten.stages.integrate.implicitfast import implicitfast
from corten.stages.integrate.rk4 import restore_state, rk4_begin, rk4_finish, rk4_next
from corten.stages.passive import damper_derivative, fluid_acts, fluid_derivative, tendon_damper_derivative
from corten.stages.user import user_slope_stages

__all__ = [
    "advance",
    "check_acceleration",
    "check_state",
    "derivative_stages",
    "euler",
    "final_stages",
    "implicit",
    "implicit_spring_damper",
    "implicitfast",
    "integration_stages",
    "restore_state",
    "rk4_begin",
    "rk4_finish",
    "rk4_next",
]


def integration_stages(model: Model, forward: list[Stage]) -> list[Stage]:
    """Return the stages that follow forward dynamics in a step; `forward` are those that RK4 runs again."""
    integrator = Integrator(model.opt_integrator)
    finish = final_stages(model)
    if integrator is Integrator.EULER:
        return [euler, *finish]
    if integrator is Integrator.RK4:
        limit, end = ([limit_fibre_rates], [finish_fibres]) if model.nhill else ([], [])
        forward = [*forward, *limit]
        steps = [*limit, rk4_begin, *forward, rk4_next, *forward, rk4_next, *forward, rk4_finish]
        return [*steps, *end, *setpoint_stages(model)]
    if integrator is Integrator.IMPLICIT:
        return [*derivative_stages(model), implicit, *finish]
    if integrator is Integrator.IMPLICITFAST:
        return [*derivative_stages(model), implicitfast, *finish]
    if integrator is Integrator.IMPLICIT_SPRING_DAMPER:
        return [implicit_spring_damper, *finish]
    raise UnsupportedFeatureError("integrator 'discrete' is not supported")


def final_stages(model: Model) -> list[Stage]:
    """Return the stages with which every step but those of RK4 ends."""
    return [advance, *([advance_fibres] if model.nhill else []), *setpoint_stages(model)]


def derivative_stages(model: Model) -> list[Stage]:
    """Return the stages that set qDeriv, the derivative of smooth forces by qvel, as the integrator needs it."""
    stages = [clear_velocity_derivative]
    if model.nactuator:
        slopes = hill_velocity_derivative if model.nhill else actuator_velocity_derivative
        stages += [*user_slope_stages(model), slopes]
    if fluid_acts(model):
        stages.append(fluid_derivative)
    stages.append(damper_derivative)
    if model.ntendon:
        stages.append(tendon_damper_derivative)
    if model.opt_integrator == Integrator.IMPLICIT:
        stages.append(bias_velocity_derivative)
    return stages
