"""PNG images: every colour type, depth, filter and order of rows; nothing that swells."""

import struct
import zlib

import numpy as np
import pytest

from corten.assets import decode_png
from corten.errors import AssetError
from support.png_files import CHANNELS, KINDS, chunk, encode

SIGNATURE = b"\x89PNG\r\n\x1a\n"
REST = chunk(b"IDAT", b"") + chunk(b"IEND", b"")
IMAGE = encode(np.arange(30).reshape(5, 6, 1), filters=(4, 3))


def expected(samples, colour, depth, palette):
    """Return the pixels (height, width, 4) that samples stand for."""
    if palette is not None:
        samples = palette[samples[:, :, 0]]
    elif depth == 16:
        samples = samples >> 8
    elif depth < 8:
        samples = samples * (255 // ((1 << depth) - 1))
    colors = samples[:, :, :3] if colour in (2, 3, 6) else samples[:, :, :1].repeat(3, axis=2)
    alpha = samples[:, :, -1:] if colour in (4, 6) else np.full_like(samples[:, :, :1], 255)
    return np.concatenate((colors, alpha), axis=2)


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize(("colour", "depth"), KINDS)
def test_samples_come_back(colour, depth, interlaced):
    """Decode random samples with every filter to any number of channels."""
    rng = np.random.default_rng(depth + 100 * colour)
    for filters in ((0,), (1, 2), (3,), (4,), (0, 1, 2, 3, 4)):
        height, width = rng.integers(1, 20, 2)
        samples = rng.integers(0, 1 << depth, (height, width, CHANNELS[colour]))
        palette = rng.integers(0, 256, (1 << min(depth, 8), 3)) if colour == 3 else None
        file = encode(samples, colour, depth, filters=filters, interlaced=interlaced, palette=palette)
        wanted = expected(samples, colour, depth, palette)
        for nchannel in (1, 3, 4):
            image = decode_png(file, nchannel)
            assert image.dtype == np.uint8 and np.array_equal(image, wanted[:, :, :nchannel])


def test_chunks_that_do_not_decide_pixels_are_passed_over():
    """Decode the same pixels beside profiles, gamma, animations and texts, whatever stands in them."""
    samples = np.random.default_rng(2).integers(0, 256, (6, 9, 3))
    bomb = b"name\0\0" + zlib.compress(bytes(50_000_000))
    for extra in (
        (b"gAMA", b"\0\0\x10\0"),
        (b"iCCP", b"x\0\0nonsense"),
        (b"acTL", b""),
        (b"zTXt", bomb),
        (b"iCCP", bomb),
    ):
        assert np.array_equal(decode_png(encode(samples, 2, chunks=[extra]), 3), samples)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a PNG image"),
        (IMAGE[:20], "ends too early"),
        (IMAGE[:-4], "ends too early"),
        (IMAGE.replace(b"tEXtmade", b"tEXtMADE"), "chunk 'tEXt' of the PNG image is corrupt"),
        (SIGNATURE + chunk(b"IEND", b""), "no header or no pixels"),
        (SIGNATURE + chunk(b"IHDR", b"123") + REST, "wrong length"),
        (SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 0, 5, 8, 0, 0, 0, 0)) + REST, "has 0 by 5 pixels"),
        (
            SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 1 << 20, 1 << 20, 8, 0, 0, 0, 0)) + REST,
            "67108864 are allowed",
        ),
        (SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 5, 5, 3, 0, 0, 0, 0)) + REST, "colour type 0 of 3 bits"),
        (SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 5, 5, 8, 0, 0, 0, 2)) + REST, "does not exist"),
        (encode(np.full((2, 2, 1), 3), 3, 8, palette=[(0, 0, 0)]), "a colour that its palette lacks"),
        (encode(np.full((2, 2, 1), 3), 3, 8), "lacks the palette"),
        (
            encode(np.full((2, 2, 1), 3), chunks=[(b"tRNS", b"abc")]),
            "transparent colour of the PNG image has the wrong",
        ),
    ],
)
def test_broken_images(data, message):
    """Say what is wrong with an image."""
    with pytest.raises(AssetError, match=message):
        decode_png(data, 4)


def image_of(packed: bytes, size: int) -> bytes:
    """Return a grey image whose compressed rows are given."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0))
    return SIGNATURE + header + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def test_pixels_that_are_too_few_or_broken():
    """Refuse rows that are missing, corrupt or filtered in an unknown way."""
    with pytest.raises(AssetError, match="has 10 bytes of pixels, it needs 72"):
        decode_png(image_of(zlib.compress(bytes(10)), 8), 3)
    with pytest.raises(AssetError, match="has 63 bytes of pixels, it needs 72"):
        decode_png(image_of(zlib.compress(bytes(63)), 8), 3)
    with pytest.raises(AssetError, match="pixels of the PNG image are corrupt"):
        decode_png(image_of(b"not zlib", 8), 3)
    with pytest.raises(AssetError, match="are corrupt: a row has the filter 9"):
        decode_png(image_of(zlib.compress(bytes([9]) * 72), 8), 3)


def test_pixels_that_swell():
    """Inflate no more than the image needs of a stream that would go on."""
    bomb = zlib.compress(bytes(50_000_000))
    assert decode_png(image_of(bomb, 8), 3).shape == (8, 8, 3)
