"""Two boxes by brute force: shadows of corners on all axes, and the lowest point of a face by linear programming."""

from dataclasses import dataclass
from itertools import product

import numpy as np
from scipy.optimize import linprog


@dataclass(frozen=True)
class Box:
    """A box: position, frame (axes as columns) and half sizes."""

    pos: np.ndarray
    mat: np.ndarray
    size: np.ndarray

    def corners(self) -> np.ndarray:
        """Return the eight corners, shape (8, 3)."""
        return self.pos + (np.array(list(product((-1, 1), repeat=3))) * self.size) @ self.mat.T


@dataclass(frozen=True)
class Axis:
    """A direction from the first box to the second, the distance of the shadows on it, and whether edges made it."""

    separation: float
    direction: np.ndarray
    of_edges: bool


def separation(first: Box, second: Box, direction: np.ndarray) -> float:
    """Return the distance of two boxes' shadows along a direction from the first to the second."""
    return float((second.corners() @ direction).min() - (first.corners() @ direction).max())


def separating_axes(first: Box, second: Box) -> list[Axis]:
    """Return all fifteen axes, or less where edges are parallel."""
    faces = [*first.mat.T, *second.mat.T]
    crosses = [np.cross(a, b) for a in first.mat.T for b in second.mat.T]
    edges = [cross / np.linalg.norm(cross) for cross in crosses if np.linalg.norm(cross) > 1e-6]
    axes = []
    for direction, of_edges in [(axis, False) for axis in faces] + [(axis, True) for axis in edges]:
        forth, back = (separation(first, second, side * direction) for side in (1, -1))
        axes.append(Axis(max(forth, back), direction if forth >= back else -direction, of_edges))
    return axes


def lowest_above_face(box: Box, other: Box, direction: np.ndarray) -> float:
    """Return the lowest height above a face of a box that the other's opposing face has within the face's outline.

    `direction` is the outward normal of the face. Infinite if the opposing face is nowhere above the outline.
    """
    normal = box.mat.T @ direction
    face = int(np.argmax(np.abs(normal)))
    sides = [k for k in range(3) if k != face]
    axes, centre = box.mat.T @ other.mat, box.mat.T @ (other.pos - box.pos)
    opposing = int(np.argmax(np.abs(axes[face])))
    tangents = [k for k in range(3) if k != opposing]
    middle = centre - np.sign(normal[face] * axes[face, opposing]) * other.size[opposing] * axes[:, opposing]
    span = axes[:, tangents] * other.size[tangents]

    # middle + span @ x, with both parameters from -1 to 1, inside of the outline
    bounds = np.concatenate([box.size[sides] - middle[sides], box.size[sides] + middle[sides]])
    slope = np.sign(normal[face]) * span[face]
    result = linprog(slope, np.concatenate([span[sides], -span[sides]]), bounds, bounds=[(-1, 1), (-1, 1)])
    if not result.success:
        return np.inf
    return float(np.sign(normal[face]) * middle[face] + result.fun - box.size[face])
