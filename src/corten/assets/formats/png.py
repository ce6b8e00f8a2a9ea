"""PNG images, decoded by Pillow.

Pillow sees only the parts of a file that decide its pixels. Colour profiles, gamma, texts and animations are left out,
as MuJoCo takes no notice of them, and what no picture has is refused first: sizes without bound, missing pixels.
"""

import io
import struct
import zlib
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.errors import AssetError

if TYPE_CHECKING:
    from PIL.Image import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"

# pixels of the largest image that is decoded
MOST_PIXELS = 1 << 26

# samples of a pixel and bits of a sample that each colour type may have
GREY, COLOUR, PALETTE, GREY_ALPHA, COLOUR_ALPHA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, COLOUR: 3, PALETTE: 1, GREY_ALPHA: 2, COLOUR_ALPHA: 4}
DEPTHS = {GREY: (1, 2, 4, 8, 16), COLOUR: (8, 16), PALETTE: (1, 2, 4, 8), GREY_ALPHA: (8, 16), COLOUR_ALPHA: (8, 16)}

# first column, first row and steps of the seven passes of an interlaced image
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
WHOLE = ((0, 0, 1, 1),)

# [bytes] samples that are inflated at a time when they are counted
PIECE = 1 << 20

# the bodies of chunks under their names
Chunks = dict[bytes, bytes]


class _Header(NamedTuple):
    width: int
    height: int
    depth: int
    colour: int
    interlaced: bool


def decode_png(data: bytes, nchannel: int) -> NDArray[np.uint8]:
    """Return the pixels of an image as (height, width, nchannel): grey, RGB or RGBA.

    Of samples with 16 bits the upper 8 count. Of grey pixels all colours are the same; of colours, grey is the red.
    """
    from PIL.Image import fromarray

    chunks = _read_chunks(data)
    header = _read_header(chunks[b"IHDR"])
    if header.colour == PALETTE and b"PLTE" not in chunks:
        raise AssetError("the PNG image lacks the palette that its colour type needs")
    image = _open(header, chunks, (b"PLTE", b"tRNS") if nchannel == 4 else (b"PLTE",))
    samples = np.asarray(image)

    # Pillow leaves rows black that the file lacks, so look closer where the last row is
    if header.interlaced or not samples[-1].any():
        _check_samples(header, chunks[b"IDAT"])
    if header.colour == PALETTE and samples.max() >= len(chunks[b"PLTE"]) // 3:
        raise AssetError("the PNG image has a colour that its palette lacks")
    if samples.dtype == np.uint16:
        image = fromarray((samples >> 8).astype(np.uint8))
    if nchannel < 4:
        return np.asarray(image.convert("RGB"))[:, :, :nchannel]
    pixels = np.array(image.convert("RGBA"))
    if b"tRNS" in chunks and header.colour in (GREY, COLOUR):
        pixels[_is_transparent(samples, header, chunks[b"tRNS"]), 3] = 0
    return pixels


def _read_chunks(data: bytes) -> Chunks:
    """Return the bodies of all chunks; samples may stand in several of them, else the first of a name counts."""
    if data[:8] != SIGNATURE:
        raise AssetError("the file is not a PNG image")
    chunks: dict[bytes, list[bytes]] = {}
    at = 8
    while b"IEND" not in chunks:
        length, kind = struct.unpack_from(">I4s", data, at) if len(data) >= at + 12 else (len(data), b"")
        end = at + 12 + length
        if len(data) < end:
            raise AssetError("the PNG image ends too early")
        body = data[at + 8 : end - 4]
        if zlib.crc32(kind + body) != struct.unpack_from(">I", data, end - 4)[0]:
            raise AssetError(f"the chunk {kind.decode('ascii', 'replace')!r} of the PNG image is corrupt")
        chunks.setdefault(kind, []).append(body)
        at = end
    if b"IHDR" not in chunks or b"IDAT" not in chunks:
        raise AssetError("the PNG image has no header or no pixels")
    return {kind: b"".join(bodies) if kind == b"IDAT" else bodies[0] for kind, bodies in chunks.items()}


def _read_header(body: bytes) -> _Header:
    if len(body) != 13:
        raise AssetError("the header of the PNG image has the wrong length")
    width, height, depth, colour, compression, filtering, interlace = struct.unpack(">IIBBBBB", body)
    if not width or not height or width * height > MOST_PIXELS:
        raise AssetError(f"the PNG image has {width} by {height} pixels; from 1 to {MOST_PIXELS} are allowed")
    if depth not in DEPTHS.get(colour, ()) or compression or filtering or interlace > 1:
        raise AssetError(f"the PNG image has colour type {colour} of {depth} bits, which does not exist")
    return _Header(width, height, depth, colour, bool(interlace))


def _check_samples(header: _Header, compressed: bytes) -> None:
    """Refuse an image with fewer bytes than its rows need."""
    needed = 0
    for column, row, column_step, row_step in PASSES if header.interlaced else WHOLE:
        width = max(0, -(-(header.width - column) // column_step))
        height = max(0, -(-(header.height - row) // row_step))
        bits = width * header.depth * CHANNELS[header.colour]
        needed += height * (1 + -(-bits // 8)) if width else 0

    # inflate no more than is needed: a small file may swell to any size
    stream, found = zlib.decompressobj(), 0
    try:
        while found < needed:
            piece = stream.decompress(compressed, min(PIECE, needed - found))
            if not piece:
                raise AssetError(f"the PNG image has {found} bytes of pixels, it needs {needed}")
            found, compressed = found + len(piece), stream.unconsumed_tail
    except zlib.error as error:
        raise AssetError(f"the pixels of the PNG image are corrupt: {error}") from None


def _open(header: _Header, chunks: Chunks, of_palette: tuple[bytes, ...]) -> "Image":
    """Return the decoded image that the decisive chunks make; `of_palette` are those that describe a palette."""
    from PIL.PngImagePlugin import PngImageFile

    kinds = (b"IHDR", *(of_palette if header.colour == PALETTE else ()), b"IDAT")
    file = SIGNATURE + b"".join(_chunk(kind, chunks[kind]) for kind in kinds if kind in chunks) + _chunk(b"IEND", b"")
    try:
        image = PngImageFile(io.BytesIO(file))
        image.load()
    except Exception as error:
        # Pillow raises what suits each mistake: OSError, SyntaxError, ValueError, struct.error and others
        raise AssetError(f"the pixels of the PNG image are corrupt: {error}") from None
    return image.convert("L") if image.mode == "1" else image


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def _is_transparent(samples: NDArray, header: _Header, key: bytes) -> NDArray[np.bool_]:
    """Return which pixels (height, width) have the one colour that the file declares transparent."""
    if len(key) != 2 * CHANNELS[header.colour]:
        raise AssetError("the transparent colour of the PNG image has the wrong length")
    if header.colour == COLOUR and header.depth == 16:
        raise AssetError("a transparent colour of 16 bits is not supported; save the PNG image with an alpha channel")
    color = np.frombuffer(key, ">u2").astype(np.int64)
    if header.colour == GREY:
        scale = 255 // ((1 << header.depth) - 1) if header.depth < 8 else 1
        return samples == color[0] * scale
    return (samples == color).all(axis=2)
