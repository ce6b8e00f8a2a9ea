"""Shells: interpolated flexes of which only the outer faces of the cells are elastic.

Faces are counted side by side, -x, x, -y, y, -z, z. On a side whose normal is the axis k, cells and nodes follow the
axes k + 1 and k + 2 in turn, the latter faster.
"""

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.deformable.compile.cells import POISSON, YOUNG, face_stiffness, strain_modes

Points = NDArray[np.float64]

# numbers of each edge between two faces in flex_bending
EDGE = 10


class Face(NamedTuple):
    """One face: its side, and its cell along both axes of that."""

    side: int
    slow: int
    fast: int


class Shell:
    """The faces of a grid of nodes, whose places (*nodes, 3) are given in its frame [m]."""

    def __init__(self, nodes: Points, cells: tuple[int, int, int], order: int):
        self._nodes, self._cells, self._order = nodes, cells, order
        self.faces = [
            Face(side, i, j)
            for side in range(6)
            for i in range(cells[(side // 2 + 1) % 3])
            for j in range(cells[(side // 2 + 2) % 3])
        ]
        self._numbers = {face: number for number, face in enumerate(self.faces)}

    def stiffness(self, young: float, poisson: float, thickness: float) -> Points:
        """Return -K (faces, 3 n, 3 n) of all faces."""
        return np.stack(
            [
                face_stiffness(self._size(face), face.side // 2, (young, poisson, thickness), self._order)
                for face in self.faces
            ]
        )

    def strain_modes(self, thickness: float) -> Points:
        """Return for each face how many modes it has, then these: those of its plane, and that in which it warps."""
        result = strain_modes(self.stiffness(YOUNG, POISSON, thickness))
        ends = 1 - 2 * np.arange(self._order + 1) / self._order
        shape = np.outer(ends, ends).ravel()
        rigidity = YOUNG * thickness**3 / (12.0 * (1.0 - POISSON * POISSON))
        for row, face in zip(result, self.faces, strict=True):
            one, other = self._size(face)
            mode = np.zeros((len(shape), 3))
            mode[:, face.side // 2] = np.sqrt(rigidity * (1.0 - POISSON) * 4.0 / (one * other)) / 2 * shape
            first = 1 + int(row[0]) * mode.size
            row[first : first + mode.size] = mode.ravel()
            row[0] += 1
        return result

    def bending(self, young: float, poisson: float, thickness: float) -> Points:
        """Return the number of edges between faces, and for each of them EDGE numbers.

        These are its two faces, where its middle is in both, the stiffness, and the difference of the normals at rest.
        """
        rigidity = young * thickness**3 / (12.0 * (1.0 - poisson * poisson))
        rows = []
        for number, face in enumerate(self.faces):
            for along in range(2):
                for end in range(2):
                    other, there = self._neighbour(face, along, end)
                    if number < self._numbers[other]:
                        here = _middle(along, end)
                        one, two = self._frame(face, here), self._frame(other, there)
                        length, width = (one[1] + two[1]) / 2, (one[2] + two[2]) / 2
                        stiffness = rigidity * length / width
                        rows.append((number, self._numbers[other], *here, *there, stiffness, *(one[0] - two[0])))
        return np.array([len(rows), *(value for row in rows for value in row)], float)

    def _neighbour(self, face: Face, along: int, end: int) -> tuple[Face, tuple[float, float]]:
        """Return the face beyond an end of one of the axes of a face, and where the edge has its middle in it."""
        normal = face.side // 2
        axis = (normal + 1 + along) % 3
        place = [face.slow, face.fast]
        place[along] += 1 if end else -1
        if 0 <= place[along] < self._cells[axis]:
            return Face(face.side, *place), _middle(along, 1 - end)
        # around an edge of the box: the axis that ended is the normal one now, and the old normal runs to its end
        last = self._cells[normal] - 1 if face.side % 2 else 0
        side = 2 * axis + end
        if along == 0:
            return Face(side, face.fast, last), _middle(1, face.side % 2)
        return Face(side, last, face.slow), _middle(0, face.side % 2)

    def _corners(self, face: Face) -> Points:
        """Return the places (order + 1, order + 1, 3) of the nodes of a face."""
        normal, order = face.side // 2, self._order
        plane = np.take(self._nodes, -1 if face.side % 2 else 0, axis=normal)
        if normal == 1:
            plane = plane.transpose(1, 0, 2)
        return plane[order * face.slow : order * (face.slow + 1) + 1, order * face.fast : order * (face.fast + 1) + 1]

    def _size(self, face: Face) -> tuple[float, float]:
        corners, normal = self._corners(face), face.side // 2
        size = corners[-1, -1] - corners[0, 0]
        return float(size[(normal + 1) % 3]), float(size[(normal + 2) % 3])

    def _frame(self, face: Face, at: tuple[float, float]) -> tuple[Points, float, float]:
        """Return the normal of a face, its length along the edge whose middle is at a place in it, and its width."""
        normal = np.zeros(3)
        normal[face.side // 2] = 1.0
        sides = self._size(face)
        return (normal, *sides) if at[0] == 0.5 else (normal, sides[1], sides[0])


def _middle(along: int, end: int) -> tuple[float, float]:
    return (float(end), 0.5) if along == 0 else (0.5, float(end))


def node_masses(nodes: tuple[int, int, int], order: int) -> Points:
    """Return the relative masses of the nodes of a shell: all alike, or for quadratic ones by Simpson's rule."""
    if order == 1:
        return np.ones(nodes)
    lines = [np.array(list(_simpson(count))) for count in nodes]
    return np.einsum("i,j,k->ijk", *lines)


def _simpson(count: int) -> Iterator[float]:
    for number in range(count):
        if number % 2:
            yield 2.0 / 3.0
        else:
            yield 1.0 / 6.0 * (2 if 0 < number < count - 1 else 1)


def inner_nodes(nodes: tuple[int, int, int]) -> NDArray[np.bool_]:
    """Return which nodes of a grid lie in its inside; they have no body of their own."""
    result = np.zeros(nodes, bool)
    result[1:-1, 1:-1, 1:-1] = True
    return result


def shell_of(nodes: Points, cells: tuple[int, int, int], order: int) -> Shell:
    """Return the shell around a list of nodes (n, 3)."""
    counts = [order * count + 1 for count in cells]
    return Shell(nodes.reshape(*counts, 3), cells, order)
