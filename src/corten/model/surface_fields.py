"""Fields of Model for meshes that collide by their triangles; others have no rows here.

Edge k of a triangle runs from its corner k to the next one.
"""

from corten.model import blocks
from corten.runtime.fields import F8, I4, Field, Size, in_block

SURFACE_SIZES = (
    Size("ntri", "triangles of meshes that collide by them"),
    Size("ntrivert", "vertices of meshes that collide by their triangles"),
    Size("ntricone", "nodes of the trees of these meshes"),
    Size("ntriring", "neighbours of all these vertices"),
)

SURFACES = (
    *in_block(
        blocks.STRUCTURE,
        Field("mesh_triadr", I4, ("nmesh",), "first row of its triangles, -1 if it collides otherwise"),
        Field("mesh_trivertadr", I4, ("nmesh",), "first row of its vertices, -1 if it collides otherwise"),
        Field("mesh_coneadr", I4, ("nmesh",), "first row of the cones of its tree, -1 if it collides otherwise"),
        Field("mesh_closed", I4, ("nmesh",), "1: its triangles enclose an inside"),
        Field("tri_adjacent", I4, ("ntri", 3), "triangle of the mesh across each edge, -1 for none"),
        Field("tri_opposite", I4, ("ntri", 3), "vertex of the mesh across each edge, -1 for none"),
        Field("tri_owned", I4, ("ntri",), "bits 0 to 2: corners, 3 to 5: edges that stick out; each once in a mesh"),
        Field("trivert_ringadr", I4, ("ntrivert",), "first neighbour"),
        Field("trivert_ringnum", I4, ("ntrivert",), "number of neighbours"),
        Field("tri_ring", I4, ("ntriring",), "vertices of the mesh around each vertex"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("tri_normal", F8, ("ntri", 3), "unit normals of triangles, zeros without area"),
        Field("tri_cone", F8, ("ntricone", 5), "cone of the normals below a node: axis, cosine, sine; cosine -1: all"),
        Field("trivert_normal", F8, ("ntrivert", 3), "unit normals around vertices, weighted by angles"),
    ),
)
