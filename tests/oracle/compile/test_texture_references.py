"""Textures by reference: the model holds the path of a picture in place of its pixels."""

import numpy as np
import pytest

import corten
from support import oracle
from support.png_files import encode

FIELDS = "tex_adr tex_width tex_height tex_type tex_colorspace tex_nchannel".split()
KINDS = [
    '<texture name="a" file="a.png" type="2d" EMBED/>',
    '<texture name="a" file="a.png" EMBED/><texture name="b" builtin="flat" width="4" height="4"/>',
    '<texture name="b" builtin="flat" width="4" height="4"/><texture name="a" file="a.png" type="2d" embed="true"/>',
    '<texture name="a" file="a.png" type="2d" colorspace="sRGB" nchannel="4" content_type="image/png" EMBED/>',
    '<texture name="a" file="a.ktx" type="cube" EMBED/>',
    '<texture name="a" file="a.png" type="2d" hflip="true"/>',
    '<texture name="a" file="a.png" type="cube" gridsize="1 1" EMBED/>',
    '<texture name="a" fileright="a.png" file="a.png" EMBED/>',
    '<texture name="a" fileright="a.png"/>',
]
REFUSED = {
    '<texture name="a" file="a.png" type="2d" vflip="true" embed="false"/>': "hflip or vflip",
    '<texture name="a" file="a.png" gridsize="2 2" embed="false"/>': "cut out of a grid",
    '<texture name="a" builtin="flat" width="4" height="4" embed="false"/>': "builtin computes it",
    '<texture name="a" fileright="a.png" embed="false"/>': "no single file",
}


@pytest.fixture
def folder(tmp_path):
    """Return a folder with a picture and something that is to be passed on unread."""
    (tmp_path / "pictures").mkdir()
    picture = encode(np.arange(48).reshape(4, 4, 3), 2, 8)
    (tmp_path / "pictures" / "a.png").write_bytes(picture)
    (tmp_path / "pictures" / "a.ktx").write_bytes(b"not looked at")
    return tmp_path


def write(folder, textures: str, compiler: str = "") -> str:
    """Write a model with textures and return its path."""
    path = folder / "model.xml"
    path.write_text(
        f'<mujoco><compiler texturedir="pictures" {compiler}/><asset>{textures}</asset></mujoco>', encoding="utf-8"
    )
    return str(path)


@pytest.mark.parametrize("textures", KINDS)
@pytest.mark.parametrize("way", ["passthrough", "embed"])
def test_fields(folder, textures, way):
    """Leave out what the oracle leaves out, by the compiler's policy or by that of the texture."""
    embed = 'embed="false"' if way == "embed" else ""
    policy = 'passthrough="textures"' if way == "passthrough" else ""
    path = write(folder, textures.replace("EMBED", embed), policy)
    model, theirs = corten.load_model(path), oracle.load_file(path)
    for field in FIELDS:
        assert np.array_equal(getattr(model, field), getattr(theirs, field)), field
    assert model.ntexdata == theirs.ntexdata
    for address, file in zip(model.tex_adr, model.texture_files, strict=True):
        assert (address == -1) == bool(file)
        assert not file or file == str(folder / "pictures" / file.rpartition("/")[2])


def test_file_need_not_exist(folder):
    """Name a file that nobody has looked at."""
    model = corten.load_model(write(folder, '<texture name="a" file="none.jpg" type="2d" embed="false"/>'))
    assert model.texture_files == (str(folder / "pictures" / "none.jpg"),)


@pytest.mark.parametrize("textures", REFUSED)
def test_pictures_that_are_changed_cannot_be_left_out(folder, textures):
    """Refuse to leave out what the compiler makes or changes, as the oracle does."""
    path = write(folder, textures)
    assert oracle.load_file_error(path) is not None
    with pytest.raises(corten.ModelError, match=REFUSED[textures]):
        corten.load_model(path)


def test_files_in_memory_stay_in_the_model():
    """Keep the pixels of files that are given as assets, and refuse to leave them out."""
    files = {"a.png": encode(np.arange(48).reshape(4, 4, 3), 2, 8)}
    text = """<mujoco><compiler passthrough="textures"/>
    <asset><texture name="a" file="a.png" type="2d" EMBED/></asset></mujoco>"""
    model = corten.load_model_from_string(text.replace("EMBED", ""), files)
    assert model.ntexdata == 48 and model.texture_files == ("",)
    with pytest.raises(corten.ModelError, match="given in assets"):
        corten.load_model_from_string(text.replace("EMBED", 'embed="false"'), files)
