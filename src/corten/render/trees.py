"""Boxes around shapes, and trees over triangles whose nearer child comes first."""

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType
from corten.render.surfaces import Surface, TracedShapes

# ---------------------------------------------------------------- boxes around shapes


Floats = NDArray[np.floating]

# boxes are taken larger by this share of their place and size, far above all roundings to 32 bits
MORE = 2e-6

# half extents of what is at least as thick as a rounding [m]
THIN = 1e-7


def box_corners(box: Floats) -> Floats:
    """Return the lowest and highest corners of boxes that are given by centre and half sizes, somewhat apart."""
    centre, half = box[:, :3], box[:, 3:]
    reach = half + MORE * (np.abs(centre) + half)
    return np.concatenate([centre - reach, centre + reach], axis=1)


def world_boxes(shapes: TracedShapes, surfaces: list[Surface]) -> tuple[Floats, Floats]:
    """Return centres and half sizes of boxes around shapes, along the axes of the world."""
    axes = shapes.mat.reshape(-1, 3, 3)
    offset, half = np.zeros_like(shapes.pos), np.array(shapes.size)
    capsule = shapes.type == GeomType.CAPSULE
    half[capsule, 2] += half[capsule, 0]
    for surface in np.unique(shapes.surface[shapes.surface >= 0]):
        rows, box = shapes.surface == surface, surfaces[surface].box[0]
        offset[rows], half[rows] = box[:3] * shapes.size[rows], box[3:] * shapes.size[rows]
    middle = shapes.pos + np.einsum("nij,nj->ni", axes, offset)
    return middle, np.einsum("nij,nj->ni", np.abs(axes), half) + THIN


# ---------------------------------------------------------------- trees over triangles, the nearer child first


Ints = NDArray[np.integer]

# directions that are told apart: the signs of x, y and z
OCTANTS = 8


def octants(forward: Floats, shapes: TracedShapes) -> Ints:
    """Return for each shape the octant of a direction of sight (n, 3) in its frame, as bits of x, y and z."""
    own = np.einsum("nij,ni->nj", shapes.mat.reshape(-1, 3, 3), forward)
    return (own < 0.0) @ np.array([1, 2, 4])


def octant_signs(octant: int) -> Floats:
    """Return a direction in the middle of an octant."""
    return np.where(octant & np.array([1, 2, 4]), -1.0, 1.0)


def front_first(surface: Surface, octant: int) -> tuple[Floats, Ints, Ints]:
    """Return boxes, leaves and skips of a tree whose nodes stand in the order in which an octant's rays meet them."""
    box, leaf, skip = surface.box, surface.leaf, surface.skip
    nodes = np.arange(len(leaf))
    size, inner = skip - nodes, leaf < 0
    left = np.where(inner, nodes + 1, 0)
    right = np.where(inner, skip[left], 0)
    swaps = (box[right, :3] - box[left, :3]) @ octant_signs(octant) < 0.0
    near, far = np.where(swaps, right, left), np.where(swaps, left, right)

    # level by level: a near child stands behind its parent, a far one behind all below the near one
    place, level = np.zeros(len(leaf), np.int64), nodes[:1][inner[:1]]
    while len(level):
        place[near[level]] = place[level] + 1
        place[far[level]] = place[level] + 1 + size[near[level]]
        below = np.concatenate([near[level], far[level]])
        level = below[inner[below]]
    order = np.argsort(place)
    return box[order], leaf[order], (place + size)[order]
