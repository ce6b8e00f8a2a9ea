"""Boxes around flexes: the tree over the elements that collide, and where vertices lie in the whole box."""

import numpy as np

from corten.assets.trees.halving import halve
from corten.compile.objects.flexes import Flex
from corten.constants import MINVAL


def bound_flex(flex: Flex) -> None:
    """Set the tree over the elements of a flex at qpos0, the half sizes of its box, and its vertices within that."""
    shape = flex.shape
    colliding = np.flatnonzero(shape.elemlayer < flex.activelayers) if flex.dim == 3 else np.arange(len(shape.elements))
    if not len(colliding):
        raise flex.element.error("activelayers is 0 or less: no element is left that could collide")
    corners = shape.places[shape.elements[colliding]]
    low, high = corners.min(axis=1), corners.max(axis=1)
    centre, half = 0.5 * (high + low), 0.5 * (high - low) + flex.radius
    tree = halve(centre - half, centre + half, centre.T, np.zeros(1, int))
    flex.bvh = tree._replace(leaf=np.where(tree.leaf < 0, -1, colliding[tree.leaf]))
    root = tree.aabb[0]
    flex.size = root[3:] - flex.radius
    # a flex that is flat has no extent along one axis: its vertices are in the middle there
    flat = flex.size <= MINVAL
    inside = (shape.places - root[:3]) / (2 * np.where(flat, 1.0, flex.size)) + 0.5
    shape.vert0 = np.where(flat, 0.5, inside)
    shape.node0, shape.vertcell = np.zeros((0, 3)), np.full(len(shape.places), -1)
