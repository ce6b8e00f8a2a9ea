"""PNG pictures: chunks, filters of rows, and colours."""

import struct
import zlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.errors import AssetError
from corten.runtime import helper, stage
from corten.runtime.fields import U1, Field, Layout, Size
from corten.runtime.storage import Storage

# ---------------------------------------------------------------- rows of PNG images
# inflated, and freed from the filters that make them easy to compress


# how a row is filtered: each byte is a difference to a guess from the bytes to its left, above, or both
LEFT, ABOVE, MEAN, PAETH = 1, 2, 3, 4

FILTERED_ROWS = Layout(
    "FilteredRows",
    (
        Size("nrow", "rows, and one of zeros before the first"),
        Size("nbyte", "bytes of a row, and one for its filter"),
        Size("nback", "bytes from a sample back to that of the pixel before"),
    ),
    (Field("row", U1, ("nrow", "nbyte"), "filter and bytes of each row"),),
    "corten.assets.formats.png:FILTERED_ROWS",
)


class FilteredRows(Storage):
    """Rows of an image as they stand in its file; a kernel undoes their filters in place."""

    layout = FILTERED_ROWS

    row: NDArray[np.uint8]


def inflate(compressed: bytes, needed: int) -> bytes:
    """Return as many bytes as an image needs, and no more: a small file may swell to any size."""
    try:
        samples = zlib.decompressobj().decompress(compressed, needed)
    except zlib.error as error:
        raise AssetError(f"the pixels of the PNG image are corrupt: {error}") from None
    if len(samples) < needed:
        raise AssetError(f"the PNG image has {len(samples)} bytes of pixels, it needs {needed}")
    return samples


def undo_filters(filtered: bytes, nrow: int, nback: int) -> NDArray[np.uint8]:
    """Return the bytes (nrow, n) of rows, each of which has its filter before it."""
    given = np.frombuffer(filtered, np.uint8).reshape(nrow, -1)
    worst = int(given[:, 0].max())
    if worst > PAETH:
        raise AssetError(f"the pixels of the PNG image are corrupt: a row has the filter {worst}, which does not exist")
    rows = FilteredRows({"nrow": nrow + 1, "nbyte": given.shape[1], "nback": nback})
    rows.row[1:] = given
    undo_row_filters(rows, rows)
    return rows.row[1:, 1:]


@stage
def undo_row_filters(m, d) -> None:
    """Add the guesses to the bytes of all rows but the first."""
    row, nback = d.row, m.nback

    for r in range(1, m.nrow):
        kind = row[r, 0]
        if kind == LEFT:
            for i in range(1 + nback, m.nbyte):
                row[r, i] = (int(row[r, i]) + int(row[r, i - nback])) & 255
        if kind == ABOVE:
            for i in range(1, m.nbyte):
                row[r, i] = (int(row[r, i]) + int(row[r - 1, i])) & 255
        if kind == MEAN:
            for i in range(1, min(m.nbyte, 1 + nback)):
                row[r, i] = (int(row[r, i]) + int(row[r - 1, i]) // 2) & 255
            for i in range(1 + nback, m.nbyte):
                row[r, i] = (int(row[r, i]) + (int(row[r, i - nback]) + int(row[r - 1, i])) // 2) & 255
        if kind == PAETH:
            # where there is no byte to the left, the one above is the nearest
            for i in range(1, min(m.nbyte, 1 + nback)):
                row[r, i] = (int(row[r, i]) + int(row[r - 1, i])) & 255
            for i in range(1 + nback, m.nbyte):
                guess = paeth_guess(int(row[r, i - nback]), int(row[r - 1, i]), int(row[r - 1, i - nback]))
                row[r, i] = (int(row[r, i]) + guess) & 255


@helper
def paeth_guess(left: int, above: int, corner: int) -> int:
    """Return which of three bytes is nearest to left + above - corner, the earliest of those alike."""
    of_left, of_above = abs(above - corner), abs(left - corner)
    of_corner = abs(left + above - 2 * corner)
    nearer = above if of_above <= of_corner else corner
    return left if of_left <= of_above and of_left <= of_corner else nearer


# ---------------------------------------------------------------- images of every colour type, depth and order of rows
# Colour profiles, gamma, texts and animations are passed over, as MuJoCo takes no notice of them, and what no picture
# has is refused first: sizes without bound, missing pixels


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
    chunks = _read_chunks(data)
    header = _read_header(chunks[b"IHDR"])
    if header.colour == PALETTE and b"PLTE" not in chunks:
        raise AssetError("the PNG image lacks the palette that its colour type needs")
    samples = _read_samples(header, chunks[b"IDAT"])
    if header.colour == PALETTE:
        return _look_up(samples[:, :, 0], chunks, nchannel)
    pixels = _to_bytes(samples, header.depth)
    own = pixels.shape[2]
    if nchannel == own and header.colour in (GREY, COLOUR, COLOUR_ALPHA):
        return pixels
    if nchannel < own and header.colour in (COLOUR, COLOUR_ALPHA):
        return pixels[:, :, :nchannel]

    # what an image lacks: the other two colours of a grey one, and how opaque it is
    result = np.empty((header.height, header.width, nchannel), np.uint8)
    result[:, :, :3] = pixels[:, :, :3] if own > 2 else pixels[:, :, :1]
    if nchannel == 4:
        result[:, :, 3] = pixels[:, :, -1] if header.colour in (GREY_ALPHA, COLOUR_ALPHA) else 255
        if b"tRNS" in chunks and header.colour in (GREY, COLOUR):
            result[_is_transparent(samples, header, chunks[b"tRNS"]), 3] = 0
    return result


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


def _read_samples(header: _Header, compressed: bytes) -> NDArray:
    """Return the samples of an image as (height, width, channels), whatever they stand for."""
    channels = CHANNELS[header.colour]
    areas = []
    for column, row, column_step, row_step in PASSES if header.interlaced else WHOLE:
        width = max(0, -(-(header.width - column) // column_step))
        height = max(0, -(-(header.height - row) // row_step))
        if width and height:
            place = slice(row, None, row_step), slice(column, None, column_step)
            areas.append((place, height, width, 1 + -(-width * header.depth * channels // 8)))
    filtered = inflate(compressed, sum(height * nbyte for _, height, _, nbyte in areas))
    parts, at = [], 0
    for _, height, width, nbyte in areas:
        rows = undo_filters(filtered[at : at + height * nbyte], height, max(1, channels * header.depth // 8))
        parts.append(_unpack(rows, header.depth)[:, : width * channels].reshape(height, width, channels))
        at += height * nbyte
    if len(parts) == 1:
        return parts[0]
    result = np.empty((header.height, header.width, channels), parts[0].dtype)
    for (place, *_), part in zip(areas, parts, strict=True):
        result[place] = part
    return result


def _unpack(rows: NDArray[np.uint8], depth: int) -> NDArray:
    """Return the samples of rows of bytes; a row may end with some that mean nothing."""
    if depth == 16:
        return np.ascontiguousarray(rows).view(">u2")
    if depth == 8:
        return rows
    shifts = np.arange(8 - depth, -1, -depth, dtype=np.uint8)
    return (rows[:, :, None] >> shifts & ((1 << depth) - 1)).reshape(len(rows), -1)


def _to_bytes(samples: NDArray, depth: int) -> NDArray[np.uint8]:
    """Return samples that go from 0 to 255."""
    if depth == 16:
        return (samples >> 8).astype(np.uint8)
    return samples if depth == 8 else samples * np.uint8(255 // ((1 << depth) - 1))


def _look_up(numbers: NDArray[np.uint8], chunks: Chunks, nchannel: int) -> NDArray[np.uint8]:
    """Return the colours (height, width, nchannel) that numbers stand for."""
    palette = np.frombuffer(chunks[b"PLTE"], np.uint8)
    palette = palette[: len(palette) // 3 * 3].reshape(-1, 3)
    if numbers.max() >= len(palette):
        raise AssetError("the PNG image has a colour that its palette lacks")
    opaque = np.full((len(palette), 1), 255, np.uint8)
    stated = np.frombuffer(chunks.get(b"tRNS", b""), np.uint8)[: len(palette)]
    opaque[: len(stated), 0] = stated
    return np.hstack((palette, opaque))[:, :nchannel][numbers]


def _is_transparent(samples: NDArray, header: _Header, key: bytes) -> NDArray[np.bool_]:
    """Return which pixels (height, width) have the one colour that the file declares transparent."""
    if len(key) != 2 * CHANNELS[header.colour]:
        raise AssetError("the transparent colour of the PNG image has the wrong length")
    return (samples == np.frombuffer(key, ">u2")).all(axis=2)
