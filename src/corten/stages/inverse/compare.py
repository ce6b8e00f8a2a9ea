"""Forward against inverse dynamics: how far a solution is from explaining itself (EnableBit.FWDINV)."""

from corten.runtime import sqrt, stage


@stage
def save_forward(m, d):
    """Save what forward dynamics found before inverse dynamics replace it.

    reads:  d.nefc d.qfrc_constraint d.efc_force d.efc_state
    writes: d.forward_constraint d.forward_force d.forward_state
    """
    for i in range(m.nv):
        d.forward_constraint[i] = d.qfrc_constraint[i]
    for r in range(d.nefc):
        d.forward_force[r] = d.efc_force[r]
        d.forward_state[r] = d.efc_state[r]


@stage
def compare_forward(m, d):
    """Set solver_fwdinv to the norms of the differences in constraint force and in applied force, and undo the inverse.

    The applied force that forward dynamics used is qfrc_smooth - qfrc_passive + qfrc_bias.

    reads:  d.nefc d.qfrc_smooth d.qfrc_passive d.qfrc_bias d.qfrc_constraint
    writes: d.solver_fwdinv d.qfrc_constraint d.efc_force d.efc_state
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
