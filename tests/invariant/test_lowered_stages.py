"""Steps of whole models whose stages have no jumps left give the bits of those that have."""

import numpy as np
import pytest

import corten
from corten.data import DATA
from corten.model import MODEL
from corten.pipeline.order import step_stages
from corten.runtime.passes.folding import fold
from corten.runtime.passes.lowering import lower
from support.programs import compiled

STEPS = 40

# falls onto the floor and bounces: contacts, joint limits, friction loss, tendons, muscles and sensors
SCENE = """
<mujoco>
  <option cone="{cone}" solver="{solver}" integrator="{integrator}"/>
  <worldbody>
    <geom type="plane" size="3 3 .1"/>
    <body pos="0 0 .14"><freejoint/><geom type="box" size=".1 .1 .1"/>
      <body pos=".2 0 0"><joint name="a" range="-5 5" limited="true" frictionloss=".1"/>
        <geom type="capsule" size=".05 .1"/><site name="s"/></body></body>
    <body pos="0 .05 .4"><freejoint/><geom type="capsule" size=".05 .1"/></body>
  </worldbody>
  <tendon><fixed name="t"><joint joint="a" coef="2"/></fixed></tendon>
  <actuator><muscle tendon="t"/><position joint="a" kp="2"/></actuator>
  <sensor><accelerometer site="s"/><touch site="s"/><jointlimitpos joint="a"/></sensor>
</mujoco>
"""
SETTINGS = [("pyramidal", "Newton", "Euler"), ("elliptic", "CG", "implicitfast"), ("elliptic", "PGS", "RK4")]


@pytest.mark.parametrize(("cone", "solver", "integrator"), SETTINGS)
def test_steps_keep_their_bits(cone, solver, integrator):
    """Run every stage of a step folded and lowered, and get the state and forces of the plan."""
    model = corten.load_model_from_string(SCENE.format(cone=cone, solver=solver, integrator=integrator))
    expected, found = model.make_data(), model.make_data()

    # a plan makes room for more contacts and begins the step anew; stages one by one need the room beforehand
    corten.step(model, found, nstep=STEPS)
    corten.reset_data(model, found)
    for data in (expected, found):
        data.qvel[:] = np.linspace(-1.0, 1.0, model.nv)
        data.ctrl[:] = 0.5
    stages = step_stages(model)
    without_jumps = {
        stage: compiled(stage, (MODEL, DATA), lambda program: lower(fold(program))) for stage in set(stages)
    }
    for _ in range(STEPS):
        corten.step(model, expected)
        for stage in stages:
            assert without_jumps[stage](model, found) == 0
        for name in ("qpos", "qvel", "qacc", "qfrc_constraint", "sensordata"):
            np.testing.assert_array_equal(getattr(found, name), getattr(expected, name))
    assert found.ncon > 0
