"""The matrix of the dual problem, A = J inv(M) J', as the product Y Y' of the whitened Jacobian with itself.

With M = L' D L, a row of Y is inv(sqrt(D)) inv(L') times that row of J: nonzero for its dofs and those between them and
the root. Dual solvers keep the motion Y' force, so that a row of A times all forces costs as much as the row of Y has
entries, and only what forces of one contact do to each other is kept as numbers of A.
"""

from corten.enums import ConstraintType, StepErrorKind
from corten.runtime import helper, sqrt, stage
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.rows import group_size


@stage
def whiten_rows(m, d):
    """Set Y for the rows of all islands, and the blocks of A on its diagonal.

    reads:  m.M_colind m.M_rowadr m.M_rownnz d.efc_J_colind d.efc_J_rowadr d.efc_J_rownnz d.efc_J_values
    writes: d.nY
    """
    prepare_whitening(m, d)
    for k in range(d.nisland):
        whiten_island(m, d, k)
    return StepErrorKind.CAPACITY if d.nY > d.maxY else 0


@helper
def prepare_whitening(m, d):
    """Set what all islands share."""
    d.nY = 0
    for i in range(m.nv):
        d.dual_sqrt_diag_inv[i] = sqrt(d.qHDiagInv[i] if in_metric(m) else d.qLDiagInv[i])
        d.dual_dof_row[i] = -1


@helper
def whiten_island(m, d, k):
    """Set Y and the blocks of A for the rows of island k as far as there is room; nY counts what is needed."""
    last = d.island_rowadr[k] + d.island_rownum[k]
    q = d.island_rowadr[k]
    while q < last:
        num = group_size(d, q, last)
        begin = d.nY
        n = list_columns(m, d, q, begin)
        d.nY = begin + n * num
        if d.nY <= d.maxY:
            for j in range(num):
                d.Y_rowadr[q + j] = begin + n * j
                d.Y_coladr[q + j] = begin
                d.Y_rownnz[q + j] = n
                if in_metric(m):
                    whiten_row(m, d, q + j, d.qH)
                else:
                    whiten_row(m, d, q + j, d.qLD)
            set_group_products(d, q, num)
        q += num


@helper
def list_columns(m, d, q, begin):
    """List the dofs of row q and those between them and the root in Y_colind from `begin` on; return how many."""
    mark, treeid, colind, listed = d.dual_dof_row, m.dof_treeid, d.efc_J_colind, d.Y_colind
    r = d.island_row[q]
    first = d.efc_J_rowadr[r]
    last = first + d.efc_J_rownnz[r]

    for entry in range(first, last):
        row = m.M_rowadr[colind[entry]]
        above = row + m.M_rownnz[colind[entry]] - 1
        while above >= row and mark[m.M_colind[max(above, row)]] != q:
            mark[m.M_colind[above]] = q
            above -= 1

    # each tree from its first dof to the last one of the row
    count = 0
    for entry in range(first, last):
        tree = treeid[colind[entry]]
        if entry + 1 == last or treeid[colind[min(entry + 1, last - 1)]] != tree:
            for i in range(m.tree_dofadr[tree], colind[entry] + 1):
                if mark[i] == q:
                    if begin + count < d.maxY:
                        listed[begin + count] = i
                    count += 1
    return count


@helper
def whiten_row(m, d, q, factor):
    """Set row q of Y with the factor of M: leaves first, each relieves its ancestors."""
    x, colind, values, scale = d.dual_motion, d.Y_colind, d.Y_values, d.dual_sqrt_diag_inv
    r = d.island_row[q]
    adr, columns, n = d.Y_rowadr[q], d.Y_coladr[q], d.Y_rownnz[q]

    for p in range(columns, columns + n):
        x[colind[p]] = 0.0
    for entry in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
        x[d.efc_J_colind[entry]] = d.efc_J_values[entry]
    for p in range(n - 1, -1, -1):
        i = colind[columns + p]
        value = x[i]
        values[adr + p] = value * scale[i]
        for entry in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1):
            x[m.M_colind[entry]] -= factor[entry] * value


@helper
def set_group_products(d, q, num):
    """Set the diagonal of A for `num` rows from q on, and what the forces of one cone or pair of edges share."""
    block, kind = d.dual_A, d.efc_type[d.island_row[q]]
    size = 1
    if kind == ConstraintType.CONTACT_ELLIPTIC:
        size = num
    elif kind == ConstraintType.CONTACT_PYRAMIDAL:
        size = 2
    for i in range(num):
        first = i - i % size
        for j in range(first, i + 1):
            value = dot_whitened_rows(d, q + i, q + j)
            block[q + i, j - first] = value
            block[q + j, i - first] = value
        d.dual_diag[q + i] = block[q + i, i - first]


@helper
def dot_whitened_rows(d, a, b):
    """Return the inner product of two rows of Y that have the same dofs."""
    values, first, second = d.Y_values, d.Y_rowadr[a], d.Y_rowadr[b]
    total = 0.0
    for p in range(d.Y_rownnz[a]):
        total += values[first + p] * values[second + p]
    return total


@helper
def sum_motion(d, k):
    """Set the motion Y' force of island k."""
    motion, dof, force = d.dual_motion, d.island_dof, d.iefc_force

    for p in range(d.island_dofadr[k], d.island_dofadr[k] + d.island_dofnum[k]):
        motion[dof[p]] = 0.0
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        if force[q] != 0.0:
            add_motion(d, q, force[q])


@helper
def add_motion(d, q, force):
    """Add what a force on row q does to the motion."""
    motion, colind, values = d.dual_motion, d.Y_colind, d.Y_values
    adr, columns = d.Y_rowadr[q], d.Y_coladr[q]
    for p in range(d.Y_rownnz[q]):
        motion[colind[columns + p]] += values[adr + p] * force


@helper
def row_gradient(d, q):
    """Return the slope of the dual cost by the force on row q without its softness: b + A force."""
    motion, colind, values = d.dual_motion, d.Y_colind, d.Y_values
    adr, columns = d.Y_rowadr[q], d.Y_coladr[q]
    even = 0.0
    odd = 0.0
    n = d.Y_rownnz[q]
    for p in range(0, n - 1, 2):
        even += values[adr + p] * motion[colind[columns + p]]
        odd += values[adr + p + 1] * motion[colind[columns + p + 1]]
    if n & 1 != 0:
        even += values[adr + n - 1] * motion[colind[columns + n - 1]]
    return d.efc_b[d.island_row[q]] + (even + odd)
