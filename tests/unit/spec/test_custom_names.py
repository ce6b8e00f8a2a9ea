"""Names in <custom> that begin with `corten.`."""

import pytest

import corten
from corten.spec import names
from corten.spec.names import find_object_settings, find_setting


@pytest.fixture(autouse=True)
def settings(monkeypatch):
    """Give two names of objects a meaning that belongs to these tests alone."""
    known = {"corten.actuator.NAME.test": "text", "corten.mesh.NAME.test": "numeric"}
    monkeypatch.setattr(names, "SETTINGS", names.SETTINGS | known)


ARM = """
<mujoco model="arm">
  <worldbody>{bodies}</worldbody>
  <actuator>
    <motor name="drive" joint="hinge"/>
    <motor name="other.drive" joint="hinge"/>
  </actuator>
  <custom>{custom}</custom>
</mujoco>
"""
BODY = '<body name="link"><joint name="hinge"/><geom name="ball" size="0.1"/></body>'
TEXT = '<text name="corten.actuator.drive.test" data="word"/>'


def spec_of(custom, bodies=BODY):
    """Return an arm with these custom elements."""
    return corten.Spec.from_string(ARM.format(bodies=bodies, custom=custom))


def names_in(spec):
    """Return the custom names of a spec once it is expanded."""
    section = spec.expanded().first("custom")
    return sorted(element.attributes["name"] for element in section.children)


def test_find_settings():
    """Find the settings of the model and of its objects, names with dots included."""
    text = '<text name="corten.actuator.other.drive.test" data="two"/><text name="corten.integrator" data="RK4"/>'
    root = spec_of(TEXT + text).expanded()
    found = find_object_settings(root, "corten.actuator.NAME.test")
    assert {name: element.attributes["data"] for name, element in found.items()} == {
        "drive": "word",
        "other.drive": "two",
    }
    integrator = find_setting(root, "corten.integrator")
    assert integrator is not None and integrator.attributes["data"] == "RK4"
    assert find_setting(root, "corten.cg_fallback") is None


@pytest.mark.parametrize(
    ("custom", "message"),
    [
        ('<text name="corten.integratr" data="RK4"/>', r"means nothing to corten; did you mean 'corten\.integrator'\?"),
        ('<numeric name="corten.gravity" data="1"/>', r"known are: .*corten\.actuator\.NAME\.test, "),
        ('<text name="corten.actuator.drive.tset" data="x"/>', "did you mean 'corten.actuator.NAME.test'"),
        ('<text name="corten.actuator..test" data="x"/>', "means nothing"),
        ('<numeric name="corten.integrator" data="1"/>', "is a <numeric>; it must be a <text>"),
        (
            '<tuple name="corten.integrator"><element objtype="body" objname="link"/></tuple>',
            "is a <tuple>; it must be a <text>",
        ),
        ('<text name="corten.actuator.drves.test" data="x"/>', "no actuator is named 'drves'; did you mean 'drive'"),
        ('<numeric name="corten.mesh.cube.test" data="1"/>', "no mesh is named 'cube'"),
    ],
)
def test_refusals(custom, message):
    """Refuse names that mean nothing, of the wrong kind, or of objects that are not there, with their line."""
    with pytest.raises(corten.ModelError, match=message) as caught:
        spec_of(custom).compile()
    assert caught.value.line == 8


def test_foreign_names():
    """Leave names alone that belong to somebody else."""
    model = spec_of('<text name="cortens" data="x"/><numeric name="my.corten.thing" data="1"/>').compile()
    assert model.ntext == model.nnumeric == 1


def test_replicated_objects():
    """Let settings of replicated objects follow their copies."""
    replicate = f'<replicate count="2" offset="1 0 0">{BODY}</replicate>'
    spec = spec_of(TEXT, replicate)
    assert names_in(spec) == ["corten.actuator.drive0.test", "corten.actuator.drive1.test"]
    assert spec.compile().nactuator == 4


def test_attached_objects():
    """Let settings of attached objects follow their new names, and leave those behind whose objects stay."""
    second = '<body name="spare"><joint name="slide" type="slide"/><geom size="0.1"/></body>'
    source = spec_of(TEXT, BODY + second)
    source.root.first("actuator").add("motor", name="left", joint="slide")
    source.root.first("custom").add("text", name="corten.actuator.left.test", data="word")
    holder = corten.Spec()
    holder.worldbody.attach(source.root.find("body", "link"), prefix="a_")
    assert names_in(holder) == ["corten.actuator.a_drive.test"]
    holder.worldbody.attach(holder.root.find("body", "a_link"), prefix="b_")
    assert names_in(holder) == ["corten.actuator.a_drive.test", "corten.actuator.b_a_drive.test"]
