"""Fields of Data for cloth, soft bodies and ropes."""

from corten.data import blocks
from corten.runtime.fields import F8, I4, Field, in_block

XPBD = in_block(
    blocks.WORK,
    Field("flexvert_next", F8, ("nflexvert", 3), "where vertices would be at the end of the step, world [m]"),
    Field("flexvert_turn", F8, ("nflexvert", 4), "how the bodies of vertices would be turned then, world"),
    Field(
        "flexvert_shift", F8, ("nflexvert", 3), "how far the acceleration of the last step moved vertices, world [m]"
    ),
    Field(
        "xpbd_pos", F8, ("nxpbdrow",), "rows of XPBD constraints there, brought back to the beginning by the Jacobian"
    ),
    Field("xpbd_J", F8, ("nxpbdJ",), "Jacobian of XPBD constraints there"),
    Field("xpbd_row", I4, ("nxpbdrow",), "constraint row of each row, -1 where its equality is off"),
    Field("xpbd_tension", F8, ("nxpbdrow",), "stiffness of rows of tension: 1 / compliance; of others: unused"),
    Field("xpbd_round", I4, (), "how often the step has solved for the vertices before"),
    Field("xpbd_value", F8, (6,), "rows of the XPBD constraint at hand"),
    Field("xpbd_mean", F8, (6,), "means of rows of the parts of the XPBD constraint at hand"),
    Field("xpbd_slope", F8, (6, 12), "their derivatives by the places of its vertices"),
    Field("xpbd_torque", F8, (6, 6), "their derivatives by the turns of its two bodies"),
)
