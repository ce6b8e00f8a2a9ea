"""The colour of a texture at a place on a shape, with MuJoCo's texture coordinates."""

from corten.math.matrix3 import load9, mul_matT_vec
from corten.math.scalar import asin, atan2, clamp
from corten.math.vector3 import load3, sub
from corten.render.kernels.texture import WHITE, cube_colour, flat_colour
from corten.render.mapping import Mapping
from corten.runtime import helper

PER_TURN, PER_QUARTER = 0.15915494309189535, 0.6366197723675814


@helper
def texture_colour(m, shape, face, second, third, point, width):
    """Return the colour of a shape's texture at a point of the world that a pixel of some width [m] shows."""
    texture, kind = m.shape_texture[shape], m.shape_mapping[shape]
    rgb = WHITE
    if kind != Mapping.NONE:
        axes, size = load9(m.shape_mat, shape), load3(m.shape_size, shape)
        p = mul_matT_vec(axes, sub(point, load3(m.shape_pos, shape)))
        texels = width * m.shape_repeat[shape, 5]
        if kind == Mapping.CUBE:
            repeat = m.shape_repeat
            way = p[0] * repeat[shape, 0], p[1] * repeat[shape, 1], p[2] * repeat[shape, 4]
            rgb = cube_colour(m, texture, way, texels)
        else:
            u, v = coordinates(m, kind, face, second, third, p, size)
            u = u * m.shape_repeat[shape, 0] + m.shape_repeat[shape, 2]
            v = v * m.shape_repeat[shape, 1] + m.shape_repeat[shape, 3]
            rgb = flat_colour(m, texture, u, v, texels)
    return rgb


@helper
def coordinates(m, kind, face, second, third, p, size):
    """Return texture coordinates of a point p in the frame of a shape, before they are scaled."""
    u, v = p[0], p[1]
    if kind == Mapping.CORNERS and face >= 0:
        first, coords = 1.0 - second - third, m.tri_texcoord
        u = first * coords[face, 0] + second * coords[face, 2] + third * coords[face, 4]
        v = first * coords[face, 1] + second * coords[face, 3] + third * coords[face, 5]
    if kind == Mapping.BOX:
        u, v = box_coordinates(p, size)
    if kind == Mapping.BALL:
        u, v = ball_coordinates((p[0] / size[0], p[1] / size[1], p[2] / size[2]))
    if kind == Mapping.CYLINDER or kind == Mapping.CAPSULE:
        u, v = long_coordinates(kind, p, size)
    return u, v


@helper
def turn(x, y):
    """Return an angle as a share of a full turn, 0 to 1."""
    share = atan2(y, x) * PER_TURN
    return share + 1.0 if share < 0.0 else share


@helper
def box_coordinates(p, size):
    """Return where a point lies on its side of a box."""
    x, y, z = p[0] / size[0], p[1] / size[1], p[2] / size[2]
    across_x, across_z = abs(x) >= abs(y) and abs(x) >= abs(z), abs(z) >= abs(y) and abs(z) > abs(x)
    return 0.5 * ((y if across_x else x) + 1.0), 1.0 - 0.5 * ((y if across_z else z) + 1.0)


@helper
def ball_coordinates(p):
    """Return longitude and latitude of a point of the unit sphere, the upper pole at 0."""
    return turn(p[0], p[1]), 0.5 - 0.5 * PER_QUARTER * asin(clamp(p[2], -1.0, 1.0))


@helper
def long_coordinates(kind, p, size):
    """Return coordinates around and along a cylinder or capsule; ends have a picture of their own."""
    height = p[2] / size[2]
    u, v = turn(p[0], p[1]), 0.5 * (1.0 - height)
    if abs(height) > 1.0 and kind == Mapping.CAPSULE:
        above = asin(clamp((abs(p[2]) - size[2]) / size[0], 0.0, 1.0)) * PER_QUARTER
        v = 1.0 - above if height > 0.0 else above
    x, y = p[0] / size[0], p[1] / size[0]
    if kind == Mapping.CYLINDER and abs(height) >= 0.9999 and x * x + y * y < 0.9999:
        u, v = 0.5 + 0.5 * x, 0.5 + 0.5 * y
    return u, v
