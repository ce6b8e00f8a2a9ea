"""Couplings of the effective metric, island by island: rows whose force is always quadratic."""

from corten.deformable.fields.kinds import CONTACT_HEAD
from corten.deformable.rods.frames import twist_dof
from corten.runtime import FloatArray, IntArray, helper, select
from corten.stages.constraint.island import Island, dof_at
from corten.stages.metric.couplings import add_contact_row, add_flex_row, add_product
from corten.stages.tree import last_dof


@helper
def is_in_island(m, d, k: int, colind: IntArray, first: int, count: int) -> bool:
    """Tell whether the dofs of a sparse row belong to island k; all of them are in one."""
    return count > 0 and d.tree_island[m.dof_treeid[colind[first]]] == k


@helper
def has_tendon(m, d, k: int, t: int) -> bool:
    """Tell whether tendon t couples dofs of island k."""
    return d.efm_ts[t] != 0.0 and is_in_island(m, d, k, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t])


@helper
def has_output(m, d, k: int, o: int) -> bool:
    """Tell whether output o of an actuator couples dofs of island k."""
    return d.efm_as[o] != 0.0 and is_in_island(m, d, k, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o])


@helper
def has_contact(m, d, k: int, row: int) -> bool:
    """Tell whether the passive contact whose row begins at `row` couples dofs of island k."""
    return is_in_island(m, d, k, d.efm_con_ind, row + CONTACT_HEAD, d.efm_con_ind[row])


@helper
def add_couplings_island(m, d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Add the product of the couplings of an island and x to `result`."""
    k = island.number
    for t in range(m.ntendon):
        if has_tendon(m, d, k, t):
            add_product(m.ten_J_colind, d.ten_J_value, (m.ten_J_rowadr[t], m.ten_J_rownnz[t]), d.efm_ts[t], x, result)
    for o in range(m.nout):
        if has_output(m, d, k, o):
            add_product(d.moment_colind, d.moment, (d.moment_rowadr[o], d.moment_rownnz[o]), d.efm_as[o], x, result)
    if m.nefmKrow > 0:
        for p in range(island.dofs):
            add_flex_row(m, d, dof_at(d, island, p), x, result)
    if m.nflex > 0:
        row = 0
        while row < d.nefmcon:
            if has_contact(m, d, k, row):
                add_contact_row(d, row, x, result)
            row += CONTACT_HEAD + d.efm_con_ind[row]


@helper
def unite_coupled_trees(m, d) -> None:
    """Unite the trees that each coupling ties together, in tree_link."""
    for t in range(m.ntendon):
        if d.efm_ts[t] != 0.0:
            unite_row(m, d, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t])
    for o in range(m.nout):
        if d.efm_as[o] != 0.0:
            unite_row(m, d, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o])
    for i in range(m.nefmKrow):
        unite_row(m, d, m.efmK_colind, m.efmK_rowadr[i], m.efmK_rownnz[i])
    for e in range(m.nrodedge):
        unite_twist(m, d, e)
    if m.nflex > 0:
        row = 0
        while row < d.nefmcon:
            unite_row(m, d, d.efm_con_ind, row + CONTACT_HEAD, d.efm_con_ind[row])
            row += CONTACT_HEAD + d.efm_con_ind[row]


@helper
def unite_row(m, d, colind: IntArray, first: int, count: int) -> None:
    """Unite the trees of one sparse row."""
    link, treeid = d.tree_link, m.dof_treeid

    for entry in range(first + 1, first + count):
        unite_two(link, treeid[colind[first]], treeid[colind[entry]])


@helper
def unite_twist(m, d, e: int) -> None:
    """Unite the tree that twists an edge of a rod with those of its ends: like MuJoCo, though nothing couples them."""
    dof = twist_dof(m, e)
    if dof >= 0:
        for i in range(2):
            end = last_dof(m, m.flex_vertbodyid[m.rodedge_vertid[e, i]])
            if end >= 0:
                unite_two(d.tree_link, m.dof_treeid[dof], m.dof_treeid[end])


@helper
def unite_two(link: IntArray, one: int, other: int) -> None:
    """Unite the sets of two trees."""
    a, b = find_root(link, one), find_root(link, other)
    link[max(a, b)] = min(a, b)


@helper
def find_root(link: IntArray, tree: int) -> int:
    """Return the representative of a tree's set, halving the way to it."""
    while link[tree] != tree:
        link[tree] = link[link[tree]]
        tree = link[tree]
    return tree


@helper
def widen_for_couplings(m, d, island: Island) -> None:
    """Widen the envelope of the Hessian of an island by the dofs of its couplings."""
    k = island.number
    for t in range(m.ntendon):
        if has_tendon(m, d, k, t):
            widen_for_dofs(d, m.ten_J_colind, m.ten_J_rowadr[t], m.ten_J_rownnz[t])
    for o in range(m.nout):
        if has_output(m, d, k, o):
            widen_for_dofs(d, d.moment_colind, d.moment_rowadr[o], d.moment_rownnz[o])
    if m.nefmKrow > 0:
        widen_for_flexes(m, d, island)
    if m.nflex > 0:
        row = 0
        while row < d.nefmcon:
            if has_contact(m, d, k, row):
                widen_for_dofs(d, d.efm_con_ind, row + CONTACT_HEAD, d.efm_con_ind[row])
            row += CONTACT_HEAD + d.efm_con_ind[row]


@helper
def widen_for_flexes(m, d, island: Island) -> None:
    """Widen the envelope by the dofs that flexes couple, pair by pair."""
    first, idof = d.hessian_first, d.dof_idof

    for p in range(island.dofs):
        i = dof_at(d, island, p)
        for entry in range(m.efmK_rowadr[i], m.efmK_rowadr[i] + m.efmK_rownnz[i]):
            other = idof[m.efmK_colind[entry]]
            row = max(p, other) >> 2
            first[row] = min(first[row], min(p, other) >> 2)


@helper
def widen_for_dofs(d, colind: IntArray, adr: int, num: int) -> None:
    """Widen the envelope by the dofs of a sparse row."""
    first, idof = d.hessian_first, d.dof_idof

    low = idof[colind[adr]] >> 2
    for entry in range(adr + 1, adr + num):
        low = min(low, idof[colind[entry]] >> 2)
    for entry in range(adr, adr + num):
        i = idof[colind[entry]] >> 2
        first[i] = min(first[i], low)


@helper
def add_couplings_to_hessian(m, d, island: Island, here: bool) -> None:
    """Add scale * J'J of the couplings of an island, and its part of efm_K, to its Hessian, where `here` says so."""
    k = island.number
    for t in range(m.ntendon):
        if here and has_tendon(m, d, k, t):
            add_square(d, m.ten_J_colind, d.ten_J_value, m.ten_J_rowadr[t], m.ten_J_rownnz[t], d.efm_ts[t])
    for o in range(m.nout):
        if here and has_output(m, d, k, o):
            add_square(d, d.moment_colind, d.moment, d.moment_rowadr[o], d.moment_rownnz[o], d.efm_as[o])
    if m.nefmKrow > 0:
        add_flexes_to_hessian(m, d, island, here)
    if m.nflex > 0:
        row = 0
        while row < d.nefmcon:
            if here and has_contact(m, d, k, row):
                add_square(d, d.efm_con_ind, d.efm_con_val, row + CONTACT_HEAD, d.efm_con_ind[row], d.efm_con_val[row])
            row += CONTACT_HEAD + d.efm_con_ind[row]


@helper
def add_flexes_to_hessian(m, d, island: Island, here: bool) -> None:
    """Add the part of efm_K of an island to its Hessian."""
    hessian, start, idof = d.hessian, d.hessian_adr, d.dof_idof

    for p in range(island.dofs):
        i = dof_at(d, island, p)
        for entry in range(m.efmK_rowadr[i], m.efmK_rowadr[i] + m.efmK_rownnz[i]):
            other = idof[m.efmK_colind[entry]]
            row, column = max(p, other), min(p, other)
            hessian[start[row >> 2] + 4 * column + (row & 3)] += select(here, d.efm_K[entry], 0.0)


@helper
def add_square(d, colind: IntArray, value: FloatArray, adr: int, num: int, scale: float) -> None:
    """Add scale * J'J of a sparse row to the Hessian."""
    hessian, start, idof = d.hessian, d.hessian_adr, d.dof_idof

    for i in range(num):
        at = idof[colind[adr + i]]
        scaled = scale * value[adr + i]
        for j in range(i + 1):
            other = idof[colind[adr + j]]
            row, column = max(at, other), min(at, other)
            hessian[start[row >> 2] + 4 * column + (row & 3)] += scaled * value[adr + j]
