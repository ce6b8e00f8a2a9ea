"""Passive forces of sleeping dofs: they stay as they were."""

from corten.runtime import stage


@stage
def retain_passive(m, d):
    """Retain the passive forces of the last step.

    reads:  d.qfrc_damper d.qfrc_passive d.qfrc_spring d.qfrc_adhesion
    writes: d.retained_passive
    """
    for i in range(m.nv):
        d.retained_passive[i, 0] = d.qfrc_spring[i]
        d.retained_passive[i, 1] = d.qfrc_damper[i]
        d.retained_passive[i, 2] = d.qfrc_passive[i]
        d.retained_passive[i, 3] = d.qfrc_adhesion[i]


@stage
def restore_passive(m, d):
    """Give dofs that sleep their retained passive forces.

    reads:  m.dof_treeid d.retained_passive d.nv_awake d.tree_awake
    writes: d.qfrc_damper d.qfrc_passive d.qfrc_spring d.qfrc_adhesion
    """
    if d.nv_awake < m.nv:
        for i in range(m.nv):
            if d.tree_awake[m.dof_treeid[i]] == 0:
                d.qfrc_spring[i] = d.retained_passive[i, 0]
                d.qfrc_damper[i] = d.retained_passive[i, 1]
                d.qfrc_passive[i] = d.retained_passive[i, 2]
                d.qfrc_adhesion[i] = d.retained_passive[i, 3]
