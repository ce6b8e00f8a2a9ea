"""Integrators: how a step advances the state, one method per file, and the table of all of them."""

from collections.abc import Callable
from typing import NamedTuple

from corten.enums import Integrator
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.runtime.plan import unless
from corten.stages.actuation import (
    advance_fibres,
    finish_fibres,
    has_motor_states,
    limit_fibre_rates,
    restore_velocity,
    save_velocity,
    setpoint_stages,
)
from corten.stages.derivative import bias_velocity_derivative, force_derivative_stages
from corten.stages.history import record_stages
from corten.stages.inertia import has_long_trees, is_damped_by_dof
from corten.stages.integrate.advance import advance, check_acceleration, check_state
from corten.stages.integrate.euler import articulated_euler, discrete, euler, invert_euler, restore_acceleration
from corten.stages.integrate.implicit import (
    articulated_implicitfast,
    implicit,
    implicit_spring_damper,
    implicitfast,
    invert_implicit,
    invert_implicit_spring_damper,
    invert_implicitfast,
)
from corten.stages.integrate.rk4 import restore_state, rk4_begin, rk4_finish, rk4_next
from corten.stages.integrate.sleeping_trees import (
    advance_act,
    advance_awake,
    fall_asleep,
    nobody_fell_asleep,
    tie_coupled,
)
from corten.stages.sleep import may_sleep
from corten.stages.wing import wing

__all__ = [
    "METHODS",
    "Forward",
    "Method",
    "check_acceleration",
    "check_state",
    "integration_stages",
    "method_of",
    "restore_acceleration",
    "restore_state",
    "split_integration_stages",
]


class Forward(NamedTuple):
    """Parts of forward dynamics that a step may evaluate again."""

    # positions, velocities and accelerations, without sensors
    whole: list[Stage]
    # what depends on velocities, with sensors
    motion: list[Stage]


class Method(NamedTuple):
    """An integrator: the stage that finds qacc_step, the acceleration that changes qvel, and what surrounds it."""

    solve: Stage
    # the stage of inverse dynamics that turns qacc_step back into qacc; None: there is none
    invert: Stage | None
    # the stages that set qDeriv for both
    derivatives: Callable[[Model], list[Stage]] = lambda model: []
    # the stage that does what `solve` does, derivatives included, for long trees, whose mass matrix is not formed
    articulated: Stage | None = None
    # a step that evaluates forward dynamics several times, instead of `solve`, which step2 takes even so
    whole: Callable[[Model, list[Stage]], list[Stage]] | None = None


def _rk4_stages(model: Model, forward: list[Stage]) -> list[Stage]:
    """Return the stages of RK4, which follow the first of its four evaluations of forward dynamics."""
    if may_sleep(model):
        raise UnsupportedFeatureError("sleep with integrator 'RK4' is not supported")
    limit, end = ([limit_fibre_rates], [finish_fibres]) if model.nhill else ([], [])
    forward = [*forward, *limit]
    remember, return_ = ([save_velocity], [restore_velocity]) if has_motor_states(model) else ([], [])
    last = [*record_stages(model), *return_, rk4_finish]
    begin = [*limit, *remember, *wing().rk4_begin_stages(model), rk4_begin]
    steps = [*begin, *forward, rk4_next, *forward, rk4_next, *forward, *last]
    return [*steps, *end, *setpoint_stages(model), *wing().rk4_end_stages(model)]


def _all_derivatives(model: Model) -> list[Stage]:
    return [*force_derivative_stages(model), bias_velocity_derivative]


def _symmetric_derivatives(model: Model) -> list[Stage]:
    return force_derivative_stages(model, symmetric=True)


METHODS = {
    Integrator.EULER: Method(euler, invert_euler, articulated=articulated_euler),
    Integrator.RK4: Method(euler, None, articulated=articulated_euler, whole=_rk4_stages),
    Integrator.IMPLICIT: Method(implicit, invert_implicit, _all_derivatives),
    Integrator.IMPLICITFAST: Method(
        implicitfast, invert_implicitfast, _symmetric_derivatives, articulated=articulated_implicitfast
    ),
    Integrator.DISCRETE: Method(discrete, None),
    Integrator.IMPLICIT_SPRING_DAMPER: Method(implicit_spring_damper, invert_implicit_spring_damper),
}


def method_of(model: Model) -> Method:
    """Return the integrator of a model."""
    return METHODS[Integrator(model.opt_integrator)]


def integration_stages(model: Model, forward: Forward) -> list[Stage]:
    """Return the stages that follow forward dynamics in a step."""
    method = method_of(model)
    return method.whole(model, forward.whole) if method.whole else split_integration_stages(model, method, forward)


def split_integration_stages(model: Model, method: Method, forward: Forward) -> list[Stage]:
    """Return the stages of an integrator that evaluates forward dynamics once; only a whole step can do otherwise."""
    solve = [*method.derivatives(model), method.solve]
    if method.articulated and has_long_trees(model) and is_damped_by_dof(model):
        solve = [method.articulated]
    return [*solve, *_final_stages(model, forward.motion)]


def _final_stages(model: Model, motion: list[Stage]) -> list[Stage]:
    """Return the stages that move the state on with qacc_step; `motion` are those that depend on velocities."""
    fibres = [advance_fibres] if model.nhill else []
    records = record_stages(model)
    if not may_sleep(model):
        return [*records, advance, *fibres, *setpoint_stages(model), *wing().end_stages(model)]
    again = unless(nobody_fell_asleep, motion)
    return [
        *records,
        *wing().before_sleep(model),
        *([tie_coupled] if model.opt_integrator == Integrator.DISCRETE else []),
        fall_asleep,
        advance_act,
        *setpoint_stages(model),
        *again,
        advance_awake,
        *fibres,
        *wing().end_stages(model),
    ]
