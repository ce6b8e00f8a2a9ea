"""Incomplete factors of the metric where there are elastic flexes: what conjugate gradients are preconditioned with."""

from corten.linalg.incomplete_ldl import factor_incomplete, solve_incomplete
from corten.runtime import helper, stage


@stage
def factor_flexes(m, d):
    """Factor efm_M, the diagonals of its couplings and efm_K together, without fill-in.

    reads:  m.M_colind m.efmK_rownnz m.efmK_rowadr m.efmK_colind d.efm_M d.efm_K d.efm_backbone
    writes: d.efm_L d.efm_LDiagInv
    """
    factor, colind = d.efm_L, m.efmK_colind

    for i in range(m.nefmKrow):
        first, last = m.efmK_rowadr[i], m.efmK_rowadr[i] + m.efmK_rownnz[i] - 1
        source, end = m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1
        for entry in range(first, last):
            factor[entry] = d.efm_K[entry]
            if source < end and m.M_colind[source] == colind[entry]:
                factor[entry] += d.efm_M[source]
                source += 1
        factor[last] = d.efm_K[last] + d.efm_backbone[i]
    factor_incomplete(factor, d.efm_LDiagInv, m.efmK_rownnz, m.efmK_rowadr, colind, m.nefmKrow)


@helper
def solve_flexes(m, d, begin, end, x):
    """Replace the dofs `begin` to `end` of x by what the incomplete factors make of them."""
    solve_incomplete(d.efm_L, d.efm_LDiagInv, m.efmK_rownnz, m.efmK_rowadr, m.efmK_colind, (begin, end), x)
