"""How the elements of a flex hang together: edges, triangles beside them, the shell, layers below it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.trees.median_split import median_split
from corten.constants import MINVAL
from corten.deformable.compile.flex import Flex
from corten.spec.frames import unit_vector

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


def is_inverted(elements: Ints, places: Points) -> NDArray[np.bool_]:
    """Return which tetrahedra (n, 4) have sides that face inwards."""
    first, second, third, last = (places[elements[:, k]] for k in range(4))
    volume = np.einsum("ij,ij->i", np.cross(second - first, third - first), last - first)
    return volume > 0


def flip_orientation(elements: Ints, chosen: NDArray[np.bool_]) -> Ints:
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


# ---- boxes: the tree over the elements that collide, and where vertices lie in the whole box


# largest cosine between sides of a cell that are taken for square (MuJoCo's value)
SQUARE = 1e-8


def bound_flex(flex: Flex) -> None:
    """Set the tree over the elements of a flex at qpos0, the half sizes of its box, and its vertices within that."""
    shape = flex.shape
    colliding = np.flatnonzero(shape.elemlayer < flex.activelayers) if flex.dim == 3 else np.arange(len(shape.elements))
    if not len(colliding):
        raise flex.element.error("activelayers is 0 or less: no element is left that could collide")
    corners = shape.places[shape.elements[colliding]]
    low, high = corners.min(axis=1), corners.max(axis=1)
    centre, half = 0.5 * (high + low), 0.5 * (high - low) + flex.radius
    tree = median_split(centre - half, centre + half, centre.T, np.zeros(1, int))
    flex.bvh = tree._replace(leaf=np.where(tree.leaf < 0, -1, colliding[tree.leaf]))
    if flex.interp:
        return
    root = tree.aabb[0]
    flex.size = root[3:] - flex.radius
    # a flex that is flat has no extent along one axis: its vertices are in the middle there
    flat = flex.size <= MINVAL
    inside = (shape.places - root[:3]) / (2 * np.where(flat, 1.0, flex.size)) + 0.5
    shape.vert0 = np.where(flat, 0.5, inside)
    shape.node0, shape.vertcell = np.zeros((0, 3)), np.full(len(shape.places), -1)


def place_in_cells(flex: Flex) -> None:
    """Set the box of the nodes of a flex at qpos0, in the frame of their grid, and where vertices lie in it."""
    shape, order, count = flex.shape, abs(flex.interp), np.array(flex.cellnum)
    grid = shape.nodeplaces.reshape(*(order * count + 1), 3)
    edges = np.stack([grid[order, 0, 0], grid[0, order, 0], grid[0, 0, order]]) - grid[0, 0, 0]
    # unit vectors and products are formed as MuJoCo does it: many vertices lie just between two cells
    axes = np.array([unit_vector((x, y, z)) for x, y, z in edges.tolist()])
    if not np.allclose(axes @ axes.T, np.eye(3), rtol=0.0, atol=SQUARE):
        raise flex.element.error(
            "its nodes are no grid: the sides of its first cell are not at right angles to each other"
        )
    shape.node0, shape.cellplaces = (
        np.stack([a * points[:, 0] + b * points[:, 1] + c * points[:, 2] for a, b, c in axes.tolist()], axis=1)
        for points in (shape.nodeplaces, shape.places)
    )
    low, high = shape.node0.min(axis=0), shape.node0.max(axis=0)
    flex.size = (high - low) / 2
    shape.vert0 = (shape.cellplaces - low) / (high - low)
    cells = np.clip((shape.vert0 * count).astype(int), 0, count - 1)
    shape.vertcell = (cells[:, 0] * count[1] + cells[:, 1]) * count[2] + cells[:, 2]
