"""Modes of strain: the ways to move the nodes of a cell that change its shape, scaled by the root of their stiffness.

They are the eigenvectors of its stiffness, found by Jacobi's rotations in MuJoCo's order and with its tolerances: of
modes that are equally stiff, any mixture would do, and rounding decides.
"""

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

# of a material that all flexes share: modes do not depend on how stiff a flex is (MuJoCo's values)
YOUNG, POISSON = 10.0, 0.3

# rotations end when all entries beside the diagonal are below the one, and leave out those below the other [N/m]
CONVERGED, NEGLIGIBLE = 1e-12, 1e-15
SWEEPS = 200

# stiffness of modes that count, relative to the stiffest
LEAST_STIFFNESS = 1e-8


def strain_modes(stiffness: Points) -> Points:
    """Return (cells, n n) from -K (cells, n, n): how many modes each cell has, then the modes, and zeros."""
    kinds, which = np.unique(stiffness, axis=0, return_inverse=True)
    values, vectors = eigenvectors(kinds)
    result = np.zeros((len(kinds), stiffness.shape[1] ** 2))
    for row, value, columns in zip(result, values, vectors, strict=True):
        chosen = np.flatnonzero(-value > LEAST_STIFFNESS * np.abs(value).max())
        modes = (np.sqrt(-value[chosen]) * columns[:, chosen]).T
        row[0], row[1 : 1 + modes.size] = len(chosen), modes.ravel()
    return result[which.ravel()]


def eigenvectors(matrices: Points) -> tuple[Points, Points]:
    """Return eigenvalues (k, n) and eigenvectors (k, n, n), in columns, of symmetric matrices (k, n, n)."""
    # the matrix is the last index, so that all are rotated at once
    rest = np.moveaxis(matrices, 0, -1).copy()
    n = len(rest)
    vectors = np.repeat(np.eye(n)[:, :, None], rest.shape[2], axis=2)
    beside = np.triu_indices(n, 1)
    for _sweep in range(SWEEPS):
        going = np.einsum("ik,ik->k", rest[beside], rest[beside]) >= CONVERGED * CONVERGED
        if not going.any():
            break
        for p in range(n):
            for q in range(p + 1, n):
                _rotate(rest, vectors, (p, q), going)
    return np.diagonal(rest).copy(), np.moveaxis(vectors, -1, 0)


def _rotate(rest: Points, vectors: Points, pair: tuple[int, int], going: NDArray[np.bool_]) -> None:
    """Rotate the matrices that are not done about the plane of two axes, so that their entry there vanishes."""
    p, q = pair
    chosen = np.flatnonzero(going & (np.abs(rest[p, q]) >= NEGLIGIBLE))
    if not len(chosen):
        return
    entry, first, second = rest[p, q, chosen], rest[p, p, chosen], rest[q, q, chosen]
    tau = (second - first) / (2.0 * entry)
    tangent = np.where(tau >= 0, 1.0, -1.0) / (np.abs(tau) + np.sqrt(1.0 + tau * tau))
    cosine = 1.0 / np.sqrt(1.0 + tangent * tangent)
    sine = tangent * cosine
    one, other = rest[:, p, chosen], rest[:, q, chosen]
    turned, across = cosine * one - sine * other, sine * one + cosine * other
    turned[p], turned[q] = first - tangent * entry, 0.0
    across[p], across[q] = 0.0, second + tangent * entry
    rest[:, p, chosen] = turned
    rest[p][:, chosen] = turned
    rest[:, q, chosen] = across
    rest[q][:, chosen] = across
    one, other = vectors[:, p, chosen], vectors[:, q, chosen]
    vectors[:, p, chosen], vectors[:, q, chosen] = cosine * one - sine * other, sine * one + cosine * other
