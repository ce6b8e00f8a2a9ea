"""The island of a model that has a single tree: all rows, or none where there are no rows."""

from corten.runtime import reduce_max, stage


@stage
def single_island(m, d):
    """Do for one tree what `find_islands` does for many: every row moves some of its dofs.

    reads:  d.nefc
    writes: d.nisland d.tree_island d.island_row d.efc_island d.island_dof d.dof_place
    """
    some = 1 if d.nefc > 0 else 0
    d.nisland = some
    d.tree_island[0] = some - 1
    d.tree_order[0] = 0
    d.island_treeadr[0] = 0
    d.island_treenum[0] = 1
    d.island_rowadr[0] = 0
    d.island_rownum[0] = d.nefc
    for r in range(reduce_max(d.nefc)):
        d.island_row[r] = r
        d.efc_island[r] = 0

    # leaves before roots
    d.island_dofadr[0] = 0
    d.island_dofnum[0] = m.nv
    for i in range(m.nv):
        d.island_dof[i] = m.nv - 1 - i
        d.dof_place[i] = m.nv - 1 - i
