"""Boxes around shapes."""

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType
from corten.render.surfaces import Surface, TracedShapes

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
