"""Constraint problems that cannot be solved name the row and what it belongs to."""

import numpy as np
import pytest

import corten
from corten.enums import SolverType, StepErrorKind
from corten.errors import StepError

XML = """
<mujoco>
  <worldbody>
    <geom name="floor" type="plane" size="1 1 .1"/>
    <body pos="0 0 .09"><freejoint/><geom name="ball" size=".1"/></body>
    <body pos="2 0 1"><joint name="knee" axis="0 1 0" range="-10 10"/><geom name="leg" size=".1" pos=".3 0 0"/></body>
  </worldbody>
</mujoco>
"""


@pytest.fixture
def pair():
    """A ball on the floor and a leg at its limit."""
    model = corten.load_model_from_string(XML)
    data = model.make_data()
    data.qpos[7] = 0.3
    return model, data


def test_strict_cg_names_the_constraint(pair):
    """Raise SOLVER_FAILED with a row of the island that missed the tolerance, and leave the state alone."""
    model, data = pair
    model.opt.solver, model.opt.iterations, model.opt.tolerance = SolverType.CG_STRICT, 0, 1e-14
    before = data.qpos.copy()
    with pytest.raises(StepError, match=r"missed its tolerance .* the contact of geoms floor and ball") as error:
        corten.step(model, data)
    assert error.value.kind == StepErrorKind.SOLVER_FAILED and data.efc_type[error.value.where] >= 5
    np.testing.assert_array_equal(data.qpos, before)
    assert data.time == 0.0


def test_rows_that_are_not_finite_are_named(pair):
    """Blame the row, not the acceleration, when a constraint's parameters give no number."""
    model, data = pair
    model.jnt_solref[1] = (-np.inf, -1.0)
    before = data.qpos.copy()
    with pytest.raises(StepError, match="of the limit of joint 'knee' is not finite") as error:
        corten.step(model, data)
    assert error.value.kind == data.error_kind == StepErrorKind.SOLVER_FAILED
    assert error.value.where == data.error_where
    np.testing.assert_array_equal(data.qpos, before)
