"""Stages give the same bits on a device as in float32 on the CPU, each from the same Data."""

import re

import numpy as np
import pytest

import corten
from corten.model.twin import Twin
from corten.pipeline.plans import get_plan
from corten.runtime.backends.wgsl import Slots
from corten.runtime.plan import STATUS, Skip
from corten.stages.integrate import restore_state
from support.shaders import Pools, run_stage, ulps_apart

# stages that software which stands for a GPU compiles for a minute; tests of whole batches run some of them
LONG = re.compile(r"solver\.(newton|cg|pgs)|collision\.(broad\.sweep|convex|pieces)|tendon\.tendon\.tendon")

# joints of all kinds, springs, limits, friction, a tendon around a sphere, actuators with activation, sensors
ARM = """<mujoco><option density="1.2"/><worldbody><site name="base" pos="0 .1 1.2"/>
  <body pos="0 0 1"><joint name="sh" axis="0 1 0" damping=".1" stiffness="2" range="-.2 .2" limited="true"/>
    <geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/><geom name="w" size=".08" pos=".15 .06 .12"/>
    <body pos=".3 0 0"><joint type="ball" damping=".01"/><joint name="x" type="slide" frictionloss=".3"/>
      <geom type="ellipsoid" size=".15 .03 .05" fluidshape="ellipsoid"/><site name="hand" pos=".2 0 .03"/></body></body>
  <body pos="2 0 1"><freejoint/><geom type="cylinder" size=".1 .2"/></body></worldbody>
  <tendon><spatial name="t" stiffness="30" damping="1">
    <site site="base"/><geom geom="w"/><site site="hand"/></spatial></tendon>
  <actuator><position tendon="t" kp="3"/><general joint="sh" dyntype="filter" dynprm=".1" gainprm="2"/></actuator>
  <sensor><tendonpos tendon="t"/><framequat objtype="site" objname="hand"/><gyro site="hand"/>
    <accelerometer site="hand"/></sensor></mujoco>"""

# primitives that touch a plane and each other
PILE = """<mujoco><option cone="elliptic" solver="PGS"/><worldbody><geom type="plane" size="5 5 .1"/>
  <body pos="0 0 .099"><freejoint/><geom size=".1" condim="6"/></body>
  <body pos="1 0 .099" euler="10 5 0"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
  <body pos="1 0 .298"><freejoint/><geom type="box" size=".1 .08 .1" euler="0 0 30"/></body>
  <body pos="0 1 .06"><freejoint/><geom type="capsule" size=".06 .1" euler="80 0 0"/></body>
  <body pos="0 1 .2"><freejoint/><geom type="capsule" size=".08 .1" euler="20 70 0"/></body></worldbody></mujoco>"""

# contacts that stick within a gap, an activation that follows a turning joint, speeds of contacts, objects in sites
RARE = """<mujoco><worldbody><geom type="plane" size="5 5 .1"/>
  <site name="zone" type="box" size=".4 .4 .4" pos="0 0 .3"/><site name="base"/>
  <body name="a" pos="0 0 .099"><freejoint/><geom name="a" size=".1" adhesion="3" gap=".02" condim="4"/></body>
  <body pos="0 .05 .29"><freejoint/><geom name="b" type="box" size=".1 .1 .1" adhesion="2" gap=".02"/></body>
  <body pos="1 0 1"><joint name="j" type="ball"/><geom type="capsule" size=".03" fromto="0 0 0 .3 0 0"/>
    <site name="hand" pos=".2 0 .03"/></body></worldbody>
  <actuator><general joint="j" dyntype="integrator" gainprm="2" biastype="affine" biasprm="0 -2 -.1" gear="0 0 1"/>
    <general site="hand" refsite="base" dyntype="filter" dynprm=".1" gear="0 0 0 1 0 0"/></actuator>
  <sensor><contact geom1="a" data="found linvel angvel" num="2" reduce="mindist"/>
    <insidesite objtype="geom" objname="b" site="zone" enclosed="true"/>
    <insidesite objtype="xbody" objname="a" site="zone" enclosed="true"/></sensor></mujoco>"""
RARE_STAGES = re.compile("adhesion|wrap_setpoints|contact_sensors_vel|enclosed_sensors")


def moving(text):
    """Return a Model in float32 and a Data of it after some steps from random speeds."""
    model = Twin(corten.load_model_from_string(text), "float32").model
    data, rng = model.make_data(), np.random.default_rng(0)
    data.qvel[:] += 0.1 * rng.standard_normal(model.nv)
    data.ctrl[:] = 0.3 * rng.standard_normal(model.nu)
    corten.step(model, data, nstep=3)
    return model, data


def compare_stages(model, data, chosen):
    """Run the chosen stages of a step on the device, and all on the CPU; compare every field, return their names."""
    layouts, stages, place, compared = (model.layout, data.layout), get_plan(model, "step").stages, 0, []
    while place < len(stages):
        stage = stages[place]
        pools = Pools(Slots(layouts), [model], [data, data]) if chosen(stage.name) else None
        status = stage(model, data)
        if pools is not None:
            expected = 0 if isinstance(stage, Skip) else status
            compare_stage(stage, pools, model, data, expected)
            compared.append(stage.name.rpartition(".")[2])
        place += 1 + (stage.count * status if isinstance(stage, Skip) else 0)
    return compared


def compare_stage(stage, pools, model, data, status):
    """Run a stage on the device, and compare every field of both environments with what the CPU has made of them."""
    run_stage(stage, pools, (model.layout, data.layout))
    expected = dict(data._views.complete()) | {STATUS: np.array(status)}
    for number in range(2):
        found = pools.read(number, data)
        differs = [name for name, value in found.items() if ulps_apart(value, expected[name])]
        assert not differs, f"{stage.name}, environment {number}: {differs}"


@pytest.mark.parametrize("text", [ARM, PILE], ids=["arm", "pile"])
def test_stages_have_the_bits_of_the_cpu(text):
    """Run each stage of a step on the device and on the CPU from the same numbers, and compare every field."""
    assert len(compare_stages(*moving(text), lambda name: not LONG.search(name))) > 30


def test_rare_stages_have_the_bits_of_the_cpu():
    """Compare stages that few models need: of adhesion, of setpoints that turn, and of two kinds of sensors."""
    compared = compare_stages(*moving(RARE), RARE_STAGES.search)
    assert set(compared) == {"adhesion", "wrap_setpoints", "contact_sensors_vel", "enclosed_sensors"}


def test_failed_step_returns_to_its_beginning():
    """Return to the state before a step that fails inside of RK4 on the device and on the CPU."""
    body = '<body><freejoint/><geom size=".1"/></body>'
    model, data = moving(f'<mujoco><option integrator="RK4"/><worldbody>{body}</worldbody></mujoco>')
    data._views["rk_evaluation"][...] = 2
    data.qpos[:] = data.qvel[:] = 7.0
    pools = Pools(Slots((model.layout, data.layout)), [model], [data, data])
    restore_state(model, data)
    assert (data.qpos != 7.0).all()
    compare_stage(restore_state, pools, model, data, 0)
