"""Elements: attributes by name, children by the schema, places in messages."""

import copy
import pickle

import numpy as np
import pytest

from corten.errors import ModelError, UnsupportedFeatureError
from corten.mjcf.schema import child_declaration, declaration
from corten.spec import Element, Spec


@pytest.fixture
def body():
    """Return a body called leg in an empty model."""
    return Spec().worldbody.add_body(name="leg", pos=(0, 0, 1))


def test_attributes_are_what_was_written(body):
    """Read what was written, and None for the rest."""
    assert body.name == "leg"
    assert body.pos == (0.0, 0.0, 1.0)
    assert body.quat is None
    assert body.attributes == {"name": "leg", "pos": (0.0, 0.0, 1.0)}


def test_attributes_can_be_set_and_deleted(body):
    """Set from arrays and text, forget with del or None."""
    body.pos = np.array([1, 2, 3])
    body["gravcomp"] = "0.5"
    assert body.attributes == {"name": "leg", "pos": (1.0, 2.0, 3.0), "gravcomp": 0.5}
    del body.pos
    body.gravcomp = None
    assert body.attributes == {"name": "leg"}


def test_class_is_reached_with_an_underscore(body):
    """Set the attribute whose name is a word of Python."""
    geom = body.add_geom(class_="thin", type="box")
    assert geom.class_ == "thin" == geom.attributes["class"]


def test_unknown_names_are_refused(body):
    """Suggest the nearest name for an attribute or child that there is not."""
    with pytest.raises(
        ModelError, match=r"<body name=\"leg\">: unknown attribute 'gravcmp'; did you mean 'gravcomp'\?"
    ):
        body["gravcmp"] = 1
    with pytest.raises(AttributeError, match=r"<body> has no attribute 'pso'; did you mean 'pos'\?"):
        _ = body.pso
    with pytest.raises(AttributeError, match=r"<jont> cannot stand in <body>; did you mean 'joint'\?"):
        body.add_jont()
    with pytest.raises(ModelError, match="<motor> cannot stand in <body>"):
        body.add("motor")


def test_wrong_values_are_refused(body):
    """Check values when they are set."""
    with pytest.raises(ModelError, match='<body name="leg">: pos has 2 numbers; 3 are allowed'):
        body.pos = 1, 2
    assert body.pos == (0.0, 0.0, 1.0)


def test_children_can_be_walked_found_and_removed(body):
    """Visit a tree in the order of its text, find by name, take elements out."""
    shin = body.add_body(name="shin")
    knee = shin.add_joint(name="knee", axis=(0, 1, 0))
    body.add_geom(name="thigh")
    assert [element.tag for element in body.walk()] == ["body", "body", "joint", "geom"]
    assert list(body) == body.children
    assert body.find("joint", "knee") is knee
    assert body.find("joint", "hip") is None
    assert knee.parent is shin
    shin.remove()
    assert [child.tag for child in body] == ["geom"]
    assert shin.parent is None


def test_root_cannot_be_removed():
    """Keep the root where it is."""
    with pytest.raises(ModelError, match="the root element cannot be removed"):
        Spec().root.remove()


def test_copies_stand_alone(body):
    """Copy a tree by its own method, by copy.deepcopy and by pickle."""
    body.add_geom(name="thigh", size=(0.1,))
    for twin in (body.copy(), copy.deepcopy(body), pickle.loads(pickle.dumps(body))):
        twin.children[0].size = (0.2,)
        assert twin.children[0].parent is twin
        assert body.children[0].size == (0.1,)
        assert twin.attributes == body.attributes


def test_errors_say_where(body):
    """Make errors that carry file, line and element."""
    spec = Spec.from_string('<mujoco>\n<worldbody>\n  <body name="a"/></worldbody></mujoco>')
    error = spec.find("body", "a").error("it is too heavy", UnsupportedFeatureError)
    assert isinstance(error, UnsupportedFeatureError)
    assert (error.file, error.line, error.element) == (None, 3, '<body name="a">')
    assert str(error) == 'line 3: <body name="a">: it is too heavy'
    assert str(body.error("lost")) == '<body name="leg">: lost'


def test_labels_show_name_or_class():
    """Show an element in messages by its name, else its class, else its tag."""
    spec = Spec()
    assert spec.worldbody.label() == "<worldbody>"
    assert spec.default.add_default(class_="thin").label() == '<default class="thin">'
    assert repr(spec.worldbody.add_geom(size=(0.5,))) == '<geom size="0.5">'


def test_names_can_be_listed(body):
    """Offer attributes and adders of the schema to those who explore."""
    assert {"pos", "gravcomp", "add_joint", "add_geom", "walk"} <= set(dir(body))


def all_attributes(known, seen: set) -> set[str]:
    """Return the names of all attributes at and below a declaration."""
    found = set(known.attributes)
    for tag in known.children:
        below = child_declaration(known, tag)
        if below.path not in seen:
            seen.add(below.path)
            found |= all_attributes(below, seen)
    return found


def test_own_names_hide_no_attribute():
    """Keep methods of elements and specs apart from names of the schema."""
    root = declaration("mujoco:mujoco")
    of_elements = {name for name in vars(Element) if not name.startswith("_")}
    of_specs = {name for name in vars(Spec) if not name.startswith("_")}
    assert of_elements & all_attributes(root, set()) == set()
    assert of_specs & set(root.children) == set()


def test_assets_are_known_by_their_file():
    """Name a texture after its file when it has no name of its own."""
    asset = Spec().asset
    assert asset.add_texture(file="pictures/wood.light.png").object_name() == "wood.light"
    assert asset.add_texture(file="pictures\\wood.png", name="oak").object_name() == "oak"
    assert asset.add_texture(builtin="flat").object_name() is None
    assert asset.add_material().object_name() is None
