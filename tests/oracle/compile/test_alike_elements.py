"""Elements that say the same share what is made of them; what is their own stays theirs."""

import numpy as np
import pytest

import corten
from corten.compile import load_model_from_string
from support import oracle
from support.differences import differences

CLASSES = """<default><default class="soft"><geom solref=".1 1" size=".2" user="3"/><joint damping="2" user="1 2"/>
  <motor gear="7"/></default><default class="placed"><geom pos="1 2 3"/></default></default>"""
GEOM = '<geom type="box" size=".1 .2 .3" euler="10 20 30"/>'
ROD = '<geom type="capsule" size=".05" fromto="0 0 0 0 .3 .4"/>'
JOINT = '<joint axis="1 2 3" pos="0 0 1" range="-30 60"/>'

# pairs of bodies that look alike and are not quite
PAIRS = {
    "places": (GEOM, GEOM.replace("<geom", '<geom pos="1 0 0"') + GEOM.replace("<geom", '<geom pos="0 1 0"')),
    "frames": (
        GEOM + ROD,
        f'<frame pos="1 0 0" euler="0 90 0">{GEOM}{ROD}{JOINT}</frame><frame pos="0 1 0">{GEOM}</frame>',
    ),
    "classes": (
        '<geom class="soft"/><geom class="placed" size=".1"/>',
        '<geom size=".2"/><geom pos="0 0 0" class="placed" size=".1"/>',
    ),
    "signs": (
        '<geom size=".1" pos="0 0 -0"/>' + JOINT,
        '<geom size=".1" pos="0 0 0"/>' + JOINT.replace("0 0 1", "0 -0 1"),
    ),
    "groups": (GEOM.replace("<geom", '<geom group="5"'), GEOM + GEOM.replace("<geom", '<geom group="5"')),
    "masses": (GEOM + ROD, '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>' + GEOM + ROD),
    "users": ('<geom class="soft"/><joint class="soft"/>', '<geom class="soft" user="1 2"/><joint/>'),
    "free": ('<freejoint align="true"/>' + GEOM, GEOM + JOINT),
}


@pytest.mark.parametrize("name", PAIRS)
def test_alike_bodies_keep_what_is_their_own(name):
    """Agree with the oracle in all fields for bodies that repeat one another, and for ones that nearly do."""
    bodies = [f'<body pos="{number} 0 0">{PAIRS[name][number % 2]}</body>' for number in range(4)]
    xml = f'<mujoco>{CLASSES}<compiler inertiagrouprange="0 4" boundmass="1e-3" boundinertia="1e-6"/><worldbody>'
    xml += "".join(body.replace("</body>", '<geom size=".1"/></body>') for body in bodies) + "</worldbody></mujoco>"
    assert differences(load_model_from_string(xml), oracle.load_both(xml)[2]) == {}


def test_alike_actuators_pull_on_their_own_joints():
    """Agree with the oracle where actuators say the same of joints with other ranges."""
    bodies = "".join(
        f'<body pos="{i} 0 0"><joint name="j{i}" range="-1{i} 2{i}"/><geom size=".1" pos="0 0 .{i + 1}"/></body>'
        for i in range(3)
    )
    kinds = (
        "motor",
        'position inheritrange="1"',
        'position kp="3" dampratio=".5"',
        'motor class="soft"',
        'general dyntype="filter"',
    )
    drives = "".join(f'<{kind} joint="j{i}"/>' for kind in kinds for i in range(3))
    xml = f"<mujoco>{CLASSES}<worldbody>{bodies}</worldbody><actuator>{drives}</actuator></mujoco>"
    assert differences(load_model_from_string(xml), oracle.load_both(xml)[2]) == {}


def test_the_sign_of_zero_is_kept():
    """Keep -0 where another element that says the same but for it has 0."""
    geoms = "".join(f'<geom size=".1" pos="0 0 {z}" surfacevel="{z} 0 0 0 0 0"/>' for z in ("0", "-0", "0.0"))
    model = corten.load_model_from_string(f"<mujoco><worldbody>{geoms}</worldbody></mujoco>")
    assert np.signbit(model.geom_pos[:, 2]).tolist() == [False, True, False]
    assert np.signbit(model.geom_surfacevel[:, 0]).tolist() == [False, True, False]


def test_planes_on_bodies_that_move_are_refused_beside_ones_that_do_not():
    """Name the plane that moves, though one that says the same stands still."""
    plane = '<geom type="plane" size="1 1 1"/>'
    xml = f"<mujoco><worldbody>{plane}<body>\n<joint/><geom size='1'/>\n{plane}</body></worldbody></mujoco>"
    with pytest.raises(corten.ModelError, match="line 3: <geom>"):
        corten.load_model_from_string(xml)
