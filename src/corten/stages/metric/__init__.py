"""The effective metric M + h D + h^2 K in which DISCRETE solves its step.

D and K are the damping and stiffness of smooth forces as far as they brake and pull back. Those of joints and of a
medium have the entries of M and stand with it in efm_M. Tendons and actuators couple dofs that M does not: each adds
scale * J'J with its Jacobian J, which is never multiplied out; their diagonals alone are factored, with efm_M, in qH.
Elastic flexes couple the dofs of neighbours: that part stands in a sparse matrix of its own, efm_K. Passive contacts
of flexes are couplings again.
"""

import numpy as np

from corten.enums import Integrator, JointType, SolverType
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.derivative import clear_velocity_derivative, drag_velocity_derivative
from corten.stages.metric.couplings import factor_metric
from corten.stages.metric.solve import (
    coupled_acceleration,
    coupled_constraint_acceleration,
    free_body_acceleration,
    invert_metric,
)
from corten.stages.metric.stiffness import actuator_metric, drag_metric, joint_metric, tendon_metric
from corten.stages.passive import fluid_acts
from corten.stages.user import user_derivative_stages
from corten.stages.wing import wing

__all__ = [
    "actuator_metric",
    "coupled_acceleration",
    "coupled_constraint_acceleration",
    "drag_metric",
    "factor_metric",
    "free_body_acceleration",
    "free_body_stages",
    "has_couplings",
    "invert_metric",
    "joint_metric",
    "metric_stages",
    "tendon_metric",
    "uses_metric",
]


def uses_metric(model: Model) -> bool:
    """Tell whether a model's steps are solved in the effective metric."""
    return model.opt_integrator == Integrator.DISCRETE


def has_couplings(model: Model) -> bool:
    """Tell whether tendons, actuators or flexes may be part of the metric; PGS leaves the first two explicit."""
    some = model.ntendon or model.nactuator or wing().has_couplings(model)
    return bool(uses_metric(model) and model.opt_solver != SolverType.PGS and some)


def metric_stages(model: Model) -> list[Stage]:
    """Return the stages that set and factor the metric, after those of actuation."""
    if not uses_metric(model) or not model.nv:
        return []
    coupled = has_couplings(model)
    return [
        joint_metric,
        *([clear_velocity_derivative, drag_velocity_derivative, drag_metric] if fluid_acts(model) else []),
        *([tendon_metric] if coupled and model.ntendon else []),
        *([*user_derivative_stages(model), actuator_metric] if coupled and model.nactuator else []),
        *(wing().metric_stages(model) if coupled else []),
        factor_metric,
        *(wing().metric_factor_stages(model) if coupled else []),
    ]


def free_body_stages(model: Model) -> list[Stage]:
    """Return the stages that correct the acceleration of bodies that float alone, after the constraints are solved."""
    if not uses_metric(model) or not np.any(model.jnt_type == JointType.FREE):
        return []
    return [free_body_acceleration]
