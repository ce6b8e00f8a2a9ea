"""States that a step refuses, and the index that it reports."""

import numpy as np
import pytest

import corten
from corten.constants import MAXVAL
from corten.enums import StepErrorKind
from corten.stages.integrate import check_acceleration, check_state

BAD = [np.nan, np.inf, -np.inf, np.nextafter(MAXVAL, np.inf), -np.nextafter(MAXVAL, np.inf)]


@pytest.fixture
def scene():
    """Return a model with five dofs and six coordinates, and its data."""
    first = '<body><joint type="ball"/><joint type="slide"/><geom size=".1"/></body>'
    second = '<body pos="1 0 0"><joint/><geom size=".1" pos="1 0 0"/></body>'
    option = '<option><flag constraint="disable"/></option>'
    model = corten.load_model_from_string(f"<mujoco>{option}<worldbody>{first}{second}</worldbody></mujoco>")
    return model, model.make_data()


@pytest.mark.parametrize("value", BAD)
def test_first_bad_number_is_reported(scene, value):
    """Report qpos before qvel, and the first index of each."""
    model, data = scene
    data.qvel[[1, 3]] = value
    assert check_state(model, data) == StepErrorKind.BAD_QVEL
    assert data.error_where == 1
    data.qpos[[4, 5]] = value
    assert check_state(model, data) == StepErrorKind.BAD_QPOS
    assert data.error_where == 4


@pytest.mark.parametrize("value", BAD)
def test_bad_acceleration_is_reported(scene, value):
    """Report the first bad acceleration."""
    model, data = scene
    data.qacc[[2, 4]] = value
    assert check_acceleration(model, data) == StepErrorKind.BAD_QACC
    assert data.error_where == 2


@pytest.mark.parametrize("value", [0.0, MAXVAL, -MAXVAL])
def test_large_numbers_are_still_fine(scene, value):
    """Accept numbers up to the bound, bound included, and leave error_where alone."""
    model, data = scene
    data.qpos, data.qvel, data.qacc = value, value, value
    assert check_state(model, data) == check_acceleration(model, data) == 0
    assert data.error_where == -1
