"""Kinds of deformables and of XPBD constraints, and sizes that stages and the compiler share with the fields."""

from enum import IntEnum


class FlexSelf(IntEnum):
    """How a flex collides with itself."""

    NONE = 0
    NARROW = 1
    BVH = 2
    SAP = 3
    AUTO = 4


class Deformable(IntEnum):
    """What a flex is made of besides its elasticity in MuJoCo's sense."""

    NONE = 0
    CLOTH = 1
    SOFT_BODY = 2
    ROPE = 3


class XpbdType(IntEnum):
    """Kind of an XPBD constraint; `XPBD_ROWS` and `XPBD_VERTICES` tell how many rows and vertices it has."""

    DISTANCE = 0
    """length of a segment"""
    CURVATURE = 1
    """difference of the directions of two segments"""
    MEMBRANE = 2
    """strain of a triangle: of its area, along its sides, shear"""
    HINGE = 3
    """angle between two triangles"""
    SOLID = 4
    """strain of a tetrahedron: five of shape, one of volume"""
    ROD = 5
    """shear along two axes, stretch; bending about two axes, twist"""
    TAUT_TRIANGLE = 6
    """motion across a triangle, which tension along its two principal axes resists"""
    TAUT_SEGMENT = 7
    """motion across a segment along two axes, which its tension resists"""
    PATCH = 8
    """mean strain of some tetrahedra beside each other; it has parts and no vertices of its own"""


XPBD_ROWS = (1, 3, 3, 1, 6, 6, 2, 2, 6)
XPBD_VERTICES = (2, 3, 3, 4, 4, 2, 3, 2, 0)

# numbers in xpbd_rest for each constraint, those of SOLID and ROD
MOST_REST = 9

# most bodies that the elements of one contact follow: nodes of a quadratic cell, and those of a shell beside them
MOST_WEIGHTS = 729

# numbers that a row of efm_con_ind or efm_con_val has besides one for each dof
CONTACT_HEAD = 2
