"""Storage of contacts grows by itself: no contact is ever lost, and a user may set a limit."""

import pickle

import numpy as np
import pytest

import corten
from support import oracle

INTEGRATORS = ("Euler", "RK4", "implicitfast")


def pile(count: int, integrator: str = "Euler") -> str:
    """Return spheres so close together that most of them touch."""
    places = np.random.default_rng(count).uniform(-0.5, 0.5, (count, 3))
    bodies = "".join(f'<body pos="{x} {y} {z}"><freejoint/><geom size="0.4"/></body>' for x, y, z in places)
    option = f'<option integrator="{integrator}" gravity="0 0 0"/>'
    return f"<mujoco>{option}<worldbody>{bodies}</worldbody></mujoco>"


@pytest.mark.parametrize("count", [20, 100])
def test_pile_outgrows_the_first_capacity(count):
    """Find every contact of a pile that has more of them than there was room for."""
    mjm, mjd, model, data = oracle.load_both(pile(count))
    oracle.forward(mjm, mjd)
    assert mjd.ncon > data.maxcon
    corten.forward(model, data)
    assert data.contact.geom.tolist() == mjd.contact.geom.tolist()
    assert data.maxcon >= data.ncon


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_steps_that_grow_change_nothing(integrator):
    """Step to the same bits whether the room was there from the start or had to be made in the middle of steps."""
    _, _, model, data = oracle.load_both(pile(20, integrator))
    # what is far apart at first flies together within ten steps
    places = data.qpos.reshape(-1, 7)[:, :3]
    data.qvel.reshape(-1, 6)[:, :3] = -9 * places / (10 * model.opt.timestep)
    places *= 10
    roomy = data.copy()
    roomy.grow(maxcandidate=1024, maxunsorted=1024, maxcon=1024)
    corten.forward(model, data)
    assert data.work.ncandidate < 64

    corten.step(model, data, 12)
    corten.step(model, roomy, 12)
    assert 64 < data.work.maxcandidate < roomy.work.maxcandidate == 1024
    assert corten.get_state(model, data).tobytes() == corten.get_state(model, roomy).tobytes()


def test_reaching_the_limit_is_an_error():
    """Refuse a step with more contacts than the limit, name both numbers and leave the state alone."""
    _, _, model, data = oracle.load_both(pile(20))
    data.contact_limit = 30
    before = data.qpos.copy()
    with pytest.raises(corten.StepError, match=r"contacts were found, more than data.contact_limit = 30") as failure:
        corten.step(model, data)
    assert failure.value.kind == corten.StepErrorKind.CAPACITY
    assert failure.value.where > 30
    assert data.qpos.tobytes() == before.tobytes()
    assert data.time == 0
    assert len(data.contact) == 0


def test_limit_lasts():
    """Keep the limit through resets and copies, and obey it only when it is exceeded."""
    _, _, model, data = oracle.load_both(pile(20))
    corten.forward(model, data)
    data.contact_limit = data.ncon
    corten.reset_data(model, data)
    for twin in (data, data.copy(), pickle.loads(pickle.dumps(data))):
        corten.forward(model, twin)
        assert twin.contact_limit == twin.ncon > 64
        twin.contact_limit -= 1
        with pytest.raises(corten.StepError):
            corten.forward(model, twin)
        twin.contact_limit = 0
        corten.forward(model, twin)
