"""Pictures of every PNG kind give MuJoCo's pixels byte for byte."""

import struct

import numpy as np
import pytest

from corten.compile import load_model_from_string
from support import oracle
from support.png_files import CHANNELS, KINDS, encode

PROFILES = ((b"gAMA", struct.pack(">I", 100_000)), (b"cHRM", bytes(32)), (b"acTL", struct.pack(">II", 1, 0)))


def check(files: dict[str, bytes], attributes: str = 'type="2d"') -> None:
    """Compare the pixels of files with 1, 3 and 4 channels."""
    textures = "".join(
        f'<texture name="{file}{nchannel}" file="{file}" nchannel="{nchannel}" {attributes}/>'
        for file in files
        for nchannel in (1, 3, 4)
    )
    text = f"<mujoco><asset>{textures}</asset></mujoco>"
    ours, theirs = load_model_from_string(text, files), oracle.compiled(text, files)
    for field in ("tex_width", "tex_height", "tex_nchannel", "tex_adr", "tex_data"):
        assert np.array_equal(getattr(ours, field), getattr(theirs, field)), field


@pytest.mark.parametrize("interlaced", [False, True])
@pytest.mark.parametrize(("colour", "depth"), KINDS)
def test_kinds_of_pictures(colour, depth, interlaced):
    """Give the oracle's pixels of every colour type and depth, flipped or not, beside profiles and gamma."""
    rng = np.random.default_rng(depth + 100 * colour)
    samples = rng.integers(0, 1 << depth, (11, 13, CHANNELS[colour]))
    palette = rng.integers(0, 256, (1 << depth, 3)) if colour == 3 else None
    given = {"interlaced": interlaced, "palette": palette}
    files = {
        "plain.png": encode(samples, colour, depth, filters=(0, 1, 2, 3, 4), **given),
        "profile.png": encode(samples, colour, depth, chunks=PROFILES, **given),
    }
    check(files)
    check(files, 'type="2d" hflip="true" vflip="true"')


@pytest.mark.parametrize(("colour", "depth"), [kind for kind in KINDS if kind[0] < 4])
def test_transparent_colours(colour, depth):
    """Take alpha from the colour, or from the entries of a palette, that a file declares transparent."""
    rng = np.random.default_rng(depth + 100 * colour)
    samples = rng.integers(0, 1 << depth, (11, 13, CHANNELS[colour]))
    if colour == 3:
        palette = rng.integers(0, 256, (1 << depth, 3))
        check({"a.png": encode(samples, 3, depth, palette=palette, chunks=[(b"tRNS", rng.bytes(1 << depth - 1))])})
        return
    for key in (samples[5, 5], samples[5, 5] + (1 << depth)):
        declared = (key % (1 << 16)).astype(">u2").tobytes()
        check({"a.png": encode(samples, colour, depth, chunks=[(b"tRNS", declared)])})
