"""Files of assets that an included file names: in the folder of the model, else beside the file that names them."""

import numpy as np
import pytest

import corten
from corten.errors import ModelError
from support import oracle, png_files, tolerance

MAIN = '<mujoco>{}<include file="sub/part.xml"/><worldbody><geom size=".1"/></worldbody></mujoco>'
TEXTURE = '<mujoco><asset><texture name="t" type="2d" file="{}"/></asset></mujoco>'
HFIELD = '<mujoco><asset><hfield name="t" size="1 1 1 1" file="t.png"/></asset></mujoco>'
CUBE = '<mujoco><asset><texture name="t" type="cube" fileright="t.png" fileleft="t.png"/></asset></mujoco>'
MESH = '<mujoco><asset><mesh name="t" file="t.obj"/></asset></mujoco>'
PYRAMID = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"
NESTED = '<mujoco><include file="deep/part.xml"/></mujoco>'


def picture(red: int) -> bytes:
    """Return a red image."""
    return png_files.encode(np.full((4, 4, 3), (red, 0, 0), np.uint8), colour=2)


RED, DARK = picture(200), picture(90)
FOUND = {
    "texture": {"sub/part.xml": TEXTURE.format("t.png"), "sub/t.png": RED},
    "the model's folder first": {"sub/part.xml": TEXTURE.format("t.png"), "sub/t.png": RED, "t.png": DARK},
    "in a folder beside": {"sub/part.xml": TEXTURE.format("x/t.png"), "sub/x/t.png": RED},
    "cube": {"sub/part.xml": CUBE, "sub/t.png": RED},
    "height field": {"sub/part.xml": HFIELD, "sub/t.png": RED},
    "mesh": {"sub/part.xml": MESH, "sub/t.obj": PYRAMID},
    "nested": {"sub/part.xml": NESTED, "sub/deep/part.xml": TEXTURE.format("t.png"), "sub/deep/t.png": RED},
    "texturedir": {"": '<compiler texturedir="x"/>', "sub/part.xml": TEXTURE.format("t.png"), "sub/t.png": RED},
}
MISSING = {
    "nested, in between": {"sub/part.xml": NESTED, "sub/deep/part.xml": TEXTURE.format("t.png"), "sub/t.png": RED},
    "strippath": {"": '<compiler strippath="true"/>', "sub/part.xml": TEXTURE.format("x/t.png"), "sub/t.png": RED},
    "texturedir beside": {
        "": '<compiler texturedir="x"/>',
        "sub/part.xml": TEXTURE.format("t.png"),
        "sub/x/t.png": RED,
    },
}


def write(folder, files) -> str:
    files = files | {"main.xml": MAIN.format(files.get("", ""))}
    for name, content in files.items():
        if name:
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return str(folder / "main.xml")


@pytest.mark.parametrize("files", FOUND.values(), ids=FOUND.keys())
def test_found_beside_the_included_file(files, tmp_path):
    """Read the file that MuJoCo reads."""
    path = write(tmp_path, files)
    mjm, model = oracle.load_file(path), corten.load_model(path)
    np.testing.assert_array_equal(model.tex_data, np.ravel(mjm.tex_data))
    np.testing.assert_array_equal(model.hfield_nrow, mjm.hfield_nrow)
    np.testing.assert_allclose(model.mesh_vert, mjm.mesh_vert, rtol=tolerance.SINGLE * 10)


@pytest.mark.parametrize("files", MISSING.values(), ids=MISSING.keys())
def test_not_looked_for_elsewhere(files, tmp_path):
    """Refuse what is in neither place, and name where it should be."""
    path = write(tmp_path, files)
    with pytest.raises(ModelError, match=r"t\.png' does not exist"):
        corten.load_model(path)


def test_ways_back_are_taken_by_name(tmp_path):
    """Find a file by a way that leads through a folder which does not exist, and out of it again."""
    (tmp_path / "t.obj").write_text(PYRAMID)
    text = '<mujoco><compiler meshdir="none/such"/><asset><mesh name="t" file="../../t.obj"/></asset></mujoco>'
    (tmp_path / "model.xml").write_text(text)
    assert oracle.load_file_error(str(tmp_path / "model.xml")) is None
    assert corten.load_model(tmp_path / "model.xml").nmesh == 1
