"""Boxes around flexes: the tree over the elements that collide, and where vertices lie in the whole box."""

import numpy as np

from corten.assets.trees.median_split import median_split
from corten.compile.objects.flexes import Flex
from corten.constants import MINVAL
from corten.spec.frames import unit_vector

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
