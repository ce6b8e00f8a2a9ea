"""The mass matrix as an operator; `forward` (or `crb` and `factor_mass`) must have run."""

import numpy as np
from numpy.typing import ArrayLike

from corten.data import Data
from corten.data.data import complete
from corten.data.pair import check_pair, exclusive
from corten.model import Model
from corten.stages.inertia import mul_dof_vector, solve_dof_vector


def mass_matrix(model: Model, data: Data) -> np.ndarray:
    """Return the mass matrix, shape (nv, nv)."""
    check_pair(model, data)
    return data.qM_dense()


def mul_mass(model: Model, data: Data, vector: ArrayLike) -> np.ndarray:
    """Return M @ vector."""
    with exclusive(model, data):
        complete(data, "M")
        data.work.dof_vector[:] = _vector(model, vector)
        mul_dof_vector(model, data)
        return data.work.dof_product.copy()


def solve_mass(model: Model, data: Data, vector: ArrayLike) -> np.ndarray:
    """Return M^-1 @ vector, with the factors that the last `factor_mass` left."""
    with exclusive(model, data):
        complete(data, "qLD")
        data.work.dof_vector[:] = _vector(model, vector)
        solve_dof_vector(model, data)
        return data.work.dof_vector.copy()


def _vector(model: Model, vector: ArrayLike) -> np.ndarray:
    vector = np.asarray(vector, float)
    if vector.shape != (model.nv,):
        raise ValueError(f"the vector has shape {vector.shape}; expected ({model.nv},)")
    return vector
