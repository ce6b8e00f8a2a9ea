"""The order of the stages: what a model needs, and nothing else.

Which stages run follows from sizes, from what users cannot write, and from the block `choices` of the Model, never from
other numbers. A change of that block is noticed before the next step, and a plan made for it (`pipeline.plans`).
"""

from corten.deformable.stages import flex_position_stages, flex_velocity_stages, prediction_stages, substep_stages
from corten.enums import EnableBit, Integrator
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.actuation import FORCES, actuation_stages
from corten.stages.collision import collision_stages, has_speculative_contacts
from corten.stages.constraint import (
    CONTACT_ROWS,
    EQUALITY_ROWS,
    REFERENCE,
    constraint_stages,
    discrete_row_stages,
    may_have_rows,
    reference_stages,
    whole_jacobian_stages,
    with_sparse_jacobian,
    wrench_stages,
)
from corten.stages.derivative import ACTUATORS
from corten.stages.energy import energy_vel, potential_stages
from corten.stages.inertia import (
    MASS,
    com_pos,
    crb,
    factor_mass,
    mass_stages,
    row_mass_stages,
    tendon_armature,
    whole_mass_stages,
)
from corten.stages.integrate import (
    METHODS,
    Forward,
    check_acceleration,
    check_state,
    integration_stages,
    method_of,
    split_integration_stages,
)
from corten.stages.inverse import comparison_stages, inversion_stages
from corten.stages.kinematics import kinematics_stages, place_cameras, place_lights
from corten.stages.metric import free_body_stages, metric_stages
from corten.stages.passive import passive_stages
from corten.stages.sensor import acceleration_sensors, count_stages, position_sensors, velocity_sensors
from corten.stages.sleep import for_sleep, may_sleep
from corten.stages.smooth import SMOOTH, acceleration, articulated_acceleration, smooth_stages, unconstrained
from corten.stages.solver import FINISH, ISLANDS, SOLVER, solver_stages
from corten.stages.tendon import (
    clear_sleeping_tendons,
    tendon_bias,
    tendon_stages,
    tendon_velocity,
    tendon_wrenches,
)
from corten.stages.transmission import MOMENTS, actuator_velocity, transmission_stages
from corten.stages.velocity import applied_wrenches, com_vel, rne, rne_post_constraint

# the parts of a step that have variants, in their order
VARIANTS = (MASS, EQUALITY_ROWS, CONTACT_ROWS, MOMENTS, REFERENCE, FORCES, SMOOTH, ISLANDS, SOLVER, FINISH, ACTUATORS)


def picked_variants(model: Model) -> list[tuple[str, str, str]]:
    """Return (part of a step, names of the stages that were picked for it, why) for each part that has variants."""
    stages, picked = step_stages(model), []
    for table in VARIANTS:
        variant = table.find(stages)
        if variant is not None:
            picked.append((table.part, ", ".join(stage.__name__ for stage in variant.stages), variant.why))
    return picked


def position_stages(model: Model) -> list[Stage]:
    """Everything that depends on positions alone."""
    return [
        *kinematics_stages(model),
        com_pos,
        *camera_stages(model),
        *flex_position_stages(model),
        *tendon_stages(model),
        *mass_stages(model),
        *for_sleep(model, *([clear_sleeping_tendons] if model.ntendon else [])),
        *collision_stages(model),
        *prediction_stages(model),
        *constraint_stages(model),
        *row_mass_stages(model),
        *transmission_stages(model),
        *(potential_stages(model) if _wants_energy(model) else []),
    ]


def camera_stages(model: Model) -> list[Stage]:
    """Where cameras and lights are."""
    return _needed((place_cameras, model.ncam), (place_lights, model.nlight))


def requested_stages(model: Model) -> list[Stage]:
    """What steps compute only for those who look at it: the mass matrix and the Jacobian of long trees."""
    return [*whole_mass_stages(model), *whole_jacobian_stages(model)]


def mass_matrix_stages(model: Model) -> list[Stage]:
    """The mass matrix itself; a part of its own for those who compose a step."""
    return [*requested_stages(model), crb, *([tendon_armature] if model.ntendon else [])]


def factor_stages(model: Model) -> list[Stage]:
    """The factors of the mass matrix as it stands there; a part of its own, too."""
    sleeping = for_sleep(model, *([clear_sleeping_tendons] if model.ntendon else []))
    return [*requested_stages(model), *_needed((factor_mass, model.nv)), *sleeping]


def velocity_stages(model: Model) -> list[Stage]:
    """Everything that depends on positions and velocities."""
    return [
        *_needed((com_vel, True), (tendon_velocity, model.ntendon), (actuator_velocity, model.nactuator)),
        *flex_velocity_stages(model),
        *passive_stages(model),
        *reference_stages(model),
        *_needed((rne, model.nv), (tendon_bias, model.ntendon and model.nv), (energy_vel, _wants_energy(model))),
    ]


def acceleration_stages(model: Model) -> list[Stage]:
    """Forces that depend on controls, and the acceleration."""
    return [*actuation_stages(model), *smooth_acceleration_stages(model), *constraint_solve_stages(model)]


def smooth_acceleration_stages(model: Model) -> list[Stage]:
    """From all forces but those of constraints to the acceleration that they give, in the metric of the integrator."""
    return [*metric_stages(model), *discrete_row_stages(model), *smooth_stages(model)]


def factored_acceleration_stages(model: Model) -> list[Stage]:
    """Do what `smooth_acceleration_stages` does with the factors that `factor_mass` has left."""
    stages = smooth_acceleration_stages(model)
    return [*requested_stages(model), *(acceleration if each is articulated_acceleration else each for each in stages)]


def constraint_solve_stages(model: Model) -> list[Stage]:
    """From the smooth acceleration to that with constraints; they are the same where the model can have none."""
    solve = solver_stages(model) if may_have_rows(model) else _needed((unconstrained, model.nv))
    return [*solve, *substep_stages(model), *free_body_stages(model)]


def interaction_stages(model: Model) -> list[Stage]:
    """Accelerations of bodies and the forces between them, once the constraints are solved."""
    return [
        applied_wrenches,
        *wrench_stages(model),
        *_needed((tendon_wrenches, model.ntendon)),
        rne_post_constraint,
    ]


def forward_stages(model: Model) -> list[Stage]:
    """Forward dynamics, with sensors."""
    return [*first_half(model), *second_half(model), *requested_stages(model)]


def first_half(model: Model, *, sensors: bool = True) -> list[Stage]:
    """Positions and velocities, with their sensors."""
    return [
        *position_stages(model),
        *(position_sensors(model) if sensors else []),
        *velocity_stages(model),
        *(velocity_sensors(model) if sensors else []),
    ]


def second_half(model: Model, *, sensors: bool = True) -> list[Stage]:
    """Forces and accelerations, with their sensors."""
    return [
        *acceleration_stages(model),
        *(acceleration_sensors(model, interaction_stages(model)) if sensors else []),
    ]


def step_stages(model: Model, *, sensors: bool = True) -> list[Stage]:
    """A whole step."""
    return [
        check_state,
        *first_half(model, sensors=sensors),
        *second_half(model, sensors=sensors),
        check_acceleration,
        *comparison_stages(model),
        *integration_stages(model, _repeatable(model)),
        *count_stages(model),
    ]


def may_restart(model: Model) -> bool:
    """Tell whether a step may be done again from its velocities on, with what it found out about positions.

    Not where later parts of a step change what earlier ones left, or earlier ones look at velocities.
    """
    if method_of(model).whole or may_sleep(model) or model.nxpbd or model.nflex or model.nhistory:
        return False
    # speculative contacts look at velocities, functions of users at anything
    return not has_speculative_contacts(model) and not (model.sensor_function >= 0).any()


def step_from_velocity_stages(model: Model, *, sensors: bool = True) -> list[Stage]:
    """The part of a step that depends on velocities, after one from the same positions."""
    readings, rest = velocity_sensors(model) if sensors else [], step_from_control_stages(model, sensors=sensors)
    return [check_state, *velocity_stages(model), *readings, *rest[1:]]


def step_from_control_stages(model: Model, *, sensors: bool = True) -> list[Stage]:
    """The part of a step that depends on controls and activations, after one from the same positions and velocities."""
    return [
        check_state,
        *second_half(model, sensors=sensors),
        check_acceleration,
        *comparison_stages(model),
        *integration_stages(model, _repeatable(model)),
        *count_stages(model),
    ]


def step1_stages(model: Model) -> list[Stage]:
    """The part of a step before controls are needed."""
    return [check_state, *first_half(model), *requested_stages(model)]


def step2_stages(model: Model) -> list[Stage]:
    """The part of a step after controls are set; Euler stands in for an integrator that cannot be split."""
    return [
        *second_half(model),
        check_acceleration,
        *comparison_stages(model),
        *split_integration_stages(model, method_of(model), _repeatable(model)),
        *count_stages(model),
    ]


def euler_stages(model: Model) -> list[Stage]:
    """The end of a step by Euler, after forward dynamics."""
    return [*split_integration_stages(model, METHODS[Integrator.EULER], _repeatable(model)), *count_stages(model)]


def integrate_stages(model: Model) -> list[Stage]:
    """The end of a step by the model's integrator, after forward dynamics."""
    return [*integration_stages(model, _repeatable(model)), *count_stages(model)]


def runge_kutta_stages(model: Model) -> list[Stage]:
    """The end of a step by RK4, after forward dynamics, whatever the integrator of the model."""
    method = METHODS[Integrator.RK4]
    return [*method.whole(model, _repeatable(model).whole), *count_stages(model)] if method.whole else []


def implicit_stages(model: Model) -> list[Stage]:
    """The end of a step by an implicit integrator, that of the model or implicitfast."""
    own = Integrator(model.opt_integrator)
    chosen = own if own in (Integrator.IMPLICIT, Integrator.IMPLICITFAST) else Integrator.IMPLICITFAST
    return [*split_integration_stages(model, METHODS[chosen], _repeatable(model)), *count_stages(model)]


def _repeatable(model: Model) -> Forward:
    """Return the parts of forward dynamics that an integrator may evaluate again."""
    return Forward(
        whole=[*position_stages(model), *velocity_stages(model), *acceleration_stages(model)],
        motion=[*velocity_stages(model), *velocity_sensors(model), *second_half(model)],
    )


def inverse_stages(model: Model) -> list[Stage]:
    """Inverse dynamics."""
    return [
        *position_stages(model),
        *requested_stages(model),
        *velocity_stages(model),
        *_needed(*((stage, model.nv) for stage in inversion_stages(model))),
    ]


def inverse_with_sensors(model: Model, *, actuation: bool) -> list[Stage]:
    """Inverse dynamics with sensors, and with actuator forces if they are asked for."""
    position = with_sparse_jacobian(position_stages(model))
    return [
        *position,
        *requested_stages(model),
        *position_sensors(model),
        *inverse_from_velocity(model, actuation=actuation),
    ]


def inverse_from_velocity(model: Model, *, actuation: bool) -> list[Stage]:
    """The part of it that depends on velocities."""
    forces = actuation_stages(model) if actuation else []
    return [*velocity_stages(model), *velocity_sensors(model), *forces, *inverse_from_acceleration(model)]


def inverse_from_acceleration(model: Model) -> list[Stage]:
    """The part of it that depends on accelerations."""
    inversion = _needed(*((stage, model.nv) for stage in inversion_stages(model)))
    return [*inversion, *acceleration_sensors(model, interaction_stages(model))]


def _wants_energy(model: Model) -> bool:
    return bool(model.opt_enableflags & EnableBit.ENERGY)


def _needed(*entries: tuple[Stage, object]) -> list[Stage]:
    """Return the stages whose condition holds."""
    return [stage for stage, wanted in entries if wanted]
