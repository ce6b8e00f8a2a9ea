"""What the solvers found, put back into the order of the rows."""

from corten.runtime import reduce_max, stage


@stage
def finish_solver(m, d):
    """Set efc_force and efc_state from the islands' results; rows that move nothing give no force.

    reads:  d.island_row d.island_rowadr d.island_rownum d.nefc
    writes: d.efc_force d.efc_state
    """
    row, force, state = d.island_row, d.iefc_force, d.iefc_state

    for r in range(d.nefc):
        d.efc_force[r] = 0.0
        d.efc_state[r] = 0
    for k in range(d.nisland):
        for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
            d.efc_force[row[q]] = force[q]
            d.efc_state[row[q]] = state[q]


@stage
def finish_tree(m, d):
    """Set efc_force and efc_state where all rows are those of one island.

    reads:  d.nefc d.iefc_force d.iefc_state
    writes: d.efc_force d.efc_state
    """
    for r in range(reduce_max(d.nefc)):
        d.efc_force[r] = d.iefc_force[r]
        d.efc_state[r] = d.iefc_state[r]
