"""Pixels of textures: those that a model holds, and those of files that it names only."""

import warnings
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from corten.assets import AssetError, decode_png
from corten.enums import ColorSpace, TextureType
from corten.errors import ModelWarning
from corten.model import Model

Bytes = NDArray[np.uint8]

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
        return _tell(model, texture, "its file is for graphics cards alone (KTX)")
    return pixels, int(model.tex_colorspace[texture]) == ColorSpace.SRGB


def _file_pixels(model: Model, texture: int, channels: int) -> tuple[Bytes, bool] | None:
    """Return the pixels of a file that a model names only, as they would have been taken into it."""
    try:
        content = Path(model.texture_files[texture]).read_bytes()
        if content.startswith(KTX):
            return _tell(model, texture, "its file is for graphics cards alone (KTX)")
        pixels = decode_png(content, channels)
    except (OSError, AssetError) as trouble:
        return _tell(model, texture, str(trouble))
    space = int(model.tex_colorspace[texture])
    coded = space == ColorSpace.SRGB or (space == ColorSpace.AUTO and b"sRGB" in content[:HEAD])
    if model.tex_type[texture] != TextureType.TWO and pixels.shape[0] not in (pixels.shape[1], FACES * pixels.shape[1]):
        return _tell(model, texture, f"{pixels.shape[1]} x {pixels.shape[0]} pixels are not the faces of a cube")
    return pixels, coded


def _tell(model: Model, texture: int, why: str) -> None:
    """Warn of a texture that cannot be shown."""
    name = model.name("texture", texture) or str(texture)
    warnings.warn(f"pictures show texture {name} in white: {why}", ModelWarning, stacklevel=2)


def linear(pixels: Bytes) -> Bytes:
    """Return the light that coded colours stand for (sRGB); opacity is not coded."""
    code = np.arange(256) / 255.0
    light = np.where(code <= 0.04045, code / 12.92, ((code + 0.055) / 1.055) ** 2.4)
    table = np.rint(255.0 * light).astype(np.uint8)
    return np.concatenate([table[pixels[..., :3]], pixels[..., 3:]], axis=-1)
