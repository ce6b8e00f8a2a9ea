"""The table of Model, for Hill muscles: see `stages.actuation.hill`."""

from corten.model import blocks
from corten.runtime.fields import F8, I4, Field, Size, in_block

HILL_SIZES = (Size("nhill", "Hill muscles"),)

HILL = (
    *in_block(
        blocks.STRUCTURE,
        Field("actuator_hillid", I4, ("nactuator",), "Hill muscle that the actuator is, -1 for none"),
        Field("hill_actuatorid", I4, ("nhill",), "actuator that the muscle is"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("hill_fmax", F8, ("nhill",), "maximal isometric force of the fibres [N]"),
        Field("hill_lopt", F8, ("nhill",), "optimal fibre length [m]"),
        Field("hill_lslack", F8, ("nhill",), "tendon slack length [m]"),
        Field("hill_pennation", F8, ("nhill",), "pennation angle at optimal fibre length [rad]"),
        Field("hill_vmax", F8, ("nhill",), "maximal shortening velocity [optimal fibre lengths / s]"),
        Field("hill_strain", F8, ("nhill",), "tendon strain at maximal isometric force; 0 with a rigid tendon"),
        Field("hill_passive", F8, ("nhill",), "strain of passive fibres at maximal isometric force"),
        Field("hill_damping", F8, ("nhill",), "fibre damping [maximal isometric forces / vmax]"),
        Field("hill_scale", F8, ("nhill",), "path length by actuator_length [m per unit of it]"),
        Field("hill_offset", F8, ("nhill",), "path length where actuator_length is 0 [m]"),
    ),
)
