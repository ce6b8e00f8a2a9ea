"""Spec: models in strings and files, in Python alone, and back to text."""

import copy

import pytest

from corten.errors import ModelError
from corten.spec import Spec, root_section

MODEL = """<mujoco model="m">
  <option timestep="0.001" gravity="0 0 -1">
    <flag contact="disable"/>
  </option>
  <worldbody>
    <body name="a" pos="0.1 0 0.3333333333333333">
      <joint name="j" range="-45 45"/>
      <geom type="capsule" size="0.05 0.2" rgba="1 0 0 1"/>
    </body>
  </worldbody>
  <actuator>
    <motor joint="j" ctrllimited="true" ctrlrange="-1 1"/>
  </actuator>
</mujoco>
"""


def test_text_comes_back():
    """Write a model as it was read, to the last digit."""
    assert Spec.from_string(MODEL).to_xml() == MODEL


def test_built_in_python_is_as_read_from_text():
    """Build the same model in Python alone."""
    spec = Spec("m")
    spec.option.timestep = 0.001
    spec.option.gravity = 0, 0, -1
    spec.option.add_flag(contact="disable")
    body = spec.worldbody.add_body(name="a", pos=(0.1, 0, 1 / 3))
    body.add_joint(name="j", range=(-45, 45))
    body.add_geom(type="capsule", size=(0.05, 0.2), rgba=(1, 0, 0, 1))
    spec.actuator.add_motor(joint="j", ctrllimited=True, ctrlrange=(-1, 1))
    assert spec.to_xml() == MODEL


def test_quotes_and_marks_are_escaped():
    """Write names with letters that XML keeps for itself."""
    spec = Spec('a "b" & <c>')
    assert Spec.from_string(spec.to_xml()).root.model == 'a "b" & <c>'


def test_sections_appear_when_named():
    """Make a section when it is first named, once."""
    spec = Spec()
    assert spec.keyframe is spec.keyframe
    assert [section.tag for section in spec.root] == ["keyframe"]
    with pytest.raises(AttributeError, match="a Spec has no section 'tendons'"):
        _ = spec.tendons


def test_files_are_read_with_their_includes(tmp_path):
    """Read a model from disk, with places of the file that each element stands in."""
    (tmp_path / "part.xml").write_text('<mujoco>\n<worldbody>\n<geom name="g" size="1"/></worldbody></mujoco>')
    path = tmp_path / "model.xml"
    path.write_text('<mujoco><include file="part.xml"/><worldbody><site name="s"/></worldbody></mujoco>')
    spec = Spec.from_file(path)
    assert spec.find("geom", "g").place == (str(tmp_path / "part.xml"), 3)
    assert spec.find("site", "s").place == (str(path), 1)
    assert [section.tag for section in spec.root] == ["worldbody"]


def test_files_that_cannot_be_read_are_refused(tmp_path):
    """Name the file that is missing or no file."""
    with pytest.raises(ModelError, match=r"none.xml: the file cannot be read: No such file or directory"):
        Spec.from_file(tmp_path / "none.xml")
    with pytest.raises(ModelError, match="the file cannot be read"):
        Spec.from_file(tmp_path)


def test_strings_include_assets_and_files_of_a_folder(tmp_path):
    """Look files up in the assets first, then below the base folder."""
    (tmp_path / "part.xml").write_text("<x><worldbody><site/></worldbody></x>")
    xml = '<mujoco><include file="part.xml"/></mujoco>'
    assert Spec.from_string(xml, base_dir=tmp_path).worldbody.children[0].tag == "site"
    assets = {"part.xml": b"<x><worldbody><camera/></worldbody></x>"}
    assert Spec.from_string(xml, assets, tmp_path).worldbody.children[0].tag == "camera"


def test_copies_are_edited_alone():
    """Edit a copy without touching the original."""
    spec = Spec.from_string(MODEL)
    for twin in (spec.copy(), copy.deepcopy(spec)):
        twin.find("body", "a").remove()
        assert spec.to_xml() == MODEL
        assert twin.find("body", "a") is None


def test_expanded_is_a_copy():
    """Leave the spec as it is when it is made ready for the compiler."""
    spec = Spec.from_string('<mujoco><worldbody><replicate count="2"><geom size="1"/></replicate></worldbody></mujoco>')
    before = spec.to_xml()
    assert [child.tag for child in spec.expanded().first("worldbody")] == ["frame", "frame"]
    assert spec.to_xml() == before


def test_sections_of_the_root_can_be_asked_for():
    """Return a section or None."""
    root = Spec.from_string(MODEL).expanded()
    assert root_section(root, "option").timestep == 0.001
    assert root_section(root, "tendon") is None


def test_repeated_sections_are_one():
    """Join sections: later attributes win, children follow one another, single children join too."""
    spec = Spec.from_string(
        '<mujoco><option timestep="1" wind="1 0 0" actuatorgroupdisable="1 2"><flag gravity="disable"/></option>'
        '<worldbody><body name="a"/></worldbody>'
        '<option timestep="2" actuatorgroupdisable="2 3"><flag contact="disable"/></option>'
        '<worldbody><body name="b"/></worldbody></mujoco>'
    )
    assert [section.tag for section in spec.root] == ["option", "worldbody"]
    assert spec.option.attributes == {"timestep": 2.0, "wind": (1.0, 0.0, 0.0), "actuatorgroupdisable": (1, 2, 3)}
    assert [child.attributes for child in spec.option] == [{"gravity": "disable", "contact": "disable"}]
    assert [child.name for child in spec.worldbody] == ["a", "b"]


def test_structure_of_edited_specs_is_checked():
    """Refuse a tree built in Python that lacks something, when it is made ready for the compiler."""
    spec = Spec()
    spec.worldbody.add_body(name="a").add_inertial(mass=1)
    with pytest.raises(ModelError, match="<inertial>: pos is missing; it is required here"):
        spec.expanded()


def test_a_model_can_be_used_up():
    """Make of a tree in place what is made of its copy, and check again where sections were joined."""
    text = '<mujoco><worldbody><replicate count="2"><geom size="1"/></replicate></worldbody>{}</mujoco>'
    for rest in ("", '<worldbody><frame><geom size="2"/></frame></worldbody>'):
        spec, other = (Spec.from_string(text.format(rest)) for _ in range(2))
        expanded, used = spec.expanded(), other._consume()
        assert used is other.root and expanded is not spec.root
        assert [(each.tag, each.attributes) for each in used.walk()] == [
            (each.tag, each.attributes) for each in expanded.walk()
        ]


def test_cloth_brings_options_unless_they_were_set():
    """Give a model with cloth iterations and hard friction, but leave what its author chose."""
    spec = Spec()
    spec.option.impratio = 3.0
    spec.add_cloth("first", "cotton", count=(3, 3))
    model = spec.compile()
    assert (model.opt.iterations, model.opt.impratio) == (500, 3.0)
    spec = Spec()
    spec.add_cloth("first", "cotton", count=(3, 3))
    assert spec.compile().opt.impratio == 10.0
