"""Passive forces against MuJoCo, each stage alone."""

import numpy as np
import pytest

from corten.enums import DisableBit
from corten.stages.passive import damper, fluid, gravity_compensation, passive, spring
from support import oracle
from support.isolated import check_alone, random_scene, scene

SEEDS = range(30)
STAGES = [spring, damper, gravity_compensation, fluid, passive]

TREE = """
<mujoco>
  <option gravity="1 -2 -9.81" {option}><flag constraint="disable"/></option>
  <worldbody>
    <body pos="0 0 1" {body}><freejoint/><geom size=".1 .2 .3" type="box" pos=".1 0 0" {geom}/>
      <body pos=".3 0 0" {body}><joint type="ball" pos="0 .1 0" {joint}/>
        <geom size=".1 .3" type="cylinder" pos="0 0 .2" euler="20 30 0" {geom}/>
        <body pos="0 0 .4"><joint axis="1 1 0" {joint}/><joint type="slide" axis="0 1 1" {joint}/>
          <geom size=".05 .2" type="capsule" {geom}/>
          <body pos="0 0 .4" {body}><geom size=".05" pos="0 .3 0" {geom}/></body></body></body></body>
    <body pos="2 0 0" {body}><joint type="free" {joint}/><geom type="ellipsoid" size=".1 .2 .3" {geom}/></body>
    <body pos="3 0 0"><joint name="last" {joint} {last}/><geom size=".1" pos=".1 .2 .3"/></body>
  </worldbody>
  {rest}
</mujoco>
"""


def tree(option="", body="", joint="", geom="", last="", rest=""):
    """Return a tree with every kind of joint, with these attributes on its elements."""
    return TREE.format(option=option, body=body, joint=joint, geom=geom, last=last, rest=rest)


SPRINGS = tree(joint='stiffness="3" damping="2"')
POLYNOMIAL = tree(joint='stiffness="3 -1.5 0.7" damping="2 0.4 0.3"', last='springref="40"')
CUBIC_ONLY = tree(joint='stiffness="0 0 0.7" damping="0 0 0.3"')
COMPENSATED = tree(body='gravcomp="1.3"', joint='actuatorgravcomp="true" damping="1"')
BOXES = tree(option='density="80" viscosity="0.4" wind="1 -2 0.5"')
ELLIPSOIDS = tree(option='density="80" viscosity="0.4" wind="1 -2 0.5"', geom='fluidshape="ellipsoid"')
VISCOUS = tree(option='viscosity="3"')
DENSE = tree(option='density="30"', geom='fluidshape="ellipsoid" fluidcoef=".7 .2 1.1 .9 .8"')
ADDED_BY_ACTUATORS = tree(
    joint='damping="0.5 0.1 0.2"',
    last='stiffness="1"',
    rest="""<actuator><motor joint="last" gear="3" damping="0.4 0.2 0.1"/></actuator>""",
)
ADDED_BY_SEVERAL = tree(
    rest="""<actuator><motor joint="last" gear="3" damping="0.4 0.2 0.1"/>
      <motor joint="last" gear="-2" damping="0.3"/><motor joint="last"/></actuator>"""
)
SCENES = {
    "springs": SPRINGS,
    "polynomial": POLYNOMIAL,
    "cubic": CUBIC_ONLY,
    "gravcomp": COMPENSATED,
    "boxes": BOXES,
    "ellipsoids": ELLIPSOIDS,
    "viscous": VISCOUS,
    "dense": DENSE,
    "actuator": ADDED_BY_ACTUATORS,
    "actuators": ADDED_BY_SEVERAL,
}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_stage_on_random_models(stage, seed):
    """Agree with MuJoCo on trees of 1 to 200 dofs that have every passive force."""
    _, mjd, model, data = random_scene(seed, polynomial=seed % 2 == 0, gravcomp=True, fluid=True, motors=True)
    check_alone(stage, mjd, model, data)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_stage_on_scenes(stage, name):
    """Agree with MuJoCo on each feature alone, also at high speed."""
    for speed in (1.0, 20.0):
        _, mjd, model, data = scene(SCENES[name], speed=speed)
        check_alone(stage, mjd, model, data)


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("springs", "qfrc_spring"),
        ("cubic", "qfrc_spring"),
        ("cubic", "qfrc_damper"),
        ("gravcomp", "qfrc_gravcomp"),
        ("viscous", "qfrc_fluid"),
        ("dense", "qfrc_fluid"),
        ("actuators", "qfrc_damper"),
    ],
)
def test_scenes_have_what_they_test(name, field):
    """Make sure that the force which a scene is about does not vanish."""
    assert np.max(np.abs(getattr(scene(SCENES[name])[1], field))) > 0.1


@pytest.mark.parametrize(
    "flags",
    [
        DisableBit.SPRING,
        DisableBit.DAMPER,
        DisableBit.SPRING | DisableBit.DAMPER,
        DisableBit.GRAVITY,
    ],
)
@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_flags(stage, flags):
    """Obey the flags as MuJoCo does: without springs and dampers no passive force remains."""
    xml = tree(
        option='density="80" viscosity="0.4"',
        body='gravcomp="0.5"',
        joint='stiffness="3 -1.5 0.7" damping="2 0.4 0.3"',
    )
    _, mjd, model, data = scene(xml, flags=flags)
    check_alone(stage, mjd, model, data)


@pytest.mark.parametrize("stage", [gravity_compensation, passive], ids=lambda stage: stage.__name__)
def test_compensation_without_gravity(stage):
    """Have nothing to compensate where gravity is zero."""
    _, mjd, model, data = scene(COMPENSATED.replace("1 -2 -9.81", "0 0 0"))
    check_alone(stage, mjd, model, data)


def test_passive_clears_what_a_plan_leaves_out():
    """Clear the forces of the medium and of compensation when their stages do not run."""
    _, _, model, data = scene(SPRINGS)
    data.qfrc_fluid[:] = data.qfrc_gravcomp[:] = 7.0
    data.qfrc_spring[:] = data.qfrc_damper[:] = 1.0
    passive(model, data)
    assert np.all(data.qfrc_fluid == 0.0)
    assert np.all(data.qfrc_gravcomp == 0.0)
    assert np.all(data.qfrc_passive == 2.0)


@pytest.mark.parametrize("speed", [0.0, 1e-9, 1e-4])
def test_medium_around_a_body_at_rest(speed):
    """Stay finite and agree with MuJoCo where the velocity against the medium is zero or almost so."""
    _, mjd, model, data = scene(ELLIPSOIDS.replace("1 -2 0.5", "0 0 0"), speed=speed)
    check_alone(fluid, mjd, model, data)


@pytest.mark.parametrize("size", [1e-3, 1e-2])
def test_medium_around_small_shapes(size):
    """Agree with MuJoCo for ellipsoids of millimetres and centimetres, fast and slow."""
    xml = f"""<mujoco><option density="80" gravity="0 0 0"/><worldbody><body><freejoint/>
      <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
      <geom type="ellipsoid" size="{size} {2 * size} {3 * size}" fluidshape="ellipsoid"/></body></worldbody></mujoco>"""
    for speed in (1e-4, 1.0, 30.0):
        _, mjd, model, data = scene(xml, speed=speed)
        assert np.max(np.abs(mjd.qfrc_fluid)) > 0.0
        check_alone(fluid, mjd, model, data)


def test_spring_at_its_rest_and_beyond_half_a_turn():
    """Agree with MuJoCo for a ball joint at rest, and take the short way round past half a turn."""
    mjm, mjd, model, data = scene(POLYNOMIAL)
    for quat in ((1, 0, 0, 0), (-1, 0, 0, 0), (-0.8, 0.6, 0, 0), (0, 1, 0, 0), (3, 1, -2, 0.5)):
        mjd.qpos[7:11] = quat
        oracle.forward(mjm, mjd)
        check_alone(spring, mjd, model, data)
