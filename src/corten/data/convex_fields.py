"""Fields of Data for the convex engine: two shapes, the simplex of GJK, the polytope of EPA, and polygons of contact.

Side 0 is the first shape, side 1 the second. A vertex of the Minkowski difference takes nine numbers: the difference,
the point of the first shape, the point of the second.
"""

from corten.constants import MAXCONPAIR
from corten.data import blocks
from corten.runtime.fields import F8, I4, Field, in_block
from corten.runtime.scratch import Room

CONVEX_SIZES = (
    Room(
        "nwitnessroom",
        "room for witness points of two geoms, 0 where there are no two",
        first=lambda model: MAXCONPAIR if model.ngeom > 1 or model.nflex else 0,
    ),
)
CONVEX_CAPACITIES = (Room("maxccd", "room for vertices, faces and edges of the convex engine", counted_by="nccd"),)

SHAPES = in_block(
    blocks.WORK,
    Field("ccd_type", I4, (2,), "GeomType, or what a sphere or capsule shrinks to"),
    Field("ccd_mesh", I4, (2,), "mesh, -1 for none"),
    Field("ccd_pos", F8, (2, 3), "position, world [m]"),
    Field("ccd_mat", F8, (2, 9), "orientation as a matrix"),
    Field("ccd_size", F8, (2, 3), "sizes of the geom [m]"),
    Field("ccd_inflate", F8, (2,), "layer around the shape, half of the margin [m]"),
    Field("ccd_vertex", I4, (2,), "vertex of a box or mesh that the last search found"),
    Field("ccd_hullvertex", I4, (2,), "the same among the vertices of the hull, -1 before the first search"),
    Field("ccd_prism", F8, (6, 3), "corners of a height field's prism, the lower triangle first [m]"),
)

SIMPLEX = in_block(
    blocks.WORK,
    Field("nsimplex", I4, (), "vertices of the simplex"),
    Field("ccd_simplex", F8, (4, 9), "vertices of the simplex"),
    Field("ccd_simplex_vertex", I4, (4, 2), "vertex of each shape"),
    Field("ccd_weight", F8, (4,), "barycentric coordinates of the point that is nearest to the origin"),
)

POLYTOPE = in_block(
    blocks.WORK,
    Field("npolyvert", I4, (), "vertices of the polytope"),
    Field("npolyface", I4, (), "faces of the polytope, those that were deleted included"),
    Field("nopenface", I4, (), "faces that may hold the nearest point"),
    Field("nhorizon", I4, (), "edges of the horizon"),
    Field("ccd_center", F8, (3,), "a point inside"),
    Field("ccd_polyvert", F8, ("maxccd", 9), "vertices of the polytope"),
    Field("ccd_polyvert_vertex", I4, ("maxccd", 2), "vertex of each shape"),
    Field("ccd_face_vert", I4, ("maxccd", 3), "vertices of each face"),
    Field("ccd_face_adjacent", I4, ("maxccd", 3), "face across each edge"),
    Field("ccd_face_foot", F8, ("maxccd", 3), "foot of the perpendicular from the origin, pointing outwards"),
    Field("ccd_face_dist2", F8, ("maxccd",), "square of its length"),
    Field("ccd_face_place", I4, ("maxccd",), "place among the open faces, -1: not open, -2: deleted"),
    Field("ccd_open", I4, ("maxccd",), "open faces"),
    Field("ccd_horizon", I4, ("maxccd", 2), "edges of the horizon: face, edge"),
    Field("ccd_visit", I4, ("maxccd", 2), "edges that are still to be crossed: face, edge"),
)

# where a row has six numbers, the first three belong to the first shape and the last three to the second
FEATURES = in_block(
    blocks.WORK,
    Field("ccd_feature_vertex", I4, (2, 3), "vertices of the nearest face on each shape"),
    Field("ccd_feature_point", F8, (1, 6), "position of the first of them on each shape [m]"),
    Field("ccd_normal", F8, ("maxccd", 6), "normals of faces that may touch"),
    Field("ccd_normal_face", I4, ("maxccd", 2), "face of each normal"),
    Field("ccd_edge", F8, ("maxccd", 6), "edges of one shape that may touch: direction, other end [m]"),
    Field("ccd_polygon", F8, ("maxccd", 6), "corners of the face or edge that touches [m]"),
    Field("ccd_cut", F8, ("maxccd", 3), "inward normals of the planes that cut"),
    Field("ccd_clip", F8, ("maxccd", 6), "corners before and after a cut [m]"),
)

WITNESS = in_block(
    blocks.WORK,
    Field("ccd_separated", I4, (), "1: a plane between both shapes was found"),
    Field("nwitness", I4, (), "pairs of witness points"),
    Field("ccd_dist", F8, ("nwitnessroom",), "distance of each pair, negative inside [m]"),
    Field("ccd_witness1", F8, ("nwitnessroom", 3), "points on the first shape [m]"),
    Field("ccd_witness2", F8, ("nwitnessroom", 3), "points on the second shape [m]"),
)

# one question at a time: how far two geoms are apart
DISTANCE = in_block(
    blocks.WORK,
    Field("distance_geom", I4, (2,), "both geoms"),
    Field("distance_max", F8, (), "distance up to which an answer is wanted [m]"),
    Field("distance_value", F8, (), "their distance, negative inside [m]"),
    Field("distance_fromto", F8, (6,), "nearest points of the first and the second, zeros beyond the largest [m]"),
)

# how much room was needed outlives the step that ran out of it
ROOM = in_block(
    blocks.RESULTS,
    Field("nccd", I4, (), "rows that the convex engine may need"),
)

CONVEX = SHAPES + SIMPLEX + POLYTOPE + FEATURES + WITNESS + DISTANCE + ROOM
