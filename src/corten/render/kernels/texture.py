"""Colours of textures: flat ones that repeat, and cubes; each is kept in smaller and smaller sizes."""

from corten.math.matrix3 import load9, mul_matT_vec
from corten.math.scalar import asin, atan2, clamp, log
from corten.math.vector3 import load3, sub
from corten.render.fields import Mapping
from corten.runtime import Vec2, Vec3, floor, helper

# 1 / log(2), and 1 / 255
PER_OCTAVE, PER_BYTE = 1.4426950408889634, 1.0 / 255.0

WHITE: Vec3 = (1.0, 1.0, 1.0)


@helper
def size_level(m, texture: int, texels: float) -> tuple[int, float]:
    """Return which size of a texture to take, and how much of the next one, where a pixel covers some texels."""
    last = m.texture_levelnum[texture] - 1
    level = clamp(log(max(texels, 1.0)) * PER_OCTAVE, 0.0, float(last))
    whole = min(int(floor(level)), max(last - 1, 0))
    return whole, clamp(level - float(whole), 0.0, 1.0)


@helper
def flat_colour(m, texture: int, u: float, v: float, texels: float) -> Vec3:
    """Return the colour of a flat texture at coordinates, which repeat it, for a pixel that covers some texels."""
    level, part = size_level(m, texture, texels)
    first = m.texture_level[texture] + level
    second = min(first + 1, m.texture_level[texture] + m.texture_levelnum[texture] - 1)
    return mix(flat_texel(m, texture, first, u, v), flat_texel(m, texture, second, u, v), part)


@helper
def flat_texel(m, texture: int, level: int, u: float, v: float) -> Vec3:
    """Return the colour between four texels of a flat texture of one size."""
    wide, high = m.level_width[level], m.level_height[level]
    x, y = (u - floor(u)) * float(wide) - 0.5, (v - floor(v)) * float(high) - 0.5
    column, row = int(floor(x)), int(floor(y))
    left = column + wide if column < 0 else column
    right = column + 1 if column + 1 < wide else 0
    above = row + high if row < 0 else row
    below = row + 1 if row + 1 < high else 0
    start, channels = m.level_adr[level], m.texture_channels[texture]
    top = mix(
        texel(m, start + (above * wide + left) * channels, channels),
        texel(m, start + (above * wide + right) * channels, channels),
        x - floor(x),
    )
    low = mix(
        texel(m, start + (below * wide + left) * channels, channels),
        texel(m, start + (below * wide + right) * channels, channels),
        x - floor(x),
    )
    return mix(top, low, y - floor(y))


@helper
def texel(m, at: int, channels: int) -> Vec3:
    """Return the colour of a texel; one number is a grey."""
    step = 1 if channels >= 3 else 0
    red, green, blue = m.texel[at], m.texel[at + step], m.texel[at + 2 * step]
    return float(red) * PER_BYTE, float(green) * PER_BYTE, float(blue) * PER_BYTE


@helper
def mix(a: Vec3, b: Vec3, part: float) -> Vec3:
    """Return the colour between two."""
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * (b[2] - a[2])


@helper
def cube_colour(m, texture: int, way: Vec3, texels: float) -> Vec3:
    """Return the colour of a cube in a direction, in which x, y and z are the sides of OpenGL's cubes."""
    level, part = size_level(m, texture, texels)
    first = m.texture_level[texture] + level
    second = min(first + 1, m.texture_level[texture] + m.texture_levelnum[texture] - 1)
    return mix(cube_texel(m, texture, first, way), cube_texel(m, texture, second, way), part)


@helper
def cube_texel(m, texture: int, level: int, way: Vec3) -> Vec3:
    """Return the colour between four texels of a face of a cube of one size."""
    x, y, z = abs(way[0]), abs(way[1]), abs(way[2])
    along_x, along_y = x >= y and x >= z, y >= z
    most = max(max(max(x, y), z), 1e-20)

    # the side, and the two coordinates on it
    face = (
        (0 if way[0] >= 0.0 else 1)
        if along_x
        else ((2 if way[1] >= 0.0 else 3) if along_y else (4 if way[2] >= 0.0 else 5))
    )
    side_s = -way[2] if way[0] >= 0.0 else way[2]
    end_s = way[0] if way[2] >= 0.0 else -way[0]
    s = side_s if along_x else (way[0] if along_y else end_s)
    cap_t = way[2] if way[1] >= 0.0 else -way[2]
    t = -way[1] if along_x or not along_y else cap_t

    wide = m.level_width[level]
    limit = float(wide) - 1.0
    column = clamp((0.5 * s / most + 0.5) * float(wide) - 0.5, 0.0, limit)
    row = clamp((0.5 * t / most + 0.5) * float(wide) - 0.5, 0.0, limit)
    left, above = int(floor(column)), int(floor(row))
    right, below = min(left + 1, wide - 1), min(above + 1, wide - 1)
    channels = m.texture_channels[texture]
    start = m.level_adr[level] + face * wide * wide * channels
    top = mix(
        texel(m, start + (above * wide + left) * channels, channels),
        texel(m, start + (above * wide + right) * channels, channels),
        column - floor(column),
    )
    low = mix(
        texel(m, start + (below * wide + left) * channels, channels),
        texel(m, start + (below * wide + right) * channels, channels),
        column - floor(column),
    )
    return mix(top, low, row - floor(row))


# ---------------------------------------------------------------- textures on shapes, with MuJoCo's texture coordinates


PER_TURN, PER_QUARTER = 0.15915494309189535, 0.6366197723675814


@helper
def texture_colour(m, shape: int, face: int, second: float, third: float, point: Vec3, width: float) -> Vec3:
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
def coordinates(m, kind: int, face: int, second: float, third: float, p: Vec3, size: Vec3) -> Vec2:
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
def turn(x: float, y: float) -> float:
    """Return an angle as a share of a full turn, 0 to 1."""
    share = atan2(y, x) * PER_TURN
    return share + 1.0 if share < 0.0 else share


@helper
def box_coordinates(p: Vec3, size: Vec3) -> Vec2:
    """Return where a point lies on its side of a box."""
    x, y, z = p[0] / size[0], p[1] / size[1], p[2] / size[2]
    across_x, across_z = abs(x) >= abs(y) and abs(x) >= abs(z), abs(z) >= abs(y) and abs(z) > abs(x)
    return 0.5 * ((y if across_x else x) + 1.0), 1.0 - 0.5 * ((y if across_z else z) + 1.0)


@helper
def ball_coordinates(p: Vec3) -> Vec2:
    """Return longitude and latitude of a point of the unit sphere, the upper pole at 0."""
    return turn(p[0], p[1]), 0.5 - 0.5 * PER_QUARTER * asin(clamp(p[2], -1.0, 1.0))


@helper
def long_coordinates(kind: int, p: Vec3, size: Vec3) -> Vec2:
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
