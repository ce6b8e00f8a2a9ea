"""What dual solvers see of constraints, as MjData has it: the whitened Jacobian Y and the matrix A + R.

Y = J inv(L) inv(sqrt(D)) with M = L' D L, and A = J inv(M) J' = Y Y'. Models whose solver is no dual one have neither,
as in MuJoCo. Where the constraint Jacobian is dense, so are these. All of them are copies.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.model import is_sparse
from corten.enums import SolverType
from corten.stages.metric import uses_metric


def is_dual(model: corten.Model) -> bool:
    """Tell whether a model's solver needs A."""
    return model.opt_solver == SolverType.PGS or model.opt_noslip_iterations > 0


def unit_lower(data: corten.Data, factors: str = "qLD") -> np.ndarray:
    """Return L of M = L' D L, or of what else was factored, whose diagonal is one."""
    model = data.model
    lower = np.eye(data.nv)
    rows = np.repeat(np.arange(data.nv), model.M_rownnz)
    below = model.M_colind < rows
    lower[rows[below], model.M_colind[below]] = data._views[factors][below]
    return lower


def jacobian_pattern(data: corten.Data) -> np.ndarray:
    """Return which dofs stand in which rows of the constraint Jacobian."""
    found = np.zeros((data.nefc, data.nv), bool)
    number = data._growing["efc_J_rownnz"][: data.nefc]
    start = data._growing["efc_J_rowadr"][: data.nefc]
    for row in range(data.nefc):
        found[row, data._growing["efc_J_colind"][start[row] : start[row] + number[row]]] = True
    return found


def _whitened(data: corten.Data) -> np.ndarray:
    """Return Y as a full matrix; the integrator DISCRETE has its metric in the place of M."""
    factors, inverse = ("qH", "qHDiagInv") if uses_metric(data.model) else ("qLD", "qLDiagInv")
    return np.linalg.solve(unit_lower(data, factors).T, data.efc_J.T).T * np.sqrt(data._views[inverse])


def _whitened_pattern(data: corten.Data) -> np.ndarray:
    """Return which dofs stand in which rows of Y: those of J, and all between them and the root."""
    found = jacobian_pattern(data)
    for dof in range(data.nv - 1, -1, -1):
        parent = data.model.dof_parentid[dof]
        if parent >= 0:
            found[:, parent] |= found[:, dof]
    return found


def _delassus(data: corten.Data) -> np.ndarray:
    """Return A + R as a full matrix."""
    whitened = _whitened(data)
    return whitened @ whitened.T + np.diag(data.efc_R)


def _delassus_pattern(data: corten.Data) -> np.ndarray:
    pattern = _whitened_pattern(data).astype(float)
    return pattern @ pattern.T > 0


def _part(matrix: Callable[[corten.Data], np.ndarray], pattern: Callable[[corten.Data], np.ndarray], part: str) -> Any:
    """Return what gives a part of a matrix: its structure is zero where it is dense."""

    def read(data: corten.Data) -> Any:
        if not data.nefc or not is_dual(data.model):
            counts = part in ("rownnz", "rowadr")
            return 0 if part == "number" else np.zeros(data.nefc if counts else 0, float if part == "" else np.int32)
        sparse = is_sparse(data.model)
        there = pattern(data) if sparse else np.ones((data.nefc, data.nv if matrix is _whitened else data.nefc), bool)
        number = np.count_nonzero(there, axis=1).astype(np.int32)
        structure: dict[str, Callable[[], np.ndarray]] = {
            "rownnz": lambda: number,
            "rowadr": lambda: (np.cumsum(number) - number).astype(np.int32),
            "colind": lambda: np.nonzero(there)[1].astype(np.int32),
        }
        if part == "":
            return matrix(data)[there]
        if part == "number":
            return int(number.sum())
        return structure[part]() if sparse else np.zeros_like(structure[part]())

    return read


PROJECTED: dict[str, Callable[[corten.Data], Any]] = {
    "nY": _part(_whitened, _whitened_pattern, "number"),
    "efc_Y": _part(_whitened, _whitened_pattern, ""),
    "nA": _part(_delassus, _delassus_pattern, "number"),
    "efc_AR": _part(_delassus, _delassus_pattern, ""),
    **{f"efc_Y_{part}": _part(_whitened, _whitened_pattern, part) for part in ("rownnz", "rowadr", "colind")},
    **{f"efc_AR_{part}": _part(_delassus, _delassus_pattern, part) for part in ("rownnz", "rowadr", "colind")},
}
