"""Inverse dynamics: the force that explains an acceleration, in continuous time or for a simulated step."""

from corten.enums import EnableBit, Integrator
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.constraint import inverse_constraint
from corten.stages.integrate import derivative_stages
from corten.stages.inverse.compare import compare_forward, keep_forward
from corten.stages.inverse.discrete import (
    invert_euler,
    invert_implicit,
    invert_implicit_spring_damper,
    invert_implicitfast,
    restore_acceleration,
)
from corten.stages.inverse.inverse_force import inverse_force

__all__ = [
    "compare_forward",
    "comparison_stages",
    "inverse_force",
    "inversion_stages",
    "invert_euler",
    "invert_implicit",
    "invert_implicit_spring_damper",
    "invert_implicitfast",
    "keep_forward",
    "restore_acceleration",
]

INVERT = {
    Integrator.EULER: invert_euler,
    Integrator.IMPLICIT: invert_implicit,
    Integrator.IMPLICITFAST: invert_implicitfast,
    Integrator.IMPLICIT_SPRING_DAMPER: invert_implicit_spring_damper,
}


def comparison_stages(model: Model) -> list[Stage]:
    """Return the stages that compare forward with inverse dynamics, where EnableBit.FWDINV asks for it."""
    if not model.opt_enableflags & EnableBit.FWDINV or not model.nv:
        return []
    return [keep_forward, *inversion_stages(model), compare_forward]


def inversion_stages(model: Model) -> list[Stage]:
    """Return the stages of inverse dynamics that follow those of position and velocity."""
    if not model.opt_enableflags & EnableBit.INVDISCRETE:
        return [inverse_constraint, inverse_force]
    integrator = Integrator(model.opt_integrator)
    if integrator not in INVERT:
        raise UnsupportedFeatureError(f"invdiscrete with integrator {integrator.name} is not supported")
    derivative = derivative_stages(model) if integrator in (Integrator.IMPLICIT, Integrator.IMPLICITFAST) else []
    return [*derivative, INVERT[integrator], inverse_constraint, inverse_force, restore_acceleration]
