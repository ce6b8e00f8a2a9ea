"""What MjData counts: memory, entries of matrices that the solver factors, rows that belong together."""

from collections.abc import Callable
from typing import Any

import numpy as np

import corten
from corten.compat.mujoco.arguments import NAMES
from corten.compat.mujoco.model import is_sparse
from corten.compat.mujoco.solver import PROJECTED, count_islands, dof_island, efc_island, jacobian_pattern
from corten.data import DATA
from corten.enums import ConeType, ConstraintType, EnableBit, SensorType, SolverType
from corten.runtime.entry_table import HELD

NTIMER = NAMES["enums"]["mjtTimer"]["mjNTIMER"]

# sensors that need a part of dynamics which is left out otherwise
NEEDED_BY = {
    "flg_energypos": (SensorType.E_POTENTIAL,),
    "flg_energyvel": (SensorType.E_KINETIC,),
    "flg_subtreevel": (SensorType.SUBTREELINVEL, SensorType.SUBTREEANGMOM),
    "flg_rnepost": (
        SensorType.ACCELEROMETER,
        SensorType.FORCE,
        SensorType.TORQUE,
        SensorType.FRAMELINACC,
        SensorType.FRAMEANGACC,
    ),
}


# bits of these parts in the word of a Data's owner that says which were called for
LAZY_BITS = {name: 1 << place for place, name in enumerate(NEEDED_BY)}


class LazyParts:
    """Which parts of dynamics that are left out unless something needs them belong to the present state."""

    __slots__ = ("called", "whole")

    def __init__(self, held: np.ndarray) -> None:
        # a memoryview is read and written in a third of the time of an array
        self.called = memoryview(held)[HELD["called"] :]  # pyright: ignore[reportArgumentType]
        self.whole = False

    def forward_done(self) -> None:
        """Note that forward dynamics were computed: parts that were called for before belong to another state."""
        self.whole = True
        if self.called[0]:
            self.called[0] = 0

    def reset(self) -> None:
        """Forget everything."""
        self.whole, self.called[0] = False, 0

    def is_done(self, name: str, model: corten.Model) -> bool:
        """Tell whether a part was called for, or computed with the rest because something needs it."""
        energy = name.startswith("flg_energy") and bool(model.opt_enableflags & EnableBit.ENERGY)
        return bool(self.called[0] & LAZY_BITS[name]) or (
            self.whole and (energy or bool(np.isin(NEEDED_BY[name], model.sensor_type).any()))
        )


class MostUsed:
    """The most contacts and constraint rows that were there at the end of a call."""

    __slots__ = ("contacts", "rows")

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Forget them."""
        self.contacts = self.rows = 0

    def note(self, data: corten.Data) -> None:
        """Note what a data has now."""
        numbers = data._views
        contacts, rows = numbers["ncon"].item(), numbers["nefc"].item()
        if contacts > self.contacts:
            self.contacts = contacts
        if rows > self.rows:
            self.rows = rows


class Timers:
    """How long calls took and how many there were; kept as plain numbers until somebody reads the arrays."""

    __slots__ = ("_arrays", "_calls", "_seconds")

    _arrays: dict[str, np.ndarray] | None

    def __init__(self) -> None:
        self._arrays, self._seconds, self._calls = None, [0.0] * NTIMER, [0] * NTIMER

    def reset(self) -> None:
        """Forget all calls; arrays that somebody has stay as they are."""
        self._arrays = None
        self._seconds[:], self._calls[:] = NO_SECONDS, NO_CALLS

    def note(self, timer: int, seconds: float, calls: int) -> None:
        """Add calls to a timer."""
        self._seconds[timer] += seconds
        self._calls[timer] += calls

    def arrays(self) -> dict[str, np.ndarray]:
        """Return the timers as arrays, which may be written."""
        if self._arrays is None:
            self._arrays = {"duration": np.zeros(NTIMER), "number": np.zeros(NTIMER, np.int32)}
        self._arrays["duration"] += self._seconds
        self._arrays["number"] += np.array(self._calls, np.int32)
        self._seconds, self._calls = [0.0] * NTIMER, [0] * NTIMER
        return self._arrays

    def take(self, other: "Timers") -> None:
        """Be as others are."""
        if self._arrays is other._arrays is None:
            self._seconds[:], self._calls[:] = other._seconds, other._calls
        elif self is not other:
            theirs, own = other.arrays(), self.arrays()
            for name, array in theirs.items():
                own[name][:] = array


NO_SECONDS, NO_CALLS = [0.0] * NTIMER, [0] * NTIMER


OF_TENDONS = (ConstraintType.FRICTION_TENDON, ConstraintType.LIMIT_TENDON)


def _used(data: corten.Data) -> int:
    """Return the bytes in use of arrays that grow with contacts and constraints."""
    total = 0
    for name in data.layout.growing:
        array = data._growing[name]
        counter = DATA.sizes[str(DATA.fields[name].shape[0])].counted_by
        rows = int(data._views[counter]) if counter else len(array)
        total += min(rows, len(array)) * (array.nbytes // max(len(array), 1))
    return total


def _first_tendon_rows(data: corten.Data) -> np.ndarray:
    """Return the first constraint row of each tendon, -1 for none."""
    found = np.full(data.model.ntendon, -1, np.int32)
    if len(found):
        for row in reversed(range(data.nefc)):
            if data.efc_type[row] in OF_TENDONS:
                found[data.efc_id[row]] = row
            elif data.efc_type[row] == ConstraintType.EQUALITY:
                _enter_equality(data, row, found)
    return found


def _enter_equality(data: corten.Data, row: int, found: np.ndarray) -> None:
    """Enter a row of an equality that ties tendons."""
    number = int(data.efc_id[row])
    if data.model.eq_type[number] == corten.EqualityType.TENDON:
        for tendon in (data.model.eq_obj1id[number], data.model.eq_obj2id[number]):
            if tendon >= 0:
                found[tendon] = row


def _followers(data: corten.Data) -> np.ndarray:
    """Return for each row of a sparse Jacobian how many of those right after it have the same dofs."""
    found = np.zeros(data.nefc, np.int32)
    if is_sparse(data.model) and data.nefc:
        pattern = jacobian_pattern(data)
        for row in range(data.nefc - 2, -1, -1):
            if np.array_equal(pattern[row], pattern[row + 1]):
                found[row] = found[row + 1] + 1
    return found


def _entries(data: corten.Data) -> np.ndarray:
    """Return the entries of what the solver works with, by island: A, the Jacobian, or the Hessian with its factors."""
    found = np.zeros(20, np.int32)
    if not data.nefc:
        return found
    number, islands, pattern = count_islands(data), efc_island(data), jacobian_pattern(data)
    of_dofs = dof_island(data) if number else np.zeros(data.nv, np.int32)
    for island in range(min(max(number, 1), len(found))):
        rows, dofs = np.flatnonzero(islands == island), np.flatnonzero(of_dofs == island)
        found[island] = _island_entries(data, pattern[np.ix_(rows, dofs)], rows, dofs, island)
    return found


def _island_entries(data: corten.Data, pattern: np.ndarray, rows: np.ndarray, dofs: np.ndarray, island: int) -> int:
    """Return the entries of one island."""
    model, sparse = data.model, is_sparse(data.model)
    if model.opt_solver == SolverType.PGS:
        if not sparse:
            return len(rows) ** 2
        return int(PROJECTED["efc_AR_rownnz"](data)[rows].sum())
    if model.opt_solver != SolverType.NEWTON or not data._views["solver_niter"][island]:
        return int(pattern.sum()) if sparse else pattern.size
    if not sparse:
        return len(dofs) ** 2
    # the lower triangles of J' D J and of M are kept one beside the other
    hessian = (pattern.T.astype(float) @ pattern) > 0
    below = int(np.tril(hessian).sum() + model.M_rownnz[dofs].sum())
    place = np.full(model.nv, -1)
    place[dofs] = np.arange(len(dofs))
    for dof in dofs.tolist():
        first = int(model.M_rowadr[dof])
        columns = place[model.M_colind[first : first + int(model.M_rownnz[dof])]]
        hessian[place[dof], columns] = hessian[columns, place[dof]] = True
    factors = 2 if model.opt_cone == ConeType.ELLIPTIC else 1
    return factors * _filled(hessian) + below


def _filled(matrix: np.ndarray) -> int:
    """Return the entries of L in L' L, eliminated from the last row on."""
    matrix = matrix.copy()
    for row in range(len(matrix) - 1, -1, -1):
        tied = np.flatnonzero(matrix[row, :row])
        matrix[np.ix_(tied, tied)] = True
    return int(np.tril(matrix).sum())


COUNTS: dict[str, Callable[[corten.Data], Any]] = {
    "narena": lambda data: sum(data._growing[name].nbytes for name in data.layout.growing),
    "nbuffer": lambda data: sum(view.nbytes for view in data._views.complete().values()),
    "parena": _used,
    "pstack": lambda data: 0,
    "pbase": lambda data: 0,
    "threadpool": lambda data: 0,
    "maxuse_stack": lambda data: 0,
    "maxuse_arena": _used,
    "signature": lambda data: int(data.model.choices_signature),
    "solver_nnz": _entries,
    "tendon_efcadr": _first_tendon_rows,
    "efc_J_rowsuper": _followers,
}
