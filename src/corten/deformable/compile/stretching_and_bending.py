"""How triangles and tetrahedra resist stretching, and hinges between triangles bending.

Stretching (Saint Venant-Kirchhoff): the energy of an element is k : (e e') with e the changes of the squared lengths of
its edges; the upper triangle of k is kept. Strain is a sum over edges of such a change times a basis: the symmetric
product of the normals of the two sides that do not hold the edge.
"""

import numpy as np
from numpy.typing import NDArray

from corten.deformable.compile.topology import Ints, Points

# numbers that are kept of each triangle and tetrahedron; the last three of these are for another material
TRIANGLE_ROOM, TETRAHEDRON_ROOM = 21, 24

# sides of an element, and the two of them that do not hold an edge, for each edge
TRIANGLE_SIDES = ((1, 2), (2, 0), (0, 1))
TETRAHEDRON_SIDES = ((2, 1, 0), (0, 1, 3), (1, 2, 3), (2, 0, 3))
TRIANGLE_OPPOSITE = ((1, 2), (2, 0), (0, 1))
TETRAHEDRON_OPPOSITE = ((2, 3), (1, 3), (2, 1), (1, 0), (0, 2), (0, 3))


def stretch_triangles(corners: Points, young: float, poisson: float, thickness: float) -> Points:
    """Return the metrics (n, TRIANGLE_ROOM) of triangles with these corners (n, 3, 3) [m], in plane stress."""
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1) / 2
    normals = []
    for start, stop in TRIANGLE_SIDES:
        # within the plane, across the side, as long as it
        side = corners[:, stop] - corners[:, start]
        normals.append(np.cross(side, normal / (2 * area)[:, None]))
    scale = 8 * area * area
    shear = young / (2 * (1 + poisson))
    lame = young * poisson / (1 - poisson * poisson)
    material = shear * area * thickness, lame / 2 * area * thickness
    return _metrics(normals, TRIANGLE_OPPOSITE, scale, material, TRIANGLE_ROOM)


def stretch_tetrahedra(corners: Points, young: float, poisson: float) -> Points:
    """Return the metrics (n, TETRAHEDRON_ROOM) of tetrahedra with these corners (n, 4, 3) [m]."""
    normals = []
    for first, second, third in TETRAHEDRON_SIDES:
        start = corners[:, first]
        normals.append(np.cross(corners[:, second] - start, corners[:, third] - start))
    one, two, three = (corners[:, k] - corners[:, 0] for k in (1, 2, 3))
    volume = np.abs(np.einsum("ij,ij->i", np.cross(one, two), three)) / 6
    shear = young / (2 * (1 + poisson))
    lame = young * poisson / ((1 + poisson) * (1 - 2 * poisson))
    material = shear * volume, lame / 2 * volume
    return _metrics(normals, TETRAHEDRON_OPPOSITE, 72 * volume * volume, material, TETRAHEDRON_ROOM)


def _metrics(
    normals: list[Points],
    opposite: tuple[tuple[int, int], ...],
    scale: NDArray[np.float64],
    material: tuple[NDArray[np.float64], NDArray[np.float64]],
    room: int,
) -> Points:
    """Return shear * tr(B B') + lame * tr(B) tr(B') of the bases B of all edges; `material` is (shear, lame)."""
    shear, lame = material
    bases = []
    for one, other in opposite:
        product = np.einsum("ni,nj->nij", normals[one], normals[other])
        bases.append((product + product.transpose(0, 2, 1)) / scale[:, None, None])
    basis = np.stack(bases, axis=1)
    trace = np.einsum("neii->ne", basis)
    squares = np.einsum("neij,nfji->nef", basis, basis)
    full = shear[:, None, None] * squares + lame[:, None, None] * np.einsum("ne,nf->nef", trace, trace)
    rows, columns = np.triu_indices(len(opposite))
    result = np.zeros((len(full), room))
    result[:, : len(rows)] = full[:, rows, columns]
    return result


# ---- bending: a quadratic form of the four vertices around each edge between two triangles
# Wardetzky et al., "Discrete quadratic curvature energies", 2007; Garg et al., "Cubic shells", 2007


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
