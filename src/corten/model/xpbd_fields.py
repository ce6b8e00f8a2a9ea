"""Fields of Model for cloth, soft bodies and ropes: what holds the vertices of such flexes together.

Each XPBD constraint is about two to four vertices of a flex, or the mean of others, and has one to six rows: scalar
functions C of where the vertices are that give the force -C / compliance.
"""

from enum import IntEnum

from corten.model import blocks
from corten.runtime.fields import F8, I4, Field, Size, in_block


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

XPBD_SIZES = (
    Size("nxpbd", "XPBD constraints of cloth, soft bodies and ropes"),
    Size("nxpbdrow", "rows of all XPBD constraints"),
    Size("nxpbdcol", "dofs of all XPBD constraints"),
    Size("nxpbdpart", "parts of all XPBD constraints that are means of others"),
    Size("nxpbdJ", "entries of the Jacobian of all XPBD constraints"),
)

XPBD = (
    *in_block(
        blocks.STRUCTURE,
        Field("flex_deformable", I4, ("nflex",), "Deformable: cloth, soft body or rope; 0: none of these"),
        Field(
            "flex_substeps", I4, ("nflex",), "how often a step solves for where its vertices go; 0: it is no deformable"
        ),
        Field("flex_xpbdadr", I4, ("nflex",), "first XPBD constraint"),
        Field("flex_xpbdnum", I4, ("nflex",), "number of XPBD constraints"),
        Field("xpbd_type", I4, ("nxpbd",), "XpbdType"),
        Field("xpbd_flexid", I4, ("nxpbd",), "flex"),
        Field("xpbd_vertid", I4, ("nxpbd", 4), "vertices, counted over all flexes"),
        Field("xpbd_pullid", I4, ("nxpbd",), "constraint whose strain is the tension of this one; -1: it has its own"),
        Field("xpbd_rowadr", I4, ("nxpbd",), "first row"),
        Field("xpbd_coladr", I4, ("nxpbd",), "first dof in xpbd_colind"),
        Field("xpbd_colnum", I4, ("nxpbd",), "number of dofs"),
        Field("xpbd_Jadr", I4, ("nxpbd",), "first entry of its Jacobian, row by row"),
        Field("xpbd_colind", I4, ("nxpbdcol",), "dofs that move its vertices, ascending"),
        Field("xpbd_partadr", I4, ("nxpbd",), "first part in xpbd_partid"),
        Field("xpbd_partnum", I4, ("nxpbd",), "number of constraints that it is the mean of, 0: it has vertices"),
        Field("xpbd_partid", I4, ("nxpbdpart",), "these constraints"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field(
            "xpbd_rest", F8, ("nxpbd", MOST_REST), "shape at rest, by type: length, inverse of the edges, angle, frames"
        ),
        Field(
            "xpbd_compliance",
            F8,
            ("nxpbdrow",),
            "compliance of each row: C^2 / (2 compliance) is its energy [J]; infinite for rows of tension",
        ),
        Field("xpbd_partshare", F8, ("nxpbdpart",), "how much each of them counts in the mean"),
        Field("xpbd_stiffness", F8, ("nbody",), "what all rows together hold a body with at qpos0 [N/m]"),
    ),
)
