"""Fields of Data for the collision of geoms of type sdf."""

from corten.data import blocks
from corten.data.convex_fields import MAXCONPAIR
from corten.runtime.fields import F8, I4, Field, in_block

# more than any tree over triangles is deep
MAXDEPTH = 64

SDF = in_block(
    blocks.WORK,
    Field("raw_local", F8, ("maxraw", 3), "where a raw contact was found, in the frame of the second geom [m]"),
    Field("nsdf_place", I4, (), "places on a mesh that lie inside of a field"),
    Field("sdf_place", F8, (MAXCONPAIR, 3), "those places, in the frame of the field [m]"),
    Field("sdf_place_dist", F8, (MAXCONPAIR,), "their distances [m]"),
    Field("sdf_stack", I4, (MAXDEPTH,), "nodes of the tree of a mesh that are still to be visited"),
)
