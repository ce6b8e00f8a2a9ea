"""Patches of tetrahedra: those around an edge, whose mean strain is known better than that of each of them.

A linear tetrahedron cannot bend, and hardly change its shape without changing its volume. Where a solid bends or keeps
its volume, strains of neighbours differ for that reason alone; their mean is what the solid does (Souza Neto, Andrade
Pires and Owen, "F-bar-based linear triangles and tetrahedra for finite strain analysis", 2005).
"""

import heapq
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
Floats = NDArray[np.floating]

# tetrahedra around an edge that make a patch; those left over join a patch beside them, which has no more than most
FEWEST, MOST = 4, 12

# digits to which lengths of edges are equal: in the cells of a grid all diagonals are chosen, whatever their rounding
DIGITS = 6


def find_patches(elements: Ints, places: Floats) -> list[Ints]:
    """Return the elements of each patch: around the edges with most of them, of equal ones around the longest.

    A cube of six tetrahedra around its diagonal is a patch. Elements may be in none.
    """
    edges, around = _edges(elements)
    lengths = np.linalg.norm(places[edges[:, 1]] - places[edges[:, 0]], axis=1)
    lengths = np.round(lengths / lengths.max(), DIGITS).tolist()
    waiting = [(-len(tetrahedra), -lengths[edge], edge) for edge, tetrahedra in enumerate(around)]
    heapq.heapify(waiting)
    patches: list[list[int]] = []
    patch_of = [-1] * len(elements)
    while waiting and -waiting[0][0] >= FEWEST:
        count, length, edge = heapq.heappop(waiting)
        free = [number for number in around[edge] if patch_of[number] < 0]
        if len(free) < -count:
            # others were taken since it was put there
            heapq.heappush(waiting, (-len(free), length, edge))
            continue
        for number in free:
            patch_of[number] = len(patches)
        patches.append(free)
    _join_rest(elements, patches, patch_of)
    return [np.array(sorted(patch)) for patch in patches]


def _edges(elements: Ints) -> tuple[Ints, list[list[int]]]:
    """Return all edges, and the elements around each."""
    sides = np.array(list(combinations(range(4), 2)))
    pairs = np.sort(elements[:, sides], axis=2).reshape(-1, 2)
    edges, which = np.unique(pairs, axis=0, return_inverse=True)
    around: list[list[int]] = [[] for _ in edges]
    for place, edge in enumerate(which.ravel().tolist()):
        around[edge].append(place // 6)
    return edges, around


def _join_rest(elements: Ints, patches: list[list[int]], patch_of: list[int]) -> None:
    """Let elements that are left over join the smallest patch that they share a face with."""
    beside: dict[tuple[int, ...], list[int]] = {}
    faces = [list(combinations(sorted(element), 3)) for element in elements.tolist()]
    for number, own in enumerate(faces):
        for face in own:
            beside.setdefault(face, []).append(number)
    rest = [number for number, patch in enumerate(patch_of) if patch < 0]
    joined = True
    while rest and joined:
        joined = False
        for number in rest:
            near = {patch_of[other] for face in faces[number] for other in beside[face]} - {-1}
            near = {patch for patch in near if len(patches[patch]) < MOST}
            if near:
                patch_of[number] = min(near, key=lambda patch: (len(patches[patch]), patch))
                patches[patch_of[number]].append(number)
                joined = True
        rest = [number for number in rest if patch_of[number] < 0]
