"""Pictures and films as files."""

import numpy as np
import pytest

import corten
from corten.assets import decode_png
from corten.cli.app import run_command
from corten.render.files import choose_colours, encode_png, pack_bytes, write_gif
from corten.render.video import write_video


def unpack(packed: bytes) -> list[int]:
    """Return what GIF's packing was made of: the plain decoder of its specification."""
    bits = "".join(f"{byte:08b}"[::-1] for byte in packed)
    table, out, size, at, last = {}, [], 9, 0, None
    while True:
        code, at = int(bits[at : at + size][::-1], 2), at + size
        if code == 257:
            return out
        if code == 256:
            table, size, last = {i: [i] for i in range(256)}, 9, None
            continue
        entry = table[code] if code in table else [*last, last[0]]
        out += entry
        if last is not None and len(table) + 2 < 4096:
            table[len(table) + 2] = [*last, entry[0]]
        size = min(12, max(size, (len(table) + 2).bit_length()))
        last = entry


@pytest.mark.parametrize("kinds", [1, 2, 17, 256])
def test_packing_can_be_undone(kinds):
    """Unpack what was packed: constant, simple and random bytes, and so many that codes begin anew."""
    rng = np.random.default_rng(kinds)
    source = rng.integers(0, kinds, 30000).astype(np.uint8)
    assert unpack(pack_bytes(source)) == source.tolist()


def test_png_can_be_read():
    """Read a picture back as it was."""
    picture = np.random.default_rng(1).integers(0, 256, (7, 9, 3)).astype(np.uint8)
    np.testing.assert_array_equal(decode_png(encode_png(picture), 3), picture)


def test_png_refuses_what_is_no_picture():
    """Refuse floats, and pixels of two numbers."""
    with pytest.raises(ValueError, match="is no PNG"):
        encode_png(np.zeros((3, 3)))
    with pytest.raises(ValueError, match="is no PNG"):
        encode_png(np.zeros((3, 3, 2), np.uint8))


def test_few_colours_are_kept():
    """Keep colours that differ clearly as they are."""
    frame = np.random.default_rng(2).integers(0, 4, (20, 30, 3)).astype(np.uint8) * 80
    palette, numbers = choose_colours(frame)
    np.testing.assert_array_equal(palette[numbers], frame)


def test_films_are_written(tmp_path):
    """Write GIF and MP4 with their signatures, and refuse a film without frames."""
    frames = np.random.default_rng(5).integers(0, 256, (3, 16, 16, 3)).astype(np.uint8)
    write_gif(tmp_path / "a.gif", frames, 25)
    write_video(tmp_path / "a.mp4", frames)
    assert (tmp_path / "a.gif").read_bytes()[:6] == b"GIF89a" and (tmp_path / "a.gif").read_bytes()[-1:] == b";"
    assert b"ftyp" in (tmp_path / "a.mp4").read_bytes()[:12]
    with pytest.raises(ValueError, match="at least one frame"):
        write_gif(tmp_path / "b.gif", [], 25)
    assert "image/gif" in corten.show_video(frames)._repr_html_()


def test_command_writes_pictures_and_films(tmp_path, capsys):
    """Write a picture, a depth picture and a film of a bundled model."""
    common = ["--size", "32x24", "--camera", "side"]
    assert run_command(["render", "hopper", "--output", str(tmp_path / "a.png"), *common]) == 0
    assert run_command(["render", "hopper", "--depth", "--output", str(tmp_path / "b.png"), *common]) == 0
    assert run_command(["render", "hopper", "--video", str(tmp_path / "c.gif"), "--seconds", "0.1", *common]) == 0
    picture = decode_png((tmp_path / "a.png").read_bytes(), 3)
    assert picture.shape == (24, 32, 3) and picture.std() > 5
    assert (tmp_path / "c.gif").read_bytes()[:6] == b"GIF89a"
    assert capsys.readouterr().out.count("wrote") == 3


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--camera", "nose"], "there is no camera 'nose'"),
        (["--size", "big"], "'big' is no size"),
        (["--output", "x.jpg"], "is no .png file"),
        (["--output", "x.png", "--video", "x.gif"], "not both"),
        (["--keyframe", "x"], "there is no keyframe 'x'"),
    ],
)
def test_command_refuses_in_one_line(arguments, message, capsys):
    """Say in one line what is wrong."""
    assert run_command(["render", "hopper", *arguments]) == 2
    error = capsys.readouterr().err
    assert message in error and error.count("\n") == 1
