"""Default classes: written, else from the class, else from the schema."""

import pytest

from corten.errors import ModelError
from corten.spec import DefaultClasses, Spec


def classes_and(xml: str, tag: str, name: str):
    """Return the default classes of a model and one of its elements."""
    root = Spec.from_string(f"<mujoco>{xml}</mujoco>").root
    return DefaultClasses(root), root.find(tag, name)


def resolve(defaults: str, geom: str, childclass: str | None = None):
    """Return the values of a geom under some defaults."""
    classes, element = classes_and(f'{defaults}<worldbody><geom name="g" {geom}/></worldbody>', "geom", "g")
    return classes.resolve(element, childclass)


def test_written_before_class_before_schema():
    """Take the first of element, class and schema that says something."""
    values = resolve('<default><geom margin="1" gap="2"/></default>', 'margin="3"')
    assert (values["margin"], values["gap"], values["density"], values["mass"]) == (3.0, 2.0, 1000.0, None)
    assert [values.given(name) for name in ("margin", "gap", "density", "mass")] == [True, True, False, False]


def test_values_are_a_mapping_of_the_schema():
    """Know every attribute of the schema and no other."""
    values = resolve("", "")
    assert set(values) == set(values.element.declaration.attributes)
    assert len(values) == len(set(values))
    with pytest.raises(KeyError):
        _ = values["radius"]


NESTED = """<default><geom margin="1" gap="1"/>
    <default class="a"><geom margin="2"/><default class="b"><geom gap="3"/></default></default></default>"""


@pytest.mark.parametrize(
    ("geom", "childclass", "expected"),
    [
        ("", None, (1.0, 1.0)),
        ("", "a", (2.0, 1.0)),
        ("", "b", (2.0, 3.0)),
        ('class="main"', "b", (1.0, 1.0)),
        ('class="b"', "a", (2.0, 3.0)),
    ],
)
def test_classes_inherit(geom, childclass, expected):
    """Let a class begin as its parent, and an element choose its class over the childclass."""
    values = resolve(NESTED, geom, childclass)
    assert (values["margin"], values["gap"]) == expected


def test_own_values_come_before_inner_classes():
    """Let a class inside another see values that are written behind it in the text."""
    values = resolve('<default><default class="a"/><geom margin="3"/></default>', 'class="a"')
    assert values["margin"] == 3.0


def test_later_sections_do_not_reach_earlier_classes():
    """Let a class keep what its parent was when it was written."""
    defaults = '<default><default class="a"/></default><default><geom margin="3"/><default class="b"/></default>'
    assert resolve(defaults, 'class="a"')["margin"] == 0.0
    assert resolve(defaults, 'class="b"')["margin"] == 3.0
    assert resolve(defaults, "")["margin"] == 3.0


@pytest.mark.parametrize(
    ("inherited", "written", "given"),
    [
        ('euler="90 0 0"', 'quat="1 0 0 0"', {"quat"}),
        ('quat="0 1 0 0"', 'euler="0 0 0"', {"euler"}),
        ('zaxis="1 0 0"', 'axisangle="1 0 0 2"', {"axisangle"}),
        ('zaxis="1 0 0"', "", {"zaxis"}),
        ('fromto="0 0 0 1 1 1"', 'quat="1 0 0 0"', {"fromto", "quat"}),
    ],
)
def test_one_orientation_replaces_another(inherited, written, given):
    """Forget the orientation of the class when the element gives one of another kind."""
    values = resolve(f"<default><geom {inherited}/></default>", written)
    names = ("quat", "axisangle", "xyaxes", "zaxis", "euler", "fromto")
    assert {name for name in names if values.given(name)} == given


def test_classes_replace_orientations_of_classes():
    """Forget the orientation of the parent class when a class gives one of another kind."""
    defaults = '<default><geom euler="90 0 0"/><default class="a"><geom quat="1 0 0 0"/></default></default>'
    values = resolve(defaults, 'class="a"')
    assert values.given("quat") and not values.given("euler")


def test_short_arrays_keep_the_rest():
    """Keep the numbers of the class, or of the schema, behind those that are written."""
    defaults = '<default><geom friction="1 2 3"/><default class="a"><geom friction="7 8"/></default></default>'
    assert resolve(defaults, 'class="a" friction="9"')["friction"] == (9.0, 8.0, 3.0)
    assert resolve("", 'friction="9"')["friction"] == (9.0, 0.005, 0.0001)
    assert resolve("", 'size="0.1"')["size"] == (0.1, 0.0, 0.0)


def test_actuators_share_their_defaults():
    """Give a motor what a class says about any actuator, in the order of the text."""
    classes, motor = classes_and(
        '<default><position ctrlrange="-1 1" gear="3" kp="5"/><motor gear="4"/></default>'
        '<actuator><motor name="m"/></actuator>',
        "motor",
        "m",
    )
    values = classes.resolve(motor, None)
    assert values["ctrlrange"] == (-1.0, 1.0)
    assert values["gear"] == (4.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    assert not values.given("kp")


def test_elements_without_classes_resolve_too():
    """Resolve bodies and free joints, which no class touches."""
    classes, joint = classes_and(
        '<default><joint group="3"/></default><worldbody><body><freejoint name="f"/></body></worldbody>',
        "freejoint",
        "f",
    )
    assert classes.resolve(joint, "main")["group"] == 0
    assert classes.resolve(joint.parent, None)["pos"] == (0.0, 0.0, 0.0)


def test_childclass_of_nearest_wins():
    """Hand the childclass down until another takes its place."""
    classes, inner = classes_and(
        '<default><default class="a"/><default class="b"/></default>'
        '<worldbody><body childclass="a"><frame name="f"/><frame name="g" childclass="b"/></body></worldbody>',
        "frame",
        "f",
    )
    assert classes.childclass(inner, None) == "main"
    assert classes.childclass(inner.parent, None) == "a"
    assert classes.childclass(inner, "a") == "a"
    assert classes.childclass(inner.parent.find("frame", "g"), "a") == "b"
    assert classes.names == ("main", "a", "b")


def test_unknown_classes_are_refused():
    """Name the nearest class for one that there is not."""
    classes, geom = classes_and(
        '<default><default class="thin"/></default><worldbody><geom name="g"/></worldbody>', "geom", "g"
    )
    geom.class_ = "thn"
    with pytest.raises(ModelError, match="class is 'thn', but no default class has that name; did you mean 'thin'"):
        classes.resolve(geom)


def test_the_writer_of_a_value_is_known():
    """Find the element that wrote a value: the element, or the one in its class."""
    classes, geom = classes_and(
        '<default><default class="a"><geom gap="1"/></default></default>'
        '<worldbody><geom name="g" class="a" margin="2"/></worldbody>',
        "geom",
        "g",
    )
    assert classes.writer(geom, None, "margin") is geom
    assert classes.writer(geom, None, "gap").parent.class_ == "a"
    assert classes.writer(geom, None, "mass") is geom
