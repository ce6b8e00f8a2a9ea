"""Objects fill the fields of the Model, all of them and nothing else."""

from dataclasses import dataclass, field, fields

import numpy as np
import pytest

from corten.compile import assemble, compiler, load_model_from_string
from corten.compile.objects.body_parts import Site
from corten.compile.objects.columns import EXTRA, KINDS, Row, check_columns, write_rows
from corten.compile.objects.constraint_rows import Wrap
from corten.compile.recompile import Waiting
from corten.enums import WrapType
from corten.model import MODEL
from corten.runtime.fields import F8, I4, Field, Layout, Size

TOY = Layout(
    "Toy",
    (Size("nball", "balls"), Size("ncolor", "colours")),
    (
        Field("ball_mass", F8, ("nball",), "mass [kg]"),
        Field("ball_color", I4, ("nball",), "colour"),
        Field("ball_share", F8, ("nball",), "share of the mass of all balls"),
        Field("ball_palette", F8, ("ncolor", 3), "colours of all balls"),
    ),
)

# fields of sparse matrices, which have rows for dofs, bodies and tendons, but are written as a whole
SPARSE = (
    *("M_rownnz", "M_rowadr", "D_rownnz", "D_rowadr", "D_diag"),
    *("B_rownnz", "B_rowadr", "ten_J_rownnz", "ten_J_rowadr"),
)

# sizes of what is added to a compiled model
UNUSED_SIZES = {"maxsdf", "maxsdfdata", "maxsdfblock", "maxsdfpoint"}


@dataclass(slots=True, kw_only=True)
class Ball(Row):
    """Two columns, and a word that is none."""

    mass: float
    color: int
    word: str = field(default="", metadata=EXTRA)


@dataclass(slots=True, kw_only=True)
class Misspelt(Row):
    """A column whose name no field has."""

    mass: float
    colour: int


def test_columns_are_the_fields_of_a_kind():
    """Take attributes for columns, but for those that are marked."""
    columns = check_columns(Ball, "ball_", "nball", ("share",), TOY)
    assert columns.names == ("mass", "color")


def test_misspelt_attribute_is_refused():
    """Refuse an attribute that no field is named after."""
    with pytest.raises(TypeError, match="Misspelt: Toy has no field for ball_colour"):
        check_columns(Misspelt, "ball_", "nball", ("share", "color"), TOY)


def test_forgotten_field_is_refused():
    """Refuse a kind that leaves a field to nobody."""
    with pytest.raises(TypeError, match="Ball: nothing fills ball_share"):
        check_columns(Ball, "ball_", "nball", (), TOY)


def test_field_is_filled_once():
    """Refuse a field that is a column and computed, too."""
    with pytest.raises(TypeError, match="Ball: is a column and derived, too: ball_mass"):
        check_columns(Ball, "ball_", "nball", ("share", "mass"), TOY)


def test_unknown_attribute_of_an_object_is_refused():
    """Refuse to make an object with an attribute that it does not have, or to give it one later."""
    with pytest.raises(TypeError, match="prn"):
        Wrap(type=WrapType.SITE, objid=0, prn=0.0)  # pyright: ignore[reportCallIssue]
    wrap = Wrap(type=WrapType.SITE, objid=0, prm=0.0)
    with pytest.raises(AttributeError):
        wrap.parameter = 1.0  # pyright: ignore[reportAttributeAccessIssue]


def test_every_field_of_an_object_is_accounted_for():
    """Find each field with a row for each object of a kind in just one kind, or among those of sparse matrices."""
    counts = {kind.columns.count for kind in KINDS}
    # MuJoCo's name for the kinds of plugins is the prefix itself, behind which no attribute has a name
    # and what holds a body in cloth is a number of the cloth
    claimed = [*SPARSE, "plugin", "xpbd_stiffness"]
    for kind in KINDS:
        columns = kind.columns
        claimed += [columns.prefix + name for name in columns.names + columns.derived]
    expected = [name for name, each in MODEL.fields.items() if each.shape and each.shape[0] in counts]
    assert sorted(claimed) == sorted(expected)


@pytest.fixture
def model():
    """Return a model with two sites that can be written, as while it is compiled."""
    result = load_model_from_string("<mujoco><worldbody><site/><site/></worldbody></mujoco>")
    result.unseal()
    return result


def sites(**changes):
    """Return two sites that differ from plain ones in some attributes."""
    made = []
    for _ in range(2):
        site = Site.__new__(Site)
        for each in fields(Site):
            setattr(site, each.name, 0)
        for name in ("size", "pos"):
            setattr(site, name, (0.0, 0.0, 0.0))
        for name in ("quat", "rgba"):
            setattr(site, name, (1.0, 0.0, 0.0, 0.0))
        site.user = ()
        for name, value in changes.items():
            setattr(site, name, value)
        made.append(site)
    return made


def test_rows_are_written(model):
    """Write attributes of objects into the fields with their names."""
    write_rows(model, Site, sites(pos=(1.0, 2.0, 3.0), group=4))
    assert np.array_equal(model.site_pos, [[1.0, 2.0, 3.0]] * 2)
    assert np.array_equal(model.site_group, [4, 4])


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"pos": 1.0}, r"Site.pos has the shape \(2,\); the field has \(2, 3\)"),
        ({"user": (1.0,)}, r"Site.user has the shape \(2, 1\); the field has \(2, 0\)"),
        ({"group": 0.5}, "Site.group holds float64; the field holds int32"),
    ],
)
def test_other_shapes_and_types_are_refused(model, change, words):
    """Refuse columns that NumPy would spread over the field, or cut off."""
    with pytest.raises(TypeError, match=words):
        write_rows(model, Site, sites(**change))


def test_column_that_was_never_set_is_refused(model):
    """Refuse an object that lacks what is found out later."""
    wrong = sites()
    del wrong[1].sameframe
    with pytest.raises(AttributeError, match="sameframe"):
        write_rows(model, Site, wrong)


def test_every_size_is_counted(monkeypatch):
    """Give every size of the Model a number, and none that it does not have."""
    given = {}
    plain = assemble.Model

    def build(sizes, *rest):
        given.update(sizes)
        return plain(sizes, *rest)

    monkeypatch.setattr(assemble, "Model", build)
    # nothing is known of models of this structure
    monkeypatch.setattr(compiler, "WAITING", Waiting())
    load_model_from_string("<mujoco/>")
    assert set(given) == set(MODEL.sizes) - UNUSED_SIZES
