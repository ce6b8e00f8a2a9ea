"""Fields of Data for meshes that collide by their triangles: polygons of contact, and counts of work."""

from corten.data import blocks
from corten.runtime.fields import F8, I8, Field, Size, in_block

# most corners of a polygon of contact; larger ones of hulls are thinned
POLYGON_ROOM = 64

TRIANGLE_SIZES = (Size("npolyroom", "room for corners of polygons, 0 without meshes that collide by triangles"),)

TRIANGLES = (
    *in_block(
        blocks.WORK,
        Field("tri_polygon", F8, ("npolyroom", 3), "corners of a polygon of contact, frame of the mesh [m]"),
        Field("tri_side", F8, ("npolyroom", 3), "corners of the face that cuts it [m]"),
        Field("tri_clip", F8, ("npolyroom", 3), "the same after a cut [m]"),
    ),
    *in_block(
        blocks.DIAGNOSTICS,
        Field("ntrinode", I8, (), "nodes of trees that were visited since the last reset"),
        Field("ntripair", I8, (), "pairs of triangles that were compared since then"),
    ),
)
