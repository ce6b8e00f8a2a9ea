"""The order of the stages: what a model needs, and nothing else.

Which stages run follows from sizes, from what users cannot write, and from the block `choices` of the Model, never from
other numbers. A change of that block is noticed before the next step, and a plan made for it (`pipeline.plans`).
"""

from corten.enums import EnableBit, Integrator
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.actuation import actuation_stages
from corten.stages.collision import collision_stages
from corten.stages.constraint import constraint_stages, reference_stages, wrench_stages
from corten.stages.energy import energy_vel, potential_stages
from corten.stages.inertia import com_pos, crb, factor_mass, tendon_armature
from corten.stages.integrate import check_acceleration, check_state, euler, final_stages, integration_stages
from corten.stages.inverse import comparison_stages, inversion_stages
from corten.stages.kinematics import place_bodies, place_cameras, place_geoms, place_lights, place_sites
from corten.stages.passive import (
    damper,
    fluid,
    fluid_acts,
    gravity_compensation,
    passive,
    spring,
    tendon_spring_damper,
)
from corten.stages.sensor import acceleration_sensors, count_stages, position_sensors, velocity_sensors
from corten.stages.smooth import acceleration, unconstrained
from corten.stages.solver import solver_stages
from corten.stages.tendon import tendon, tendon_bias, tendon_velocity, tendon_wrenches
from corten.stages.transmission import actuator_velocity, transmission_stages
from corten.stages.velocity import applied_wrenches, com_vel, rne, rne_post_constraint


def kinematics_stages(model: Model) -> list[Stage]:
    """Frames of bodies, geoms and sites."""
    return _needed((place_bodies, True), (place_geoms, model.ngeom), (place_sites, model.nsite))


def position_stages(model: Model) -> list[Stage]:
    """Everything that depends on positions alone."""
    return [
        *kinematics_stages(model),
        *_needed(
            (com_pos, True),
            (place_cameras, model.ncam),
            (place_lights, model.nlight),
            (tendon, model.ntendon),
            (crb, model.nv),
            (tendon_armature, model.ntendon and model.nv),
            (factor_mass, model.nv),
        ),
        *collision_stages(model),
        *constraint_stages(model),
        *transmission_stages(model),
        *(potential_stages(model) if _wants_energy(model) else []),
    ]


def passive_stages(model: Model) -> list[Stage]:
    """Springs, dampers, gravity compensation and the medium, and their sum."""
    return _needed(
        (spring, model.nv),
        (damper, model.nv),
        (tendon_spring_damper, model.ntendon and model.nv),
        (gravity_compensation, model.ngravcomp),
        (fluid, fluid_acts(model) and model.nv),
        (passive, model.nv),
    )


def velocity_stages(model: Model) -> list[Stage]:
    """Everything that depends on positions and velocities."""
    return [
        *_needed((com_vel, True), (tendon_velocity, model.ntendon), (actuator_velocity, model.nactuator)),
        *passive_stages(model),
        *reference_stages(model),
        *_needed((rne, model.nv), (tendon_bias, model.ntendon and model.nv), (energy_vel, _wants_energy(model))),
    ]


def acceleration_stages(model: Model) -> list[Stage]:
    """Forces that depend on controls, and the acceleration."""
    return [*actuation_stages(model), *_needed((acceleration, model.nv)), *constraint_solve_stages(model)]


def constraint_solve_stages(model: Model) -> list[Stage]:
    """From the smooth acceleration to that with constraints; they are the same where the model can have none."""
    return solver_stages(model) if reference_stages(model) else _needed((unconstrained, model.nv))


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
    return [*first_half(model), *second_half(model)]


def first_half(model: Model) -> list[Stage]:
    """Positions and velocities, with their sensors."""
    return [
        *position_stages(model),
        *position_sensors(model),
        *velocity_stages(model),
        *velocity_sensors(model),
    ]


def second_half(model: Model) -> list[Stage]:
    """Forces and accelerations, with their sensors."""
    return [*acceleration_stages(model), *acceleration_sensors(model, interaction_stages(model))]


def step_stages(model: Model) -> list[Stage]:
    """A whole step; what an integrator evaluates again, it evaluates without sensors."""
    again = [*position_stages(model), *velocity_stages(model), *acceleration_stages(model)]
    return [
        check_state,
        *forward_stages(model),
        check_acceleration,
        *comparison_stages(model),
        *integration_stages(model, again),
        *count_stages(model),
    ]


def step1_stages(model: Model) -> list[Stage]:
    """The part of a step before controls are needed."""
    return [check_state, *first_half(model)]


def step2_stages(model: Model) -> list[Stage]:
    """The part of a step after controls are set; RK4 cannot be split, so Euler stands in for it."""
    whole = model.opt_integrator == Integrator.RK4
    integration = [euler, *final_stages(model)] if whole else integration_stages(model, [])
    last = [*integration, *count_stages(model)]
    return [*second_half(model), check_acceleration, *comparison_stages(model), *last]


def inverse_stages(model: Model) -> list[Stage]:
    """Inverse dynamics."""
    return [
        *position_stages(model),
        *velocity_stages(model),
        *_needed(*((stage, model.nv) for stage in inversion_stages(model))),
    ]


def _wants_energy(model: Model) -> bool:
    return bool(model.opt_enableflags & EnableBit.ENERGY)


def _needed(*entries: tuple[Stage, object]) -> list[Stage]:
    """Return the stages whose condition holds."""
    return [stage for stage, wanted in entries if wanted]
