"""Resets: all memory of fixed size as in a new Data, whatever happened before, and whoever asks."""

import numpy as np
import pytest

import corten
from corten.data.reset import FIXED_PARTS, RETAINED

SCENE = """<mujoco><option><flag SLEEP/></option><worldbody><geom type="plane" size="5 5 .1"/>
<body pos="0 0 .09"><freejoint/><geom size=".1"/></body>
<body pos="0 0 .3"><freejoint/><geom type="box" size=".1 .1 .1"/>
  <body><joint/><geom size=".05" pos=".2 0 0"/></body></body>
<body pos="1 0 0" mocap="true"><geom size=".1"/></body></worldbody>
<actuator><motor joint="j"/></actuator></mujoco>""".replace("<joint/>", '<joint name="j"/>')


@pytest.fixture
def model():
    """Return a model with contacts, a control and a mocap body."""
    return corten.load_model_from_string(SCENE.replace("SLEEP", ""))


def memory(data: corten.Data) -> list[bytes]:
    """Return the memory of fixed size of a Data."""
    return [data._memory[number].tobytes() for number in FIXED_PARTS]


def disturb(model, data) -> None:
    """Leave nothing of the beginning."""
    data.ctrl[:], data.qvel[:], data.mocap_pos[:] = 1.0, 2.0, 3.0
    corten.step(model, data, 5)
    data.xfrc_applied[:] = 4.0


def test_reset_data_is_a_new_data(model):
    """Leave the bytes of a new Data, work space included, again and again."""
    data, new = model.make_data(), memory(model.make_data())
    for _ in range(3):
        disturb(model, data)
        assert memory(data) != new
        corten.reset_data(model, data)
        assert memory(data) == new


def test_retained_fields(model):
    """Keep the limit of contacts, the seed of noise and who looks at what, at the first reset and at later ones."""
    data = model.make_data()
    data.contact_limit, data.noise_seed = 7, 123456789012
    for _ in range(2):
        disturb(model, data)
        corten.reset_data(model, data)
        assert (data.contact_limit, data.noise_seed) == (7, 123456789012)
    assert set(RETAINED) == {"contact_limit", "noise_seed", "mass_wanted", "damped_wanted", "jacobian_wanted"}


def test_reset_after_storage_has_grown(model):
    """Follow memory that has moved since the last reset."""
    data, new = model.make_data(), memory(model.make_data())
    corten.reset_data(model, data)
    data.make_room()
    disturb(model, data)
    corten.reset_data(model, data)
    assert memory(data) == new


def test_model_of_the_same_sizes():
    """Reset a Data as the model at hand has it, not as the one that it was made for."""
    free = corten.load_model_from_string(
        '<mujoco><worldbody><body><joint/><geom size="1"/></body></worldbody></mujoco>'
    )
    turned = corten.load_model_from_string(
        '<mujoco><worldbody><body><joint ref="30"/><geom size="1"/></body></worldbody></mujoco>'
    )
    data = free.make_data()
    for model in (free, turned, free):
        disturbed = np.full(1, 2.0)
        data.qpos[:] = disturbed
        corten.reset_data(model, data)
        assert data.qpos.tolist() == model.qpos0.tolist()


def test_reset_of_an_environment(model):
    """Let the batch know of an environment that is reset as a Data."""
    batch = corten.BatchSim(model, 3, keep=("xpos",))
    batch.qvel[:] = 1.0
    batch.step_all(3)
    environment = batch.env(1)
    for _ in range(2):
        corten.reset_data(model, environment)
        assert batch.time.tolist()[1] == 0.0
        assert not batch.qvel[1].any() and batch.qvel[0].any()
        batch.step_all(2)
        alone = model.make_data()
        corten.step(model, alone, 2)
        assert batch.qpos[1].tobytes() == alone.qpos.tobytes()
