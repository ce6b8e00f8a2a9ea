"""Colours of textures: flat ones that repeat, and cubes; each is kept in smaller and smaller sizes."""

from corten.math.scalar import clamp, log
from corten.math.vector3 import Vector3
from corten.runtime import floor, helper

# 1 / log(2), and 1 / 255
PER_OCTAVE, PER_BYTE = 1.4426950408889634, 1.0 / 255.0

WHITE: Vector3 = (1.0, 1.0, 1.0)


@helper
def size_level(m, texture, texels):
    """Return which size of a texture to take, and how much of the next one, where a pixel covers some texels."""
    last = m.texture_levelnum[texture] - 1
    level = clamp(log(max(texels, 1.0)) * PER_OCTAVE, 0.0, float(last))
    whole = min(int(floor(level)), max(last - 1, 0))
    return whole, clamp(level - float(whole), 0.0, 1.0)


@helper
def flat_colour(m, texture, u, v, texels):
    """Return the colour of a flat texture at coordinates, which repeat it, for a pixel that covers some texels."""
    level, part = size_level(m, texture, texels)
    first = m.texture_level[texture] + level
    second = min(first + 1, m.texture_level[texture] + m.texture_levelnum[texture] - 1)
    return mix(flat_texel(m, texture, first, u, v), flat_texel(m, texture, second, u, v), part)


@helper
def flat_texel(m, texture, level, u, v):
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
def texel(m, at, channels):
    """Return the colour of a texel; one number is a grey."""
    step = 1 if channels >= 3 else 0
    red, green, blue = m.texel[at], m.texel[at + step], m.texel[at + 2 * step]
    return float(red) * PER_BYTE, float(green) * PER_BYTE, float(blue) * PER_BYTE


@helper
def mix(a, b, part):
    """Return the colour between two."""
    return a[0] + part * (b[0] - a[0]), a[1] + part * (b[1] - a[1]), a[2] + part * (b[2] - a[2])


@helper
def cube_colour(m, texture, way, texels):
    """Return the colour of a cube in a direction, in which x, y and z are the sides of OpenGL's cubes."""
    level, part = size_level(m, texture, texels)
    first = m.texture_level[texture] + level
    second = min(first + 1, m.texture_level[texture] + m.texture_levelnum[texture] - 1)
    return mix(cube_texel(m, texture, first, way), cube_texel(m, texture, second, way), part)


@helper
def cube_texel(m, texture, level, way):
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
