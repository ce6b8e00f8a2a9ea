"""Islands as MjData tells of them: trees, dofs and constraint rows sorted by island, told from `tree_island`.

All of these are copies. Without islands, lists by island are empty and maps are zero.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.enums import DisableBit

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
    return data._growing["efc_island"][: data.nefc].copy() if count_islands(data) else np.zeros(data.nefc, np.int32)


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
        rows = data._growing[f"efc_{name}"][: data.nefc]
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
