"""Where the numbers of sparse matrices stand: mass matrix, velocity derivatives, bodies by dofs, tendons by dofs."""

from dataclasses import dataclass
from itertools import accumulate

import numpy as np

from corten.compile.objects.collection import Objects
from corten.compile.objects.columns import write_numbers
from corten.model import Model


@dataclass(slots=True)
class Rows:
    """A sparse matrix by rows: the columns of each row, in ascending order."""

    columns: list[list[int]]

    def __len__(self) -> int:
        return sum(map(len, self.columns))

    @property
    def rownnz(self) -> list[int]:
        """Entries in each row."""
        return [len(row) for row in self.columns]

    @property
    def rowadr(self) -> list[int]:
        """First entry of each row."""
        return [0, *accumulate(len(row) for row in self.columns)][: len(self.columns)]

    @property
    def colind(self) -> list[int]:
        """Column of each entry."""
        return [column for row in self.columns for column in row]


def dof_paths(parents: list[int]) -> list[list[int]]:
    """Return for each dof those on its path from the root, itself last."""
    paths: list[list[int]] = []
    for dof, parent in enumerate(parents):
        paths.append([*paths[parent], dof] if parent >= 0 else [dof])
    return paths


def mass_matrix(paths: list[list[int]], simple: list[bool]) -> Rows:
    """Return the lower triangle of M: a row holds the path of its dof, that of a simple dof the diagonal alone."""
    return Rows([[path[-1]] if alone else path for path, alone in zip(paths, simple, strict=True)])


def coupled_dofs(paths: list[list[int]]) -> Rows:
    """Return D: every pair of dofs of which one is on the path of the other, in both directions."""
    columns = [list(path) for path in paths]
    for dof, path in enumerate(paths):
        for above in path[:-1]:
            columns[above].append(dof)
    return Rows(columns)


def body_dofs(parents: list[int], own: list[range]) -> Rows:
    """Return B: for each body all dofs above it, its own, and those of all its descendants.

    `parents` are those of the bodies, `own` their dofs.
    """
    above: list[list[int]] = [[]]
    for body in range(1, len(parents)):
        parent = parents[body]
        above.append([*above[parent], *own[parent]])
    below = [list(dofs) for dofs in own]
    for body in range(len(parents) - 1, 0, -1):
        below[parents[body]] += below[body]
    return Rows([above[body] + sorted(below[body]) for body in range(len(parents))])


def entry_maps(mass: Rows, coupled: Rows, paths: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    """Return (entry of M for each of D, -1 where M has none; entry of D for each of M).

    An entry (i, j) below the diagonal stands in row i at the depth of dof j: rows of both begin with the path from the
    root. Rows of M that hold the diagonal alone are the exception.
    """
    place = np.array([len(path) - 1 for path in paths], int)
    nnz, adr = np.array(mass.rownnz, int), np.array(mass.rowadr, int)
    row, column = _pairs(coupled)
    low, high = np.minimum(row, column), np.maximum(row, column)
    full = nnz[high] == place[high] + 1
    to_coupled = np.where(full, adr[high] + place[low], np.where(low == high, adr[high], -1))
    row, column = _pairs(mass)
    return to_coupled, np.array(coupled.rowadr, int)[row] + place[column]


def _pairs(rows: Rows) -> tuple[np.ndarray, np.ndarray]:
    """Return row and column of every entry."""
    return np.repeat(np.arange(len(rows.columns)), rows.rownnz), np.array(rows.colind, int)


@dataclass(slots=True)
class Sparsity:
    """All sparse matrices of a model; `paths` are those of the dofs from the root."""

    paths: list[list[int]]
    mass: Rows
    coupled: Rows
    incidence: Rows
    tendons: Rows

    @classmethod
    def of(cls, objects: Objects) -> "Sparsity":
        """Return the matrices of a model whose objects have their addresses."""
        bodies = objects.bodies
        paths = dof_paths([dof.parentid for dof in objects.dofs])
        return cls(
            paths=paths,
            mass=mass_matrix(paths, [dof.simplenum > 0 for dof in objects.dofs]),
            coupled=coupled_dofs(paths),
            incidence=body_dofs(
                [body.parentid for body in bodies],
                [range(body.dofadr, body.dofadr + body.dofnum) for body in bodies],
            ),
            tendons=Rows([tendon.dofs for tendon in objects.tendons]),
        )

    def sizes(self) -> dict[str, int]:
        """Return how many entries the matrices have."""
        return {
            "nM": sum(map(len, self.paths)),
            "nC": len(self.mass),
            "nD": len(self.coupled),
            "nB": len(self.incidence),
            "nJten": len(self.tendons),
        }

    def fill(self, model: Model) -> None:
        """Write where the entries of all matrices stand."""
        numbers = {"D_diag": [len(path) - 1 for path in self.paths]}
        for prefix, rows in (("M", self.mass), ("D", self.coupled), ("B", self.incidence), ("ten_J", self.tendons)):
            numbers[f"{prefix}_rownnz"] = rows.rownnz
            numbers[f"{prefix}_rowadr"] = rows.rowadr
            numbers[f"{prefix}_colind"] = rows.colind
        write_numbers(model, numbers)
        model.mapM2D[:], model.mapD2M[:] = entry_maps(self.mass, self.coupled, self.paths)
