"""Rows that follow a single tendon: its friction loss and its limits."""

from corten.runtime import helper
from corten.stages.constraint.row import add_rows, drop_empty_rows, set_row


@helper
def add_tendon_row(m, d, kind, tendon, factor, values):
    """Add a row with the scaled Jacobian of a tendon; one without dofs is left out."""
    first, nnz = m.ten_J_rowadr[tendon], m.ten_J_rownnz[tendon]
    row, entry = add_rows(d, 1, nnz)
    if row >= 0:
        for k in range(nnz):
            d.efc_J_colind[entry + k] = m.ten_J_colind[first + k]
            d.efc_J_values[entry + k] = factor * d.ten_J_value[first + k]
        set_row(d, row, (kind, tendon), (entry, nnz), values)
        drop_empty_rows(m, d, row, 1)
