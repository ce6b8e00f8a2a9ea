"""Models with files, in folders and dictionaries, against MuJoCo; ME1, ME3, HF1, HF3 and SD2 through whole models."""

import re

import numpy as np
import pytest

import corten
from corten.compile import load_model, load_model_from_string
from support import mesh_files, oracle
from support.differences import SIDES, differences
from support.png_files import encode

pytestmark = pytest.mark.filterwarnings("ignore::corten.UnbuiltFeatureWarning")

SHAPE = mesh_files.box(0.3, 0.2, 0.1)
PIXELS = np.random.default_rng(0).integers(0, 256, (12, 18, 3)).astype(np.uint8)
FILES = {
    "shape.stl": mesh_files.stl(*SHAPE),
    "shape.obj": mesh_files.obj(*SHAPE),
    "wood.png": encode(PIXELS, 2),
    "square.png": encode(PIXELS[:6, :6], 2),
    "grey.png": encode(PIXELS[:, :, :1]),
    "alpha.png": encode(np.concatenate((PIXELS, PIXELS[:, :, :1]), axis=2), 6),
}
ASSETS = """<asset><mesh file="shape.stl"/><mesh name="other" file="shape.obj" scale="1 2 3"/>
<hfield name="hills" file="grey.png" size="1 2 .5 .1"/>
<texture name="flat" type="2d" file="wood.png" hflip="true" vflip="true"/>
<texture name="grey" type="2d" file="grey.png"/><texture name="one" type="2d" file="wood.png" nchannel="1"/>
<texture name="four" type="2d" file="alpha.png" nchannel="4"/>
<texture name="opaque" type="2d" file="wood.png" nchannel="4"/>
<texture name="cube" type="cube" file="square.png"/>
<texture name="grid" type="cube" file="wood.png" gridsize="2 3" gridlayout=".URLFB" rgb1=".1 .2 .3"/>
<texture name="six" type="skybox" fileright="square.png" fileup="square.png" rgb1=".3 .6 .9"/></asset>"""
WORLD = """<worldbody><geom type="hfield" hfield="hills" pos="0 0 -2"/>
<body><freejoint/><geom type="mesh" mesh="shape"/>
<geom type="mesh" mesh="other" pos="0 0 1"/></body></worldbody>"""


def model(compiler: str = "", assets: str = ASSETS) -> str:
    """Return a model with files."""
    return f"<mujoco><compiler {compiler}/>{assets}{WORLD}</mujoco>"


def test_files_in_a_dictionary():
    """Agree with the oracle in everything that files give, textures pixel by pixel."""
    found = differences(load_model_from_string(model(), FILES), oracle.compiled(model(), FILES))
    assert set(found) - SIDES == set()


@pytest.mark.parametrize(
    ("compiler", "meshes", "textures"),
    [
        ("", "", ""),
        ('assetdir="parts"', "parts", "parts"),
        ('meshdir="m" texturedir="t/u"', "m", "t/u"),
        ('assetdir="parts" meshdir="m"', "m", "parts"),
    ],
)
def test_files_in_folders(tmp_path, compiler, meshes, textures):
    """Find files below the folders that the compiler names, which are relative to the model."""
    for name, data in FILES.items():
        for folder in (meshes, textures):
            (tmp_path / folder).mkdir(parents=True, exist_ok=True)
            (tmp_path / folder / name).write_bytes(data)
    (tmp_path / "scene.xml").write_text(model(compiler))
    loaded = load_model(tmp_path / "scene.xml")
    assert set(differences(loaded, oracle.compiled(model(), FILES))) - SIDES == set()


def test_strippath_and_absolute_paths(tmp_path):
    """Take only the last part of a path where strippath says so, and absolute paths as they are."""
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    moved = re.sub(r'(file\w*=")', r"\1far\\away/", ASSETS)
    stripped = load_model_from_string(model('strippath="true"', moved), base_dir=tmp_path)
    absolute = load_model_from_string(model("", re.sub(r'(file\w*=")', rf"\g<1>{tmp_path}/", ASSETS)))
    assert stripped.mesh_vert.tobytes() == absolute.mesh_vert.tobytes()
    assert stripped.mesh_data[0] is absolute.mesh_data[0]


def test_missing_and_broken_files_are_named(tmp_path):
    """Say which element, which file and what is wrong; a relative path needs a folder (ME3)."""
    cases = {
        '<mesh name="m" file="none.stl"/>': "none.stl",
        '<mesh name="m" file="broken.stl"/>': "broken.stl",
        '<mesh name="m" file="strange.xyz"/>': "strange.xyz",
        '<texture name="t" type="2d" file="broken.png"/>': "broken.png",
        '<hfield name="h" file="broken.png" size="1 1 1 1"/>': "broken.png",
    }
    for name in ("broken.stl", "broken.png", "strange.xyz"):
        (tmp_path / name).write_bytes(b"not what it seems")
    for element, file in cases.items():
        with pytest.raises(corten.ModelError, match=file) as caught:
            load_model_from_string(f"<mujoco>\n<asset>{element}</asset></mujoco>", base_dir=tmp_path)
        assert caught.value.line == 2 and element.split()[0] in (caught.value.element or "")
    with pytest.raises(corten.ModelError, match=r"'none.stl', a relative path, but the model has no folder"):
        load_model_from_string('<mujoco><asset><mesh file="none.stl"/></asset></mujoco>')


def test_height_fields_are_kept_as_they_are():
    """Give elevations of non-square cells without resampling: the first row of the text is the far end (HF1)."""
    loaded = load_model_from_string(
        '<mujoco><asset><hfield name="h" nrow="2" ncol="3" size="1 2 3 .1" elevation="0 1 2 3 4 5"/></asset></mujoco>'
    )
    assert loaded.hfield_data[0].data.tolist() == np.array([[3, 4, 5], [0, 1, 2]], np.float32).__truediv__(5).tolist()
    assert (loaded.hfield_nrow[0], loaded.hfield_ncol[0]) == (2, 3)
    assert loaded.hfield_elevation.tolist() == loaded.hfield_data[0].data.ravel().tolist()


@pytest.mark.parametrize(
    "asset",
    [
        '<hfield name="h" nrow="2" ncol="1" size="1 1 1 1"/>',
        '<hfield name="h" nrow="2" ncol="2"/>',
        '<hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/><hfield name="h" nrow="2" ncol="2" size="1 1 1 1"/>',
        '<hfield name="h" nrow="2" ncol="2" size="1 1 1 1" elevation="1 2 3"/>',
        '<hfield name="h" nrow="2" ncol="2" size="0 1 1 1"/>',
    ],
)
def test_mistakes_in_height_fields(asset):
    """Refuse wrong counts, sizes and names, and name the field (HF3)."""
    with pytest.raises(corten.ModelError, match="h"):
        load_model_from_string(f"<mujoco><asset>{asset}</asset></mujoco>")


def test_undefined_name():
    """Refuse a geom that shows a height field that is not there (HF3)."""
    with pytest.raises(corten.ModelError, match="hfield is 'hill', but no hfield has that name"):
        load_model_from_string('<mujoco><worldbody><geom type="hfield" hfield="hill"/></worldbody></mujoco>')


def test_distance_geom_without_data_loads():
    """Load a geom of type sdf that has no data yet (SD2)."""
    loaded = load_model_from_string('<mujoco><worldbody><geom type="sdf"/></worldbody></mujoco>')
    assert loaded.geom_dataid.tolist() == [-1] and loaded.geom_rbound.tolist() == [0]


def test_assets_survive_copies():
    """Keep meshes and height fields in copies of a model."""
    loaded = load_model_from_string(model(), FILES)
    twin = loaded.copy()
    assert twin.mesh_data[0] is loaded.mesh_data[0] and len(twin.mesh_data) == 2 and len(twin.hfield_data) == 1
