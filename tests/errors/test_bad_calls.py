"""Arguments that cannot be obeyed are refused: counts of steps, numbers of objects, Data of other models."""

import numpy as np
import pytest

import corten
from corten.enums import ObjectType


@pytest.fixture(scope="module")
def pair():
    """A model with a Data after forward dynamics."""
    model = corten.load_model(corten.models.path("boxes"))
    data = model.make_data()
    corten.forward(model, data)
    return model, data


@pytest.mark.parametrize("call", [corten.step, corten.profile])
@pytest.mark.parametrize("nstep", [-1, 2**63, -(2**63), 2.5, 1.0, "3", None, np.nan, np.array([1, 2])], ids=repr)
def test_counts_of_steps(pair, call, nstep):
    """Refuse what is no number of steps, and leave the state alone."""
    model, data = pair
    before = data.snapshot()
    with pytest.raises((TypeError, ValueError), match="nstep is"):
        call(model, data, nstep)
    assert data.snapshot() == before


def test_no_steps(pair):
    """Take no step if none is asked for, and refuse a profile of nothing; take NumPy's whole numbers."""
    model, data = pair
    before = data.time
    corten.step(model, data, 0)
    assert data.time == before
    with pytest.raises(ValueError, match="at least one step"):
        corten.profile(model, data, 0)
    corten.step(model, data, np.int32(2))
    assert data.time == pytest.approx(before + 2 * model.opt.timestep)


NUMBERS = [-1, -2, 10**6, 2**31, 2**63, 2.5]


@pytest.mark.parametrize("number", NUMBERS, ids=repr)
def test_numbers_of_objects(pair, number):
    """Refuse geoms and bodies that do not exist, by number."""
    model, data = pair
    calls = [
        lambda: corten.geom_distance(model, data, number, 0, 1.0),
        lambda: corten.geom_distance(model, data, 0, number, 1.0),
        lambda: corten.jac_body(model, data, number),
        lambda: corten.jac_geom(model, data, number),
        lambda: corten.object_velocity(model, data, ObjectType.GEOM, number),
        lambda: corten.contact_force(model, data, number if isinstance(number, int) else data.ncon),
        lambda: corten.reset_data(model, data, number),
        lambda: model.geom(number),
    ]
    if number != -1:
        calls.append(lambda: corten.ray(model, data, [0, 0, 1], [0, 0, -1], exclude_body=number))
    for call in calls:
        with pytest.raises((IndexError, TypeError)):
            call()


def test_data_of_a_twin(pair):
    """Step a Data with a Model of the same sizes, and with its own again."""
    model, data = pair
    twin = model.copy()
    for each in (twin, twin, model, twin, model.copy()):
        corten.step(each, data)
    other = corten.load_model(corten.models.path("cartpole"))
    with pytest.raises(ValueError, match="belongs to another model"):
        corten.step(other, data)


def test_data_of_another_model(pair):
    """Refuse a Data whose memory does not fit, wherever a Model and a Data are asked for."""
    model, _ = pair
    other = corten.load_model(corten.models.path("cartpole")).make_data()
    calls = [
        lambda call=call: call(model, other)
        for call in (corten.step, corten.forward, corten.inverse, corten.profile, corten.reset_data, corten.crb)
    ]
    calls += [
        lambda: corten.set_state(model, other, np.zeros(corten.state_size(model))),
        lambda: corten.get_state(model, other),
        lambda: corten.geom_distance(model, other, 0, 1, 1.0),
        lambda: corten.ray(model, other, [0, 0, 1], [0, 0, -1]),
        lambda: corten.jac_body(model, other, 1),
        lambda: corten.jac_subtree_com(model, other, 1),
        lambda: corten.object_velocity(model, other, ObjectType.BODY, 1),
        lambda: corten.object_acceleration(model, other, ObjectType.BODY, 1),
        lambda: corten.mass_matrix(model, other),
        lambda: corten.mul_mass(model, other, np.zeros(model.nv)),
        lambda: corten.solve_mass(model, other, np.zeros(model.nv)),
        lambda: corten.contact_force(model, other, 0),
        lambda: corten.read_sensor(model, other, 0, 0.0),
        lambda: corten.apply_force(model, other, np.zeros(3), np.zeros(3), np.zeros(3), 1, np.zeros(model.nv)),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="belongs to another model"):
            call()
