"""Convex parts of geoms: the pieces of a mesh that collides as such, or the geom itself, which counts as part -1."""

from corten.enums import CollisionShape
from corten.math.box import load_box
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
    """Return the box around a part of a geom, in the frame of the geom."""
    if part >= 0:
        return load_box(m.piece_aabb, part)
    return load_box(m.geom_aabb, geom)
