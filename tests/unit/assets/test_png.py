"""The PNG decoder: every colour type, depth, filter and order of rows; nothing that swells."""

import struct
import zlib

import numpy as np
import pytest

from corten.assets import decode_png
from corten.assets.formats import png
from corten.errors import AssetError
from support.png_files import CHANNELS, chunk, encode

KINDS = [
    (0, 1),
    (0, 2),
    (0, 4),
    (0, 8),
    (0, 16),
    (2, 8),
    (2, 16),
    (3, 1),
    (3, 2),
    (3, 4),
    (3, 8),
    (4, 8),
    (4, 16),
    (6, 8),
    (6, 16),
]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
IMAGE = encode(np.arange(30).reshape(5, 6, 1), filters=(4, 3))


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize(("colour", "depth"), KINDS)
def test_samples_come_back(colour, depth, interlaced):
    """Decode random samples with every filter."""
    rng = np.random.default_rng(depth + 100 * colour)
    for filters in ((0,), (1, 2), (3,), (4,), (0, 1, 2, 3, 4)):
        height, width = rng.integers(1, 20, 2)
        samples = rng.integers(0, 1 << depth, (height, width, CHANNELS[colour]))
        palette = rng.integers(0, 256, (1 << min(depth, 8), 3)) if colour == 3 else None
        image = decode_png(encode(samples, colour, depth, filters=filters, interlaced=interlaced, palette=palette))
        if palette is not None:
            samples = palette[samples[:, :, 0]]
        elif depth < 8:
            samples = samples * (255 // ((1 << depth) - 1))
        assert np.array_equal(image, samples)


def test_bands_fit_together(monkeypatch):
    """Decode the same image in bands of a few rows."""
    samples = np.random.default_rng(2).integers(0, 256, (23, 9, 3))
    monkeypatch.setattr(png, "BAND", 4)
    assert np.array_equal(decode_png(encode(samples, 2, filters=(4, 2, 1, 3, 0, 4, 4))), samples)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not a PNG image"),
        (IMAGE[:20], "ends too early"),
        (IMAGE[:-4], "ends too early"),
        (IMAGE.replace(b"tEXtmade", b"tEXtMADE"), "chunk 'tEXt' of the PNG image is corrupt"),
        (SIGNATURE + chunk(b"IEND", b""), "no header or no pixels"),
        (SIGNATURE + chunk(b"IHDR", b"123"), "wrong length"),
        (SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 0, 5, 8, 0, 0, 0, 0)), "has 0 by 5 pixels"),
        (SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 1 << 20, 1 << 20, 8, 0, 0, 0, 0)), "67108864 are allowed"),
        (SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 5, 5, 3, 0, 0, 0, 0)), "colour type 0 of 3 bits"),
        (SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", 5, 5, 8, 0, 0, 0, 2)), "does not exist"),
        (encode(np.full((2, 2, 1), 3), 3, 8, palette=[(0, 0, 0)]), "a colour that its palette lacks"),
    ],
)
def test_broken_images(data, message):
    """Say what is wrong with an image."""
    with pytest.raises(AssetError, match=message):
        decode_png(data)


def image_of(packed: bytes, size: int) -> bytes:
    """Return a grey image whose compressed rows are given."""
    header = chunk(b"IHDR", struct.pack(">IIBBBBB", size, size, 8, 0, 0, 0, 0))
    return SIGNATURE + header + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def test_pixels_that_are_too_few_or_broken():
    """Refuse rows that are missing, corrupt or filtered in an unknown way."""
    with pytest.raises(AssetError, match="has 10 bytes of pixels, it needs 72"):
        decode_png(image_of(zlib.compress(bytes(10)), 8))
    with pytest.raises(AssetError, match="pixels of the PNG image are corrupt"):
        decode_png(image_of(b"not zlib", 8))
    with pytest.raises(AssetError, match="unknown filter"):
        decode_png(image_of(zlib.compress(bytes([9]) * 72), 8))


def test_pixels_that_swell():
    """Inflate no more than the image needs of a stream that would go on."""
    bomb = zlib.compress(bytes(50_000_000))
    assert decode_png(image_of(bomb, 8)).shape == (8, 8, 1)
