"""Fields of Data for meshes that collide by their triangles."""

from corten.data import blocks
from corten.runtime.fields import F8, Field, in_block
from corten.runtime.scratch import Room
from corten.stages.collision.triangles.polygon import POLYGON_ROOM

TRIANGLE_SIZES = (
    Room(
        "npolyroom",
        "room for corners of polygons, 0 without meshes that collide by triangles",
        first=lambda model: POLYGON_ROOM if model.ntri else 0,
    ),
)

TRIANGLES = in_block(
    blocks.WORK,
    Field("tri_polygon", F8, ("npolyroom", 3), "corners of a polygon of contact, frame of the mesh [m]"),
    Field("tri_side", F8, ("npolyroom", 3), "corners of the face that cuts it [m]"),
    Field("tri_clip", F8, ("npolyroom", 3), "the same after a cut [m]"),
)
