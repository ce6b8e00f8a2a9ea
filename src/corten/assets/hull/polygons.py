"""Flat sides of a convex hull: neighbouring triangles with the same normal, merged into polygons, in MuJoCo's order."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.assets.shape.triangles import Points, cross, dot
from corten.constants import MINVAL
from corten.math.elementwise import acos, atan2

# ---------------------------------------------------------------- order: that of MuJoCo's table of normals
# Which of several faces that touch gives the contacts follows from this order. The table is a chained one over a prime
# number of buckets, all entries in one list: an entry that finds its bucket empty becomes the head of the list, any
# other one stands first in its bucket; a table that is full grows to the prime above twice its size and puts entries
# that follow others of their bucket behind the first of these.


NONE = -1
MASK = (1 << 64) - 1
MIX = 0x9E3779B9


def listed_order(azimuth: NDArray[np.float64], height: NDArray[np.float64]) -> list[int]:
    """Return the numbers of distinct directions, given in the order of their discovery, as the table lists them."""
    hashes = [_mixed(a, b) for a, b in zip(_bits(azimuth), _bits(height), strict=True)]
    follower = [NONE] * (len(hashes) + 1)
    head, before = len(hashes), []
    for entry, number in enumerate(hashes):
        if entry >= len(before):
            before = _regrown(hashes, follower, head, max(2, _next_prime(2 * len(before) + 1)))
        place = number % len(before)
        empty = before[place] == NONE
        previous = head if empty else before[place]
        follower[entry], follower[previous] = follower[previous], entry
        if empty:
            before[place] = head
            if follower[entry] != NONE:
                before[hashes[follower[entry]] % len(before)] = entry
    order, entry = [], follower[head]
    while entry != NONE:
        order.append(entry)
        entry = follower[entry]
    return order


def _regrown(hashes: list[int], follower: list[int], head: int, count: int) -> list[int]:
    """Return, for each of `count` buckets, what stands before its first entry; entries of a bucket come together."""
    before = [NONE] * count
    previous, last = head, NONE
    entry = follower[previous]
    while entry != NONE:
        place = hashes[entry] % count
        if place == last or before[place] == NONE:
            if place != last:
                before[place] = previous
            previous, last = entry, place
        else:
            follower[previous] = follower[entry]
            follower[entry] = follower[before[place]]
            follower[before[place]] = entry
        entry = follower[previous]
    return before


def _bits(numbers: NDArray[np.float64]) -> list[int]:
    """Return the bits of numbers; both zeros have none."""
    return (numbers + 0.0).view(np.uint64).tolist()


def _mixed(first: int, second: int) -> int:
    return first ^ ((second + MIX + (first << 6 & MASK) + (first >> 2)) & MASK)


def _next_prime(number: int) -> int:
    """Return the first prime from a number on."""
    while number < 2 or any(number % factor == 0 for factor in range(2, int(number**0.5) + 1)):
        number += 1
    return number


# ---------------------------------------------------------------- flat sides of a convex hull
# neighbouring triangles with the same normal, merged into polygons


Ints = NDArray[np.int32]

# [rad] normals whose azimuth and polar angle round to the same multiple of this are the same (MuJoCo's value)
ANGLE = 0.01

# from this height of a unit normal on, its azimuth is noise and taken as 0 (MuJoCo's value)
POLAR = 1.0 - 1e-7


class Polygons(NamedTuple):
    """Outlines of sides: `vertices[address[i]:address[i] + count[i]]`, counter-clockwise from outside.

    The sides around vertex v of the mesh are `sides[side_address[v]:side_address[v] + side_count[v]]`.
    """

    address: Ints
    count: Ints
    vertices: Ints
    side_address: Ints
    side_count: Ints
    sides: Ints


def merge_faces(points: Points, faces: Ints) -> Polygons:
    """Return the flat sides of a hull whose triangles are `faces`, in MuJoCo's order of their directions."""
    rank = _direction_rank(points, faces)
    faces, rank = faces[rank >= 0], rank[rank >= 0]
    twin = _twins(faces)

    # edges are numbered by triangle and corner; those between triangles of one direction are inside of a side
    triangle = np.arange(twin.size) // 3
    inside = (twin >= 0) & (rank[triangle] == rank[triangle[twin]])
    part = find_parts(len(faces), triangle[inside], triangle[twin[inside]])[triangle]
    outlines = _trace(faces, part, np.flatnonzero(~inside), rank[triangle])
    count = np.array([len(outline) for outline in outlines], np.int32)
    vertices = np.array([vertex for outline in outlines for vertex in outline], np.int32)
    sides = np.repeat(np.arange(len(outlines), dtype=np.int32), count)
    side_count = np.bincount(vertices, minlength=len(points)).astype(np.int32)
    return Polygons(
        (np.cumsum(count) - count).astype(np.int32),
        count,
        vertices,
        (np.cumsum(side_count) - side_count).astype(np.int32),
        side_count,
        sides[np.argsort(vertices, kind="stable")],
    )


def _direction_rank(points: Points, faces: Ints) -> NDArray[np.int64]:
    """Return the place of the rounded normal of each face among all of them, -1 for a face that has no normal."""
    a = points[faces[:, 0]]
    normals = cross(points[faces[:, 1]] - a, points[faces[:, 2]] - a)
    lengths = np.sqrt(dot(normals, normals))
    sound = np.flatnonzero(lengths >= MINVAL)
    x, y, z = normals[sound].T / lengths[sound] + 0.0
    polar = np.abs(z) > POLAR
    azimuth = np.where(polar, 0.0, _round(atan2(y, x) / ANGLE))
    height = np.where(polar, _round(np.where(z < 0, np.pi, 0.0) / ANGLE), _round(acos(np.clip(z, -1, 1)) / ANGLE))
    _, first, label = np.unique(azimuth * 1024 + height, return_index=True, return_inverse=True)
    found = np.argsort(first)
    listed = found[listed_order(azimuth[first[found]], height[first[found]])]
    rank = np.empty(len(listed), np.int64)
    rank[listed] = np.arange(len(listed))
    result = np.full(len(faces), -1)
    result[sound] = rank[label]
    return result


def _round(numbers: Points) -> Points:
    """Return the nearest whole numbers, halves away from zero."""
    return np.trunc(numbers + np.copysign(0.5, numbers))


def _twins(faces: Ints) -> NDArray[np.int64]:
    """Return for each edge of each face the same edge of the face on its other side, -1 if there is none."""
    start, end = faces.ravel().astype(np.int64), np.roll(faces, -1, axis=1).ravel().astype(np.int64)
    undirected = np.minimum(start, end) * (faces.max(initial=0) + 1) + np.maximum(start, end)
    order = np.argsort(undirected, kind="stable")
    a, b = order[:-1], order[1:]
    pairs = (undirected[a] == undirected[b]) & (start[a] == end[b])
    twin = np.full(len(order), -1)
    twin[a[pairs]], twin[b[pairs]] = b[pairs], a[pairs]
    return twin


def find_parts(count: int, a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the connected part of each of `count` nodes, numbered by their first node; a and b are linked."""
    part = np.arange(count)
    while (part[a] != part[b]).any():
        # the first node of a part joins that of another one which is linked to it, and then all follow theirs
        least = np.minimum(part[a], part[b])
        np.minimum.at(part, part[a], least)
        np.minimum.at(part, part[b], least)
        while (part[part] != part).any():
            part = part[part]
    return np.unique(part, return_inverse=True)[1]


def _trace(
    faces: Ints, part: NDArray[np.int64], edges: NDArray[np.int64], direction: NDArray[np.int64]
) -> list[list[int]]:
    """Return the outlines that the open edges of each part form, each from its first edge on.

    Parts are ordered by direction, then by number. One whose edges do not lead back to its first vertex has none.
    """
    start, end = faces.ravel()[edges].astype(np.int64), np.roll(faces, -1, axis=1).ravel()[edges].astype(np.int64)
    owner = part[edges].astype(np.int64)
    width = int(faces.max(initial=0)) + 1
    keys = owner * width + start
    order = np.argsort(keys, kind="stable")
    place = np.minimum(np.searchsorted(keys[order], owner * width + end), len(order) - 1)
    follower = np.where(keys[order[place]] == owner * width + end, order[place], -1).tolist()
    _, first, count = np.unique(owner, return_index=True, return_counts=True)
    ranked = np.lexsort((owner[first], direction[edges[first]]))
    first, count = first[ranked].tolist(), count[ranked].tolist()

    start, end = start.tolist(), end.tolist()
    outlines = []
    for edge, most in zip(first, count, strict=True):
        home, outline = start[edge], []
        while edge >= 0 and len(outline) < most:
            outline.append(start[edge])
            if end[edge] == home:
                outlines.append(outline)
                break
            edge = follower[edge]
    return [outline for outline in outlines if len(outline) > 2]


def turn_outlines(polygons: Polygons) -> Polygons:
    """Return the sides of a mirrored mesh: each outline runs backwards, from the same vertex."""
    address, count = np.repeat(polygons.address, polygons.count), np.repeat(polygons.count, polygons.count)
    place = np.arange(len(polygons.vertices)) - address
    return polygons._replace(vertices=polygons.vertices[address + (count - place) % count])


def polygon_normals(points: Points, polygons: Polygons) -> Points:
    """Return the unit normal of each side from its whole outline: the sum of (p - q) x (p + q) over its edges."""
    if not len(polygons.count):
        return np.zeros((0, 3))
    start = points[polygons.vertices]
    follower = np.arange(1, len(start) + 1)
    follower[polygons.address + polygons.count - 1] = polygons.address
    end = start[follower]
    swept = np.stack(
        [(start[:, j] - end[:, j]) * (start[:, k] + end[:, k]) for j, k in ((1, 2), (2, 0), (0, 1))], axis=1
    )

    # corner by corner of all sides at once, which is the order of summation that gives MuJoCo's last digits
    normals = np.zeros((len(polygons.count), 3))
    for corner in range(polygons.count.max()):
        wide = polygons.count > corner
        normals[wide] += swept[polygons.address[wide] + corner]
    lengths = np.sqrt(dot(normals, normals))
    short = lengths < MINVAL
    normals /= np.where(short, 1.0, lengths)[:, None]
    normals[short] = (1, 0, 0)
    return normals
