"""Products with the constraint Jacobian and with its transpose."""

from corten.runtime import helper


@helper
def mul_jacobian(d, result, vector):
    """Set result = J vector: a number for each row."""
    rownnz, rowadr, colind, values = d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J_values

    for i in range(d.nefc):
        total = 0.0
        first = rowadr[i]
        for k in range(first, first + rownnz[i]):
            total += values[k] * vector[colind[k]]
        result[i] = total


@helper
def mul_jacobian_transposed(d, nv, result, vector):
    """Set result = J' vector: a number for each dof."""
    rownnz, rowadr, colind, values = d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J_values

    for j in range(nv):
        result[j] = 0.0
    for i in range(d.nefc):
        factor = vector[i]
        if factor != 0.0:
            first = rowadr[i]
            for k in range(first, first + rownnz[i]):
                result[colind[k]] += factor * values[k]
