"""Height fields from numbers, images and binary files."""

import struct

import numpy as np
import pytest

from corten.assets import height_field_from_elevation, height_field_from_file
from corten.errors import AssetError
from support.png_files import encode

SIZE = (2.0, 1.0, 0.5, 0.1)


def test_elevation_is_scaled_and_turned_round():
    """Scale numbers to [0, 1] and begin with the last row, which is the near end."""
    field = height_field_from_elevation("h", 2, 3, SIZE, [1, 2, 3, 4, 5, 6])
    assert np.array_equal(field.data, np.array([(3, 4, 5), (0, 1, 2)], np.float32) / np.float32(5))
    assert (field.nrow, field.ncol, field.size) == (2, 3, SIZE)


def test_flat_fields():
    """Give 0 where there are no numbers or they are all the same."""
    assert not height_field_from_elevation("h", 4, 2, SIZE).data.any()
    assert not height_field_from_elevation("h", 2, 2, SIZE, [7, 7, 7, 7]).data.any()


def test_binary_keeps_the_order_of_rows():
    """Read counts and numbers of MuJoCo's format, whatever the name of the file."""
    data = struct.pack("<2i6f", 2, 3, 0, 1, 2, 3, 4, 5)
    field = height_field_from_file("h", "terrain.bin", data, SIZE)
    assert np.array_equal(field.data, np.arange(6, dtype=np.float32).reshape(2, 3) / np.float32(5))


@pytest.mark.parametrize(("colour", "depth"), [(0, 8), (0, 16), (2, 8), (6, 16), (0, 4)])
def test_image_takes_the_red_of_8_bits(colour, depth):
    """Take the first channel, of 16 bits the upper 8, and begin with the lowest row."""
    rng = np.random.default_rng(depth)
    samples = rng.integers(0, 1 << depth, (5, 4, {0: 1, 2: 3, 6: 4}[colour]))
    samples[0, :2, 0] = 0, (1 << depth) - 1
    field = height_field_from_file("h", "a.PNG", encode(samples, colour, depth), SIZE)
    red = samples[::-1, :, 0]
    expected = red >> 8 if depth == 16 else red * (255 // ((1 << min(depth, 8)) - 1))
    assert np.array_equal(field.data, (expected.astype(np.float32) / np.float32(255)))


def test_content_type_decides():
    """Read an image under any name if the content type says so."""
    image = encode(np.arange(6).reshape(2, 3, 1))
    assert height_field_from_file("h", "a.bin", image, SIZE, content_type="image/png").ncol == 3
    with pytest.raises(AssetError, match="content type 'image/jpeg' is not one of"):
        height_field_from_file("h", "a.bin", image, SIZE, content_type="image/jpeg")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1, 3, SIZE), "hfield 'h': nrow and ncol must be at least 2, they are 1 and 3"),
        ((-2, -2, SIZE), "at least 2"),
        ((2, 2, SIZE, [1, 2, 3]), r"elevation has 3 numbers; nrow \* ncol = 4 are required"),
        ((2, 2, SIZE, [1, 2, 3, float("nan")]), "row 0, column 1 is not finite"),
        ((2, 2, SIZE, [1, 2, 3, 1e39]), "not finite"),
        ((2, 2, SIZE, [-3e38, 3e38, 0, 0]), "range of elevations is too large"),
        ((2, 2, (1, 1, 0, 1)), "size must be four positive numbers, not 1 1 0 1"),
        ((2, 2, (1, 1, 1)), "size must be four"),
        ((10**6, 10**6, SIZE), "at most 16777216 are allowed"),
    ],
)
def test_bad_numbers(arguments, message):
    """Name the height field and what is wrong with its numbers."""
    with pytest.raises(AssetError, match=message):
        height_field_from_elevation("h", *arguments)


@pytest.mark.parametrize(
    ("filename", "data", "message"),
    [
        ("a.bin", b"", r"hfield 'h' \(file 'a.bin'\): the file is empty"),
        ("a.bin", b"1234", "has 8 bytes, this file has 4"),
        ("a.bin", struct.pack("<2i3f", 2, 2, 1, 2, 3), "2 by 2 numbers of 4 bytes and has 12 bytes"),
        ("a.bin", struct.pack("<2i3f", 1, 3, 1, 2, 3), "the grid is 1 by 3"),
        ("a.bin", struct.pack("<2i", 1 << 30, 1 << 30), "has 0 bytes"),
        ("a.bin", struct.pack("<2i4f", 2, 2, 1, 2, float("inf"), 3), "not finite"),
        ("a.png", b"GIF89a", "not a PNG image"),
    ],
)
def test_bad_files(filename, data, message):
    """Name the height field, its file and what is wrong."""
    with pytest.raises(AssetError, match=message):
        height_field_from_file("h", filename, data, SIZE)
