"""Convex parts of geoms: the pieces of a mesh that collides as such, or the geom itself, which counts as part -1."""

from corten.enums import CollisionShape
from corten.math.matrix3 import mul_mat_vec
from corten.math.vector3 import add, sub
from corten.runtime import helper

PIECES = CollisionShape.PIECES


@helper
def pieces_of(m, geom):
    """Return the first convex piece of a geom's mesh and how many it has."""
    mesh = m.geom_dataid[geom]
    return m.mesh_pieceadr[mesh], m.mesh_piecenum[mesh]


@helper
def parts_of(m, geom, shape):
    """Return the first part of a geom and how many it has: its convex pieces, or itself, which counts as part -1."""
    if shape == PIECES:
        return pieces_of(m, geom)
    return -1, 1


@helper
def part_box(m, geom, part):
    """Return (centre, half sizes) of the box around a part of a geom, in the frame of the geom [m]."""
    if part >= 0:
        return load_box(m.piece_aabb, part)
    return load_box(m.geom_aabb, geom)


@helper
def load_box(array, i):
    """Return (centre, half sizes) from a row of six numbers."""
    return (array[i, 0], array[i, 1], array[i, 2]), (array[i, 3], array[i, 4], array[i, 5])


@helper
def moved_box(box, turn, arm):
    """Return the box around a box that is turned, then moved."""
    centre, half = box
    sides = (
        abs(turn[0]) * half[0] + abs(turn[1]) * half[1] + abs(turn[2]) * half[2],
        abs(turn[3]) * half[0] + abs(turn[4]) * half[1] + abs(turn[5]) * half[2],
        abs(turn[6]) * half[0] + abs(turn[7]) * half[1] + abs(turn[8]) * half[2],
    )
    return add(mul_mat_vec(turn, centre), arm), sides


@helper
def boxes_overlap(a, b, margin):
    """Tell whether two boxes with the same axes are nearer than a margin."""
    way, reach = sub(a[0], b[0]), add(a[1], b[1])
    x, y, z = abs(way[0]) - reach[0], abs(way[1]) - reach[1], abs(way[2]) - reach[2]
    return x <= margin and y <= margin and z <= margin
