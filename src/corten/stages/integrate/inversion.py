"""Inverse dynamics of a simulated step: from the change of velocity to the acceleration that caused it.

A step changes qvel by h qacc_step, where H qacc_step = f with the matrix H of the integrator, while the forward
dynamics have M qacc = f. Given qacc_step in place of qacc (EnableBit.INVDISCRETE), qacc = inv(M) H qacc_step: that is
the stage `invert_` of each integrator.
"""

from corten.runtime import helper, stage


@stage
def restore_acceleration(m, d):
    """Give qacc back the value that it had before it was replaced.

    reads:  d.qacc_saved
    writes: d.qacc
    """
    qacc, saved = d.qacc, d.qacc_saved

    for i in range(m.nv):
        qacc[i] = saved[i]


@helper
def save_acceleration(m, d):
    """Copy qacc to qacc_saved."""
    qacc, saved = d.qacc, d.qacc_saved

    for i in range(m.nv):
        saved[i] = qacc[i]
