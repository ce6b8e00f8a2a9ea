"""The table of Data, for Hill muscles: see `stages.actuation.hill`."""

from corten.data import blocks
from corten.runtime.fields import F8, Field, in_block

HILL = in_block(
    blocks.RESULTS,
    Field("hill_length", F8, ("nhill",), "fibre length of Hill muscles [optimal fibre lengths]"),
    Field("hill_velocity", F8, ("nhill",), "fibre velocity of Hill muscles [optimal fibre lengths / s]"),
    Field("hill_cosine", F8, ("nhill",), "cosine of the pennation angle of Hill muscles"),
    Field("hill_tendon", F8, ("nhill",), "tendon length of Hill muscles [m]"),
    Field("hill_tension", F8, ("nhill",), "tendon force of Hill muscles [N]"),
    Field("hill_derivative", F8, ("nhill",), "derivative of the tendon force by the path's velocity [N s/m]"),
    Field("hill_decay", F8, ("nhill",), "rate at which the fibre length returns to equilibrium [1/s]"),
)
