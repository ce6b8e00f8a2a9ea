"""Work space that stages declare: hidden from users, shown to tests, open to its owner's folder and its readers."""

import numpy as np
import pytest

from corten.runtime.fields import F8, I4, Access, Field, Layout, Size
from corten.runtime.scratch import Room, ScratchField, private_sizes, scratch, scratch_fields
from corten.runtime.storage import ScratchView, Storage

LAYOUT = Layout(
    "Small",
    (Size("nv", "dofs"), Room("maxpair", "room for pairs", counted_by="npair", first=2)),
    (
        Field("qvel", F8, ("nv",), "velocity"),
        Field("npair", I4, (), "pairs"),
        *scratch(
            Field("link", I4, ("nv",), "links", access=Access.READ),
            Field("pair", F8, ("maxpair", 2), "pairs"),
            Field("round", F8, (), "a number"),
        ),
    ),
)


class Small(Storage):
    """A storage with work space."""

    layout = LAYOUT


@pytest.fixture
def small() -> Small:
    """Return a sealed storage with one of two pairs in use."""
    small = Small({"nv": 3, "maxpair": 2})
    small.npair = 1
    small.seal()
    return small


def test_work_space_is_no_attribute(small):
    """Hide work space from users."""
    assert {"link", "pair", "round", "maxpair"}.isdisjoint(dir(small))
    assert {"qvel", "npair", "nv"} <= {*dir(small)}
    with pytest.raises(AttributeError):
        _ = small.link
    with pytest.raises(AttributeError, match="work space"):
        small.round = 1.0


def test_work_space_is_shown(small):
    """Show work space and its sizes to tests and debuggers."""
    work = ScratchView(small)
    work.round = 2.5
    assert work.round == 2.5
    work.pair = 4.0
    np.testing.assert_array_equal(work.pair, [[4.0, 4.0]])
    with pytest.raises(AttributeError, match="not assigned"):
        work.link = 1
    small.unseal()
    work.link = 1
    np.testing.assert_array_equal(work.link, [1, 1, 1])
    assert dir(work) == ["link", "maxpair", "pair", "round"] and work.maxpair == 2
    with pytest.raises(AttributeError, match="qvel"):
        _ = work.qvel


def test_work_space_grows_and_is_copied(small):
    """Let work space grow, and copy it with the rest."""
    small.engine_view().npair = 5
    assert small.make_room()
    twin = Small(small.sizes())
    ScratchView(small).pair = 3.0
    twin.copy_memory(small)
    np.testing.assert_array_equal(ScratchView(twin).pair, np.full((5, 2), 3.0))


def test_room_may_depend_on_the_model():
    """Let a size follow from the model."""

    class Model:
        nv = 5

    assert Room("n", "dofs in blocks of four", first=lambda model: -model.nv // 4 * -4).count(Model()) == 8
    assert Room("n", "pairs", first=3).count(Model()) == 3
    assert private_sizes(LAYOUT) == {"maxpair"}


def test_readers():
    """Open work space to the folder of its owner and to its readers."""
    field = ScratchField("a", F8, (), "a number", owner="corten.stages.solver.dual", readers=("corten.stages.metric",))
    assert field.open_to("corten.stages.solver.primal")
    assert field.open_to("corten.stages.metric.solve")
    assert not field.open_to("corten.stages.metrics")
    assert [*scratch_fields(LAYOUT)] == ["link", "pair", "round"]
