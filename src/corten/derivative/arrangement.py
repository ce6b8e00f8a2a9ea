"""In which order nudges are stepped, and which of them share a pack.

What a step finds out about positions is the same for all nudges of velocities, and what it finds out about velocities
for all nudges of activations and controls. So the middle is stepped first, in all lanes alike, and the others go on
from what it leaves in the work space:

    controls     from forces on           the middle's positions and velocities
    velocities   from velocities on       the middle's positions
    positions    a whole step

A lane that a part leaves free takes a nudge of the part before it: what is done from an earlier stage on gives the same
bits. Where a step cannot be begun within, all nudges take whole steps.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np

# parts of a step that nudges take, in the order in which they are run; each is a kind of plan
FIRST, CONTROL, VELOCITY, WHOLE = "first", "control", "velocity", "whole"

# nudges that have rows at a time are a multiple of this, which all widths of packs and both sides of a nudge divide
ROWS_MULTIPLE = 16


class Part(NamedTuple):
    """Rows that take one part of a step, by pack."""

    kind: str
    packs: np.ndarray


class Group(NamedTuple):
    """Nudges that have rows at a time: the first of them and how many, the range of their columns, and their parts."""

    first: int
    count: int
    first_column: int
    last: int
    parts: tuple[Part, ...]


class Columns(NamedTuple):
    """What is to be nudged: positions and velocities of so many dofs, or of none, and a range of other columns."""

    nv: int
    others: range

    @property
    def bounds(self) -> tuple[int, int]:
        """The first column and the end; they have no gap."""
        if self.nv:
            return 0, max(2 * self.nv, self.others.stop)
        return self.others.start, self.others.stop


def nudged_columns(columns: Columns, sides: int) -> np.ndarray:
    """Return what each nudge moves: activations and controls, velocities, positions; the sides of one in turn."""
    nv = columns.nv
    return np.repeat(np.array([*columns.others, *range(nv, 2 * nv), *range(nv)], np.int64), sides)


def arrange(columns: Columns, sides: int, width: int, restarts: bool, most_rows: int) -> list[Group]:
    """Return the groups of nudges, in their order; `restarts` tells whether a step may be begun within."""
    bounds = np.cumsum([0, len(columns.others), columns.nv, columns.nv]) * sides
    if bounds[-1] < most_rows:
        rows = [np.arange(low, high) + 1 for low, high in pairwise(bounds.tolist())]
        if not restarts:
            rows = [rows[0][:0], rows[1][:0], np.concatenate(rows)]
        return [Group(0, int(bounds[-1]), *columns.bounds, _fill(rows[0], rows[1], rows[2], width))]
    room = max(ROWS_MULTIPLE, (most_rows - 1) // ROWS_MULTIPLE * ROWS_MULTIPLE)
    begin = Part(FIRST, _packs(np.zeros(1, np.int64), width))
    groups, places = list[Group](), nudged_columns(columns, sides)
    # nudges of one kind each, as many as there are rows for; the first group begins with the middle
    for kind, (low, high) in zip((CONTROL, VELOCITY, WHOLE), pairwise(bounds.tolist()), strict=True):
        for first in range(low, high, room):
            count, place = min(room, high - first), int(places[first])
            part = Part(kind if restarts else WHOLE, _packs(np.arange(1, count + 1), width))
            groups.append(Group(first, count, place, place + count // sides, (part,) if groups else (begin, part)))
    return groups


def _fill(control: np.ndarray, velocity: np.ndarray, position: np.ndarray, width: int) -> tuple[Part, ...]:
    """Return the parts for rows that are there all at once, with few lanes left free."""
    first, control = control[: width - 1], control[width - 1 :]
    free = width - 1 - len(first)
    first, velocity = np.concatenate(([0], first, velocity[:free])), velocity[free:]
    free = -len(position) % width
    position, velocity, left = np.concatenate((position, velocity[:free])), velocity[free:], free - len(velocity)
    if left > 0 and not len(velocity):
        position, control = np.concatenate((position, control[:left])), control[left:]
    free = -len(velocity) % width
    velocity, control = np.concatenate((velocity, control[:free])), control[free:]
    if not len(control) and not len(velocity):
        return (Part(FIRST, _packs(np.concatenate((first, position)), width)),)
    parts = (FIRST, first), (CONTROL, control), (VELOCITY, velocity), (WHOLE, position)
    return tuple(Part(kind, _packs(rows, width)) for kind, rows in parts if len(rows))


def _packs(rows: np.ndarray, width: int) -> np.ndarray:
    """Return rows by pack; the last pack is filled up with copies of the last row."""
    packs = np.full(-(-len(rows) // width) * width, rows[-1], np.int64)
    packs[: len(rows)] = rows
    return packs.reshape(-1, width)
