"""The mass matrix as a full one."""

from typing import TYPE_CHECKING

import numpy as np
from numpy import empty

from corten.data.fields import DATA
from corten.data.query import DataQuery
from corten.model.model import Model
from corten.runtime import stage
from corten.runtime.fields import F8
from corten.runtime.parameters import array
from corten.runtime.query import query_layout

if TYPE_CHECKING:
    from corten.data.data import Data

DENSE = query_layout(
    "DenseMass",
    "corten.data.dense_mass:DENSE",
    (array("matrix", F8, ("nv", "nv"), "the mass matrix"),),
    DATA,
    ("M",),
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


class DenseMass(DataQuery):
    """The mass matrix."""

    layout, stages, results = DENSE, (fill_matrix,), ("matrix",)


def mass_matrix(model: Model, data: "Data", *, out: np.ndarray | None = None) -> np.ndarray:
    """Return the mass matrix, shape (nv, nv)."""
    try:
        matrix = empty((model.nv, model.nv)) if out is None else out
        if data._attached[DenseMass](model, matrix) == 0:
            return matrix
    except (AttributeError, KeyError):
        pass
    return DenseMass.answer(model, data, (), out)
