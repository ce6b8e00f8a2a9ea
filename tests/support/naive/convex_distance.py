"""Distance and depth of polytopes, slowly: least squares over all vertices, and all facets of the difference."""

import numpy as np
from scipy.optimize import nnls
from scipy.spatial import ConvexHull

# weight of the equations that make weights add up to one
HEAVY = 1e6


def polytope_distance(a: np.ndarray, b: np.ndarray) -> float:
    """Return the distance of the hulls of two sets of points: min |A'x - B'y| with x, y >= 0 that each add up to 1."""
    rows = np.zeros((5, len(a) + len(b)))
    rows[:3, : len(a)], rows[:3, len(a) :] = a.T, -b.T
    rows[3, : len(a)] = rows[4, len(a) :] = HEAVY
    weights, _ = nnls(rows, np.array([0, 0, 0, HEAVY, HEAVY]))
    return float(np.linalg.norm(rows[:3] @ weights))


def polytope_depth(a: np.ndarray, b: np.ndarray) -> float:
    """Return how far hulls have to be moved apart, 0 if they do not overlap: the nearest facet of all differences."""
    differences = (a[:, None] - b[None]).reshape(-1, 3)
    offsets = ConvexHull(differences).equations[:, 3]
    return float(max(0.0, -offsets.max()))
