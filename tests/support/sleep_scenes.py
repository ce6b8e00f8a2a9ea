"""Scenes in which trees fall asleep and are woken, each with what happens to it, step by step."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

PLANE = '<geom name="floor" type="plane" size="5 5 .1"/>'
ROLLED = '<geom size=".1" condim="6" friction="1 .1 .1"/>'


def scene(bodies: str, rest: str = "", option: str = "", flag: str = "", floor: str = PLANE) -> str:
    """Return a model in which trees may sleep, with solvers that are exact."""
    head = f'<option tolerance="1e-14" {option}><flag sleep="enable" {flag}/></option>'
    return f"<mujoco>{head}<worldbody>{floor}{bodies}</worldbody>{rest}</mujoco>"


def box(pos: str, more: str = "", size: str = ".1 .1 .1") -> str:
    """Return a free box."""
    return f'<body pos="{pos}" {more}><freejoint/><geom type="box" size="{size}"/></body>'


def chain(pos: str) -> str:
    """Return a hinge and a ball joint, hanging."""
    link = '<geom type="capsule" size=".03" fromto="0 0 0 0 0 -.3"/>'
    lower = f'<body pos="0 0 -.3"><joint type="ball" damping=".5"/>{link}</body>'
    return f'<body pos="{pos}"><joint axis="0 1 0" damping=".5"/>{link}{lower}</body>'


def slider(name: str, x: float, damping: float) -> str:
    """Return a sphere on a horizontal rail."""
    joint = f'<joint name="{name}" type="slide" axis="1 0 0" damping="{damping}"/>'
    return f'<body pos="{x} 0 .5">{joint}<geom size=".05" mass="1"/><site name="{name}"/></body>'


def arm(number: int) -> str:
    """Return two links with limits, springs and friction, allowed to sleep though actuators pull on some."""
    joint = f'<joint name="h{number}" axis="0 1 0" damping="1" armature=".1" limited="true" range="-30 30"/>'
    lower = '<joint axis="0 1 0" damping="1" stiffness="4" armature=".1"/><geom size=".05" pos=".2 0 0"/>'
    return (
        f'<body pos="{2 * number} 1 1" sleep="allowed">{joint}<geom size=".1" pos=".2 0 0"/>'
        f'<body pos=".4 0 0">{lower}<site name="s{number}" pos=".1 0 0"/></body></body>'
    )


ARM_PARTS = """
<tendon>
  <spatial limited="true" range="0 2.05" name="t"><site site="s0"/><site site="s1"/></spatial>
  <fixed name="u" limited="true" range="-.1 .1" stiffness="3" damping="1"><joint joint="h2" coef="1"/></fixed>
</tendon>
<actuator>
  <position name="a" joint="h2" kp="20"/><general joint="h1" dyntype="filter" dynprm=".1" gainprm="3"/>
  <motor tendon="u"/>
</actuator>
<sensor>
  <jointpos joint="h0"/><jointvel joint="h1"/><actuatorfrc actuator="a"/><tendonpos tendon="t"/>
  <framepos objtype="site" objname="s2"/><subtreelinvel body="world"/><subtreecom body="world"/>
  <accelerometer site="s0"/><e_potential/><clock/>
</sensor>
"""
DOMINOES = """
<body pos="-.1 0 .089" euler="0 7 0"><freejoint/>
  <geom name="one" type="box" size=".008 .044 .089" mass=".09"/></body>
<body pos="0 0 .089"><freejoint/>
  <geom name="two" type="box" size=".008 .044 .089" mass=".09" contype="0" conaffinity="0"/></body>
"""
PAIRS = """
<contact><pair geom1="one" geom2="two"/><pair geom1="two" geom2="floor"/></contact>
"""
TOWER_SENSORS = """
<sensor>
  <contact subtree1="low" geom2="high"/><contact subtree1="low" reduce="maxforce" data="force"/>
  <contact geom1="floor"/><contact site="zone"/><contact reduce="maxforce" data="force"/>
  <insidesite site="zone" objtype="body" objname="ball"/><gyro site="top"/><touch site="top"/>
  <framelinvel objtype="body" objname="ball" reftype="body" refname="high"/>
  <rangefinder site="down"/><force site="base"/><clock/>
</sensor>
"""
TOWER = """
<site name="zone" type="box" size=".5 .5 .5"/>
<body pos="0 0 .025"><geom type="box" size=".15 .15 .025"/><site name="base"/></body>
<body name="low" pos="0 0 .15"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
<body name="high" pos="0 0 .35"><freejoint/><geom name="high" type="box" size=".1 .1 .1"/>
  <site name="top" type="box" size=".11 .11 .11"/></body>
<body name="ball" pos=".02 0 1.2"><freejoint/><geom type="box" size=".1 .1 .1"/>
  <site name="down" pos="0 0 -.11" zaxis="0 0 -1"/></body>
"""
HELD = """
<body pos=".3 0 .8"><joint name="j1" axis="1 0 0" damping=".1"/><geom type="box" size=".03 .1 .1"/></body>
<body pos=".7 0 .8"><joint name="j2" axis="1 0 0" damping=".1"/><geom type="box" size=".03 .1 .1"/></body>
<body pos=".5 0 .5"><geom type="box" size=".1 .1 .1"/><site name="fixed" pos="-.1 0 0"/></body>
<body pos="-.3 -.4 .5" euler="10 20 30"><freejoint/><geom type="box" size=".1 .1 .1"/>
  <site name="up" pos="0 0 .1" euler="0 -90 0"/><site name="side" pos="0 -.1 0" euler="0 0 -90"/></body>
<body pos=".7 -.3 .5"><freejoint/><geom type="box" size=".1 .1 .1"/><site name="other" pos="-.1 0 0"/></body>
"""
HOLDS = """
<equality>
  <weld active="false" site1="fixed" site2="up"/><weld active="false" site1="side" site2="other"/>
  <joint joint1="j1" joint2="j2" polycoef="0 -2"/>
</equality>
"""
MOCAP = '<body name="hand" mocap="true" pos="3 0 1"><geom size=".05"/></body>'


@dataclass(frozen=True)
class Story:
    """A model, how many steps it takes, and what the user writes before which of them: (field, index, value)."""

    xml: str
    steps: int
    events: dict[int, list[tuple[str, Any, Any]]]
    sleeps: bool = True

    def act(self, step: int) -> Callable[[Any], None]:
        """Return what to do with the data of either engine before a step."""

        def write(data: Any) -> None:
            for field, index, value in self.events.get(step, []):
                getattr(data, field)[index] = value

        return write


TOUCHES = {
    100: [("qvel", 0, 1e-9)],
    150: [("xfrc_applied", (1, 0), 0.1)],
    155: [("xfrc_applied", (1, 0), 0.0)],
    260: [("qfrc_applied", 6, 0.1)],
    265: [("qfrc_applied", 6, 0.0)],
    370: [("qpos", 1, 0.01)],
    430: [("qvel", 3, -0.0)],
    480: [("mocap_pos", 0, (0, 0, 0.12))],
    500: [("mocap_pos", 0, (3, 0, 1))],
}
ARM_EVENTS = {
    700: [("ctrl", 0, 0.3), ("ctrl", 1, 0.5)],
    900: [("qvel", 0, 1.0)],
    1300: [("qfrc_applied", 4, 2.0)],
    1340: [("qfrc_applied", 4, 0.0)],
}

STORIES = {
    "one box falls and rests": Story(scene(box("0 0 .13")), 200, {}),
    "touched boxes": Story(scene(box("0 0 .1") + box("1 0 .1") + box("1 0 .3001") + MOCAP), 700, TOUCHES),
    "a ball hits a row": Story(
        scene(box("0 0 .1") + box(".21 0 .1") + f'<body pos="-1.5 0 .1"><freejoint/>{ROLLED}</body>'),
        600,
        {100: [("qvel", 12, 3.0)]},
    ),
    "hanging chains and a stack": Story(
        scene(chain("0 2 1.5") + chain("1 2 1.5") + box("0 0 .11") + box(".05 0 .32") + box("0 0 1.5")), 500, {}
    ),
    "sensors on a tower": Story(scene(TOWER, TOWER_SENSORS, flag='warmstart="disable"'), 700, {}),
    "explicit pairs of dominoes": Story(
        scene(DOMINOES, PAIRS, 'cone="elliptic" impratio="10"'),
        500,
        {},
    ),
    "equalities switched on and off": Story(
        scene(HELD, HOLDS),
        1500,
        {700: [("eq_active", 0, 1)], 900: [("eq_active", 1, 1)], 1100: [("eq_active", 0, 0)]},
    ),
    "a tendon pulls tight": Story(
        scene(
            slider("a", 0, 5) + slider("b", 1, 5) + slider("c", 3, 1),
            '<tendon><spatial limited="true" range="0 1.3"><site site="a"/><site site="b"/></spatial>'
            '<spatial limited="true" range="0 2.5" margin=".01"><site site="b"/><site site="c"/></spatial></tendon>',
            'gravity="0 0 0"',
        ),
        1000,
        {100: [("qvel", 0, -2.0)], 700: [("qvel", 2, 2.0)]},
    ),
    "tendons with friction, one of them through an axis": Story(
        scene(
            slider("a", 0, 9)
            + slider("b", 1, 9)
            + '<body pos="3 0 .5"><joint axis="0 1 0" damping="2"/><geom size=".05" pos="0 0 -.1"/>'
            '<site name="c"/></body>',
            '<tendon><spatial frictionloss=".2"><site site="a"/><site site="b"/></spatial>'
            '<spatial frictionloss=".2"><site site="b"/><site site="c"/></spatial></tendon>',
        ),
        700,
        {150: [("qvel", 0, 1.0)], 450: [("qvel", 2, 2.0)]},
    ),
    "neighbours in the gap": Story(
        scene(
            box("0 0 .1", size='.1 .1 .1" gap=".01')
            + box(".205 0 .1", size='.1 .1 .1" gap=".01')
            + '<body pos="-.3 0 .1"><joint type="slide" axis="1 0 0" damping="1"/><geom size=".1"/></body>'
        ),
        300,
        {100: [("qvel", 12, 2.0)]},
    ),
    "arms with actuators": Story(
        scene("".join(map(arm, range(3))), ARM_PARTS, 'integrator="implicitfast"', 'energy="enable"'), 1500, ARM_EVENTS
    ),
    "arms with actuators, Euler": Story(scene("".join(map(arm, range(3))), ARM_PARTS), 1500, ARM_EVENTS),
    "begin asleep": Story(
        scene(
            box("0 0 .09", 'sleep="init"')
            + box("1 0 1", 'sleep="init"')
            + box("1 0 1.15", 'sleep="init"')
            + box("1 0 2")
            + chain("3 0 2")
        ),
        500,
        {},
    ),
    "never": Story(scene(box("0 0 .1", 'sleep="never"') + box("0 0 .3") + box("3 0 .1")), 150, {}),
    "a mocap body moves its child": Story(
        scene(
            '<body name="hand" mocap="true" pos="0 0 1"><geom size=".05"/><body pos="0 0 -.2">'
            '<joint axis="0 1 0" damping="1"/><geom size=".05" pos="0 0 -.3"/></body></body>'
            '<body name="held" pos="1 0 1"><freejoint/><geom size=".1"/></body>',
            '<equality><weld body1="hand" body2="held"/></equality>',
        ),
        500,
        {300: [("mocap_pos", (0, 0), 0.1)]},
    ),
    "without islands": Story(scene(chain("0 0 1.5") + box("2 0 .1"), flag='island="disable"'), 150, {}, sleeps=False),
    "without contacts and islands": Story(
        scene(chain("0 0 1.5") + chain("1 0 1.5"), flag='island="disable" contact="disable"'), 150, {}
    ),
    "more contacts than there is room for": Story(
        scene(
            "".join(box(f"{0.21 * (i % 6)} {0.21 * (i // 6)} .0995", 'sleep="init"') for i in range(36))
            + '<body pos=".1 .1 .5"><freejoint/><geom size=".2"/></body>'
        ),
        200,
        {},
    ),
}
