"""Incomplete factors of the metric where there are elastic flexes: what conjugate gradients are preconditioned with."""

from corten.deformable.fields.kinds import CONTACT_HEAD
from corten.linalg.cholesky import factor_incomplete, solve_incomplete
from corten.runtime import FloatArray, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("efm_LDiagInv", F8, ("nefmKrow",), "1 / D of efm_L"),
)

# share by which the diagonal is raised where the factors fail without it, at first and at most
FIRST_RAISED, MOST_RAISED = 0.02, 1e3


@stage
def factor_flexes(m, d) -> None:
    """Factor efm_M, the diagonals of its couplings and efm_K together, without fill-in; raise the diagonal if need be.

    Of passive contacts that counts for which there is a place: what they couple within a flex, not between two.
    """
    raised = 0.0
    done = False
    while not done:
        set_metric(m, d, 1.0 + raised)
        rownnz, rowadr, colind, three = m.efmK_rownnz, m.efmK_rowadr, m.efmK_colind, m.efmK_three
        done = factor_incomplete(d.efm_L, d.efm_LDiagInv, rownnz, rowadr, colind, three, m.nefmKrow)
        # where the diagonal is all there is, nothing is left to fail but numbers that are none
        done = done or raised > MOST_RAISED
        raised = max(FIRST_RAISED, 4.0 * raised)


@helper
def set_metric(m, d, share: float) -> None:
    """Set efm_L to the metric, its diagonal times a share."""
    factor, colind = d.efm_L, m.efmK_colind

    for entry in range(m.nefmK):
        factor[entry] = d.efm_K[entry]
    for i in range(m.nefmKrow):
        entry, last = m.efmK_rowadr[i], m.efmK_rowadr[i] + m.efmK_rownnz[i] - 1
        for source in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1):
            while colind[entry] < m.M_colind[source]:
                entry += 1
            factor[entry] += d.efm_M[source]
        factor[last] += d.qH_diag[i]
    row = 0
    while row < d.nefmcon:
        add_contact(m, d, row)
        row += CONTACT_HEAD + d.efm_con_ind[row]
    for i in range(m.nefmKrow):
        factor[m.efmK_rowadr[i] + m.efmK_rownnz[i] - 1] *= share


@helper
def add_contact(m, d, row: int) -> None:
    """Add what there is a place for of the passive contact whose row begins at `row`."""
    dof, slope, first = d.efm_con_ind, d.efm_con_val, row + CONTACT_HEAD
    for one in range(first, first + dof[row]):
        for other in range(first, one + 1):
            entry = find_entry(m, dof[one], dof[other])
            if m.efmK_colind[entry] == dof[other]:
                d.efm_L[entry] += slope[row] * slope[one] * slope[other]


@helper
def solve_flexes(m, d, begin: int, end: int, x: FloatArray) -> None:
    """Replace the dofs `begin` to `end` of x by what the incomplete factors make of them."""
    rownnz, rowadr, colind, three = m.efmK_rownnz, m.efmK_rowadr, m.efmK_colind, m.efmK_three
    solve_incomplete(d.efm_L, d.efm_LDiagInv, rownnz, rowadr, colind, three, (begin, end), x)


@helper
def find_entry(m, i: int, j: int) -> int:
    """Return where the entry of two dofs stands in efm_K."""
    row, column = max(i, j), min(i, j)
    low, high = m.efmK_rowadr[row], m.efmK_rowadr[row] + m.efmK_rownnz[row] - 1
    while low < high:
        middle = (low + high) >> 1
        if m.efmK_colind[middle] < column:
            low = middle + 1
        else:
            high = middle
    return low
