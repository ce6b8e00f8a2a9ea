"""Fields of Data for meshes that collide by their triangles: what a search has found, and polygons of contact."""

from corten.data import blocks
from corten.runtime.fields import F8, I4, I8, Field, Size, in_block

# most corners of a polygon of contact; larger ones of hulls are thinned
POLYGON_ROOM = 64

TRIANGLE_SIZES = (Size("npolyroom", "room for corners of polygons, 0 without meshes that collide by triangles"),)

TRIANGLES = (
    *in_block(
        blocks.WORK,
        Field("near_triangle", I4, (), "triangle that is nearest to a point, -1 for none"),
        Field("near_feature", I4, (), "0: inside of it, 1 to 3: on an edge, 4 to 6: at a corner"),
        Field("near_dist2", F8, (), "square of its distance [m^2]"),
        Field("near_point", F8, (1, 3), "its nearest point, frame of the mesh [m]"),
        Field("last_triangle", I4, (), "triangle to fall back on if a convex shape has no other contact, -1 for none"),
        Field("last_height", F8, (), "height of the shape's deepest point above it [m]"),
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
