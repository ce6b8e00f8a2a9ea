"""M = L'DL of a dense matrix, one number at a time."""

import numpy as np


def factor(matrix: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return (L with unit diagonal, the diagonal of D)."""
    rest, n = np.array(matrix, float), len(matrix)
    lower, diagonal = np.eye(n), np.zeros(n)
    for k in reversed(range(n)):
        diagonal[k] = rest[k, k]
        lower[k, :k] = rest[k, :k] / rest[k, k]
        for i in range(k):
            for j in range(k):
                rest[i, j] -= lower[k, i] * diagonal[k] * lower[k, j]
    return lower, diagonal


def dense_rows(model, values: np.ndarray) -> np.ndarray:
    """Return row storage along the tree as a lower triangle, shape (nv, nv)."""
    dense = np.zeros((model.nv, model.nv))
    for i in range(model.nv):
        row = slice(model.M_rowadr[i], model.M_rowadr[i] + model.M_rownnz[i])
        dense[i, model.M_colind[row]] = values[row]
    return dense
