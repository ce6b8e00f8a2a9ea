"""Hill muscles leave the same bits in every mode of kernels."""

import pytest

from support.hill_scenes import HANGING
from support.modes import OTHER_MODES, check_same_output

PROGRAM = f"""
import corten
from corten.enums import Integrator

words = dict(path=0.32, mass=20, timestep=0.002, integrator="Euler", attributes="", more="")
for muscle in ("soleus", "soleus strain=0"):
    model = corten.load_model_from_string({HANGING!r}.format(muscle=muscle, **words))
    for integrator in (Integrator.EULER, Integrator.RK4, Integrator.IMPLICIT):
        model.opt.integrator = integrator
        data = model.make_data()
        data.qvel[0], data.ctrl[0] = 0.3, 0.7
        corten.step(model, data, nstep=3)
        corten.forward(model, data)
        print(integrator.name, data.snapshot().hex())
"""


@pytest.mark.parametrize("mode", OTHER_MODES)
def test_modes_agree_to_the_bit(mode):
    """Step and evaluate with elastic and rigid tendons and every kind of integrator to the same memory."""
    assert len(check_same_output(PROGRAM, mode)) == 6
