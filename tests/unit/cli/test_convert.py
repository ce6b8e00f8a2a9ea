"""`corten convert`: MJCF that says the same."""

import pytest

import corten
from corten.cli.app import run_command
from support import oracle
from support.attach_scenes import CHILD, parent
from support.differences import differences

pytestmark = [
    pytest.mark.filterwarnings("ignore::corten.errors.UnbuiltFeatureWarning"),
    pytest.mark.filterwarnings("ignore::corten.errors.ModelWarning"),
]

URDF = (
    '<robot name="r"><link name="world"/><link name="a"><collision><geometry><box size="1 2 3"/></geometry></collision>'
    '</link><link name="tool"/><joint name="j" type="revolute"><parent link="world"/><child link="a"/>'
    '<origin rpy="0.1 0.2 0.3"/><limit lower="-1" upper="1" effort="3"/></joint><joint name="k" type="fixed">'
    '<parent link="a"/><child link="tool"/></joint></robot>'
)


@pytest.mark.parametrize("name", ["urdf", "attach", "replicate", "include"])
def test_written_model_is_the_same(name, tmp_path, capsys):
    """Write MJCF without meta elements that compiles to the same constants, in both engines."""
    (tmp_path / "kid.xml").write_text(CHILD)
    (tmp_path / "part.xml").write_text('<part><geom name="g" size=".1"/></part>')
    texts = {
        "urdf": URDF,
        "attach": parent(after='<attach model="kid" prefix="p_"/>'),
        "replicate": '<mujoco><worldbody><replicate count="3" euler="0 0 30"><geom size=".1" pos="1 0 0"/></replicate>'
        "</worldbody></mujoco>",
        "include": '<mujoco><worldbody><include file="part.xml"/></worldbody></mujoco>',
    }
    source, target = tmp_path / "in.xml", tmp_path / "out.xml"
    source.write_text(texts[name])
    assert run_command(["convert", str(source), str(target)]) == 0
    assert capsys.readouterr().out == f"wrote {target}\n"
    text = target.read_text()
    for word in ("<robot", "<attach", "<replicate", "<include", "<model"):
        assert word not in text
    want = corten.load_model(source)
    assert differences(corten.load_model(target), want) == {}
    assert differences(want, oracle.compiled(text)) == {}


@pytest.mark.parametrize("model", corten.models.names())
def test_bundled_models_survive(model, tmp_path):
    """Write the models of the package so that the oracle reads the same from them."""
    target = tmp_path / "out.xml"
    assert run_command(["convert", model, str(target)]) == 0
    want = oracle.compiled(corten.models.path(model).read_text())
    assert differences(oracle.compiled(target.read_text()), want) == {}


def test_assets_are_found_from_another_folder(tmp_path):
    """Let a model that is written to another folder find its files where they are."""
    (tmp_path / "meshes").mkdir()
    (tmp_path / "out").mkdir()
    points = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))
    faces = ((1, 3, 2), (1, 2, 4), (1, 4, 3), (2, 3, 4))
    lines = [f"v {x} {y} {z}" for x, y, z in points] + [f"f {a} {b} {c}" for a, b, c in faces]
    (tmp_path / "meshes" / "wedge.obj").write_text("\n".join(lines))
    source, target = tmp_path / "in.xml", tmp_path / "out" / "out.xml"
    source.write_text(
        '<mujoco><compiler meshdir="meshes"/><asset><mesh file="wedge.obj"/></asset><worldbody><body><joint/>'
        '<geom type="mesh" mesh="wedge"/></body></worldbody></mujoco>'
    )
    assert run_command(["convert", str(source), str(target)]) == 0
    assert 'meshdir="../meshes"' in target.read_text()
    assert differences(corten.load_model(target), corten.load_model(source)) == {}


def test_mistakes_are_told_in_one_line(tmp_path, capsys):
    """Say in one line what is wrong with a model, and write nothing."""
    source, target = tmp_path / "in.urdf", tmp_path / "out.xml"
    source.write_text(
        '<robot><link name="a"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>'
    )
    assert run_command(["convert", str(source), str(target)]) == 1
    assert "the child is 'b', but no link has that name" in capsys.readouterr().err
    assert not target.exists()
