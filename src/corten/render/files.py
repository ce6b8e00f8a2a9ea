"""Pictures as files: PNG, and GIF for short films."""

import struct
import zlib
from collections.abc import Iterable
from os import PathLike
from typing import BinaryIO

import numpy as np
from numpy.typing import NDArray

from corten.runtime import helper, stage
from corten.runtime.fields import I4, U1, Field, Layout, Size
from corten.runtime.storage import Storage

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


# ---------------------------------------------------------------- GIF: 256 colours for each frame


# colours of a frame; the last number stands for "as it was"
COLOURS, SAME = 255, 255

# bits of each colour that are told apart when colours are chosen
BITS = 5

# codes of the packing: clear, end, first of the others; and how many there are
CLEAR, END, FIRST, MOST = 256, 257, 258, 4096

LZW = Layout(
    "Lzw",
    (Size("nbyte", "bytes to pack"), Size("nout", "room for packed bytes")),
    (
        Field("source", U1, ("nbyte",), "what is packed"),
        Field("table", I4, (MOST, 256), "code of a known sequence and one more byte, by when it was begun"),
        Field("packed", U1, ("nout",), "what comes out"),
        Field("count", I4, (), "bytes that came out"),
        Field("held", I4, (), "bits that are not out yet"),
        Field("nheld", I4, (), "number of these"),
    ),
    "corten.render.files:LZW",
)


class Lzw(Storage):
    """Bytes, and what packing makes of them."""

    layout = LZW

    source: Bytes
    packed: Bytes
    count: int


@stage
def pack(m, d) -> None:
    """Pack bytes as GIF does (LZW): codes of 9 to 12 bits for sequences that were seen before."""
    source, table = m.source, d.table

    # sequences of an older round have smaller numbers than the round begins with
    begun, code, size = MOST, FIRST, 9
    put_bits(d, CLEAR, size)
    now = source[0]
    for i in range(1, m.nbyte):
        known = table[now, source[i]] - begun
        if known >= 0:
            now = known
        else:
            put_bits(d, now, size)
            if code < MOST:
                table[now, source[i]] = begun + code
                if code == (1 << size) and size < 12:
                    size += 1
                code += 1
            else:
                put_bits(d, CLEAR, size)
                begun, code, size = begun + MOST, FIRST, 9
            now = source[i]
    put_bits(d, now, size)
    put_bits(d, END, size)
    put_bits(d, 0, 7)


@helper
def put_bits(d, value: int, size: int) -> None:
    """Add bits behind those that are there, the lowest first."""
    d.held = d.held | (value << d.nheld)
    d.nheld += size
    while d.nheld >= 8:
        d.packed[d.count] = d.held & 255
        d.count += 1
        d.held = d.held >> 8
        d.nheld -= 8


def pack_bytes(source: Bytes) -> bytes:
    """Return bytes packed by LZW."""
    work = Lzw({"nbyte": source.size, "nout": 2 * source.size + 64})
    work.source[:] = source.reshape(-1)
    pack(work, work)
    return work.packed[: int(work.count)].tobytes()


class GifWriter:
    """Writes frames of one size into a stream."""

    def __init__(self, stream: BinaryIO, fps: float):
        self._stream, self._last = stream, None
        self._delay = max(2, round(100.0 / fps))

    def add(self, frame: Bytes) -> None:
        """Write a frame (height, width, 3) of uint8."""
        frame = np.asarray(frame)
        if frame.dtype != np.uint8 or frame.ndim != 3 or frame.shape[2] != 3:
            raise ValueError(f"a frame of {frame.dtype} in shape {frame.shape} is no picture; give uint8 (h, w, 3)")
        height, width, _ = frame.shape
        if self._last is None:
            repeat = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
            self._stream.write(b"GIF89a" + struct.pack("<HHBBB", width, height, 0x70, 0, 0) + repeat)
        palette, numbers = choose_colours(frame)
        shown = palette[numbers]
        if self._last is not None:
            numbers = np.where((frame == self._last[0]).all(axis=2), SAME, numbers)
            shown = np.where((numbers == SAME)[..., None], self._last[1], shown)
        self._last = frame.copy(), shown
        # keep what was there; colour 255 is transparent
        control = b"\x21\xf9\x04" + struct.pack("<BHBB", 0x05, self._delay, SAME, 0)
        place = b"\x2c" + struct.pack("<HHHHB", 0, 0, width, height, 0x87)
        self._stream.write(control + place + palette.tobytes() + b"\x08")
        packed = pack_bytes(numbers.astype(np.uint8))
        for first in range(0, len(packed), 255):
            part = packed[first : first + 255]
            self._stream.write(bytes([len(part)]) + part)
        self._stream.write(b"\x00")

    def end(self) -> None:
        """Close the file."""
        if self._last is None:
            raise ValueError("a film has at least one frame")
        self._stream.write(b"\x3b")


def choose_colours(frame: Bytes) -> tuple[Bytes, NDArray[np.integer]]:
    """Return 256 colours that stand for those of a frame, and the number of each pixel's.

    Boxes of colours are halved, the one with the widest spread of pixels first (median cut).
    """
    key = (frame >> (8 - BITS)).astype(np.int32)
    cell = (key[..., 0] << 2 * BITS) | (key[..., 1] << BITS) | key[..., 2]
    _, inverse, counts = np.unique(cell, return_inverse=True, return_counts=True)
    sums = np.stack([np.bincount(inverse.reshape(-1), frame[..., k].reshape(-1)) for k in range(3)], axis=1)
    colours = sums / counts[:, None]
    box = _cut(colours, counts)
    number = box.max() + 1
    total = np.bincount(box, counts, number)
    palette = np.zeros((256, 3), np.uint8)
    for k in range(3):
        palette[:number, k] = np.rint(np.bincount(box, colours[:, k] * counts, number) / total)
    return palette, box[inverse.reshape(cell.shape)]


def _cut(colours: NDArray[np.floating], counts: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return the box of each colour."""
    boxes = [np.arange(len(colours))]
    spread = [_spread(colours, counts, boxes[0])]
    while len(boxes) < COLOURS:
        widest = int(np.argmax([worth for worth, _ in spread]))
        worth, axis = spread[widest]
        if worth <= 0.0:
            break
        rows = boxes[widest][np.argsort(colours[boxes[widest], axis], kind="stable")]
        half = np.searchsorted(np.cumsum(counts[rows]), 0.5 * counts[rows].sum())
        middle = min(max(int(half), 1), len(rows) - 1)
        boxes[widest], spread[widest] = rows[:middle], _spread(colours, counts, rows[:middle])
        boxes.append(rows[middle:])
        spread.append(_spread(colours, counts, rows[middle:]))
    box = np.zeros(len(colours), np.int64)
    for number, rows in enumerate(boxes):
        box[rows] = number
    return box


def _spread(colours: NDArray[np.floating], counts: NDArray[np.integer], rows: NDArray[np.integer]) -> tuple[float, int]:
    """Return how much it is worth to halve a box, and along which colour."""
    if len(rows) < 2:
        return 0.0, 0
    extent = colours[rows].max(axis=0) - colours[rows].min(axis=0)
    axis = int(np.argmax(extent))
    return float(extent[axis]) * float(np.sqrt(counts[rows].sum())), axis
