"""Kinds of shapes that are no geoms, and ways in which a texture lies on a shape."""

from enum import IntEnum


class MarkType(IntEnum):
    """Types of marks that are no geoms; the rest of MuJoCo's mjtGeom."""

    ARROW = 100
    ARROW1 = 101
    ARROW2 = 102
    LINE = 103
    LINEBOX = 104
    LABEL = 107
    TRIANGLE = 108
    NONE = 1001


# type of a shape that is a line
LINE = int(MarkType.LINE)


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
