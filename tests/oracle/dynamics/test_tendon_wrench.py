"""Forces of spatial tendons on bodies agree with MuJoCo's, for each cause of the force and around geoms."""

import numpy as np
import pytest

from corten.stages.constraint import wrench_stages
from corten.stages.tendon import tendon_wrenches
from corten.stages.velocity import applied_wrenches
from support import isolated, oracle
from support.constraint_rows import copy_inputs, make_rows

INPUTS = "xipos ten_velocity ten_wrapadr wrap_obj wrap_xpos actuator_force qacc".split()

# the second path has pieces around a sphere and a cylinder, each between its two sites, and two pulleys
PATHS = """<mujoco><worldbody><site name="w" pos="0 0 1.5"/>
<body pos="0 0 1"><joint axis="0 1 0"/><joint axis="1 0 0"/><geom size=".05" mass="1"/>
  <site name="a1" pos=".25 .03 .1"/>
  <geom name="ball" size=".08" pos=".29 0 -.1" contype="0" conaffinity="0" mass="0"/>
  <body pos=".3 0 -.2"><joint type="ball"/><geom size=".05" mass=".7"/><site name="b1" pos=".05 .02 -.1"/>
    <site name="b2" pos="-.2 .1 0"/><site name="b3" pos=".3 .12 0"/>
    <geom name="cylinder" type="cylinder" size=".06 .3" pos=".05 .1 .01" euler="90 0 0" contype="0" conaffinity="0"
      mass="0"/></body></body>
<body pos=".7 .1 1"><freejoint/><geom size=".06" mass=".5" contype="0" conaffinity="0"/>
  <site name="c1" pos=".02 .03 0"/></body></worldbody><tendon>
<spatial name="t0" springlength=".1" range="0 .3" limited="{limited}" {both} armature="{armature}">
  <site site="w"/><site site="a1"/><site site="c1"/></spatial>
<spatial name="t1" springlength=".2" range=".9 2" limited="{limited}" margin=".1" {both}>
  <site site="a1"/><geom geom="ball"/><site site="b1"/><pulley divisor="2"/><site site="b2"/><geom geom="cylinder"/>
  <site site="b3"/><site site="c1"/><pulley divisor="3"/><site site="w"/><site site="c1"/></spatial></tendon>
{tail}</mujoco>"""

EQUALITY = '<equality><tendon tendon1="t0" tendon2="t1" polycoef=".1 .5 .2 .1 .3"/><tendon tendon1="t1"/></equality>'
MOTORS = '<actuator><motor tendon="t1" gear="2"/><position tendon="t0" kp="20" gear=".5"/></actuator>'
PLAIN = {"limited": "false", "both": "", "armature": "0", "tail": ""}
CAUSES = {
    "spring": {"both": 'stiffness="30 5 2"'},
    "damper": {"both": 'damping="3 1 .5"'},
    "armature": {"armature": "0.4"},
    "limit": {"limited": "true"},
    "friction": {"both": 'frictionloss="0.7"'},
    "equality": {"tail": EQUALITY},
    "motors": {"tail": MOTORS},
    "all": {
        "both": 'stiffness="30 5 2" damping="3 1 .5" frictionloss="0.7"',
        "armature": "0.4",
        "limited": "true",
        "tail": EQUALITY + MOTORS,
    },
}


def check_wrenches(mjm, mjd, model, data) -> None:
    """Compare cfrc_ext with MuJoCo's; without tendons it is another."""
    copy_inputs(mjd, data)
    make_rows(model, data)
    data.efc_force = mjd.efc_force
    oracle.copy_fields(mjd, data, INPUTS)
    oracle.poison(data, ["cfrc_ext", "tendon_total"])
    for stage in [applied_wrenches, *wrench_stages(model)]:
        assert stage(model, data) == 0
    assert not np.allclose(data.cfrc_ext[1:], mjd.cfrc_ext[1:])
    assert tendon_wrenches(model, data) == 0
    isolated.compare("cfrc_ext", data.cfrc_ext[1:], mjd.cfrc_ext[1:])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("cause", CAUSES)
def test_each_cause_of_force(cause, seed):
    """Pass on every kind of force along paths with pulleys that go around a geom."""
    mjm, mjd, model, data = isolated.scene(PATHS.format(**PLAIN | CAUSES[cause]), seed)
    points = np.ravel(mjd.wrap_obj)[: mjd.ten_wrapnum.sum()]
    assert np.count_nonzero(points >= 0) >= 2
    check_wrenches(mjm, mjd, model, data)


def test_paths_wrap_both_shapes():
    """Go around the sphere and around the cylinder in the states that are tested."""
    touched = set()
    for seed in range(3):
        mjm, mjd, _, _ = isolated.scene(PATHS.format(**PLAIN), seed)
        points = np.ravel(mjd.wrap_obj)[: mjd.ten_wrapnum.sum()]
        touched |= {int(mjm.geom_type[geom]) for geom in points[points >= 0]}
    assert len(touched) == 2


@pytest.mark.parametrize("seed", [3, 5, 7, 9])
def test_random_models(seed):
    """Pass on the forces of constraints on tendons of random models."""
    check_wrenches(*isolated.random_scene(seed, tendons=True, equality=True))
