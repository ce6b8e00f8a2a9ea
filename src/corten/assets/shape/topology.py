"""How the triangles of a surface hang together: neighbours, normals, and which edges and corners stick out."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangles import Faces, Points

Ints = NDArray[np.int32]

# sine of the angle up to which two triangles count as level
LEVEL = 1e-4


class Topology(NamedTuple):
    """What collision wants to know of a surface.

    Edge k of a triangle runs from its corner k to the next one. `normal` are unit normals of triangles, zeros of those
    without area; `adjacent` and `opposite` the triangle across each edge and its corner there, -1 for none; `owned` has
    bit k for a corner and bit 3 + k for an edge that sticks out, each at the first triangle that has it.
    `vertex_normal` are the normals around each vertex, weighted by angles. `ring` lists the vertices around each
    vertex from `ring_address` on, `ring_count` of them. `closed` says that the surface has an inside.
    """

    normal: Points
    adjacent: Ints
    opposite: Ints
    owned: Ints
    vertex_normal: Points
    ring_address: Ints
    ring_count: Ints
    ring: Ints
    closed: bool


def make_topology(points: Points, faces: Faces) -> Topology:
    """Return how triangles hang together; vertices at the same place count as one."""
    place = weld(points)
    welded, corners = place[faces], points[faces]
    sides = corners[:, (1, 2, 0)] - corners
    length = np.linalg.norm(sides, axis=2)
    normal = np.cross(sides[:, 0], sides[:, 1])
    area = np.linalg.norm(normal, axis=1)
    flat = area <= 1e-12 * length.max(axis=1) ** 2
    normal = np.where(flat[:, None], 0.0, normal / np.where(area > 0, area, 1.0)[:, None])

    adjacent, opposite, first, closed = _pair_edges(welded)
    owned = _owned_corners(welded) | _owned_edges(points, corners, normal, opposite, first)
    vertex_normal = _vertex_normals(sides, length, normal, welded, len(points))[place]
    return Topology(normal, adjacent, opposite, owned, vertex_normal, *_rings(welded, place), closed)


def weld(points: Points) -> NDArray[np.int64]:
    """Return for each vertex the first one at its place."""
    order = np.lexsort(points.T)
    new = np.ones(len(points), bool)
    new[1:] = (points[order][1:] != points[order][:-1]).any(axis=1)
    start = order[new]
    place = np.empty(len(points), np.int64)
    place[order] = np.minimum.reduceat(order, np.flatnonzero(new))[np.cumsum(new) - 1] if len(start) else start
    return place


def _pair_edges(welded: NDArray[np.int64]) -> tuple[Ints, Ints, NDArray[np.bool_], bool]:
    """Return the triangle across each edge, its far corner, whether an edge stands here first, and closedness."""
    start, end = welded.ravel(), welded[:, (1, 2, 0)].ravel()
    count = int(welded.max()) + 1
    key = np.minimum(start, end) * count + np.maximum(start, end)
    order = np.argsort(key, kind="stable")
    new = np.ones(len(key), bool)
    new[1:] = key[order][1:] != key[order][:-1]
    heads = np.flatnonzero(new)
    many = np.diff(np.append(heads, len(key)))
    pairs = heads[many == 2]
    one, other = order[pairs], order[pairs + 1]

    adjacent, opposite = np.full(len(key), -1, np.int32), np.full(len(key), -1, np.int32)
    far = welded[:, (2, 0, 1)].ravel()
    adjacent[one], adjacent[other] = other // 3, one // 3
    opposite[one], opposite[other] = far[other], far[one]
    first = np.zeros(len(key), bool)
    first[order[heads]] = True

    # an edge that is run along as often one way as the other has a triangle on each side
    way = np.where(start < end, 1, -1)[order]
    closed = not np.add.reduceat(way, heads).any()
    return adjacent.reshape(-1, 3), opposite.reshape(-1, 3), first.reshape(-1, 3), closed


def _owned_corners(welded: NDArray[np.int64]) -> Ints:
    """Return bit k for a corner that no earlier triangle has."""
    owned = np.zeros(welded.size, np.int32)
    owned[np.unique(welded.ravel(), return_index=True)[1]] = 1
    return (owned.reshape(-1, 3) << np.arange(3, dtype=np.int32)).sum(axis=1, dtype=np.int32)


def _owned_edges(points: Points, corners: Points, normal: Points, opposite: Ints, first: NDArray[np.bool_]) -> Ints:
    """Return bit 3 + k for an edge that no earlier triangle has, and from which both triangles fall away."""
    arm = points[opposite] - corners
    height = np.einsum("ti,tki->tk", normal, arm)
    out = (opposite < 0) | (height < -LEVEL * np.linalg.norm(arm, axis=2))
    return ((first & out).astype(np.int32) << np.arange(3, 6, dtype=np.int32)).sum(axis=1, dtype=np.int32)


def _vertex_normals(sides: Points, length: Points, normal: Points, welded: NDArray[np.int64], count: int) -> Points:
    """Return the normals around vertices, each triangle weighted by its angle there."""
    before, before_length = sides[:, (2, 0, 1)], length[:, (2, 0, 1)]
    product = length * before_length
    cosine = -np.einsum("tki,tki->tk", sides, before) / np.where(product > 0, product, 1.0)
    angle = np.arccos(np.clip(cosine, -1.0, 1.0))
    total = np.empty((count, 3))
    for axis in range(3):
        weight = (angle * normal[:, axis, None]).ravel()
        total[:, axis] = np.bincount(welded.ravel(), weight, minlength=count)
    size = np.linalg.norm(total, axis=1, keepdims=True)
    return total / np.where(size > 0, size, 1.0)


def _rings(welded: NDArray[np.int64], place: NDArray[np.int64]) -> tuple[Ints, Ints, Ints]:
    """Return where the neighbours of each vertex begin, how many they are, and all neighbours."""
    count = len(place)
    start, end = welded.ravel(), welded[:, (1, 2, 0)].ravel()
    pairs = np.unique(np.concatenate((start * count + end, end * count + start)))
    owner = pairs // count
    number = np.bincount(owner, minlength=count)
    address = np.cumsum(number) - number
    ring = (pairs - owner * count).astype(np.int32)
    return address[place].astype(np.int32), number[place].astype(np.int32), ring
