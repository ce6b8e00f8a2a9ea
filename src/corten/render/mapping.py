"""Numbers that kernels know: the type of lines, and ways in which a texture lies on a shape."""

from enum import IntEnum

from corten.scene.options import MarkType

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
