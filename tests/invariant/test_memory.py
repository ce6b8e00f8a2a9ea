"""Steps allocate nothing: neither Python objects nor memory grow over 100,000 steps."""

import os

import pytest

import corten
from corten.enums import Integrator
from support import tolerance
from support.work import growth

MODEL = """
<mujoco>
  <option density="1.2" viscosity="0.001"><flag energy="enable" contact="disable"/></option>
  <worldbody>
    <camera mode="trackcom"/>
    <body gravcomp="0.5"><freejoint/><geom type="box" size=".1 .2 .3" density="300"/>
      <body pos=".2 0 0"><joint name="a" stiffness="1" damping=".1"/><geom type="capsule" size=".05 .1"/><site/></body>
      <body pos="-.2 0 0"><joint type="ball" damping=".1"/>
        <geom type="ellipsoid" size=".05 .1 .1" fluidshape="ellipsoid"/></body>
    </body>
  </worldbody>
  <actuator><motor joint="a"/></actuator>
</mujoco>
"""


def resident_bytes():
    """Return the memory that the process holds."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.parametrize("integrator", list(Integrator), ids=lambda integrator: integrator.name)
def test_a_loop_of_steps_allocates_nothing(integrator):
    """Hold the same number of Python blocks and the same memory after 100,000 steps in one call."""
    if integrator is Integrator.DISCRETE:
        pytest.skip("refused by name")
    model = corten.load_model_from_string(MODEL)
    model.opt.integrator = integrator
    data = model.make_data()
    corten.step(model, data, nstep=100)
    before = resident_bytes()
    blocks, grown = growth(lambda: corten.step(model, data, nstep=100_000))
    assert blocks < tolerance.STRAY_BLOCKS and grown < tolerance.STRAY_BYTES
    assert resident_bytes() - before < tolerance.STRAY_PAGES


def test_single_calls_do_not_leak():
    """Keep the number of Python objects over many calls from Python."""
    model = corten.load_model_from_string(MODEL)
    data = model.make_data()
    for _ in range(100):
        corten.step(model, data)

    def step_often():
        for _ in range(20_000):
            corten.step(model, data)

    assert growth(step_often)[0] < tolerance.STRAY_BLOCKS
