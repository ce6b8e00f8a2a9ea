"""Fields of Data for speculative contacts: how geoms move within a step, and where they are about to touch."""

from corten.data import blocks
from corten.runtime.fields import F8, I4, Field, in_block

# most contacts that two geoms that are about to touch can have
MOST_IMPACTS = 4

SPECULATIVE = in_block(
    blocks.WORK,
    Field("geom_shift", F8, ("ngeom", 3), "way of a geom's centre within a step at its present velocity [m]"),
    Field("geom_turn", F8, ("ngeom", 3), "rotation vector of a geom within a step, 0 for spheres [rad]"),
    Field("geom_travel", F8, ("ngeom",), "bound of the way of any of its points within a step [m]"),
    Field("candidate_fraction", F8, ("maxcandidate",), "part of the step after which geoms touch, -1: not foreseen"),
    Field("candidate_closing", F8, ("maxcandidate",), "way along the normal by which they approach in a step [m]"),
    Field("candidate_active", I4, ("maxcandidate",), "1: geoms that touch already, within their margin"),
    Field("nimpact", I4, (), "points in which two geoms are about to touch"),
    Field("impact_point", F8, (MOST_IMPACTS, 6), "where these are now on the first and the second geom [m]"),
    Field("impact_normal", F8, (MOST_IMPACTS, 3), "normal from the first geom to the second when they touch"),
)
