"""Smooth forces and accelerations of sleeping dofs: they stay as they were."""

from corten.runtime import stage


@stage
def retain_smooth(m, d):
    """Retain the smooth forces and accelerations of the last step.

    reads:  d.qacc_smooth d.qfrc_smooth
    writes: d.retained_smooth
    """
    for i in range(m.nv):
        d.retained_smooth[i, 0] = d.qfrc_smooth[i]
        d.retained_smooth[i, 1] = d.qacc_smooth[i]


@stage
def restore_smooth(m, d):
    """Give dofs that sleep their retained smooth force and acceleration.

    reads:  m.dof_treeid d.retained_smooth d.nv_awake d.tree_awake
    writes: d.qacc_smooth d.qfrc_smooth
    """
    if d.nv_awake < m.nv:
        for i in range(m.nv):
            if d.tree_awake[m.dof_treeid[i]] == 0:
                d.qfrc_smooth[i] = d.retained_smooth[i, 0]
                d.qacc_smooth[i] = d.retained_smooth[i, 1]
