"""Lines of some pixels' width, such as the rays of rangefinders and the edges of boxes."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import ArrayLike, NDArray

from corten.enums import ObjectType

Floats = NDArray[np.floating]

# corners of a box that its twelve edges connect, as bits of x, y and z
EDGES = np.array([(a, a | bit) for bit in (1, 2, 4) for a in range(8) if not a & bit])
CORNERS = np.array([[1.0 if corner & bit else -1.0 for bit in (1, 2, 4)] for corner in range(8)])


@dataclass(frozen=True, eq=False)
class Lines:
    """Lines from points to points [m], a row for each: width in that of <visual>, colour, what they belong to."""

    start: Floats
    end: Floats
    width: Floats
    rgba: Floats
    objtype: NDArray[np.integer]
    objid: NDArray[np.integer]

    def __len__(self) -> int:
        return len(self.width)


def make_lines(
    start: ArrayLike,
    end: ArrayLike,
    *,
    width: float,
    rgba: ArrayLike,
    objtype: int = ObjectType.UNKNOWN,
    objid: ArrayLike = 0,
) -> Lines:
    """Return lines of one width, kind and colour."""
    start, end = np.asarray(start, float).reshape(-1, 3), np.asarray(end, float).reshape(-1, 3)
    count = len(start)
    numbers = np.broadcast_to(np.asarray(objid, np.int32), (count,))
    colours = np.broadcast_to(np.asarray(rgba, float), (count, 4))
    return Lines(start, end, np.full(count, width), colours, np.full(count, objtype, np.int32), numbers)


def no_lines() -> Lines:
    """Return no lines."""
    return make_lines([], [], width=1.0, rgba=np.zeros(4))


def join_lines(parts: Sequence[Lines]) -> Lines:
    """Return all lines of some lists."""
    parts = [part for part in parts if len(part)] or parts[:1]
    if len(parts) == 1:
        return parts[0]
    return Lines(*(np.concatenate([getattr(part, column.name) for part in parts]) for column in fields(Lines)))


def box_edges(centre: Floats, half: Floats, pos: Floats, mat: Floats) -> tuple[Floats, Floats]:
    """Return the ends of the edges of boxes (centre, half sizes) in frames, twelve of each box."""
    corner = centre[:, None] + half[:, None] * CORNERS
    corner = pos[:, None] + np.einsum("nij,nkj->nki", mat.reshape(-1, 3, 3), corner)
    return corner[:, EDGES[:, 0]].reshape(-1, 3), corner[:, EDGES[:, 1]].reshape(-1, 3)
