"""How the elements of a flex hang together: edges, triangles beside them, the shell, layers below it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Points = NDArray[np.float64]

# edges of an element by its dimension: two of its vertices for each
ELEMENT_EDGES = {
    1: ((0, 1),),
    2: ((1, 2), (2, 0), (0, 1)),
    3: ((0, 1), (1, 2), (2, 0), (2, 3), (0, 3), (1, 3)),
}

# sides of an element by its dimension: points, edges or triangles that face outwards
ELEMENT_SIDES = {
    1: ((0,), (1,)),
    2: ((0, 1), (2, 0), (1, 2)),
    3: ((0, 1, 2), (0, 3, 1), (0, 2, 3), (1, 3, 2)),
}


class Edges(NamedTuple):
    """Edges of a flex: vertices (n, 2), the lower one first, and the edges of each element."""

    vertices: Ints
    of_elements: Ints


class Shell(NamedTuple):
    """Sides of elements that no other element shares, and how far each element is from the nearest of them."""

    sides: Ints
    layers: Ints


def inside_out(elements: Ints, places: Points) -> NDArray[np.bool_]:
    """Return which tetrahedra (n, 4) have sides that face inwards."""
    first, second, third, last = (places[elements[:, k]] for k in range(4))
    volume = np.einsum("ij,ij->i", np.cross(second - first, third - first), last - first)
    return volume > 0


def turn(elements: Ints, chosen: NDArray[np.bool_]) -> Ints:
    """Return elements of which those that are chosen have their second and third vertex swapped."""
    result = elements.copy()
    result[chosen, 1], result[chosen, 2] = elements[chosen, 2], elements[chosen, 1]
    return result


def find_edges(elements: Ints) -> Edges:
    """Return the edges of elements (n, dim + 1), numbered in the order in which they appear."""
    ends = elements[:, ELEMENT_EDGES[elements.shape[1] - 1]].reshape(-1, 2)
    ends = np.sort(ends, axis=1)
    keys = ends[:, 0] * (ends.max() + 1) + ends[:, 1]
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    rank = np.empty(len(first), int)
    rank[np.argsort(first)] = np.arange(len(first))
    return Edges(ends[np.sort(first)], rank[which].reshape(len(elements), -1))


def find_flaps(triangles: Ints, of_elements: Ints, nedge: int) -> Ints:
    """Return the tips of the first and of the last triangle beside each edge (n, 2); -1 where there is one only."""
    edge, tip = of_elements.ravel(), triangles.ravel()
    # of several values for one place the last one stays
    first = np.full(nedge, -1)
    first[edge[::-1]] = np.arange(len(edge))[::-1]
    last = np.empty(nedge, int)
    last[edge] = np.arange(len(edge))
    return np.stack((tip[first], np.where(last != first, tip[last], -1)), axis=1)


def find_shell(elements: Ints) -> Shell:
    """Return the shell of elements (n, dim + 1), and the layer of each element: those of lines and triangles are 0."""
    dim = elements.shape[1] - 1
    sides = elements[:, ELEMENT_SIDES[dim]].reshape(-1, dim)
    owner = np.repeat(np.arange(len(elements)), dim + 1)
    ordered = np.sort(sides, axis=1)
    order = np.lexsort((*sides.T[::-1], owner, *ordered.T[::-1]))
    ordered, sides, owner = ordered[order], sides[order], owner[order]
    same = (ordered[1:] == ordered[:-1]).all(axis=1)
    alone = ~(np.append(same, False) | np.insert(same, 0, False))
    layers = np.zeros(len(elements), int)
    if dim == 3:
        pairs = np.stack((owner[:-1][same], owner[1:][same]), axis=1)
        layers = _distances(owner[alone], pairs, len(elements))
    return Shell(sides[alone], layers)


def _distances(border: Ints, pairs: Ints, count: int) -> Ints:
    """Return how many neighbours lie between each element and the border; too many where no way leads there."""
    layers = np.full(count, count + 1)
    layers[border] = 0
    one, other = np.concatenate((pairs, pairs[:, ::-1])).T
    while True:
        nearer = layers.copy()
        np.minimum.at(nearer, one, layers[other] + 1)
        if (nearer == layers).all():
            return layers
        layers = nearer
