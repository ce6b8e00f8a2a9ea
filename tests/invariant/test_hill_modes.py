"""Hill muscles leave the same bits in every mode of kernels."""

import os
import subprocess
import sys

import pytest

from support.hill_scenes import HANGING

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


def run(mode):
    """Run the program in a fresh process with kernels of that kind; return what it printed."""
    command = [sys.executable, "-W", "ignore", "-c", PROGRAM]
    environment = {**os.environ, "CORTEN_KERNELS": mode}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def compiled():
    """What compiled kernels give."""
    return run("compiled")


@pytest.mark.parametrize("mode", ["checked", "python"])
def test_modes_agree_to_the_bit(compiled, mode):
    """Step and evaluate with elastic and rigid tendons and every kind of integrator to the same memory."""
    assert run(mode) == compiled
    assert len(compiled) == 6
