"""Models from files and text, and what belongs to them besides arrays."""

import gc

import numpy as np
import pytest

import corten
from corten.compile import compile_spec
from corten.spec import Element
from support.tolerance import EXACT

PENDULUM = '<body name="link"><joint name="pivot" axis="0 1 0"/><geom size=".1" pos="0 0 -1" contype="0"/></body>'


def test_files_include_files(tmp_path):
    """Read a model and what it includes from a folder."""
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "link.xml").write_text(f"<mujocoinclude>{PENDULUM}</mujocoinclude>")
    scene = tmp_path / "scene.xml"
    scene.write_text('<mujoco><worldbody><include file="parts/link.xml"/></worldbody></mujoco>')
    assert corten.load_model(scene).nv == corten.load_model(str(scene)).nv == 1


def test_text_includes_assets_and_folders(tmp_path):
    """Look up what a text includes in `assets`, then below `base_dir`."""
    xml = '<mujoco><worldbody><include file="link.xml"/></worldbody></mujoco>'
    part = f"<mujocoinclude>{PENDULUM}</mujocoinclude>"
    assert corten.load_model_from_string(xml, assets={"link.xml": part.encode()}).nv == 1
    (tmp_path / "link.xml").write_text(part)
    assert corten.load_model_from_string(xml, base_dir=tmp_path).nv == 1
    with pytest.raises(corten.ModelError, match="is not found"):
        corten.load_model_from_string(xml)


def test_spec_built_in_python_compiles():
    """Compile a spec that no file describes to the same model, and leave the spec as it was."""
    spec = corten.Spec()
    body = spec.worldbody.add_body(name="link")
    body.add_joint(name="pivot", axis=(0, 1, 0))
    body.add_geom(size=0.1, pos=(0, 0, -1), contype=0)
    text = spec.to_xml()
    model = compile_spec(spec)
    twin = corten.load_model_from_string(f"<mujoco><worldbody>{PENDULUM}</worldbody></mujoco>")
    assert spec.to_xml() == text
    assert model.snapshot() == twin.snapshot() == spec.compile().snapshot()


def test_empty_model_has_the_world_alone():
    """Give an empty model one body, called world, and the statistics of nothing."""
    model = corten.Model.empty()
    assert (model.nbody, model.nv, model.name("body", 0)) == (1, 0, "world")
    assert (model.stat.extent, model.stat.meansize, model.stat.meaninertia) == (2, 0.2, 1)


def test_texts_and_names_are_kept():
    """Keep custom texts, and the names of all kinds of objects."""
    model = corten.load_model_from_string(
        '<mujoco><custom><text name="note" data="a word"/><numeric name="gain" data="3"/></custom>'
        '<asset><texture name="wood" type="2d" builtin="flat" width="2" height="2"/><material name="red"/></asset>'
        f'<worldbody>{PENDULUM}<camera name="eye"/><light name="lamp"/><site name="mark"/></worldbody>'
        '<actuator><motor name="drive" joint="pivot"/></actuator><keyframe><key name="start"/></keyframe></mujoco>'
    )
    assert model._texts == {"note": "a word"}
    names = {
        "body": "link",
        "joint": "pivot",
        "camera": "eye",
        "light": "lamp",
        "site": "mark",
        "actuator": "drive",
        "key": "start",
        "numeric": "gain",
        "text": "note",
        "texture": "wood",
        "material": "red",
    }
    assert {kind: model.id(kind, name) for kind, name in names.items()} == dict.fromkeys(names, 0) | {"body": 1}


def test_inverse_weight_of_a_pendulum():
    """Give a point mass on a rod of 1 m the inverse inertia 1 / (m l^2 + I) about its pivot, a third of it per axis."""
    model = corten.load_model_from_string(f"<mujoco><worldbody>{PENDULUM}</worldbody></mujoco>")
    mass = 1000 * 4 / 3 * np.pi * 0.1**3
    inertia = mass + 0.4 * mass * 0.1**2
    assert model.dof_M0 == pytest.approx([inertia], rel=EXACT)
    assert model.dof_invweight0 == pytest.approx([1 / inertia], rel=EXACT)
    assert model.body_invweight0[1] == pytest.approx([1 / (3 * inertia)] * 2, rel=EXACT)


def test_a_loaded_model_leaves_no_elements_behind():
    """Free all elements of a model without help of the garbage collector."""
    xml = f"<mujoco><worldbody>{PENDULUM}<body><geom size='1'/></body></worldbody></mujoco>"
    for _ in range(2):
        # from the second time on one tree waits for the next model of its structure
        corten.load_model_from_string(xml)
    gc.collect()
    before = count_elements()
    gc.disable()
    try:
        corten.load_model_from_string(xml)
        assert count_elements() == before
    finally:
        gc.enable()


def count_elements():
    """Return how many elements there are; the type is asked, since objects of other packages may warn of questions."""
    return sum(issubclass(type(each), Element) for each in gc.get_objects())


def test_the_same_text_means_the_same_number():
    """Read what was read before to the same bits, tell what only looks alike apart, and refuse a mistake each time."""
    xml = "<mujoco><worldbody><site pos='{} 0 1'/></worldbody></mujoco>"
    for text in ("0", "-0", "0", "1", "1.0", "-0"):
        x = corten.load_model_from_string(xml.format(text)).site_pos[0, 0]
        assert x == float(text) and np.signbit(x) == text.startswith("-")
    for _ in range(2):
        with pytest.raises(corten.ModelError, match="where a number is expected"):
            corten.load_model_from_string(xml.format("x"))
