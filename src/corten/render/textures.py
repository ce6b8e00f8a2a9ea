"""Textures in smaller and smaller sizes, and how they lie on shapes."""

import math

import numpy as np
from numpy.typing import NDArray

from corten.enums import GeomType, TextureRole, TextureType
from corten.model import Model
from corten.render.mapping import Mapping
from corten.render.surfaces import Surface, TracedShapes

Bytes = NDArray[np.uint8]

# shapes that have texture coordinates of their own
ROUND = {
    GeomType.SPHERE: Mapping.BALL,
    GeomType.ELLIPSOID: Mapping.BALL,
    GeomType.CYLINDER: Mapping.CYLINDER,
    GeomType.CAPSULE: Mapping.CAPSULE,
    GeomType.BOX: Mapping.BOX,
}


def texture_arrays(pictures: list[Bytes]) -> dict[str, np.ndarray]:
    """Return all textures under the names of the scene's fields."""
    first, number, channels = [], [], []
    adr, width, height, content = [], [], [], []
    at = 0
    for picture in pictures:
        levels = _smaller(picture)
        first.append(len(adr))
        number.append(len(levels))
        channels.append(picture.shape[-1])
        for level in levels:
            adr.append(at)
            height.append(level.shape[1])
            width.append(level.shape[2])
            content.append(level.reshape(-1))
            at += level.size
    if not first:
        return {}
    return {
        "texture_level": np.array(first),
        "texture_levelnum": np.array(number),
        "texture_channels": np.array(channels),
        "level_adr": np.array(adr),
        "level_width": np.array(width),
        "level_height": np.array(height),
        "texel": np.concatenate(content),
    }


def sky_texture(model: Model) -> int:
    """Return the texture of the sky, -1 for none."""
    found = np.flatnonzero(model.tex_type == TextureType.SKYBOX)
    return int(found[0]) if len(found) else -1


def _smaller(pictures: Bytes) -> list[Bytes]:
    """Return pictures in sizes of which each has half as many rows and columns as the one before."""
    sizes = [pictures]
    while max(sizes[-1].shape[1:3]) > 1:
        last = sizes[-1].astype(np.uint16)
        for axis in (1, 2):
            extent = last.shape[axis]
            if extent > 1:
                even = np.take(last, range(0, extent - 1, 2), axis=axis)
                odd = np.take(last, range(1, extent, 2), axis=axis)
                last = (even + odd + 1) // 2
        sizes.append(last.astype(np.uint8))
    return sizes


def mapping_arrays(
    model: Model, shapes: TracedShapes, surfaces: list[Surface], pictures: list[Bytes]
) -> dict[str, np.ndarray]:
    """Return which texture each shape shows and how, under the names of the scene's fields."""
    count = len(shapes)
    texture, mapping = np.full(count, -1), np.full(count, Mapping.NONE)
    repeat = np.zeros((count, 6))
    repeat[:, :2] = repeat[:, 4] = 1.0
    has = shapes.material >= 0
    if has.any():
        texture[has] = model.mat_texid[shapes.material[has], TextureRole.RGB]
    for i in np.flatnonzero(texture >= 0):
        surface = surfaces[shapes.surface[i]] if shapes.surface[i] >= 0 else None
        high, wide = pictures[texture[i]].shape[1:3]
        mapping[i], repeat[i] = _mapping(model, shapes.take([i]), int(texture[i]), surface, (wide, high))
    return {"shape_texture": texture, "shape_mapping": mapping, "shape_repeat": repeat}


def _mapping(
    model: Model, shape: TracedShapes, texture: int, surface: Surface | None, pixels: tuple[int, int]
) -> tuple[int, tuple[float, float, float, float, float, float]]:
    """Return how a texture lies on a shape, its scales and shifts, and how many texels there are to a metre."""
    material, kind, size = int(shape.material[0]), int(shape.type[0]), shape.size[0]
    uniform = bool(model.mat_texuniform[material])
    wide, high = pixels
    extent = surface.box[0, 3:] if surface is not None else size
    longest = max(float(np.max(extent)), 1e-9)
    if model.tex_type[texture] != TextureType.TWO:
        scale = np.ones(3) if (uniform == (surface is None)) else (extent if uniform else 1.0 / np.maximum(size, 1e-9))
        return Mapping.CUBE, (scale[0], scale[1], 0.0, 0.0, scale[2], 0.5 * wide / longest)

    given = model.mat_texrepeat[material].astype(float)
    u, v = (float(number) if number > 0.0 else 1.0 for number in given)
    if surface is not None and surface.has_texcoord:
        u, v = (n * float(x) if uniform and x > 0.0 else n for n, x in zip((u, v), extent, strict=False))
        return Mapping.CORNERS, (u, v, 0.0, 0.0, 1.0, surface.texcoord_density * math.sqrt(u * v * wide * high))
    if surface is not None:
        # the picture lies flat across the surface, once for its extent or, if uniform, for 2 m
        a, b = (float(n) if uniform else float(n) / max(float(x), 1e-9) for n, x in zip(given, extent, strict=False))
        return Mapping.FLAT, (0.5 * a, -0.5 * b, -0.5, -0.5, 1.0, 0.5 * max(a * wide, b * high))
    if uniform:
        u, v = (n * float(x) if x > 0.0 else n for n, x in zip((u, v), size, strict=False))
    if kind == GeomType.PLANE:
        return Mapping.FLAT, _plane_mapping(size, (u, v), (wide, high))
    around = 2.0 * math.pi if kind != GeomType.BOX else 2.0
    return ROUND[GeomType(kind)], (
        u,
        v,
        0.0,
        0.0,
        1.0,
        max(u * wide / around, 0.5 * v * high) / max(float(np.min(size)), 1e-9),
    )


def _plane_mapping(
    size: np.ndarray, repeat: tuple[float, float], extent: tuple[int, int]
) -> tuple[float, float, float, float, float, float]:
    """Return how a texture lies on a plane: from its corner, or on an endless one from its middle."""
    (u, v), (wide, high) = repeat, extent
    endless = size[0] <= 0.0 or size[1] <= 0.0
    shift = -0.5 if endless else 0.0
    a, shift_u = (u / (2.0 * size[0]), 0.5 * u + shift) if size[0] > 0.0 else (0.5 * u, shift)
    b, shift_v = (-v / (2.0 * size[1]), 0.5 * v + shift) if size[1] > 0.0 else (-0.5 * v, shift)
    return a, b, shift_u, shift_v, 1.0, max(abs(a) * wide, abs(b) * high)
