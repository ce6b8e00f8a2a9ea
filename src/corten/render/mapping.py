"""Kinds of shapes that are no geoms, and ways in which a texture lies on a shape."""

from enum import IntEnum

# type of a shape that is a line (MuJoCo's mjGEOM_LINE)
LINE = 103


class Mapping(IntEnum):
    """Where texture coordinates come from: the place on a shape, its side, angles, or the corners of triangles."""

    NONE = 0
    FLAT = 1
    BOX = 2
    BALL = 3
    CYLINDER = 4
    CAPSULE = 5
    CORNERS = 6
    CUBE = 7
