"""A friction loss below zero, which MuJoCo takes: every solver does with it what MuJoCo's solver of that name does."""

import numpy as np
import pytest

import corten
from support import oracle
from support.tolerance import STEP

LINK = """<mujoco><option solver="{solver}"/><worldbody>
<body><joint frictionloss="{loss}" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></worldbody></mujoco>"""


@pytest.mark.parametrize("solver", ["PGS", "CG", "Newton"])
@pytest.mark.parametrize("loss", ["-1", "-1e10", "-1e200", "-1e300"])
def test_negative_friction_loss(solver, loss):
    """Give MuJoCo's force, and fail where MuJoCo warns that the acceleration is bad: PGS finds no force and goes on."""
    xml = LINK.format(solver=solver, loss=loss)
    mjm, mjd, *_ = oracle.load_both(xml)
    model = corten.load_model_from_string(xml)
    data = model.make_data()
    oracle.forward(mjm, mjd)
    bad = not np.abs(mjd.qacc).max() < 1e10
    assert bad == (loss != "-1" and solver != "PGS")
    if bad:
        with pytest.raises(corten.StepError, match="the simulation is unstable"):
            corten.step(model, data)
    else:
        corten.step(model, data)
        corten.reset_data(model, data)
        corten.forward(model, data)
        assert np.allclose(data.efc_force, mjd.efc_force, rtol=0, atol=STEP)
        assert np.allclose(data.qacc, mjd.qacc, rtol=0, atol=STEP)
