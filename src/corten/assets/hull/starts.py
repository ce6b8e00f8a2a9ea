"""Vertices at which the search for the farthest one of a hull ends where it begins, more often than not.

Signs and order of a direction's components divide all directions into 48 chambers. A hull that has few vertices, above
all one that is aligned with its axes as a block is, has one vertex that is farthest along most directions of a chamber.
Whether it is the farthest is seen from its neighbours.
"""

from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from corten.assets.hull.convex_hull import HullGraph, Ints

# the number of a chamber has a bit for each of x, y, z >= 0, |x| > |y|, |y| > |z|, |x| > |z|; 16 numbers cannot be
NCHAMBER = 64

# vertices with more neighbours are no starts
NEIGHBOURS = 8

# larger hulls have no vertex that is farthest in half of a chamber
MOST_VERTICES = 500

NO_STARTS = np.full((NCHAMBER, 2 + NEIGHBOURS), -1, np.int32)


def chamber_samples() -> NDArray[np.float64]:
    """Return directions that are spread over each chamber (48, 10, 3), none of them on its border."""
    parts = np.array([(a, b, 6 - a - b) for a in range(1, 5) for b in range(1, 6 - a)])
    corners = np.tri(3) / np.sqrt([[1.0], [2.0], [3.0]])
    first = parts @ corners
    signs = [np.array(sign) for sign in product((-1, 1), repeat=3)]
    return np.array([first[:, order] * sign for sign in signs for order in permutations(range(3))])


def chamber_numbers(directions: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the number of the chamber that each of the directions (n, 3) lies in."""
    x, y, z = np.abs(directions.T)
    return np.stack([*(directions.T >= 0.0), x > y, y > z, x > z], axis=1) @ (1 << np.arange(6))


SAMPLES = chamber_samples()
NUMBERS = chamber_numbers(SAMPLES[:, 0])


def find_starts(points: NDArray[np.float32], graph: HullGraph, first: int) -> Ints:
    """Return for each chamber: a vertex of the hull or -1, its row in the model, those of its neighbours.

    Rows begin with `first`; a neighbour is repeated where there are fewer than eight.
    """
    starts = NO_STARTS.copy()
    if len(graph.vertices) > MOST_VERTICES:
        return starts
    farthest = np.argmax(SAMPLES @ points[graph.vertices].T, axis=2)
    votes = (farthest[:, :, None] == farthest[:, None, :]).sum(axis=2)
    best = np.take_along_axis(farthest, votes.argmax(axis=1)[:, None], axis=1)[:, 0]
    for number, vertex, most in zip(NUMBERS, best, votes.max(axis=1), strict=True):
        around = _neighbours(graph, vertex)
        if 2 * most > SAMPLES.shape[1] and len(around) <= NEIGHBOURS:
            rows = graph.vertices[[vertex, *np.resize(around, NEIGHBOURS)]]
            starts[number] = vertex, *first + rows
    return starts


def _neighbours(graph: HullGraph, vertex: int) -> Ints:
    """Return the neighbours of a vertex of the hull, numbered within it."""
    edges = graph.edges[graph.edge_address[vertex] :]
    return edges[: np.argmax(edges < 0)]
