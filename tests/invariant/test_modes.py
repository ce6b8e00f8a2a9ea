"""The three ways of running kernels give the same bits: compiled, compiled with checks, and plain Python."""

import pytest

from support.modes import OTHER_MODES, check_same_output

PROGRAM = """
import warnings
import corten
from corten.enums import EnableBit, Integrator

warnings.simplefilter("ignore")
model = corten.load_model_from_string('''
<mujoco>
  <option density="1.2" viscosity="0.001" wind="1 0 0"><flag energy="enable" contact="disable"/></option>
  <worldbody>
    <camera mode="trackcom"/>
    <light mode="targetbody" target="trunk" pos="0 0 3"/>
    <body name="trunk" gravcomp="0.5"><freejoint/><geom type="box" size=".1 .2 .3" density="300"/>
      <body pos=".2 0 0"><joint name="a" stiffness="1 2 3" damping=".1 .2 .3"/><geom type="capsule" size=".05 .1"/>
        <site/><body pos="0 0 .2"><joint type="slide" axis="1 1 0"/><joint axis="0 1 0"/><geom size=".05"/></body>
      </body>
      <body pos="-.2 0 0"><joint type="ball" damping=".1" stiffness="2"/>
        <geom type="ellipsoid" size=".05 .1 .1" fluidshape="ellipsoid"/></body>
    </body>
    <body mocap="true"><geom size=".1"/></body>
    <body pos="2 0 0"><freejoint/><geom type="cylinder" size=".1 .2"/></body>
  </worldbody>
  <actuator><motor joint="a" gear="3" ctrlrange="-1 1" forcerange="-2 2"/></actuator>
</mujoco>''')
for integrator in Integrator:
    if integrator is Integrator.DISCRETE:
        continue
    model.opt.integrator = integrator
    data = model.make_data()
    data.qvel[:] = [0.1 * i for i in range(model.nv)]
    data.ctrl[:] = 0.7
    corten.step(model, data, nstep=3)
    corten.forward(model, data)
    corten.inverse(model, data)
    corten.rne_post_constraint(model, data)
    corten.subtree_vel(model, data)
    print(integrator.name, data.snapshot().hex())
"""


@pytest.mark.parametrize("mode", OTHER_MODES)
def test_modes_agree_to_the_bit(mode):
    """Step, forward, inverse and momentum with every integrator leave the same memory in every mode."""
    assert len(check_same_output(PROGRAM, mode)) == 5


BATCH = """
import corten

model = corten.load_model(corten.models.path("cartpole"))
batch = corten.BatchSim(model, 3, threads=2)
batch.qvel[:, 0] = [0.1, float("nan"), 0.3]
print("failed", batch.step_all(4).indices.tolist())
print("qpos", batch.qpos.tobytes().hex())
print("xpos", batch.env(2).xpos.tobytes().hex())
state, readings = corten.rollout(model, corten.get_state(model, batch.env(0)), [[0.1], [0.2]])
print("rollout", state.tobytes().hex(), readings.tobytes().hex())
"""


@pytest.mark.parametrize("mode", OTHER_MODES)
def test_batches_give_the_same_bits_in_every_mode(mode):
    """Step a batch and roll out a trajectory, bit for bit, with kernels that are checked and kernels in Python."""
    check_same_output(BATCH, mode)
