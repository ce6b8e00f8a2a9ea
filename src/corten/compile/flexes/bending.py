"""How sheets of triangles resist bending: a quadratic form of the four vertices around each edge between two triangles.

Wardetzky et al., "Discrete quadratic curvature energies", 2007; Garg et al., "Cubic shells", 2007.
"""

import numpy as np
from numpy.typing import NDArray

from corten.compile.flexes.topology import Ints, Points

# numbers of each edge: a matrix of four times four, and the factor of a cubic term
ROOM = 17


def bend_edges(edges: Ints, tips: Ints, places: Points, material: tuple[float, float, float]) -> Points:
    """Return (n, ROOM) numbers for edges and the tips of the triangles beside them (n, 2); zeros for one triangle only.

    `material` is Young's modulus [Pa], Poisson's ratio, and thickness [m].
    """
    young, poisson, thickness = material
    result = np.zeros((len(edges), ROOM))
    inner = tips[:, 1] >= 0
    start, stop, tip, other = places[np.concatenate((edges[inner], tips[inner]), axis=1).T]
    a01, a03 = _cotangent(start, stop, tip), _cotangent(stop, tip, start)
    a02, a04 = _cotangent(start, other, stop), _cotangent(stop, start, other)
    weights = np.stack((a03 + a04, a01 + a02, -(a01 + a03), -(a02 + a04)), axis=1)
    area = _area(start, stop, tip) + _area(stop, start, other)
    rigidity = young * thickness**3 / (12 * (1 - poisson * poisson))
    stiffness = rigidity / area

    edge = stop - start
    square = np.einsum("ij,ij->i", edge, edge)
    first = -(a03[:, None] * (tip - start) + a01[:, None] * (tip - stop))
    second = -(a04[:, None] * (other - start) + a02[:, None] * (other - stop))
    cosine = -np.einsum("ij,ij->i", first, second) / square
    matrix = np.einsum("ni,nj->nij", weights, weights) * (cosine * stiffness)[:, None, None]
    volume = np.einsum("ij,ij->i", np.cross(edge, tip - start), other - start)
    result[inner, :16] = matrix.reshape(-1, 16)
    # what keeps a sheet at rest that is bent at qpos0
    both = (a01 + a03) * (a02 + a04)
    result[inner, 16] = -volume * both * both * stiffness / (square * square)
    return result


def _cotangent(corner: Points, one: Points, other: Points) -> NDArray[np.float64]:
    """Return the cotangents of angles at corners."""
    normal = np.cross(one - corner, other - corner)
    return np.einsum("ij,ij->i", one - corner, other - corner) / np.linalg.norm(normal, axis=1)


def _area(a: Points, b: Points, c: Points) -> NDArray[np.float64]:
    return np.linalg.norm(np.cross(b - a, c - a), axis=1) / 2
