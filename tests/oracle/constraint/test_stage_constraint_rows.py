"""Rows of equalities, friction loss and limits agree with MuJoCo's, one by one."""

import numpy as np
import pytest

from corten.enums import DisableBit, EnableBit, StepErrorKind
from corten.stages.constraint import check_rows as check_room
from corten.stages.constraint import clear_rows, constraint_stages, contact_rows, equality_rows
from support import isolated, oracle
from support.constraint_rows import check_rows, compare_rows, copy_inputs, make_rows

EVERYTHING = {"limits": True, "frictionloss": True, "equality": True, "tendons": True}

HOLDING = """<mujoco><worldbody>
  <body name="still"><geom size="0.1"/></body>
  <body name="other" pos="1 0 0"><geom size="0.1"/></body>
  <body name="a" pos="0 0 1"><joint type="slide" axis="0 0 1"/><geom size="0.1" mass="1"/>
    <body name="welded" pos="0.3 0 0"><geom size="0.1" mass="1"/></body>
  </body>
</worldbody><equality>
  <connect body1="still" body2="other" anchor="0 0 0"/>
  <connect body1="a" body2="welded" anchor="0 0 0"/>
  <weld body1="a" body2="welded"/>
  <connect body1="a" body2="other" anchor="0.1 0 0"/>
</equality></mujoco>"""


@pytest.mark.parametrize("seed", range(50))
def test_rows_of_random_models(seed):
    """Make the rows of limits, friction loss, tendons and equalities of a random model."""
    mjm, mjd, model, data = isolated.random_scene(seed, **EVERYTHING)
    assert mjd.nefc > 0
    check_rows(mjm, mjd, model, data)


@pytest.mark.parametrize("feature", EVERYTHING)
def test_each_kind_alone(feature):
    """Make rows of one kind where there are no others."""
    mjm, mjd, model, data = isolated.random_scene(6, **{feature: True})
    assert mjd.nefc > 0
    check_rows(mjm, mjd, model, data)


@pytest.mark.parametrize("storage", ["dense", "sparse"])
@pytest.mark.parametrize("seed", [4, 8])
def test_rows_do_not_depend_on_storage(seed, storage):
    """Give the same rows where MuJoCo keeps its Jacobian dense and where it keeps it sparse."""
    mjm, mjd, model, data = isolated.random_scene(seed, option={"jacobian": storage}, **EVERYTHING)
    check_rows(mjm, mjd, model, data)


@pytest.mark.parametrize("storage", ["dense", "sparse"])
def test_rows_without_dofs_are_left_out(storage):
    """Leave out constraints that no dof can move, which MuJoCo judges by values if its Jacobian is dense."""
    xml = HOLDING.replace("<worldbody>", f'<option jacobian="{storage}"/><worldbody>', 1)
    mjm, mjd, model, data = isolated.scene(xml)
    assert 0 < mjd.ne < 15
    check_rows(mjm, mjd, model, data)


@pytest.mark.parametrize("bit", ["CONSTRAINT", "EQUALITY", "FRICTIONLOSS", "LIMIT", "REFSAFE"])
def test_disable_flags(bit):
    """Leave out what a flag disables."""
    mjm, mjd, model, data = isolated.random_scene(15, **EVERYTHING)
    mjm.opt.disableflags |= DisableBit[bit]
    model.opt_disableflags = mjm.opt.disableflags
    oracle.forward(mjm, mjd)
    check_rows(mjm, mjd, model, data)


@pytest.mark.parametrize("seed", [3, 6, 7, 8])
def test_exact_diagonal(seed):
    """Take the diagonal from the factored mass matrix if DIAGEXACT is on."""
    mjm, mjd, model, data = isolated.random_scene(seed, **EVERYTHING)
    mjm.opt.enableflags |= EnableBit.DIAGEXACT
    model.opt_enableflags = mjm.opt.enableflags
    oracle.forward(mjm, mjd)
    approximate = data.copy()
    model.opt_enableflags = 0
    copy_inputs(mjd, approximate)
    make_rows(model, approximate)
    model.opt_enableflags = mjm.opt.enableflags
    check_rows(mjm, mjd, model, data)
    assert not np.allclose(data.efc_diagA, approximate.efc_diagA)


def test_equalities_are_switched_in_data():
    """Make rows of the equalities that are on in Data, whatever the model says."""
    mjm, mjd, model, data = isolated.random_scene(6, equality=True)
    mjd.eq_active[:] = 1 - mjd.eq_active
    oracle.forward(mjm, mjd)
    check_rows(mjm, mjd, model, data)


def test_mixed_solref_becomes_the_default():
    """Replace a solref whose numbers have different signs."""
    xml = """<mujoco><worldbody><body><joint type="slide" axis="0 0 1" limited="true" range="-0.1 0.1"
    solreflimit="0.3 -0.5" frictionloss="1" solreffriction="-3 0.1"/><geom size="0.1"/></body></worldbody></mujoco>"""
    mjm, mjd, model, data = oracle.load_both(xml)
    mjd.qpos[0], mjd.qvel[0] = 0.3, 1.0
    oracle.forward(mjm, mjd)
    check_rows(mjm, mjd, model, data)
    np.testing.assert_allclose(data.efc_KBIP[1, 1], 2 / (0.95 * 0.02))


def test_rows_that_do_not_fit_are_counted():
    """Count rows beyond the capacity, write nothing there, and tell that there was no room."""
    mjm, mjd, model, data = isolated.random_scene(8, **EVERYTHING)
    copy_inputs(mjd, data)
    make_rows(model, data)
    small = model.make_data()
    copy_inputs(mjd, small)
    small._table[small.layout.size_slot["maxefc"]] = 20
    for name in ("efc_pos", "efc_type", "efc_J_rownnz"):
        small._growing[name][20:] = 77
    assert data.nefc > 40
    stages = constraint_stages(model)
    status = [stage(model, small) for stage in stages[: stages.index(check_room) + 1]]
    assert status[-1] == StepErrorKind.CAPACITY
    assert set(status[:-1]) == {0}
    assert small.nefc >= data.nefc
    assert small.error_where == small.nefc
    for name in ("efc_pos", "efc_type", "efc_J_rownnz"):
        assert np.all(small._growing[name][20:] == 77)
    small.grow(maxefc=200)
    make_rows(model, small)
    compare_rows(mjm, mjd, small)


def test_stages_follow_the_model():
    """Neither compile nor run the rows of a kind that a model cannot have."""
    free = "<mujoco><worldbody><body><freejoint/><geom size='0.1'/></body></worldbody></mujoco>"
    _, _, model, data = oracle.load_both(free)
    stages = constraint_stages(model)
    assert not {equality_rows, contact_rows} & set(stages)
    model.opt_disableflags = DisableBit.CONSTRAINT
    assert constraint_stages(model) == [clear_rows]
    data.engine_view().nefc = 5
    clear_rows(model, data)
    assert data.nefc == 0
