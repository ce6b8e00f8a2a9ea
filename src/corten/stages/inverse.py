"""Inverse dynamics: the force that explains an acceleration, in continuous time or for a simulated step."""

from corten.enums import EnableBit, Integrator
from corten.errors import UnsupportedFeatureError
from corten.linalg.tree_ldl import mul_tree
from corten.model import Model
from corten.runtime import sqrt, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.kernel import Stage
from corten.runtime.scratch import scratch
from corten.stages.constraint import discrete_row_stages, inverse_constraint
from corten.stages.integrate import method_of, restore_acceleration
from corten.stages.metric import invert_metric, metric_stages, uses_metric

SCRATCH = scratch(
    Field("forward_constraint", F8, ("nv",), "constraint force of forward dynamics"),
    Field("forward_force", F8, ("maxefc",), "row forces of forward dynamics"),
    Field("forward_state", I4, ("maxefc",), "row states of forward dynamics"),
)


def comparison_stages(model: Model) -> list[Stage]:
    """Return the stages that compare forward with inverse dynamics, where EnableBit.FWDINV asks for it."""
    return forward_inverse_stages(model) if model.opt_enableflags & EnableBit.FWDINV else []


def forward_inverse_stages(model: Model) -> list[Stage]:
    """Return the stages that compare forward with inverse dynamics."""
    return [save_forward, *inversion_stages(model), compare_forward] if model.nv else []


def inversion_stages(model: Model) -> list[Stage]:
    """Return the stages of inverse dynamics that follow those of position and velocity.

    In the effective metric, qacc is the change of velocity of a step in any case.
    """
    if uses_metric(model):
        return [*metric_stages(model), *discrete_row_stages(model), inverse_constraint, invert_metric]
    if not model.opt_enableflags & EnableBit.INVDISCRETE:
        return [inverse_constraint, inverse_force]
    method = method_of(model)
    if method.invert is None:
        word = Integrator(model.opt_integrator).word
        raise UnsupportedFeatureError(f"invdiscrete with integrator {word!r} is not supported")
    return [*method.derivatives(model), method.invert, inverse_constraint, inverse_force, restore_acceleration]


# ---- inverse dynamics: the external force that explains an acceleration


@stage
def inverse_force(m, d) -> None:
    """Compute qfrc_inverse = M qacc + qfrc_bias - qfrc_passive - qfrc_constraint.

    It is what actuators and applied forces together must give; they are not looked at.
    """
    bias, passive, constraint, total = d.qfrc_bias, d.qfrc_passive, d.qfrc_constraint, d.qfrc_inverse

    mul_tree(total, d.M, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, d.qacc)
    for i in range(m.nv):
        total[i] = bias[i] + (total[i] - passive[i] - constraint[i])


# ---- forward against inverse dynamics: how far a solution is from explaining itself (EnableBit.FWDINV)


@stage
def save_forward(m, d) -> None:
    """Save what forward dynamics found before inverse dynamics replace it."""
    for i in range(m.nv):
        d.forward_constraint[i] = d.qfrc_constraint[i]
    for r in range(d.nefc):
        d.forward_force[r] = d.efc_force[r]
        d.forward_state[r] = d.efc_state[r]


@stage
def compare_forward(m, d) -> None:
    """Set solver_fwdinv to the norms of the differences in constraint force and in applied force, and undo the inverse.

    The applied force that forward dynamics used is qfrc_smooth - qfrc_passive + qfrc_bias.
    """
    constraint = 0.0
    applied = 0.0
    for i in range(m.nv):
        change = d.forward_constraint[i] - d.qfrc_constraint[i]
        constraint += change * change
        change = (d.qfrc_smooth[i] - d.qfrc_passive[i] + d.qfrc_bias[i]) - d.qfrc_inverse[i]
        applied += change * change
        d.qfrc_constraint[i] = d.forward_constraint[i]
    for r in range(d.nefc):
        d.efc_force[r] = d.forward_force[r]
        d.efc_state[r] = d.forward_state[r]
    d.solver_fwdinv[0] = sqrt(constraint) if d.nefc > 0 else 0.0
    d.solver_fwdinv[1] = sqrt(applied) if d.nefc > 0 else 0.0
