"""PNG images for tests: any colour type and depth, every filter, interlaced or not, written byte by byte."""

import struct
import zlib

import numpy as np

# samples of a pixel of each colour type: grey, RGB, palette, grey and alpha, RGBA
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}

# all pairs of colour type and bits of a sample
KINDS = [(0, 1), (0, 2), (0, 4), (0, 8), (0, 16), (2, 8), (2, 16), (3, 1), (3, 2), (3, 4), (3, 8)]
KINDS += [(4, 8), (4, 16), (6, 8), (6, 16)]

PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))


def chunk(kind: bytes, body: bytes) -> bytes:
    """Return a chunk with its length and checksum."""
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def encode(samples, colour=0, depth=8, *, filters=(0,), interlaced=False, palette=None, chunks=()) -> bytes:
    """Return an image of samples (height, width, channels); rows use the filters in turn.

    `chunks` are pairs of name and content that stand before the samples.
    """
    height, width, _ = samples.shape
    passes = PASSES if interlaced else ((0, 0, 1, 1),)
    raw = b"".join(
        _filtered(samples[row::row_step, column::column_step], colour, depth, filters)
        for column, row, column_step, row_step in passes
        if samples[row::row_step, column::column_step].size
    )
    header = struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced))
    parts = [chunk(b"IHDR", header), chunk(b"tEXt", b"made for a test")]
    if palette is not None:
        parts.append(chunk(b"PLTE", np.asarray(palette, np.uint8).tobytes()))
    parts += [chunk(kind, body) for kind, body in chunks]
    packed = zlib.compress(raw)
    parts += [chunk(b"IDAT", packed[:20]), chunk(b"IDAT", packed[20:]), chunk(b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


def _filtered(samples, colour, depth, filters) -> bytes:
    step = max(1, CHANNELS[colour] * depth // 8)
    above, result = None, b""
    for number, row in enumerate(samples):
        line = _packed(row, depth)
        above = bytes(len(line)) if above is None else above
        kind = filters[number % len(filters)]
        result += bytes([kind]) + bytes((line[i] - _guess(line, above, i, step, kind)) % 256 for i in range(len(line)))
        above = line
    return result


def _packed(row, depth) -> bytes:
    if depth == 16:
        return row.astype(">u2").tobytes()
    if depth == 8:
        return row.astype(np.uint8).tobytes()
    bits = "".join(format(int(sample), f"0{depth}b") for sample in row.ravel())
    bits += "0" * (-len(bits) % 8)
    return bytes(int(bits[i : i + 8], 2) for i in range(0, len(bits), 8))


def _guess(line, above, i, step, kind) -> int:
    left = line[i - step] if i >= step else 0
    corner = above[i - step] if i >= step else 0
    up = above[i]
    if kind < 4:
        return (0, left, up, (left + up) // 2)[kind]
    return min((left, up, corner), key=lambda near: abs(left + up - corner - near))
