"""Fields of Model for grids of signed distances, which are set after a model is compiled and so can grow."""

from corten.model import blocks
from corten.runtime.fields import F8, I4, Field, Size, in_block

GRID_CAPACITIES = (
    Size("maxsdf", "room for signed distance grids", counted_by="nsdf"),
    Size("maxsdfdata", "room for samples of all grids", counted_by="nsdfdata"),
    Size("maxsdfblock", "room for blocks of cells that surfaces pass through", counted_by="nsdfblock"),
    Size("maxsdfpoint", "room for points of surfaces", counted_by="nsdfpoint"),
)

GRIDS = (
    *in_block(
        blocks.STRUCTURE,
        Field("nsdf", I4, (), "signed distance grids"),
        Field("nsdfdata", I4, (), "samples of all grids"),
        Field("nsdfblock", I4, (), "blocks of cells that the surfaces of all grids pass through"),
        Field("nsdfpoint", I4, (), "points of the surfaces of all grids"),
        Field("sdf_shape", I4, ("maxsdf", 3), "samples along x, y and z"),
        Field("sdf_adr", I4, ("maxsdf",), "first sample"),
        Field("sdf_blockadr", I4, ("maxsdf",), "first block of the surface"),
        Field("sdf_blocknum", I4, ("maxsdf",), "number of blocks"),
        Field("sdf_block", I4, ("maxsdfblock", 2), "first point and number of points of each block"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("sdf_origin", F8, ("maxsdf", 3), "first sample in the frame of the geom [m]"),
        Field("sdf_cell", F8, ("maxsdf",), "distance of samples [m]"),
        Field("sdf_distance", F8, ("maxsdfdata",), "signed distances, z fastest, negative inside [m]"),
        Field("sdf_blockbox", F8, ("maxsdfblock", 6), "lowest and highest corner of the points of each block [m]"),
        Field("sdf_point", F8, ("maxsdfpoint", 3), "points of surfaces, frame of the geom, one for each cell [m]"),
    ),
)
