"""What kernels of pictures read and write: a Scene of views, shapes, triangles, lights and textures, and Tiles of rays.

A view is a camera with what it sees: one picture of one environment. Shapes are numbered through all views; those of
a view are the leaves of its tree of boxes, except for planes, which have no box.
"""

from enum import IntEnum

from corten.runtime.fields import F8, I4, U1, Field, Layout, Size
from corten.scene.options import MarkType

# rays of a tile that one lane traces
RAYS = 16

SIZES = (
    Size("nview", "room for views"),
    Size("nshape", "room for shapes"),
    Size("nnode", "room for nodes of the trees over shapes"),
    Size("nplane", "room for planes"),
    Size("nclear", "room for shapes that can be seen through"),
    Size("nline", "room for lines"),
    Size("nlight", "room for lights"),
    Size("ntree", "room for trees over the triangles of surfaces"),
    Size("ntri", "room for triangles"),
    Size("ntrinode", "room for nodes of the trees over triangles"),
    Size("ntexture", "textures, at least one"),
    Size("nlevel", "sizes in which all textures are kept"),
    Size("ntexel", "bytes of all textures"),
)

VIEWS = (
    Field("view_root", I4, ("nview",), "first node of its tree"),
    Field("view_nodenum", I4, ("nview",), "number of nodes"),
    Field("view_planeadr", I4, ("nview",), "first of its planes"),
    Field("view_planenum", I4, ("nview",), "number of planes"),
    Field("view_clearadr", I4, ("nview",), "first of the shapes that can be seen through"),
    Field("view_clearnum", I4, ("nview",), "number of these"),
    Field("view_lightadr", I4, ("nview",), "first of its lights"),
    Field("view_lightnum", I4, ("nview",), "number of lights"),
    Field("view_lineadr", I4, ("nview",), "first of its lines"),
    Field("view_linenum", I4, ("nview",), "number of lines"),
    Field("view_mirror", I4, ("nview",), "shape that reflects, -1 for none"),
    Field("view_horizon", I4, ("nview",), "endless plane that haze lies on, -1 for none"),
    Field("view_orthographic", I4, ("nview",), "1: all rays are parallel"),
    Field("view_pos", F8, ("nview", 3), "position of the camera [m]"),
    Field("view_right", F8, ("nview", 3), "direction to the right"),
    Field("view_up", F8, ("nview", 3), "direction upwards"),
    Field("view_forward", F8, ("nview", 3), "direction of sight"),
    Field(
        "view_window", F8, ("nview", 4), "left edge, step to the right, upper edge, step downwards of pixels, at 1 m"
    ),
    Field("view_clip", F8, ("nview", 2), "nearest and farthest distance that is seen [m]"),
)

SHAPES = (
    Field("shape_type", I4, ("nshape",), "GeomType"),
    Field("shape_tree", I4, ("nshape",), "tree over the triangles of its surface, -1 for none"),
    Field("shape_line", I4, ("nshape",), "line, -1 for none"),
    Field("shape_texture", I4, ("nshape",), "texture, -1 for none"),
    Field("shape_mapping", I4, ("nshape",), "Mapping: how the texture lies on it"),
    Field("shape_clear", I4, ("nshape",), "1: can be seen through"),
    Field("shape_shadow", I4, ("nshape",), "1: throws shadows"),
    Field("shape_pos", F8, ("nshape", 3), "position [m]"),
    Field("shape_mat", F8, ("nshape", 9), "orientation"),
    Field("shape_size", F8, ("nshape", 3), "half extents along its axes, of a surface its scale"),
    Field("shape_rgba", F8, ("nshape", 4), "colour"),
    Field("shape_look", F8, ("nshape", 4), "emission, specular, exponent of highlights, reflectance"),
    Field("shape_repeat", F8, ("nshape", 6), "scales and shifts of texture coordinates, scale of z, texels to a metre"),
    Field("plane_shape", I4, ("nplane",), "planes of all views"),
    Field("clear_shape", I4, ("nclear",), "shapes that can be seen through, the nearest first, of all views"),
    Field("line_shape", I4, ("nline",), "shapes of lines of all views"),
    Field("line_end", F8, ("nline", 6), "column, row [pixel] and depth [m] of both ends"),
    Field("line_width", F8, ("nline",), "width [pixel]"),
    Field("node_box", F8, ("nnode", 6), "low and high corner of the box of a node [m]"),
    Field("node_shape", I4, ("nnode",), "shape of a leaf, -1 of an inner node"),
    Field("node_skip", I4, ("nnode",), "node behind all below a node, counted from the root"),
)

SURFACES = (
    Field("tree_root", I4, ("ntree",), "first node of a tree over triangles, in the order in which a view meets them"),
    Field("tree_nodenum", I4, ("ntree",), "number of nodes"),
    Field("tri_corner", F8, ("ntri", 9), "first corner of a triangle, and the ways from there to the others [m]"),
    Field("tri_normal", F8, ("ntri", 9), "normals at its corners"),
    Field("tri_texcoord", F8, ("ntri", 6), "texture coordinates at its corners"),
    Field("tri_box", F8, ("ntrinode", 6), "low and high corner of the box of a node [m]"),
    Field("tri_leaf", I4, ("ntrinode",), "triangle of a leaf, -1 of an inner node"),
    Field("tri_skip", I4, ("ntrinode",), "node behind all below a node, counted from the root"),
)

LIGHTS = (
    Field("light_type", I4, ("nlight",), "LightType"),
    Field("light_shadow", I4, ("nlight",), "1: throws shadows"),
    Field("light_pos", F8, ("nlight", 3), "position [m]"),
    Field("light_dir", F8, ("nlight", 3), "direction"),
    Field("light_across", F8, ("nlight", 3), "one side of the square in which it throws shadows"),
    Field("light_reach", F8, ("nlight",), "half width of that square [m], or of a spot light its tangent"),
    Field("light_clip", F8, ("nlight", 2), "nearest and farthest distance at which it throws shadows [m]"),
    Field("light_attenuation", F8, ("nlight", 3), "constant, linear and quadratic attenuation"),
    Field("light_cone", F8, ("nlight", 2), "cosine of the cutoff of a spot light, and exponent"),
    Field("light_ambient", F8, ("nlight", 3), "ambient colour"),
    Field("light_diffuse", F8, ("nlight", 3), "diffuse colour"),
    Field("light_specular", F8, ("nlight", 3), "specular colour"),
)

TEXTURES = (
    Field("texture_level", I4, ("ntexture",), "first, and largest, of its sizes"),
    Field("texture_levelnum", I4, ("ntexture",), "number of sizes"),
    Field("texture_channels", I4, ("ntexture",), "numbers of a pixel"),
    Field("level_adr", I4, ("nlevel",), "first byte"),
    Field("level_width", I4, ("nlevel",), "columns"),
    Field("level_height", I4, ("nlevel",), "rows; of a cube, those of one face"),
    Field("texel", U1, ("ntexel",), "pixels, row by row; of a cube, face by face"),
)

SETTINGS = (
    Field("sky_texture", I4, (), "texture of the sky, -1 for none"),
    Field("haze", F8, (), "share of the way to the horizon that haze covers"),
    Field("haze_middle", F8, (), "height at which haze is thickest, 0 on the plane, 1 at the eye"),
    Field("haze_rgb", F8, (3,), "colour of haze"),
    Field("fog", I4, (), "1: fog"),
    Field("fog_range", F8, (2,), "distance at which fog begins, and at which it hides everything [m]"),
    Field("fog_rgb", F8, (3,), "colour of fog"),
    Field("ambient", F8, (), "light from everywhere"),
    Field("slack", F8, (), "how far from a surface the ray to a light starts [m]"),
)

SCENE = Layout(
    "Scene",
    SIZES,
    (*VIEWS, *SHAPES, *SURFACES, *LIGHTS, *TEXTURES, *SETTINGS),
    "corten.render.fields:SCENE",
)

TILE = Layout(
    "Tile",
    (),
    (
        Field("view", I4, (), "view that it belongs to"),
        Field("column", F8, (RAYS,), "place of each ray in the picture, from the left [pixel]"),
        Field("row", F8, (RAYS,), "place of each ray in the picture, from above [pixel]"),
        Field("depth", F8, (RAYS,), "distance along the direction of sight [m]"),
        Field("shape", I4, (RAYS,), "shape that is seen, -1 for none"),
        Field("face", I4, (RAYS,), "triangle that is seen, -1 for none"),
        Field("weight", F8, (RAYS, 2), "weights of its second and third corner"),
        Field("normal", F8, (RAYS, 3), "outward normal of what is seen"),
        Field("rgb", F8, (RAYS, 3), "colour, 0 to 1"),
    ),
    "corten.render.fields:TILE",
    varies=True,
)


# ---------------------------------------------------------------- numbers that kernels know


# type of a shape that is a line
LINE = int(MarkType.LINE)


class Mapping(IntEnum):
    """Where texture coordinates come from: the place on a shape, its side, angles, or the corners of triangles."""

    NONE = 0
    FLAT = 1
    BOX = 2
    BALL = 3
    CYLINDER = 4
    CAPSULE = 5
    CORNERS = 6
    CUBE = 7
