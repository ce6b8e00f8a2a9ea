"""Fields of Model for meshes, height fields, textures, materials, skins and grids of signed distances."""

from corten.enums import MeshCollision
from corten.model import blocks
from corten.runtime.fields import BOOL, F4, F8, I4, I8, U1, Field, Size, in_block

# fields with a row for each hull go on with those of convex pieces behind those of meshes
MESHES = (
    *in_block(
        blocks.CHOICES,
        Field("mesh_collision", I4, ("nmesh",), "MeshCollision", MeshCollision),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("mesh_vertadr", I4, ("nhull",), "first vertex"),
        Field("mesh_vertnum", I4, ("nhull",), "number of vertices"),
        Field("mesh_faceadr", I4, ("nmesh",), "first face"),
        Field("mesh_facenum", I4, ("nmesh",), "number of faces"),
        Field("mesh_normaladr", I4, ("nmesh",), "first normal"),
        Field("mesh_normalnum", I4, ("nmesh",), "number of normals"),
        Field("mesh_texcoordadr", I4, ("nmesh",), "first texture coordinate, -1 for none"),
        Field("mesh_texcoordnum", I4, ("nmesh",), "number of texture coordinates"),
        Field("mesh_graphadr", I4, ("nhull",), "first entry of the hull's graph, -1 for none"),
        Field("mesh_bvhadr", I4, ("nmesh",), "root of the tree over the triangles"),
        Field("mesh_bvhnum", I4, ("nmesh",), "number of nodes of that tree"),
        Field("mesh_octadr", I4, ("nmesh",), "root of the octree of distances, -1 for none"),
        Field("mesh_octnum", I4, ("nmesh",), "number of nodes of that octree"),
        Field("mesh_extrema", I4, ("nhull", 27), "farthest vertices in the directions of a 3 x 3 x 3 grid"),
        Field(
            "mesh_start",
            I4,
            ("nhull", 64, 10),
            "by signs and order of a direction's components: the vertex of the hull that is farthest along most such"
            " directions, -1 for none, its row among all vertices, those of its neighbours",
        ),
        Field("mesh_pieceadr", I4, ("nmesh",), "first convex piece"),
        Field("mesh_piecenum", I4, ("nmesh",), "number of convex pieces, 0 unless it collides as such"),
        Field("mesh_face", I4, ("nmeshface", 3), "vertices of each face"),
        Field("mesh_facenormal", I4, ("nmeshface", 3), "normals of each face"),
        Field("mesh_facetexcoord", I4, ("nmeshface", 3), "texture coordinates of each face"),
        Field("mesh_graph", I4, ("nmeshgraph",), "vertices and edges of the convex hull"),
        Field("mesh_polynum", I4, ("nhull",), "number of polygons of the hull"),
        Field("mesh_polyadr", I4, ("nhull",), "first polygon"),
        Field("mesh_polyvertadr", I4, ("nmeshpoly",), "first vertex of each polygon"),
        Field("mesh_polyvertnum", I4, ("nmeshpoly",), "number of vertices of each polygon"),
        Field("mesh_polyvert", I4, ("nmeshpolyvert",), "vertices of polygons"),
        Field("mesh_polymapadr", I4, ("nmeshvert",), "first polygon around each vertex"),
        Field("mesh_polymapnum", I4, ("nmeshvert",), "number of polygons around each vertex"),
        Field("mesh_polymap", I4, ("nmeshpolymap",), "polygons around vertices"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field(
            "piece_pos",
            F8,
            ("npiece", 3),
            "place of a convex piece in the frame of its mesh; its vertices begin there [m]",
        ),
        Field("piece_aabb", F8, ("npiece", 6), "box around it in the frame of its mesh: centre and half sizes [m]"),
        Field("mesh_vert", F4, ("nmeshvert", 3), "vertices [m]"),
        Field("mesh_normal", F4, ("nmeshnormal", 3), "normals"),
        Field("mesh_texcoord", F4, ("nmeshtexcoord", 2), "texture coordinates"),
        Field("mesh_scale", F8, ("nmesh", 3), "scale that was applied to the file's vertices"),
        Field("mesh_pos", F8, ("nmesh", 3), "translation that was applied to the file's vertices [m]"),
        Field("mesh_quat", F8, ("nmesh", 4), "rotation that was applied to the file's vertices"),
        Field("mesh_polynormal", F8, ("nmeshpoly", 3), "normals of polygons"),
    ),
)

# distances to meshes that geoms of type sdf show, interpolated in the leaves; corner i of a box is on its upper side
# along x, y, z where bits 0, 1, 2 of i are set
OCTREES = (
    *in_block(
        blocks.STRUCTURE,
        Field("oct_depth", I4, ("noct",), "depth of each node, 0 for a root"),
        Field("oct_child", I4, ("noct", 8), "children by corner, counted from the root, -1 for a leaf"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("oct_aabb", F8, ("noct", 6), "box: centre and half sizes [m]"),
        Field("oct_coeff", F8, ("noct", 8), "signed distances at the corners of the box [m]"),
    ),
)

HEIGHT_FIELDS = (
    *in_block(
        blocks.STRUCTURE,
        Field("hfield_nrow", I4, ("nhfield",), "rows, along y"),
        Field("hfield_ncol", I4, ("nhfield",), "columns, along x"),
        Field("hfield_adr", I4, ("nhfield",), "first elevation"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("hfield_size", F8, ("nhfield", 4), "half extents in x and y, height of the top, depth of the base [m]"),
        Field("hfield_elevation", F4, ("nhfielddata",), "elevations, 0 to 1"),
    ),
)

MATERIALS = (
    *in_block(
        blocks.CHOICES,
        Field("mat_texid", I4, ("nmat", 10), "material: textures by role, -1 for none", "ntex", none=True),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("tex_type", I4, ("ntex",), "texture: 2D, cube or skybox"),
        Field("tex_colorspace", I4, ("ntex",), "texture: colour space"),
        Field("tex_height", I4, ("ntex",), "texture: rows"),
        Field("tex_width", I4, ("ntex",), "texture: columns"),
        Field("tex_nchannel", I4, ("ntex",), "texture: channels"),
        Field("tex_adr", I8, ("ntex",), "texture: first byte, -1 where Model.texture_files names its file instead"),
    ),
    *in_block(blocks.VISUAL, Field("tex_data", U1, ("ntexdata",), "texture: pixels")),
    *in_block(
        blocks.CONSTANTS,
        Field("mat_texuniform", BOOL, ("nmat",), "material: texture keeps its size on every side"),
        Field("mat_texrepeat", F4, ("nmat", 2), "material: repetitions of the texture"),
        Field("mat_emission", F4, ("nmat",), "material: emission"),
        Field("mat_specular", F4, ("nmat",), "material: specularity"),
        Field("mat_shininess", F4, ("nmat",), "material: shininess"),
        Field("mat_reflectance", F4, ("nmat",), "material: reflectance"),
        Field("mat_metallic", F4, ("nmat",), "material: metallic"),
        Field("mat_roughness", F4, ("nmat",), "material: roughness"),
        Field("mat_rgba", F4, ("nmat", 4), "material: colour"),
    ),
)

SKINS = (
    *in_block(
        blocks.CHOICES,
        Field("skin_matid", I4, ("nskin",), "material, -1 for none", "nmat", none=True),
    ),
    *in_block(
        blocks.STRUCTURE,
        Field("skin_vertadr", I4, ("nskin",), "first vertex"),
        Field("skin_vertnum", I4, ("nskin",), "number of vertices"),
        Field("skin_texcoordadr", I4, ("nskin",), "first texture coordinate, -1 for none"),
        Field("skin_faceadr", I4, ("nskin",), "first face"),
        Field("skin_facenum", I4, ("nskin",), "number of faces"),
        Field("skin_boneadr", I4, ("nskin",), "first bone"),
        Field("skin_bonenum", I4, ("nskin",), "number of bones"),
        Field("skin_face", I4, ("nskinface", 3), "vertices of each face"),
        Field("skin_bonevertadr", I4, ("nskinbone",), "first vertex of each bone"),
        Field("skin_bonevertnum", I4, ("nskinbone",), "number of vertices of each bone"),
        Field("skin_bonebodyid", I4, ("nskinbone",), "body of each bone"),
        Field("skin_bonevertid", I4, ("nskinbonevert",), "vertices of bones"),
    ),
    *in_block(
        blocks.CONSTANTS,
        Field("skin_group", I4, ("nskin",), "group"),
        Field("skin_rgba", F4, ("nskin", 4), "colour"),
        Field("skin_inflate", F4, ("nskin",), "inflation along the normals [m]"),
        Field("skin_vert", F4, ("nskinvert", 3), "vertices [m]"),
        Field("skin_texcoord", F4, ("nskintexvert", 2), "texture coordinates"),
        Field("skin_bonebindpos", F4, ("nskinbone", 3), "position of each bone when it was bound [m]"),
        Field("skin_bonebindquat", F4, ("nskinbone", 4), "orientation of each bone when it was bound"),
        Field("skin_bonevertweight", F4, ("nskinbonevert",), "weights of the vertices of bones"),
    ),
)


# ---------------------------------------------------------------- meshes that collide by their triangles
# Edge k of a triangle runs from its corner k to the next one


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

ASSETS = MESHES + OCTREES + HEIGHT_FIELDS + MATERIALS + SKINS + SURFACES


# ---------------------------------------------------------------- grids of signed distances
# which are set after a model is compiled and so can grow


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
