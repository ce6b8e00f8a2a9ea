"""Where the factors of the Hessian of an island with flexes have entries: runs of blocks, by block row and panel.

Trees are eliminated by nested dissection (`newton_supernodal.py`), panel after panel. Within a panel a block row is
full from its first entry on: that is a run. Two block rows that have runs in a panel meet when it is eliminated, so all
of them have runs in the panel of the first of them, its parent, from that one on. What is between panels stays empty.

    panel       0      1      2          block row 5 (in panel 2) has runs in panels 0 and 2:
              0 1    2 3    4 5          those of panel 0 from block 1 on, runL_first = 1
    row 4     . #    . .    #            panel 0 is eliminated: rows 4 and 5 meet, so row 5 has a run from block 4 on
        5     . #    . .    # #          in panel 2, the parent of panel 0

Runs are listed first, panel by panel (`listed_`), in the order in which elimination finds them; then they are sorted by
block row and panel (`runL_`) and get their room in `panel_factor`.
"""

from corten.deformable.fields.kinds import CONTACT_HEAD
from corten.model import Model
from corten.runtime import IntArray, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.constraint.block_rows import begins_group, block_at, count_blocks, first_block
from corten.stages.constraint.island import Island, dof_at
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.couplings import has_contact, has_output, has_tendon


def has_panels(model: Model) -> bool:
    """Tell whether islands of a model may be factored in panels."""
    return model.nelim > 0


# a run: the blocks that a block row has in a panel, from one of them to the last
SCRATCH = scratch(
    Field("npanel", I4, (), "panels of an island"),
    Field("block_panel", I4, ("nblockL",), "panel of each block row of an island"),
    Field("panel_begin", I4, ("nblockL",), "first block of each panel"),
    Field("panel_end", I4, ("nblockL",), "first block behind each panel"),
    Field("panel_next", I4, ("nblockL",), "first block row behind each panel that has a run in it, -1 for none"),
    Field("panel_list", I4, ("nblockL",), "first of the listed runs in each panel"),
    Field("panel_size", I4, ("nblockL",), "blocks of all runs in each panel"),
    Field("block_first", I4, ("nblockL",), "first block of each block row in its own panel"),
    Field("block_list", I4, ("nblockL",), "first of the listed runs of each block row"),
    Field("block_mark", I4, ("nblockL",), "run of each block row in the parent of a panel, -1 for none"),
    Field("block_runadr", I4, ("nblockL",), "first run of each block row"),
    Field("block_runend", I4, ("nblockL",), "first run behind those of each block row; the last is in its own panel"),
    Field("listed_row", I4, ("maxrunL",), "block row of each listed run"),
    Field("listed_panel", I4, ("maxrunL",), "panel of each listed run"),
    Field("listed_first", I4, ("maxrunL",), "first block of each listed run"),
    Field("listed_after", I4, ("maxrunL",), "next run in the same panel"),
    Field("listed_beside", I4, ("maxrunL",), "next run of the same block row"),
    Field("nlisted", I4, (), "listed runs"),
    Field("runL_panel", I4, ("maxrunL",), "panel of each run, ascending in a block row"),
    Field("runL_first", I4, ("maxrunL",), "first block of each run"),
    Field("runL_adr", I4, ("maxrunL",), "entry (4 i + r, c) of block row i stands at runL_adr + 4 c + r"),
    Field("panel_entries", I4, (), "entries of all runs of an island"),
    Field("panel_work", F8, (), "products of blocks that factors take"),
) + scratch(
    Field("nL", I4, (), "entries of factors in panels"),
    Field("nrunL", I4, (), "runs of factors in panels"),
    lasting=True,
)

ROOMS = (
    Room(
        "nblockL",
        "blocks of four degrees of freedom where factors are in panels, else 0",
        first=lambda model: (model.nv + 3) // 4 if has_panels(model) else 0,
    ),
    Room(
        "maxL",
        "room for entries of factors in panels",
        counted_by="nL",
        first=lambda model: 16 if has_panels(model) else 0,
    ),
    Room(
        "maxrunL",
        "room for runs of factors in panels",
        counted_by="nrunL",
        first=lambda model: 16 if has_panels(model) else 0,
    ),
)


@helper
def shape_panels(m, d, island: Island) -> bool:
    """Find the runs of an island's factors; return whether they fit into the room there is."""
    # what M, rows and couplings tie
    number_panels(m, d, island)
    d.nlisted = 0
    tie_mass(m, d, island)
    for q in range(island.row, island.row_end):
        if begins_group(d, q):
            entry = first_block(d, q)
            for b in range(1, count_blocks(d, q)):
                tie(d, block_at(d, entry, b), block_at(d, entry, 0))
    if in_metric(m):
        tie_couplings(m, d, island)
    # what elimination fills in
    for s in range(d.npanel):
        eliminate_panel(d, island, s)
    # runs of block rows in their own panels come on top
    total = d.nlisted + island.blocks
    if total > d.maxrunL:
        # runs that were lost would have led to others
        d.nrunL = max(d.nrunL, 2 * total)
        return False
    d.nrunL = max(d.nrunL, total)
    return lay_out_runs(d, island)


@helper
def number_panels(m, d, island: Island) -> None:
    """Number the panels that an island has; a block belongs to that of its first idof."""
    count, last = 0, -1
    for i in range(island.blocks):
        panel = d.tree_panel[m.dof_treeid[dof_at(d, island, 4 * i)]]
        if panel != last:
            d.panel_begin[count] = i
            d.panel_list[count] = -1
            d.panel_next[count] = -1
            count += 1
            last = panel
        d.panel_end[count - 1] = i + 1
        d.block_panel[i] = count - 1
        d.block_first[i] = i
        d.block_list[i] = -1
    d.npanel = count


@helper
def tie(d, i: int, j: int) -> None:
    """Let the Hessian have an entry in block j, which is not behind i, of block row i."""
    s = d.block_panel[j]
    if d.block_panel[i] == s:
        d.block_first[i] = min(d.block_first[i], j)
    else:
        run = d.block_list[i]
        while run >= 0 and d.listed_panel[max(run, 0)] != s:
            run = d.listed_beside[run]
        if run >= 0:
            d.listed_first[run] = min(d.listed_first[run], j)
        else:
            beside = d.block_list[i]
            number = list_run(d, i, s, j)
            if number >= 0:
                d.listed_beside[number] = beside
                d.block_list[i] = number


@helper
def list_run(d, i: int, s: int, first: int) -> int:
    """List a run of block row i in panel s; return its number, -1 where there is no room, which is counted."""
    number = d.nlisted
    d.nlisted += 1
    if number >= d.maxrunL:
        return -1
    d.listed_row[number] = i
    d.listed_panel[number] = s
    d.listed_first[number] = first
    d.listed_after[number] = d.panel_list[s]
    d.panel_list[s] = number
    return number


@helper
def tie_idofs(d, p: int, q: int) -> None:
    """Let the Hessian have an entry for two idofs."""
    tie(d, max(p, q) >> 2, min(p, q) >> 2)


@helper
def tie_mass(m, d, island: Island) -> None:
    """Tie the dofs of trees that M couples."""
    for p in range(island.dofs):
        i = dof_at(d, island, p)
        # the last entry of a row is the diagonal
        for entry in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1):
            tie_idofs(d, p, d.dof_idof[m.M_colind[entry]])


@helper
def tie_couplings(m, d, island: Island) -> None:
    """Tie the dofs of an island's couplings."""
    k = island.number
    for t in range(m.ntendon):
        if has_tendon(m, d, k, t):
            tie_dofs(d, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t])
    for o in range(m.nout):
        if has_output(m, d, k, o):
            tie_dofs(d, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o])
    if m.nefmKrow > 0:
        for p in range(island.dofs):
            i = dof_at(d, island, p)
            last = p >> 2
            for entry in range(m.efmK_rowadr[i], m.efmK_rowadr[i] + m.efmK_rownnz[i]):
                other = d.dof_idof[m.efmK_colind[entry]]
                if other >> 2 != last:
                    last = other >> 2
                    tie_idofs(d, p, other)
    row = 0
    while row < d.nefmcon:
        if has_contact(m, d, k, row):
            tie_dofs(d, d.efm_con_ind, row + CONTACT_HEAD, d.efm_con_ind[row])
        row += CONTACT_HEAD + d.efm_con_ind[row]


@helper
def tie_dofs(d, colind: IntArray, adr: int, num: int) -> None:
    """Tie the dofs of a sparse row to the first of them, which ties them to each other."""
    low = d.dof_idof[colind[adr]]
    for entry in range(adr + 1, adr + num):
        low = min(low, d.dof_idof[colind[entry]])
    for entry in range(adr, adr + num):
        tie_idofs(d, d.dof_idof[colind[entry]], low)


@helper
def eliminate_panel(d, island: Island, s: int) -> None:
    """Let the block rows with runs in a panel have runs in that of the first of them; runs beyond the room are lost."""
    row, after = d.listed_row, d.listed_after

    first, run = island.blocks, d.panel_list[s]
    while run >= 0:
        first = min(first, row[run])
        run = after[run]
    if first < island.blocks:
        parent = d.block_panel[first]
        d.panel_next[s] = first
        # marks lead from block rows to their runs in that panel
        run = d.panel_list[s]
        while run >= 0:
            d.block_mark[row[run]] = -1
            run = after[run]
        run = d.panel_list[parent]
        while run >= 0:
            d.block_mark[row[run]] = run
            run = after[run]
        run = d.panel_list[s]
        while run >= 0:
            i = row[run]
            mark = d.block_mark[i]
            if d.block_panel[i] == parent:
                d.block_first[i] = min(d.block_first[i], first)
            elif mark >= 0:
                d.listed_first[mark] = min(d.listed_first[mark], first)
            else:
                list_run(d, i, parent, first)
            run = after[run]


@helper
def lay_out_runs(d, island: Island) -> bool:
    """Sort the listed runs by block row and panel, and give each its room; return whether there is room."""
    adr, end = d.block_runadr, d.block_runend

    for i in range(island.blocks):
        end[i] = 1
    for run in range(d.nlisted):
        end[d.listed_row[run]] += 1
    total = 0
    for i in range(island.blocks):
        adr[i] = total
        total += end[i]
        end[i] = adr[i]
    for s in range(d.npanel):
        run = d.panel_list[s]
        while run >= 0:
            add_run(d, d.listed_row[run], s, d.listed_first[run])
            run = d.listed_after[run]
        for i in range(d.panel_begin[s], d.panel_end[s]):
            add_run(d, i, s, d.block_first[i])
    count_work(d, island)
    entries = 0
    for i in range(island.blocks):
        for run in range(adr[i], end[i]):
            first, last = d.runL_first[run], min(i + 1, d.panel_end[d.runL_panel[run]])
            d.runL_adr[run] = entries - 16 * first
            entries += 16 * (last - first)
            d.panel_size[d.runL_panel[run]] += last - first
    d.nL = max(d.nL, entries)
    d.panel_entries = entries
    return entries <= d.maxL


@helper
def add_run(d, i: int, s: int, first: int) -> None:
    """Write the next run of block row i."""
    run = d.block_runend[i]
    d.runL_panel[run] = s
    d.runL_first[run] = first
    d.block_runend[i] = run + 1


@helper
def count_work(d, island: Island) -> None:
    """Estimate the products of blocks that factors take: half the square of the rows below each column."""
    work = 0.0
    for s in range(d.npanel):
        d.panel_size[s] = 0
        below, run = 0, d.panel_list[s]
        while run >= 0:
            below += 1
            run = d.listed_after[run]
        width = d.panel_end[s] - d.panel_begin[s]
        mean = float(below) + 0.5 * float(width)
        work += 0.5 * float(width) * mean * mean
    d.panel_work = work


@helper
def run_start(d, i: int, j: int) -> int:
    """Return where the run of block row i that holds block j would begin if it held all blocks before."""
    s, run = d.block_panel[j], d.block_runend[i] - 1
    while d.runL_panel[run] != s:
        run -= 1
    return d.runL_adr[run]
