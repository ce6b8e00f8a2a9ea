"""Couplings of the metric: scale * J'J for each tendon, output of an actuator and passive contact that has a scale."""

from corten.deformable.fields.kinds import CONTACT_HEAD
from corten.enums import Integrator, StepErrorKind
from corten.linalg.three_rows import add_three_rows
from corten.linalg.tree_ldl import factor_tree, mul_tree
from corten.runtime import FloatArray, IntArray, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.inertia.mass_matrix import count_raised_pivots
from corten.stages.tree import last_dof

SCRATCH = scratch(
    Field("qH_diag", F8, ("nv",), "diagonal of what is factored of the metric, those of the couplings included"),
    readers=("corten.deformable.metric", "corten.stages.constraint"),
)


@stage
def factor_metric(m, d) -> int:
    """Factor efm_M with the diagonals of all couplings added, into qH."""
    rownnz, rowadr, diagonal, matrix = m.M_rownnz, m.M_rowadr, d.qH_diag, d.qH

    d.damped_missing = 0
    for i in range(m.nv):
        diagonal[i] = d.efm_M[rowadr[i] + rownnz[i] - 1]
    for t in range(m.ntendon):
        if d.efm_ts[t] != 0.0:
            add_squares(m.ten_J_colind, d.ten_J_value, m.ten_J_rowadr[t], m.ten_J_rownnz[t], d.efm_ts[t], diagonal)
    for o in range(m.nout):
        if d.efm_as[o] != 0.0:
            add_squares(d.moment_colind, d.moment, d.moment_rowadr[o], d.moment_rownnz[o], d.efm_as[o], diagonal)

    for entry in range(m.nC):
        matrix[entry] = d.efm_M[entry]
    changed = False
    for i in range(m.nv):
        matrix[rowadr[i] + rownnz[i] - 1] = diagonal[i]
        changed = changed or diagonal[i] != d.M[rowadr[i] + rownnz[i] - 1]
    failed = factor_tree(matrix, d.qHDiagInv, rownnz, rowadr, m.M_colind, m.nv)
    if failed >= 0:
        d.error_where = failed
        return StepErrorKind.CHOLESKY_FAILED
    # where it is M, its small pivots have been counted
    if changed:
        count_raised_pivots(m, d, d.qHDiagInv)
    return 0


@helper
def in_metric(m) -> bool:
    """Tell whether the step is solved in the effective metric instead of the mass matrix."""
    return m.opt_integrator == Integrator.DISCRETE


@helper
def mul_metric(m, d, x: FloatArray, result: FloatArray) -> None:
    """Write the product of the metric and x into `result`."""
    mul_tree(result, d.efm_M, m.M_rownnz, m.M_rowadr, m.M_colind, m.nv, x)
    for t in range(m.ntendon):
        if d.efm_ts[t] != 0.0:
            add_product(m.ten_J_colind, d.ten_J_value, (m.ten_J_rowadr[t], m.ten_J_rownnz[t]), d.efm_ts[t], x, result)
    for o in range(m.nout):
        if d.efm_as[o] != 0.0:
            add_product(d.moment_colind, d.moment, (d.moment_rowadr[o], d.moment_rownnz[o]), d.efm_as[o], x, result)
    for i in range(m.nefmKrow):
        add_flex_row(m, d, i, x, result)
    if m.nflex > 0:
        row = 0
        while row < d.nefmcon:
            add_contact_row(d, row, x, result)
            row += CONTACT_HEAD + d.efm_con_ind[row]


@helper
def add_contact_row(d, row: int, x: FloatArray, result: FloatArray) -> None:
    """Add the product of the passive contact whose row begins at `row` and x to `result`."""
    add_product(d.efm_con_ind, d.efm_con_val, (row + CONTACT_HEAD, d.efm_con_ind[row]), d.efm_con_val[row], x, result)


@helper
def add_flex_row(m, d, i: int, x: FloatArray, result: FloatArray) -> None:
    """Add the product of row i of efm_K, of which the lower triangle is kept, and x to `result`.

    The first of three rows with the same columns stands for all.
    """
    if m.efmK_three[i] == 1:
        add_three_rows(d.efm_K, m.efmK_rownnz, m.efmK_rowadr, m.efmK_colind, i, x, result)
    elif m.efmK_three[i] == 0:
        total = 0.0
        for entry in range(m.efmK_rowadr[i], m.efmK_rowadr[i] + m.efmK_rownnz[i]):
            j, value = m.efmK_colind[entry], d.efm_K[entry]
            total += value * x[j]
            result[j] += (value if j != i else 0.0) * x[i]
        result[i] += total


@helper
def add_squares(
    colind: IntArray, value: FloatArray, first: int, count: int, scale: float, diagonal: FloatArray
) -> None:
    """Add the diagonal of scale * J'J, where J has `count` entries from `first` on."""
    for entry in range(first, first + count):
        diagonal[colind[entry]] += scale * value[entry] * value[entry]


@helper
def add_product(
    colind: IntArray, value: FloatArray, entries: tuple[int, int], scale: float, x: FloatArray, result: FloatArray
) -> None:
    """Add scale * J'J x to `result`, where J has entries (first, count)."""
    total = 0.0
    for entry in range(entries[0], entries[0] + entries[1]):
        total += value[entry] * x[colind[entry]]
    add_row(colind, value, entries[0], entries[1], scale * total, result)


@helper
def add_row(colind: IntArray, value: FloatArray, first: int, count: int, scale: float, result: FloatArray) -> None:
    """Add scale * J' to `result`."""
    for entry in range(first, first + count):
        result[colind[entry]] += scale * value[entry]


@helper
def mark_coupled_trees(m, d, mark: IntArray) -> None:
    """Write 1 for each tree that a coupling moves and 0 for all others into `mark`.

    Like MuJoCo, it does not count passive contacts: a body that floats alone feels them as forces without stiffness.
    """
    treeid = m.dof_treeid

    for t in range(m.ntree):
        mark[t] = 0
    for t in range(m.ntendon):
        if d.efm_ts[t] != 0.0:
            for entry in range(m.ten_J_rowadr[t], m.ten_J_rowadr[t] + m.ten_J_rownnz[t]):
                mark[treeid[m.ten_J_colind[entry]]] = 1
    for o in range(m.nout):
        if d.efm_as[o] != 0.0:
            for entry in range(d.moment_rowadr[o], d.moment_rowadr[o] + d.moment_rownnz[o]):
                mark[treeid[d.moment_colind[entry]]] = 1
    if m.nefmK > 0:
        mark_flexes(m, mark)


@helper
def mark_flexes(m, mark: IntArray) -> None:
    """Write 1 for each tree that moves vertices or nodes of elastic flexes into `mark`."""
    for f in range(m.nflex):
        if m.flex_rigid[f] == 0 and (m.flex_stiffnessadr[f] >= 0 or m.flex_bendingadr[f] >= 0):
            for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
                mark_body(m, m.flex_vertbodyid[v], mark)
            for n in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
                mark_body(m, m.flex_nodebodyid[n], mark)


@helper
def mark_body(m, body: int, mark: IntArray) -> None:
    """Write 1 for the tree of a body, if there is one, into `mark`."""
    dof = last_dof(m, max(body, 0))
    if dof >= 0:
        mark[m.dof_treeid[dof]] = 1
