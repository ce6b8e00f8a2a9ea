"""Products of sparse rows, added to the matrix qDeriv of velocity derivatives."""

from corten.runtime import helper


@helper
def add_outer_product(m, matrix, value, colind, first, count, scale):
    """Add scale * row' row to a matrix with the sparsity of qDeriv; what lies outside of it is dropped.

    The row has `count` entries from `first` on, in ascending order of their dofs, as have the rows of the matrix.
    """
    rownnz, rowadr, column = m.D_rownnz, m.D_rowadr, m.D_colind
    for a in range(first, first + count):
        i = colind[a]
        factor = scale * value[a]
        entry = rowadr[i]
        end = entry + rownnz[i]
        for b in range(first, first + count):
            while entry < end and column[min(entry, end - 1)] < colind[b]:
                entry += 1
            if entry < end and column[min(entry, end - 1)] == colind[b]:
                matrix[entry] += factor * value[b]
