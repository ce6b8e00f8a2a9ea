"""Plans, made for a model and its choices (options, types, indices) and kept with it."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from corten.data import DATA
from corten.deformable.unsupported import refuse_unsupported_elasticity
from corten.enums import Integrator, SolverType
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.model.checks import accept_choices
from corten.model.near_pairs import list_near_pairs
from corten.pipeline import order
from corten.pipeline.step_warnings import LoggedPlan
from corten.runtime import cache
from corten.runtime.kernel import Mode, Stage, kernel_mode
from corten.runtime.plan import Plan
from corten.stages import (
    actuation,
    collision,
    constraint,
    energy,
    inertia,
    kinematics,
    passive,
    sensor,
    tendon,
    transmission,
    velocity,
)
from corten.stages.inverse import forward_inverse_stages
from corten.stages.solver import find_islands, may_fall_back, single_island
from corten.stages.user import with_user_shapes

WHOLE: dict[str, Callable[[Model], list[Stage]]] = {
    "step": order.step_stages,
    "forward": order.forward_stages,
    "step1": order.step1_stages,
    "step2": order.step2_stages,
    "inverse": order.inverse_stages,
}

# parts of forward dynamics, for those who compose their own loop
PARTS: dict[str, Callable[[Model], list[Stage]]] = {
    "kinematics": kinematics.kinematics_stages,
    "com_pos": lambda model: [inertia.com_pos],
    "crb": order.mass_matrix_stages,
    "factor_mass": order.factor_stages,
    "collision": collision.collision_stages,
    "transmission": transmission.transmission_stages,
    "com_vel": lambda model: [velocity.com_vel],
    "passive": passive.passive_stages,
    "rne": lambda model: [velocity.rne],
    "actuation": actuation.actuation_stages,
    "acceleration": order.factored_acceleration_stages,
    "energy_pos": energy.potential_stages,
    "energy_vel": lambda model: [*order.requested_stages(model), energy.energy_vel],
    "subtree_vel": lambda model: [velocity.subtree_vel],
    "rne_post_constraint": order.interaction_stages,
    "tendon": tendon.tendon_stages,
    "make_constraint": lambda model: [*constraint.constraint_stages(model), *constraint.whole_jacobian_stages(model)],
    "constraint_solve": lambda model: [*order.requested_stages(model), *order.constraint_solve_stages(model)],
    "sensor_pos": sensor.position_sensors,
    "sensor_vel": sensor.velocity_sensors,
    "sensor_acc": lambda model: sensor.acceleration_sensors(model, order.interaction_stages(model)),
    "euler": order.euler_stages,
    "step_from_velocity": order.step_from_velocity_stages,
    "step_from_control": order.step_from_control_stages,
    "step_without_sensors": partial(order.step_stages, sensors=False),
    "step_from_velocity_without_sensors": partial(order.step_from_velocity_stages, sensors=False),
    "step_from_control_without_sensors": partial(order.step_from_control_stages, sensors=False),
    "inverse_with_sensors": partial(order.inverse_with_sensors, actuation=False),
    "inverse_from_velocity": partial(order.inverse_from_velocity, actuation=False),
    "inverse_from_acceleration": order.inverse_from_acceleration,
    "actuated_inverse": partial(order.inverse_with_sensors, actuation=True),
    "actuated_inverse_from_velocity": partial(order.inverse_from_velocity, actuation=True),
    "position": lambda model: [*order.position_stages(model), *order.requested_stages(model)],
    "velocity": order.velocity_stages,
    "integrate": order.integrate_stages,
    "cameras_and_lights": order.camera_stages,
    "flex_position": order.flex_position_stages,
    "reference": order.reference_stages,
    "mass_of_long_trees": inertia.whole_mass_stages,
    "runge_kutta": order.runge_kutta_stages,
    "implicit": order.implicit_stages,
    "forward_inverse": forward_inverse_stages,
    "island": lambda model: [single_island if model.ntree == 1 else find_islands],
    "inverse_constraint": lambda model: [constraint.inverse_constraint] if model.nv else [],
}
KINDS = WHOLE | PARTS


# plans of a model that are kept for the case that its choices come back
MOST_PLANS = 64


def find_stages(model: Model, kind: str) -> tuple[Stage, ...]:
    """Return the stages of a plan of a model as it is now, not compiled; refuse choices that cannot be obeyed."""
    accept_choices(model)
    if model.nflex and kind in WHOLE:
        refuse_unsupported_elasticity(model)
    if model.nxpbd and kind in WHOLE:
        _check_deformables(model)
    return with_user_shapes(model, KINDS[kind](model))


def _check_deformables(model: Model) -> None:
    """Refuse what cloth, soft bodies and ropes cannot be stepped with."""
    if model.opt_integrator == Integrator.RK4:
        raise UnsupportedFeatureError(
            "integrator 'RK4' is not supported with cloth, soft bodies or ropes: their forces are those of the end of "
            "a step; choose Euler, implicit or implicitfast"
        )
    if model.opt_solver in (SolverType.CG, SolverType.CG_STRICT):
        raise UnsupportedFeatureError(
            "solver 'CG' is not supported with cloth, soft bodies or ropes: it does not get near the solution; choose "
            "Newton, or PGS for very many vertices"
        )


def get_plan(model: Model, kind: str) -> Plan:
    """Return the plan of a model for its choices as they are now; refuse choices that cannot be obeyed."""
    accept_choices(model)
    plan = model._plans.get(kind)
    if plan is None:
        plan = model._plans[kind] = _find_plan(model, find_stages(model, kind))
    return plan


def _find_plan(model: Model, stages: tuple[Stage, ...]) -> Plan:
    """Return a plan with these stages, one that was made before if there is one."""
    made = model._made_plans
    if stages not in made:
        make = LoggedPlan if may_fall_back(stages) else Plan
        made[stages] = make(list(stages), (model.layout, DATA.at(model.layout.precision)), watches=True)
        if len(made) > MOST_PLANS:
            del made[next(iter(made))]
    return made[stages]


def start_compiling(model: Model) -> None:
    """Let other processes compile the kernels of a step while the model is being loaded.

    A process that finds on disk what it needs does not look for kernels before it has to.
    """
    if cache.has_written() and kernel_mode() is not Mode.PYTHON:
        from corten.runtime.workers import compile_ahead

        # by which stages of collision are chosen
        list_near_pairs(model)
        # a model that cannot be moved may still be looked at
        with suppress(UnsupportedFeatureError):
            stages = tuple(order.step_stages(model))
            if stages not in _begun:
                _begun.add(stages)
                compile_ahead(stages, (model.layout, DATA.at(model.layout.precision)))


# stages that other processes have been asked for
_begun: set[tuple[Stage, ...]] = set()


def compile_plans(model: Model) -> int:
    """Compile everything that forward dynamics, steps and inverse dynamics of a model need; return how many kernels."""
    return len({stage for kind in WHOLE for stage in get_plan(model, kind).stages})
