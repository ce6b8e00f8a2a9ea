"""Pictures as files: PNG, and GIF for short films."""

import struct
import zlib
from collections.abc import Iterable
from os import PathLike

import numpy as np
from numpy.typing import NDArray

from corten.render.gif import GifWriter

Bytes = NDArray[np.uint8]

# what a file begins with, and how many numbers a pixel has by its kind of colour
SIGNATURE = b"\x89PNG\r\n\x1a\n"
COLOUR_KINDS = {1: 0, 3: 2, 4: 6}


def encode_png(picture: Bytes) -> bytes:
    """Return a picture (height, width) or (height, width, 3) of uint8 as the bytes of a PNG file."""
    picture = np.atleast_3d(np.asarray(picture))
    if picture.dtype != np.uint8 or picture.ndim != 3 or picture.shape[2] not in COLOUR_KINDS:
        raise ValueError(f"a picture of {picture.dtype} in shape {picture.shape} is no PNG; give uint8 (h, w, 3)")
    height, width, channels = picture.shape
    header = struct.pack(">IIBBBBB", width, height, 8, COLOUR_KINDS[channels], 0, 0, 0)

    # each row is stored as differences from the row above, which packs better
    rows = picture.reshape(height, width * channels)
    above = np.zeros_like(rows)
    above[1:] = rows[:-1]
    filtered = np.concatenate([np.full((height, 1), 2, np.uint8), rows - above], axis=1)
    data = zlib.compress(filtered.tobytes(), 6)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", data) + _chunk(b"IEND", b"")


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def write_png(path: str | PathLike[str], picture: Bytes) -> None:
    """Write a picture into a PNG file."""
    content = encode_png(picture)
    with open(path, "wb") as stream:
        stream.write(content)


def write_gif(path: str | PathLike[str], frames: Iterable[Bytes], fps: float) -> None:
    """Write pictures (height, width, 3) into a GIF file that repeats; it shows steps of 10 ms at best."""
    with open(path, "wb") as stream:
        writer = GifWriter(stream, fps)
        for frame in frames:
            writer.add(frame)
        writer.end()
