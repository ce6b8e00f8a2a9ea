"""Meshes that are not convex, as (vertices, faces)."""

import numpy as np

# corners of a U and triangles that fill it, counter-clockwise
U_CORNERS = np.array([(0, 0), (3, 0), (3, 2), (2, 2), (2, 1), (1, 1), (1, 2), (0, 2)], float)
U_FACES = np.array([(0, 1, 4), (0, 4, 5), (0, 5, 6), (0, 6, 7), (1, 2, 4), (2, 3, 4)])


def extruded(corners: np.ndarray, faces: np.ndarray, depth: float) -> tuple[np.ndarray, np.ndarray]:
    """Return a prism over a polygon in the x-z plane, `depth` thick along y."""
    n = len(corners)
    front = np.column_stack((corners[:, 0], np.full(n, -depth / 2), corners[:, 1]))
    back = front + np.array((0, depth, 0))
    i = np.arange(n)
    j = (i + 1) % n
    sides = np.concatenate((np.column_stack((j, i, j + n)), np.column_stack((j + n, i, i + n))))
    return np.concatenate((front, back)), np.concatenate((faces, faces[:, ::-1] + n, sides))


def channel(size: float = 0.1) -> tuple[np.ndarray, np.ndarray]:
    """Return a channel with the cross section of a U: 3 wide, 2 high and 2 long, its walls and its floor 1 thick."""
    vertices, faces = extruded(U_CORNERS - np.array((1.5, 0)), U_FACES, 2.0)
    return size * vertices, faces


def text(vertices: np.ndarray, faces: np.ndarray) -> str:
    """Return a mesh as attributes of MJCF."""
    numbers = " ".join(map(repr, np.ravel(vertices).tolist()))
    return f'vertex="{numbers}" face="{" ".join(map(str, np.ravel(faces)))}"'
