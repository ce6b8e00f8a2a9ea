"""In which order Newton's method eliminates the trees that carry flexes: by nested dissection.

What is between two halves of a sheet or solid is eliminated after both, and each half likewise (George, "Nested
dissection of a regular finite element mesh", 1973): factors of n vertices of a sheet have about n log n entries, where
those of vertices side by side have n sqrt(n). Trees that are eliminated together, a last part or what is between two
halves, are a panel.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from corten.compile.objects.body_rows import Body
from corten.deformable.compile.couplings import cell_groups, weld_of
from corten.deformable.compile.flex import Flex
from corten.deformable.compile.minimum_degree import distinct
from corten.deformable.fields.kinds import XPBD_VERTICES
from corten.model import Model

Ints = NDArray[np.integer]
Points = NDArray[np.float64]

# with fewer trees, factors are full from the first entry of a row on in less time than it takes to skip what is zero
FEWEST_TREES = 96

# what panels may cost at most, in multiples of what the trees in their own order do: single steps take longer in panels
WORTH = 0.75

# parts of so many trees are not halved any more
LAST_PART = 24

# factors are computed in blocks of so many dofs, which two panels should not share
BLOCK = 4


@dataclass(slots=True)
class Elimination:
    """Trees in the order in which they are eliminated, and the panel of each."""

    trees: Ints
    panels: Ints

    @classmethod
    def of(cls, flexes: Sequence[Flex], bodies: Sequence[Body]) -> "Elimination":
        """Return the order for the trees that carry flexes; few of them have none."""
        found = [_coupled_trees(flex, bodies) for flex in flexes if not flex.rigid]
        if not found:
            return cls(np.zeros(0, int), np.zeros(0, int))
        held, places = np.concatenate([trees for trees, _, _ in found]), np.concatenate([at for _, at, _ in found])
        trees, first = np.unique(held, return_index=True)
        begin = 1 if len(trees) and trees[0] < 0 else 0
        trees, first = trees[begin:], first[begin:]
        if len(trees) < FEWEST_TREES:
            return cls(np.zeros(0, int), np.zeros(0, int))
        number = np.full(int(trees[-1]) + 2, -1)
        number[trees] = np.arange(len(trees))
        pairs = number[np.concatenate([pairs for _, _, pairs in found])]
        moving = [body for body in bodies if body.dofnum]
        dofs = np.bincount([body.treeid for body in moving], [body.dofnum for body in moving]).astype(int)
        pairs = _distinct_pairs(pairs, len(trees))
        panels = _Parts(places[first], dofs[trees]).dissect(np.arange(len(trees)), pairs)
        if _panel_work(panels, pairs) > WORTH * _envelope_work(pairs, len(trees)):
            return cls(np.zeros(0, int), np.zeros(0, int))
        sizes = [len(panel) for panel in panels]
        return cls(trees[np.concatenate(panels)], np.repeat(np.arange(len(panels)), sizes))

    def fill(self, model: Model) -> None:
        """Write the order."""
        model.elim_tree[:], model.elim_panel[:] = self.trees, self.panels


def _coupled_trees(flex: Flex, bodies: Sequence[Body]) -> tuple[Ints, Points, Ints]:
    """Return the tree of each point of a flex, -1 for none, where it is at qpos0, and the pairs of trees it couples."""
    shape = flex.shape
    if flex.interp:
        held, places, groups = shape.nodebodyid, shape.nodeplaces, cell_groups(abs(flex.interp), flex.cellnum)
    else:
        held, places, groups = shape.vertbodyid, shape.places, [shape.elements]
        if flex.xpbd is not None:
            used = flex.xpbd.vertices
            own = np.arange(used.shape[1]) < np.array(XPBD_VERTICES)[flex.xpbd.types][:, None]
            groups = [*groups, np.where(own, used, used[:, :1])]
            groups += [distinct(shape.elements[part].ravel())[None] for part, _ in flex.xpbd.parts]
        elif flex.bends and shape.flaps is not None:
            inner = shape.flaps[:, 1] >= 0
            groups = [*groups, np.concatenate((shape.edges[inner], shape.flaps[inner]), axis=1)]
    tree_of = np.array([weld_of(body).treeid for body in bodies])
    trees = tree_of[held]
    pairs = [np.zeros((0, 2), int)]
    for group in groups:
        joined = trees[group]
        columns = range(joined.shape[1])
        pairs += [joined[:, [one, other]] for one in columns for other in range(one)]
    return trees, places, np.concatenate(pairs)


def _distinct_pairs(pairs: Ints, count: int) -> Ints:
    """Return each pair of different trees once; those with a member below 0 are none."""
    pairs = pairs[(pairs >= 0).all(axis=1) & (pairs[:, 0] != pairs[:, 1])]
    found = distinct(pairs.max(axis=1, initial=0) * count + pairs.min(axis=1, initial=count))
    return np.stack((found // count, found % count), axis=1)


def _envelope_work(pairs: Ints, count: int) -> float:
    """Return what factors cost in the order of trees: half the sum of squares of the lengths of rows."""
    first = np.arange(count)
    np.minimum.at(first, pairs[:, 0], pairs[:, 1])
    length = np.arange(count) - first + 1.0
    return float(0.5 * (length * length).sum())


def _panel_work(panels: list[Ints], pairs: Ints) -> float:
    """Return what factors in panels cost: half the square of the rows below each column."""
    count = sum(len(panel) for panel in panels)
    place, of = np.empty(count, int), np.repeat(np.arange(len(panels)), [len(panel) for panel in panels])
    place[np.concatenate(panels)] = np.arange(count)
    later, earlier = place[pairs].max(axis=1), place[pairs].min(axis=1)
    order = np.argsort(of[earlier], kind="stable")
    below = np.split(later[order], np.searchsorted(of[earlier][order], np.arange(1, len(panels))))
    work, end = 0.0, 0
    for number, panel in enumerate(panels):
        end += len(panel)
        rows = distinct(below[number])
        rows = rows[rows >= end]
        mean = len(rows) + 0.5 * len(panel)
        work += 0.5 * len(panel) * mean * mean
        if len(rows):
            following = of[rows[0]]
            below[following] = np.concatenate((below[following], rows))
    return work


class _Parts:
    """Trees with their places and dofs, while they are divided."""

    def __init__(self, places: Points, dofs: Ints):
        self._places, self._dofs = places, dofs
        self._side = np.zeros(len(dofs), int)

    def dissect(self, trees: Ints, pairs: Ints) -> list[Ints]:
        """Return the panels of all trees, in the order of elimination."""
        panels, rest = self._divide(trees, pairs)
        return [*panels, rest] if len(rest) else panels

    def _divide(self, trees: Ints, pairs: Ints) -> tuple[list[Ints], Ints]:
        """Return the panels of a part, and what is left for the panel behind, so that all panels fill their blocks."""
        between = self._halve(trees, pairs) if len(trees) > LAST_PART else trees
        if 2 * len(between) >= len(trees):
            return self._fill_blocks([], trees)
        panels: list[Ints] = []
        # halves of the halves use the same marks
        side, sides = self._side[trees], self._side[pairs]
        rests = [between]
        for half in (1, 2):
            inner = pairs[(sides == half).all(axis=1)]
            found, rest = self._divide(trees[side == half], inner)
            panels += found
            rests.append(rest)
        return self._fill_blocks(panels, np.concatenate(rests))

    def _halve(self, trees: Ints, pairs: Ints) -> Ints:
        """Set the sides of trees to 1 or 2, or 0 for what lies between the halves, and return that.

        Halves are cut along the axis where the least lies between them.
        """
        best = trees
        marks = np.zeros(len(trees), int)
        for axis in range(3):
            left = _lower_half(self._places[trees, axis])
            self._side[trees] = np.where(left, 1, 2)
            ends = self._side[pairs]
            cut = pairs[ends[:, 0] != ends[:, 1]]
            for half in (1, 2):
                between = distinct(cut[self._side[cut] == half])
                if len(between) < len(best):
                    best = between
                    kept = self._side[between]
                    self._side[between] = 0
                    marks = self._side[trees]
                    self._side[between] = kept
        self._side[trees] = marks
        return best

    def _fill_blocks(self, panels: list[Ints], trees: Ints) -> tuple[list[Ints], Ints]:
        """Add a panel of trees, along their longest side, that fills its blocks; return all, and trees left over."""
        if len(trees) == 0:
            return panels, trees
        places = self._places[trees]
        ordered = trees[np.argsort(places[:, int(np.argmax(np.ptp(places, axis=0)))], kind="stable")]
        sums = np.cumsum(self._dofs[ordered])
        whole = np.flatnonzero(sums % BLOCK == 0)
        count = int(whole[-1]) + 1 if len(whole) else 0
        return ([*panels, ordered[:count]] if count else panels), ordered[count:]


def _lower_half(along: Points) -> NDArray[np.bool_]:
    """Return which points are in the lower half along an axis; those at one place are on one side, if they can."""
    middle = np.partition(along, len(along) // 2)[len(along) // 2]
    for left in (along < middle, along <= middle):
        if len(along) // 4 <= left.sum() <= 3 * len(along) // 4:
            return left
    left = np.zeros(len(along), bool)
    left[np.argsort(along, kind="stable")[: len(along) // 2]] = True
    return left
