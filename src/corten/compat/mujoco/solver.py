"""What the solver sees, as MjData has it: islands, the scaled Jacobian Y and the matrix A + R."""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.model import is_sparse
from corten.enums import DisableBit, SolverType
from corten.stages.metric import uses_metric

# ---------------------------------------------------------------- islands, from `tree_island`
# All of these are copies. Without islands, lists by island are empty and maps are zero


# rows of constraints that are sorted by island, and vectors of dofs that are
ROWS = ("type", "id", "frictionloss", "D", "R", "aref", "state", "force")
DOFS = {
    "ifrc_smooth": "qfrc_smooth",
    "iacc_smooth": "qacc_smooth",
    "iacc": "qacc",
    "ifrc_constraint": "qfrc_constraint",
}


def count_islands(data: corten.Data) -> int:
    """Return the number of islands; where a model wants none, corten's only one does not count."""
    return 0 if data.model.opt_disableflags & DisableBit.ISLAND else data.nisland


def tree_island(data: corten.Data) -> np.ndarray:
    """Return the island of each tree, -1 for none."""
    return np.array(data.tree_island) if count_islands(data) else np.full(data.model.ntree, -1, np.int32)


def dof_island(data: corten.Data) -> np.ndarray:
    """Return the island of each dof, -1 for none."""
    return tree_island(data)[data.model.dof_treeid].astype(np.int32)


def efc_island(data: corten.Data) -> np.ndarray:
    """Return the island of each constraint row."""
    return data._views["efc_island"][: data.nefc].copy() if count_islands(data) else np.zeros(data.nefc, np.int32)


def nidof(data: corten.Data) -> int:
    """Return the number of dofs of all islands."""
    return int(np.sum(dof_island(data) >= 0))


def _sorted_by(islands: np.ndarray, data: corten.Data) -> np.ndarray:
    """Return members of islands in the order of these, those of none behind; zeros without islands."""
    if not count_islands(data):
        return np.zeros(len(islands), np.int32)
    return np.argsort(np.where(islands < 0, count_islands(data), islands), kind="stable").astype(np.int32)


def _places(order: np.ndarray, data: corten.Data) -> np.ndarray:
    """Return where each member stands in an order."""
    places = np.zeros(len(order), np.int32)
    if count_islands(data):
        places[order] = np.arange(len(order), dtype=np.int32)
    return places


def _count(islands: np.ndarray, data: corten.Data) -> np.ndarray:
    """Return how many members each island has."""
    return np.bincount(islands[islands >= 0], minlength=count_islands(data))[: count_islands(data)].astype(np.int32)


def _starts(islands: np.ndarray, data: corten.Data) -> np.ndarray:
    """Return where the members of each island begin, once they are sorted."""
    number = _count(islands, data)
    return (np.cumsum(number) - number).astype(np.int32)


def _first_dofs(data: corten.Data) -> np.ndarray:
    """Return the first dof of each island."""
    islands = dof_island(data)
    return np.array([np.flatnonzero(islands == i)[0] for i in range(count_islands(data))], np.int32)


def _rows_of(name: str) -> Callable[[corten.Data], np.ndarray]:
    def read(data: corten.Data) -> np.ndarray:
        rows = data._views[f"efc_{name}"][: data.nefc]
        return rows[_sorted_by(efc_island(data), data)] if count_islands(data) else np.zeros_like(rows)

    return read


def _dofs_of(name: str) -> Callable[[corten.Data], np.ndarray]:
    def read(data: corten.Data) -> np.ndarray:
        return data._views[name][_sorted_by(dof_island(data), data)[: nidof(data)]]

    return read


ISLANDS: dict[str, Callable[[corten.Data], Any]] = {
    "nisland": count_islands,
    "nidof": nidof,
    "tree_island": tree_island,
    "dof_island": dof_island,
    "island_ntree": lambda data: _count(tree_island(data), data),
    "island_itreeadr": lambda data: _starts(tree_island(data), data),
    "map_itree2tree": lambda data: _sorted_by(tree_island(data), data),
    "island_nv": lambda data: _count(dof_island(data), data),
    "island_idofadr": lambda data: _starts(dof_island(data), data),
    "island_dofadr": _first_dofs,
    "map_idof2dof": lambda data: _sorted_by(dof_island(data), data),
    "map_dof2idof": lambda data: _places(_sorted_by(dof_island(data), data), data),
    "efc_island": efc_island,
    "island_ne": lambda data: _count(efc_island(data)[: data.ne], data),
    "island_nf": lambda data: _count(efc_island(data)[data.ne : data.ne + data.nf], data),
    "island_nefc": lambda data: _count(efc_island(data), data),
    "island_iefcadr": lambda data: _starts(efc_island(data), data),
    "map_iefc2efc": lambda data: _sorted_by(efc_island(data), data),
    "map_efc2iefc": lambda data: _places(_sorted_by(efc_island(data), data), data),
    **{f"iefc_{name}": _rows_of(name) for name in ROWS},
    **{name: _dofs_of(own) for name, own in DOFS.items()},
}


# ---------------------------------------------------------------- what dual solvers see of constraints
#
# Y = J inv(L) inv(sqrt(D)) with M = L' D L, and A = J inv(M) J' = Y Y'. Models whose solver is no dual one have
# neither, as in MuJoCo. Where the constraint Jacobian is dense, so are these. All of them are copies.


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
    number = data._views["efc_J_rownnz"][: data.nefc]
    start = data._views["efc_J_rowadr"][: data.nefc]
    for row in range(data.nefc):
        found[row, data._views["efc_J_colind"][start[row] : start[row] + number[row]]] = True
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
