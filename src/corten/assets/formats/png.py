"""PNG images, decoded with zlib and NumPy alone."""

import struct
import zlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from corten.errors import AssetError

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

# rows that are decoded together; more need more memory, fewer more steps
BAND = 1024

Bytes = NDArray[np.uint8]


class _Header(NamedTuple):
    width: int
    height: int
    depth: int
    colour: int
    interlaced: bool

    @property
    def bits(self) -> int:
        """Return the bits of a pixel."""
        return self.depth * CHANNELS[self.colour]


def decode_png(data: bytes) -> NDArray:
    """Return the samples of an image as (height, width, channels), 8 or 16 bits each; colours of a palette as RGB."""
    header, palette, compressed = _read_chunks(data)
    passes = [
        (slice(row, None, row_step), slice(column, None, column_step), width, height)
        for column, row, column_step, row_step in (PASSES if header.interlaced else WHOLE)
        if (width := -(-(header.width - column) // column_step)) > 0
        and (height := -(-(header.height - row) // row_step)) > 0
    ]
    sizes = [height * (1 + _row_bytes(width, header)) for _, _, width, height in passes]
    raw = _inflate(compressed, sum(sizes))
    image = np.empty(
        (header.height, header.width, CHANNELS[header.colour]), np.uint16 if header.depth == 16 else np.uint8
    )
    start = 0
    for (rows, columns, width, height), size in zip(passes, sizes, strict=True):
        lines = np.frombuffer(raw, np.uint8, size, start).reshape(height, -1)
        image[rows, columns] = _samples(_unfilter(lines, max(1, header.bits // 8)), width, header)
        start += size
    if header.colour == PALETTE:
        if image.max() >= len(palette):
            raise AssetError("the PNG image has a colour that its palette lacks")
        return palette[image[:, :, 0]]
    if header.colour == GREY and header.depth < 8:
        return image * np.uint8(255 // ((1 << header.depth) - 1))
    return image


def _read_chunks(data: bytes) -> tuple[_Header, Bytes, bytes]:
    """Return header, palette and compressed samples."""
    if data[:8] != SIGNATURE:
        raise AssetError("the file is not a PNG image")
    header, palette, compressed, at = None, np.zeros((0, 3), np.uint8), [], 8
    while True:
        if len(data) < at + 12:
            raise AssetError("the PNG image ends too early")
        length, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + length]
        if len(data) < at + 12 + length:
            raise AssetError("the PNG image ends too early")
        if zlib.crc32(kind + body) != struct.unpack_from(">I", data, at + 8 + length)[0]:
            raise AssetError(f"the chunk {kind.decode('ascii', 'replace')!r} of the PNG image is corrupt")
        at += 12 + length
        if kind == b"IHDR":
            header = _read_header(body)
        elif kind == b"PLTE":
            palette = np.frombuffer(body[: length // 3 * 3], np.uint8).reshape(-1, 3)
        elif kind == b"IDAT":
            compressed.append(body)
        elif kind == b"IEND":
            break
    if header is None or not compressed:
        raise AssetError("the PNG image has no header or no pixels")
    return header, palette, b"".join(compressed)


def _read_header(body: bytes) -> _Header:
    if len(body) != 13:
        raise AssetError("the header of the PNG image has the wrong length")
    width, height, depth, colour, compression, filtering, interlace = struct.unpack(">IIBBBBB", body)
    if not width or not height or width * height > MOST_PIXELS:
        raise AssetError(f"the PNG image has {width} by {height} pixels; from 1 to {MOST_PIXELS} are allowed")
    if depth not in DEPTHS.get(colour, ()) or compression or filtering or interlace > 1:
        raise AssetError(f"the PNG image has colour type {colour} of {depth} bits, which does not exist")
    return _Header(width, height, depth, colour, bool(interlace))


def _row_bytes(width: int, header: _Header) -> int:
    return -(-width * header.bits // 8)


def _inflate(compressed: bytes, size: int) -> bytes:
    """Return exactly `size` bytes, never more: a small file may swell to any size."""
    try:
        stream = zlib.decompressobj()
        raw = stream.decompress(compressed, size)
    except zlib.error as error:
        raise AssetError(f"the pixels of the PNG image are corrupt: {error}") from None
    if len(raw) < size:
        raise AssetError(f"the PNG image has {len(raw)} bytes of pixels, it needs {size}")
    return raw


def _unfilter(lines: Bytes, step: int) -> Bytes:
    """Return the rows of an image whose bytes were replaced by differences; `step` bytes are a pixel."""
    kinds, height, width = lines[:, 0], len(lines), (lines.shape[1] - 1) // step
    if kinds.max(initial=0) > 4:
        raise AssetError("the PNG image has a row with an unknown filter")
    given = lines[:, 1:].reshape(height, width, step)
    result = np.empty_like(given)
    above = np.zeros((width, step), np.uint8)
    for start in range(0, height, BAND):
        band = slice(start, min(start + BAND, height))
        simple = kinds[band].max() < 3
        result[band] = (_undo_rows if simple else _undo_diagonals)(kinds[band], given[band], above)
        above = result[band][-1]
    return result.reshape(height, -1)


def _undo_rows(kinds: Bytes, given: Bytes, above: Bytes) -> Bytes:
    """Return rows that were subtracted from nothing, from the left or from above."""
    result = np.empty_like(given)
    for row, kind in enumerate(kinds):
        if kind == 1:
            above = np.cumsum(given[row], axis=0, dtype=np.uint8)
        else:
            above = given[row] + above if kind == 2 else given[row]
        result[row] = above
    return result


def _undo_diagonals(kinds: Bytes, given: Bytes, above: Bytes) -> Bytes:
    """Return rows that were subtracted from any guess.

    A byte needs the ones on its left, above, and above on the left. So all rows are done at once along a diagonal that
    moves to the right, each row one pixel behind the row above; outside of the image everything is 0.
    """
    height, width, step = given.shape
    row, column = np.arange(height + 1)[:, None], np.arange(width)
    skewed = np.zeros((width + height, height + 1, step), np.int16)
    skewed[row + column, row] = np.concatenate((above[None], given))
    kind = np.concatenate(([0], kinds))[:, None]
    last = before_last = skewed[0] * 0
    up, corner = skewed[0] * 0, skewed[0] * 0
    for diagonal in skewed:
        left, up[1:], corner[1:] = last, last[:-1], before_last[:-1]
        guess = np.where(kind == 4, _paeth(left, up, corner), np.where(kind == 3, (left + up) >> 1, 0))
        guess += np.where(kind == 1, left, 0) + np.where(kind == 2, up, 0)
        diagonal += guess
        diagonal &= 255
        last, before_last = diagonal, last
    return skewed[row + column, row][1:].astype(np.uint8)


def _paeth(left: NDArray, up: NDArray, corner: NDArray) -> NDArray:
    """Return which of the three neighbours is nearest to left + up - corner; the first of those that are."""
    to_left, to_up, to_corner = np.abs(up - corner), np.abs(left - corner), np.abs(left + up - 2 * corner)
    nearest_is_up = np.where(to_up <= to_corner, up, corner)
    return np.where((to_left <= to_up) & (to_left <= to_corner), left, nearest_is_up)


def _samples(rows: Bytes, width: int, header: _Header) -> NDArray:
    """Return rows of bytes as (height, width, channels)."""
    channels = CHANNELS[header.colour]
    if header.depth == 16:
        return np.ascontiguousarray(rows).view(">u2").reshape(len(rows), width, channels)
    if header.depth == 8:
        return rows.reshape(len(rows), width, channels)
    bits = np.unpackbits(np.ascontiguousarray(rows), axis=1)[:, : width * header.depth]
    weights = 1 << np.arange(header.depth - 1, -1, -1, dtype=np.uint8)
    return (bits.reshape(len(rows), width, 1, header.depth) * weights).sum(axis=3, dtype=np.uint8)
