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


class Counts(NamedTuple):
    """How much there is to nudge."""

    nv: int
    ncontrol: int
    sides: int
    width: int


def nudged_columns(counts: Counts) -> np.ndarray:
    """Return what each nudge moves: activations and controls, velocities, positions; the sides of one in turn."""
    nv = counts.nv
    columns = [*range(2 * nv, 2 * nv + counts.ncontrol), *range(nv, 2 * nv), *range(nv)]
    return np.repeat(np.array(columns, np.int64), counts.sides)


def arrange(counts: Counts, restarts: bool, most_rows: int) -> list[Group]:
    """Return the groups of nudges, in their order; `restarts` tells whether a step may be begun within."""
    bounds = np.cumsum([0, counts.ncontrol, counts.nv, counts.nv]) * counts.sides
    if bounds[-1] < most_rows:
        rows = [np.arange(low, high) + 1 for low, high in pairwise(bounds.tolist())]
        if not restarts:
            rows = [rows[0][:0], rows[1][:0], np.concatenate(rows)]
        ncolumn = 2 * counts.nv + counts.ncontrol
        return [Group(0, int(bounds[-1]), 0, ncolumn, _fill(rows[0], rows[1], rows[2], counts.width))]
    return _split(counts, bounds.tolist(), restarts, most_rows)


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


def _split(counts: Counts, bounds: list[int], restarts: bool, most_rows: int) -> list[Group]:
    """Return groups of nudges of one kind each, as many as there are rows for; the first begins with the middle."""
    sides, width = counts.sides, counts.width
    begin = Part(FIRST, _packs(np.zeros(1, np.int64), width))
    room = max(ROWS_MULTIPLE, (most_rows - 1) // ROWS_MULTIPLE * ROWS_MULTIPLE)
    groups = list[Group]()
    columns = nudged_columns(counts)
    for kind, (low, high) in zip((CONTROL, VELOCITY, WHOLE), pairwise(bounds), strict=True):
        for first in range(low, high, room):
            count = min(room, high - first)
            part = Part(kind if restarts else WHOLE, _packs(np.arange(1, count + 1), width))
            place = int(columns[first])
            parts = (part,) if groups else (begin, part)
            groups.append(Group(first, count, place, place + count // sides, parts))
    return groups


def _packs(rows: np.ndarray, width: int) -> np.ndarray:
    """Return rows by pack; the last pack is filled up with copies of the last row."""
    packs = np.full(-(-len(rows) // width) * width, rows[-1], np.int64)
    packs[: len(rows)] = rows
    return packs.reshape(-1, width)
