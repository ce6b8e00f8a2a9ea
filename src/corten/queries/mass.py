"""The mass matrix as an operator; `forward` (or `crb` and `factor_mass`) must have run."""

import numpy as np
from numpy import empty
from numpy.typing import ArrayLike

from corten.data import DATA, Data
from corten.data.query import DataQuery
from corten.model import Model
from corten.runtime import stage
from corten.runtime.fields import F8
from corten.runtime.parameters import array
from corten.runtime.query import query_layout
from corten.stages import inertia

_VECTOR = array("vector", F8, ("nv",), "a vector over the dofs")

DENSE = query_layout(
    "DenseMass",
    "corten.queries.mass:DENSE",
    (array("matrix", F8, ("nv", "nv"), "the mass matrix"),),
    DATA,
    ("M",),
)
PRODUCT = query_layout(
    "MassProduct",
    "corten.queries.mass:PRODUCT",
    (_VECTOR, array("product", F8, ("nv",), "M times the vector")),
    DATA,
    ("M",),
)
SOLUTION = query_layout(
    "MassSolution",
    "corten.queries.mass:SOLUTION",
    (_VECTOR, array("solution", F8, ("nv",), "inv(M) times the vector")),
    DATA,
    ("qLD", "qLDiagInv"),
)


@stage
def fill_matrix(m, d) -> None:
    """Write the mass matrix with both of its halves."""
    rownnz, rowadr, colind, value, matrix = m.M_rownnz, m.M_rowadr, m.M_colind, d.M, d.matrix

    for i in range(m.nv):
        for j in range(m.nv):
            matrix[i, j] = 0.0
    for i in range(m.nv):
        for entry in range(rowadr[i], rowadr[i] + rownnz[i]):
            j = colind[entry]
            matrix[i, j] = value[entry]
            matrix[j, i] = value[entry]


@stage
def multiply(m, d) -> None:
    """Compute M x."""
    inertia.mul_mass(m, d, d.product, d.vector)


@stage
def solve(m, d) -> None:
    """Compute inv(M) x."""
    for i in range(m.nv):
        d.solution[i] = d.vector[i]
    inertia.solve_mass(m, d, d.solution)


class DenseMass(DataQuery):
    """The mass matrix."""

    layout, stages, results = DENSE, (fill_matrix,), ("matrix",)


class MassProduct(DataQuery):
    """The product with the mass matrix."""

    layout, stages, arguments, results = PRODUCT, (multiply,), ("vector",), ("product",)


class MassSolution(DataQuery):
    """The solution of a system with the mass matrix."""

    layout, stages, arguments, results = SOLUTION, (solve,), ("vector",), ("solution",)


def mass_matrix(model: Model, data: Data, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the mass matrix, shape (nv, nv)."""
    try:
        matrix = empty((model.nv, model.nv)) if out is None else out
        if data._attached[DenseMass](model, matrix) == 0:
            return matrix
    except (AttributeError, KeyError):
        pass
    return DenseMass.answer(model, data, (), out)


def mul_mass(model: Model, data: Data, vector: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return M @ vector."""
    try:
        product = empty(model.nv) if out is None else out
        if data._attached[MassProduct](model, vector, product) == 0:
            return product
    except (AttributeError, KeyError):
        pass
    return MassProduct.answer(model, data, (vector,), out)


def solve_mass(model: Model, data: Data, vector: ArrayLike, *, out: np.ndarray | None = None) -> np.ndarray:
    """Return M^-1 @ vector, with the factors that the last `factor_mass` left."""
    try:
        solution = empty(model.nv) if out is None else out
        if data._attached[MassSolution](model, vector, solution) == 0:
            return solution
    except (AttributeError, KeyError):
        pass
    return MassSolution.answer(model, data, (vector,), out)
