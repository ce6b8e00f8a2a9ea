"""The grid of cells around an interpolated flex, and what a whole cell is."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

# weight of what is empty (MuJoCo's value)
EMPTY_WEIGHT = 1e-6


@dataclass(slots=True)
class CellGrid:
    """Cells between two corners (3,) [m], so many along each axis, with nodes of an order of interpolation."""

    low: Points
    high: Points
    count: tuple[int, int, int]
    order: int

    @property
    def size(self) -> Points:
        """Return the lengths of the sides of a cell [m]."""
        return (self.high - self.low) / np.array(self.count)

    @property
    def nodes(self) -> tuple[int, int, int]:
        """Return how many nodes there are along each axis."""
        a, b, c = (self.order * number + 1 for number in self.count)
        return a, b, c

    def places(self, points: Points) -> Points:
        """Return points in units of cells."""
        return (points - self.low) / (self.high - self.low) * np.array(self.count)


def whole_moments(degree: int) -> Points:
    """Return the integrals of x^i y^j z^k over a whole cell."""
    line = 1.0 / np.arange(1, degree + 2)
    return np.einsum("i,j,k->ijk", line, line, line)
