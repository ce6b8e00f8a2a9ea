"""Textures in smaller and smaller sizes, and how they lie on shapes."""

import math
import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corten.assets import AssetError, decode_png
from corten.enums import ColorSpace, GeomType, TextureRole, TextureType
from corten.errors import ModelWarning
from corten.model import Model
from corten.render.fields import Mapping
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


# ---------------------------------------------------------------- pixels of textures, of a model or of its files


FACES = 6

# how a file begins that only graphics cards read, and how far a file may say that it is sRGB [bytes]
KTX, HEAD = b"\xabKTX", 4096


def texture_pixels(model: Model, texture: int) -> Bytes:
    """Return the pictures of a texture, six of a cube: (pictures, rows, columns, channels); white for none."""
    flat = model.tex_type[texture] == TextureType.TWO
    found = stored_pixels(model, texture)
    if found is None or not found[0].size:
        # a white picture leaves the material's colour
        return np.full((1 if flat else FACES, 1, 1, 3), 255, np.uint8)
    pixels, coded = found
    if flat:
        return (linear(pixels) if coded else pixels)[None]
    high, wide, channels = pixels.shape
    if wide == high:
        return np.repeat(pixels[None], FACES, axis=0)
    return pixels.reshape(FACES, wide, wide, channels)


def stored_pixels(model: Model, texture: int) -> tuple[Bytes, bool] | None:
    """Return rows, columns and channels of a texture, and whether they are coded (sRGB); None if nothing shows them."""
    wide, high = int(model.tex_width[texture]), int(model.tex_height[texture])
    channels, start = int(model.tex_nchannel[texture]), int(model.tex_adr[texture])
    if start < 0:
        return _file_pixels(model, texture, channels)
    pixels = model.tex_data[start : start + wide * high * channels].reshape(high, wide, channels)
    if channels == 1 and pixels.tobytes()[: len(KTX)] == KTX:
        return _warn_white(model, texture, "its file is for graphics cards alone (KTX)")
    return pixels, int(model.tex_colorspace[texture]) == ColorSpace.SRGB


def _file_pixels(model: Model, texture: int, channels: int) -> tuple[Bytes, bool] | None:
    """Return the pixels of a file that a model names only, as they would have been taken into it."""
    try:
        content = Path(model.texture_files[texture]).read_bytes()
        if content.startswith(KTX):
            return _warn_white(model, texture, "its file is for graphics cards alone (KTX)")
        pixels = decode_png(content, channels)
    except (OSError, AssetError) as trouble:
        return _warn_white(model, texture, str(trouble))
    space = int(model.tex_colorspace[texture])
    coded = space == ColorSpace.SRGB or (space == ColorSpace.AUTO and b"sRGB" in content[:HEAD])
    if model.tex_type[texture] != TextureType.TWO and pixels.shape[0] not in (pixels.shape[1], FACES * pixels.shape[1]):
        return _warn_white(model, texture, f"{pixels.shape[1]} x {pixels.shape[0]} pixels are not the faces of a cube")
    return pixels, coded


def _warn_white(model: Model, texture: int, why: str) -> None:
    """Warn of a texture that cannot be shown."""
    name = model.name("texture", texture) or str(texture)
    warnings.warn(f"pictures show texture {name} in white: {why}", ModelWarning, stacklevel=2)


def linear(pixels: Bytes) -> Bytes:
    """Return the light that coded colours stand for (sRGB); opacity is not coded."""
    code = np.arange(256) / 255.0
    light = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    table = np.rint(255.0 * light).astype(np.uint8)
    return np.concatenate([table[pixels[..., :3]], pixels[..., 3:]], axis=-1)
