"""Inverse dynamics: the force that explains an acceleration, in continuous time or for a simulated step."""

from corten.enums import EnableBit, Integrator
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.constraint import folded_stages, inverse_constraint
from corten.stages.integrate import method_of, restore_acceleration
from corten.stages.inverse.compare import compare_forward, save_forward
from corten.stages.inverse.inverse_force import inverse_force
from corten.stages.metric import invert_metric, metric_stages, uses_metric

__all__ = ["compare_forward", "comparison_stages", "inverse_force", "inversion_stages", "save_forward"]


def comparison_stages(model: Model) -> list[Stage]:
    """Return the stages that compare forward with inverse dynamics, where EnableBit.FWDINV asks for it."""
    if not model.opt_enableflags & EnableBit.FWDINV or not model.nv:
        return []
    return [save_forward, *inversion_stages(model), compare_forward]


def inversion_stages(model: Model) -> list[Stage]:
    """Return the stages of inverse dynamics that follow those of position and velocity.

    In the effective metric, qacc is the change of velocity of a step in any case.
    """
    if uses_metric(model):
        return [*metric_stages(model), *folded_stages(model), inverse_constraint, invert_metric]
    if not model.opt_enableflags & EnableBit.INVDISCRETE:
        return [inverse_constraint, inverse_force]
    method = method_of(model)
    if method.invert is None:
        word = Integrator(model.opt_integrator).word
        raise UnsupportedFeatureError(f"invdiscrete with integrator {word!r} is not supported")
    return [*method.derivatives(model), method.invert, inverse_constraint, inverse_force, restore_acceleration]
