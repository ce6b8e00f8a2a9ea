"""Fields of Data for speculative contacts: how geoms move within a step, and where they are about to touch."""

from corten.data import blocks
from corten.runtime.fields import F8, I4, Field, in_block
from corten.runtime.scratch import Room
from corten.stages.collision.convex.clip import MOST_POINTS

SPECULATIVE_CAPACITIES = (Room("maximpact", "room for pairs of geoms that are about to touch", counted_by="nimpact"),)

MOTION = in_block(
    blocks.WORK,
    Field("geom_shift", F8, ("ngeom", 3), "way of a geom's centre within a step at its present velocity [m]"),
    Field("geom_turn", F8, ("ngeom", 3), "rotation vector of a geom within a step, 0 for spheres [rad]"),
    Field("geom_travel", F8, ("ngeom",), "bound of the way of any of its points within a step [m]"),
    Field("candidate_fraction", F8, ("maxcandidate",), "part of the step after which geoms touch, -1: not foreseen"),
    Field("candidate_closing", F8, ("maxcandidate",), "way along the normal by which they approach in a step [m]"),
    Field("candidate_active", I4, ("maxcandidate",), "1: geoms that touch already, within their margin"),
)

# each stage completes what the one before it has found of a pair
IMPACTS = in_block(
    blocks.WORK,
    Field("impact_candidate", I4, ("maximpact",), "the pair of geoms"),
    Field("impact_fraction", F8, ("maximpact",), "part of the step after which they touch"),
    Field("impact_pose", F8, ("maximpact",), "part of the step after which they almost touch"),
    Field("impact_closing", F8, ("maximpact",), "way along the normal by which they approach in a step [m]"),
    Field("impact_reach", F8, ("maximpact",), "distance then up to which points will touch [m]"),
    Field("impact_normal", F8, ("maximpact", 3), "normal from the first geom to the second when they touch"),
    Field("impact_npoint", I4, ("maximpact",), "points in which they touch"),
    Field("impact_point", F8, ("maximpact", 6 * MOST_POINTS), "where these are now on the first and second geom [m]"),
    Field("impact_occluded", I4, ("maximpact", MOST_POINTS), "1: another geom is in the way to this point"),
)

# how much room was needed outlives the step that ran out of it
ROOM = in_block(
    blocks.RESULTS,
    Field("nimpact", I4, (), "pairs of geoms that are about to touch"),
)

SPECULATIVE = MOTION + IMPACTS + ROOM
