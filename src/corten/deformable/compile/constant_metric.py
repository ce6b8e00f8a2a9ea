"""The constant part of the metric of flexes: L with L'L = M + (h^2 + h damping) K, K the stiffness of bending.

It covers the dofs of sheets whose vertices all are fixed or slide along the axes of their bodies. A place in it is such
a body; its three dofs are coupled in full to those of bodies around it, with zeros where axes are parallel.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corten.compile.objects.body_rows import Body
from corten.data import Data
from corten.deformable.compile.couplings import is_fixed, slides_freely, weld_of
from corten.deformable.compile.flex import Flex
from corten.deformable.compile.minimum_degree import distinct
from corten.deformable.compile.reverse_cholesky import factor_from_end, rows_from_end
from corten.deformable.compile.stretching_and_bending import ROOM
from corten.model import Model

Ints = NDArray[np.integer]
Points = NDArray[np.float64]

# difference of entries of rotation matrices that is rounding
PARALLEL = 1e-12

AXES = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


def _is_covered(flex: Flex, bodies: Sequence[Body]) -> bool:
    """Return whether the metric of a sheet is constant."""
    if flex.dim != 2 or flex.interp or flex.rigid or not len(flex.shape.bending):
        return False
    held = [weld_of(bodies[number]) for number in set(flex.shape.vertbodyid.tolist())]
    return all(
        is_fixed(body) or (slides_freely(body) and tuple(joint.axis for joint in body.joints) == AXES) for body in held
    )


@dataclass(slots=True)
class ConstantMetric:
    """The first dofs of bodies that the factor covers, how many entries the rows of dofs have, and their columns."""

    first_dofs: Ints
    rownnz: Ints
    colind: Ints

    @classmethod
    def of(cls, flexes: Sequence[Flex], bodies: Sequence[Body]) -> "ConstantMetric":
        """Return the structure of the factor of a model whose bodies have their addresses."""
        covered, pairs = [np.zeros(0, int)], [np.zeros((0, 2), int)]
        for flex in flexes:
            if _is_covered(flex, bodies):
                held = [weld_of(bodies[number]) for number in flex.shape.vertbodyid.tolist()]
                dofs = np.array([body.dofadr if body.dofnum else -1 for body in held])
                covered.append(dofs[dofs >= 0])
                flaps = dofs[_flaps(flex)]
                pairs += [flaps[:, [one, other]] for one in range(4) for other in range(one)]
        first_dofs = distinct(np.concatenate(covered))
        coupled = np.concatenate(pairs)
        coupled = coupled[(coupled >= 0).all(axis=1) & (coupled[:, 0] != coupled[:, 1])]
        places = np.sort(np.searchsorted(first_dofs, coupled), axis=1)
        rows = rows_from_end(places[:, 1], places[:, 0], len(first_dofs))
        return cls(first_dofs, *_rows_of_dofs(rows))


def _rows_of_dofs(rows: list[Ints]) -> tuple[Ints, Ints]:
    """Return entries and columns of the rows of dofs: three for each body; its own where a later one couples them."""
    couples = np.zeros(len(rows), bool)
    for row in rows:
        couples[row] = True
    length = np.array([len(row) for row in rows], int)
    own = np.where(couples[:, None], np.arange(1, 4), 1)
    rownnz = (3 * length[:, None] + own).ravel()
    colind, end = np.empty(rownnz.sum(), np.int32), 0
    for place, row in enumerate(rows):
        others = (3 * row[:, None] + np.arange(3)).ravel()
        for k in range(3):
            begin, end = end, end + len(others)
            colind[begin:end] = others
            begin, end = end, end + int(own[place, k])
            colind[begin:end] = np.arange(3 * place + k + begin - end + 1, 3 * place + k + 1)
    return rownnz, colind


def _flaps(flex: Flex) -> Ints:
    """Return the four vertices of all edges between two triangles."""
    shape = flex.shape
    assert shape.flaps is not None
    inner = shape.flaps[:, 1] >= 0
    return np.concatenate((shape.edges[inner], shape.flaps[inner]), axis=1)


def set_metric_factor(model: Model, data: Data) -> None:
    """Set the numbers of the factor, for the masses and the timestep that a model has."""
    if not model.nefm0dof:
        return
    dofs = model.efm0_dofid
    inertia = model.dof_M0[dofs].reshape(-1, 3)
    frames = data.xmat.reshape(-1, 3, 3)[model.dof_bodyid[dofs[::3]]]
    couplings = _couplings(model)
    if (np.abs(frames - frames[0]) < PARALLEL).all() and (inertia == inertia[:, :1]).all():
        # all three axes have the same factor, and nothing between them
        _set_alike(model, inertia[:, 0], couplings)
    else:
        pattern = Pattern(model.efm0_L_rownnz, model.efm0_L_colind)
        model.efm0_L[:] = pattern.factor(inertia.ravel(), *_turned(frames, *couplings))


def _set_alike(model: Model, inertia: Points, couplings: tuple[Ints, Ints, Points]) -> None:
    """Set the factor from that of bodies, whose entries stand in each row at every third place and on the diagonal."""
    begin, nnz = model.efm0_L_rowadr.reshape(-1, 3), model.efm0_L_rownnz.reshape(-1, 3)
    others, columns = (nnz[:, 0] - 1) // 3, []
    for place, (start, count) in enumerate(zip(begin[:, 0].tolist(), others.tolist(), strict=True)):
        columns += [model.efm0_L_colind[start : start + 3 * count : 3] // 3, [place]]
    factor = Pattern(others + 1, np.concatenate(columns)).factor(inertia, *couplings)
    model.efm0_L[:] = 0.0
    ends = np.cumsum(others + 1)
    for start, count, end in zip(begin.tolist(), others.tolist(), ends.tolist(), strict=True):
        for k in range(3):
            model.efm0_L[start[k] + k : start[k] + 3 * count : 3] = factor[end - count - 1 : end - 1]
    model.efm0_L[begin + nnz - 1] = factor[ends - 1][:, None]


def _couplings(model: Model) -> tuple[Ints, Ints, Points]:
    """Return what bending adds to the metric between bodies: place of one, place of the other, number."""
    place = np.full(model.nv + 1, -1)
    place[model.efm0_dofid[::3]] = np.arange(model.nefm0dof // 3)
    step, found = float(model.opt_timestep), []
    for flex in range(model.nflex):
        if model.flex_dim[flex] != 2 or model.flex_interp[flex] or model.flex_bendingadr[flex] < 0:
            continue
        edges = slice(model.flex_edgeadr[flex], model.flex_edgeadr[flex] + model.flex_edgenum[flex])
        flaps = np.concatenate((model.flex_edge[edges], model.flex_edgeflap[edges]), axis=1)
        inner = flaps[:, 3] >= 0
        start = model.flex_bendingadr[flex]
        numbers = model.flex_bending[start : start + ROOM * len(flaps)].reshape(-1, ROOM)[inner, :16]
        # flaps that are folded by more than a right angle would make it indefinite
        numbers = np.where(numbers[:, ::5].sum(axis=1, keepdims=True) > 0, numbers, 0.0)
        weld = model.body_weldid[model.flex_vertbodyid[model.flex_vertadr[flex] + flaps[inner]]]
        slots = place[model.body_dofadr[weld]]
        scale = step * step + step * float(model.flex_damping[flex])
        found.append((np.repeat(slots, 4, axis=1).ravel(), np.tile(slots, 4).ravel(), scale * numbers.ravel()))
    one, other, number = (np.concatenate(each) for each in zip(*found, strict=True))
    kept = (one >= 0) & (other >= 0)
    return one[kept], other[kept], number[kept]


def _turned(frames: Points, one: Ints, other: Ints, number: Points) -> tuple[Ints, Ints, Points]:
    """Return couplings of bodies as those of their dofs, which slide along the axes of the bodies."""
    between = np.einsum("nik,nil->nkl", frames[one], frames[other]) * number[:, None, None]
    axis = np.arange(3)
    rows = np.broadcast_to(3 * one[:, None, None] + axis[:, None], between.shape)
    columns = np.broadcast_to(3 * other[:, None, None] + axis, between.shape)
    return rows.ravel(), columns.ravel(), between.ravel()


class Pattern:
    """Entries of a sparse lower triangle: how many each row has, and their columns, ascending."""

    def __init__(self, rownnz: Ints, column: Ints):
        self._count = len(rownnz)
        self._column = column
        self._keys = np.repeat(np.arange(self._count), rownnz) * self._count + column
        self._rownnz = rownnz

    def factor(self, diagonal: Points, row: Ints, column: Ints, number: Points) -> Points:
        """Return the factor of a matrix with this diagonal and these numbers; it has no place for some that are 0."""
        matrix = np.zeros(len(self._keys))
        rowadr = np.cumsum(self._rownnz) - self._rownnz
        matrix[rowadr + self._rownnz - 1] = diagonal
        lower = column <= row
        row, column, number = row[lower], column[lower], number[lower]
        place = np.minimum(np.searchsorted(self._keys, row * self._count + column), len(self._keys) - 1)
        there = self._keys[place] == row * self._count + column
        np.add.at(matrix, place[there], number[there])
        return factor_from_end(self._rownnz, rowadr, self._column, matrix)
