"""The acceleration of a model without constraints."""

from corten.runtime import stage


@stage
def unconstrained(m, d):
    """Take the smooth acceleration as the acceleration: there is no constraint force.

    reads:  d.qacc_smooth
    writes: d.qacc d.qfrc_constraint
    """
    qacc_smooth, qacc, constraint = d.qacc_smooth, d.qacc, d.qfrc_constraint

    for i in range(m.nv):
        qacc[i] = qacc_smooth[i]
        constraint[i] = 0.0
