"""Forces of passive contacts of flexes."""

from corten.runtime import stage
from corten.stages.flex.passive_contacts import HEAD


@stage
def flex_contact_forces(m, d):
    """Add J' force of passive contacts to the forces of springs.

    reads:  d.nefmcon d.efm_con_ind d.efm_con_val d.qfrc_spring
    writes: d.qfrc_spring
    """
    dof, value, spring = d.efm_con_ind, d.efm_con_val, d.qfrc_spring

    row = 0
    while row < d.nefmcon:
        for entry in range(row + HEAD, row + HEAD + dof[row]):
            spring[dof[entry]] += value[row + 1] * value[entry]
        row += HEAD + dof[row]
