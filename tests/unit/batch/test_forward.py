"""Forward dynamics of a batch, and results that only sensors have a step compute."""

import numpy as np
import pytest

import corten


@pytest.fixture(name="model")
def _model():
    return corten.load_model(corten.models.path("hopper"))


@pytest.mark.parametrize("lanes", [1, 4])
def test_forward_is_what_it_is_alone(model, lanes):
    """Compute the same bits as `corten.forward` where a mask is true, and nothing elsewhere."""
    batch = corten.BatchSim(model, 7, lanes=lanes, keep=("xpos", "qfrc_constraint"))
    batch.qpos[:] += np.random.default_rng(0).uniform(-0.1, 0.1, batch.qpos.shape)
    mask = np.array([True, False, True, True, False, False, True])
    batch.forward_where(mask)
    for i in range(7):
        alone = model.make_data()
        alone.qpos[:] = batch.qpos[i]
        if mask[i]:
            corten.forward(model, alone)
        for name in ("xpos", "qfrc_constraint", "qacc_warmstart"):
            assert getattr(batch, name)[i].tobytes() == getattr(alone, name).tobytes()
        assert batch.env(i).qacc.tobytes() == alone.qacc.tobytes()
    assert (batch.time == 0).all()


def test_steps_go_on_after_forward(model):
    """Take the steps that follow as `corten.step` does after `corten.forward`, and show the fields of the last one."""
    batch, alone = corten.BatchSim(model, 3), model.make_data()
    batch.step_all(3)
    batch.forward_all()
    batch.step_all(2)
    corten.step(model, alone, 3)
    corten.forward(model, alone)
    corten.step(model, alone, 2)
    assert batch.qpos[1].tobytes() == alone.qpos.tobytes()
    assert batch.env(1).xpos.tobytes() == alone.xpos.tobytes()


def test_forward_of_a_bad_state_fails_alone(model):
    """Report a state that is not a number in its environment, and leave the others right."""
    batch, alone = corten.BatchSim(model, 3, keep=("xpos",)), model.make_data()
    batch.ctrl[:] = alone.ctrl[:] = 0.1
    batch.qpos[1, 2] = np.nan
    errors = batch.step_all()
    batch.forward_all()
    assert errors.indices.tolist() == [1]
    corten.step(model, alone)
    corten.forward(model, alone)
    assert batch.xpos[2].tobytes() == alone.xpos.tobytes()


@pytest.mark.parametrize("lanes", [1, 4])
def test_kept_wrenches_are_computed(model, lanes):
    """Compute forces between bodies and momenta of subtrees after each step where they are to be kept."""
    names = ("cfrc_ext", "cacc", "subtree_angmom")
    batch = corten.BatchSim(model, 5, lanes=lanes, keep=names)
    rng = np.random.default_rng(1)
    alone = [model.make_data() for _ in range(5)]
    for _ in range(20):
        batch.ctrl[:] = rng.uniform(-1, 1, batch.ctrl.shape)
        batch.step_all(20)
        for i, data in enumerate(alone):
            data.ctrl[:] = batch.ctrl[i]
            corten.step(model, data, 20)
            corten.subtree_vel(model, data)
            corten.rne_post_constraint(model, data)
    for i, data in enumerate(alone):
        for name in names:
            assert getattr(batch, name)[i].tobytes() == getattr(data, name).tobytes()
            assert getattr(batch.env(i), name).tobytes() == getattr(data, name).tobytes()
    assert np.abs(batch.cfrc_ext).max() > 1
