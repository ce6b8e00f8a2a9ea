"""Fields of Data for the collision of geoms of type sdf."""

from corten.constants import MAXCONPAIR
from corten.data import blocks
from corten.runtime.fields import F8, I4, Field, in_block
from corten.runtime.scratch import Room
from corten.stages.collision.sdf.mesh_sdf import MAXDEPTH

SDF_SIZES = (
    Room(
        "nplaceroom",
        "room for places on a mesh that lie inside of a geom of type sdf, 0 without meshes",
        first=lambda model: MAXCONPAIR if model.nmesh else 0,
    ),
)

SDF = in_block(
    blocks.WORK,
    Field(
        "unsorted_local",
        F8,
        ("maxunsorted", 3),
        "where an unsorted contact was found, in the frame of the second geom [m]",
    ),
    Field("nsdf_place", I4, (), "places on a mesh that lie inside of a geom of type sdf"),
    Field("sdf_place", F8, ("nplaceroom", 3), "those places, in the frame of that geom [m]"),
    Field("sdf_place_dist", F8, ("nplaceroom",), "their distances [m]"),
    Field("sdf_stack", I4, (MAXDEPTH,), "nodes of the tree of a mesh that are still to be visited"),
)
