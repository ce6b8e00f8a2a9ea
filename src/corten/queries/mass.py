"""The mass matrix as an operator; `forward` (or `crb` and `factor_mass`) must have run."""

import numpy as np
from numpy import empty
from numpy.typing import ArrayLike

from corten.data import DATA, Data
from corten.data.dense_mass import mass_matrix
from corten.data.query import DataQuery
from corten.model import Model
from corten.runtime import stage
from corten.runtime.fields import F8
from corten.runtime.parameters import array
from corten.runtime.query import query_layout
from corten.stages import inertia

__all__ = ["mass_matrix", "mul_mass", "solve_mass"]

_VECTOR = array("vector", F8, ("nv",), "a vector over the dofs")

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
def multiply(m, d) -> None:
    """Compute M x."""
    inertia.mul_mass(m, d, d.product, d.vector)


@stage
def solve(m, d) -> None:
    """Compute inv(M) x."""
    for i in range(m.nv):
        d.solution[i] = d.vector[i]
    inertia.solve_mass(m, d, d.solution)


class MassProduct(DataQuery):
    """The product with the mass matrix."""

    layout, stages, arguments, results = PRODUCT, (multiply,), ("vector",), ("product",)


class MassSolution(DataQuery):
    """The solution of a system with the mass matrix."""

    layout, stages, arguments, results = SOLUTION, (solve,), ("vector",), ("solution",)


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
