"""State vectors of a batch: those of single environments, rows by mask or number, and what is refused."""

import numpy as np
import pytest

import corten
from corten.enums import StateBit

N = 5

# equality constraints, a mocap body, activations and delays: every component but those of users and plugins
RICH = """
<mujoco>
  <size nuserdata="3"/>
  <worldbody>
    <body name="a" pos="0 0 1"><joint name="hinge" axis="0 1 0"/><geom size="0.1"/></body>
    <body name="b" pos="1 0 1"><freejoint/><geom size="0.1"/></body>
    <body name="hand" mocap="true" pos="0 1 0"><geom size="0.05"/></body>
  </worldbody>
  <equality><weld body1="hand" body2="b" active="false"/><connect body1="a" body2="world" anchor="0 0 0"/></equality>
  <actuator>
    <general joint="hinge" dyntype="filter" dynprm="0.1"/>
    <motor joint="hinge" delay="0.006" nsample="4"/>
  </actuator>
</mujoco>
"""


@pytest.fixture(name="model", scope="module")
def _model():
    return corten.load_model_from_string(RICH)


def stepped(model, **options):
    """Return a batch whose environments have parted."""
    batch, rng = corten.BatchSim(model, N, **options), np.random.default_rng(0)
    batch.xfrc_applied[:] = rng.uniform(-1, 1, batch.xfrc_applied.shape)
    batch.mocap_pos[:] += rng.uniform(-1, 1, batch.mocap_pos.shape)
    batch.eq_active[1:3] = [[True, False], [False, True]]
    batch.userdata[:] = rng.uniform(-1, 1, batch.userdata.shape)
    for _ in range(3):
        batch.ctrl[:] = rng.uniform(-1, 1, batch.ctrl.shape)
        batch.step_all(2)
    return batch


@pytest.mark.parametrize("precision", ["float64", "float32"])
@pytest.mark.parametrize("sig", [StateBit.INTEGRATION, StateBit.FULLPHYSICS, StateBit.QVEL | StateBit.EQ_ACTIVE])
def test_rows_are_states_of_single_environments(model, sig, precision):
    """Give for each environment what `corten.get_state` gives, and set what `corten.set_state` sets."""
    batch, other = stepped(model, precision=precision), corten.BatchSim(model, N, precision=precision)
    states = batch.get_state(sig)
    other.set_state(states, sig)
    for i in range(N):
        data, alone = batch.env(i), batch.env(i).model.make_data()
        np.testing.assert_array_equal(states[i], corten.get_state(data.model, data, sig))
        corten.set_state(alone.model, alone, states[i], sig)
        everything = corten.get_state(alone.model, alone, StateBit.INTEGRATION)
        np.testing.assert_array_equal(other.get_state()[i], everything)
    assert states.shape == (N, corten.state_size(model, sig)) and np.ptp(states, axis=0).any()


def test_steps_from_a_state_are_the_same(model):
    """Go on with the same bits from the state of an earlier moment."""
    batch = stepped(model)
    states = batch.get_state()
    batch.step_all(4)
    first = batch.get_state()
    batch.set_state(states)
    batch.step_all(4)
    np.testing.assert_array_equal(batch.get_state(), first)
    assert (first != states).any()


@pytest.mark.parametrize("where", [[False, True, False, True], np.array([3, 1]), [-2, 1], np.array([], int)])
def test_rows_by_mask_or_number(model, where):
    """Read and write the environments that a mask or an array of numbers names, in its order, and no others."""
    batch = stepped(model)
    numbers = np.flatnonzero(where) if np.asarray(where).dtype == bool else np.asarray(where, int) % N
    before = batch.get_state()
    np.testing.assert_array_equal(batch.get_state(where=where), before[numbers])
    values = before[numbers] + 1.0
    batch.set_state(values, StateBit.INTEGRATION, where)
    changed = np.isin(np.arange(N), numbers)
    now = batch.get_state(StateBit.QPOS)
    first = 1
    np.testing.assert_array_equal(now[numbers], before[numbers, first : first + model.nq] + 1.0)
    np.testing.assert_array_equal(batch.get_state()[~changed], before[~changed])


def test_one_row_serves_all(model):
    """Put all environments, or those of a mask, into one state."""
    batch = stepped(model)
    row = batch.get_state()[2]
    batch.set_state(row, where=[0, 4])
    np.testing.assert_array_equal(batch.get_state(where=[0, 2, 4]), np.tile(row, (3, 1)))
    assert (batch.get_state()[1] != row).any()
    batch.set_state(row[None])
    np.testing.assert_array_equal(batch.get_state(), np.tile(row, (N, 1)))


def test_a_failed_environment_stays_failed(model):
    """Set the state of an environment that has failed, and let it stand still until it is reset."""
    batch = stepped(model)
    good = batch.get_state()
    batch.qvel[1] = np.nan
    assert batch.step_all().indices.tolist() == [1]
    batch.set_state(good)
    assert batch.step_all().indices.tolist() == [1]
    batch.reset(1)
    batch.set_state(good)
    assert not batch.step_all().any()


@pytest.mark.parametrize(
    ("states", "where", "error", "words"),
    [
        (lambda good: good[:, 1:], None, ValueError, r"shape \(5, .*expected \(5, .* for all alike"),
        (lambda good: good[:3], [0, 1], ValueError, r"expected \(2, "),
        (lambda good: good[:2], [1, 1], ValueError, "names environment 1 more than once"),
        (lambda good: good[:1], [5], IndexError, "environment 5 does not exist; the batch has 5"),
        (lambda good: good[:1], [-6], IndexError, "environment -6 does not exist"),
        (lambda good: good[:1], 2, TypeError, "a bool for each environment, or numbers"),
        (lambda good: good[:1], [0.5], TypeError, "an array of float64"),
        (lambda good: np.full(good.shape, "x"), None, ValueError, "could not convert"),
    ],
)
def test_what_does_not_fit_is_refused(model, states, where, error, words):
    """Refuse states of other shapes and environments that do not exist, and change nothing."""
    batch = stepped(model)
    good = batch.get_state()
    with pytest.raises(error, match=words):
        batch.set_state(states(good), where=where)
    np.testing.assert_array_equal(batch.get_state(), good)


@pytest.mark.parametrize("sig", [0, -1, 1 << 15, True, "qpos", 1.0])
def test_other_components_are_refused(model, sig):
    """Refuse what is no combination of StateBit values."""
    with pytest.raises(ValueError, match="is not a combination of StateBit values"):
        corten.BatchSim(model, 2).get_state(sig)
