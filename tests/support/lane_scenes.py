"""Small models of which each has something else that environments of a batch can differ in."""

from collections.abc import Callable

import corten
from support import (
    fuzzed_scenes,
    hill_scenes,
    plugin_scenes,
    sdf_scenes,
    servo_scenes,
    sleep_scenes,
    speculative_scenes,
    triangle_scenes,
)

FLOOR = '<geom type="plane" size="3 3 .1" condim="1"/>'
BALL = '<body pos="{pos}"><freejoint/><geom size=".1" {own}/></body>'


def world(bodies: str, rest: str = "", option: str = "", asset: str = "") -> str:
    """Return a model with a floor."""
    return f"<mujoco><option timestep='.004' {option}/>{asset}<worldbody>{FLOOR}{bodies}</worldbody>{rest}</mujoco>"


def links(count: int, own: str = "") -> str:
    """Return a chain of links that hangs from the world."""
    begin = "".join(
        f'<body pos="{0 if k == 0 else 0.2} 0 {1 if k == 0 else 0}"><joint name="j{k}" axis="0 1 {k % 2}" {own}/>'
        f'<geom type="capsule" size=".03" fromto="0 0 0 .2 0 0"/><site name="s{k}" pos=".1 0 .05"/>'
        for k in range(count)
    )
    return begin + "</body>" * count


def balls(own: str = "") -> str:
    """Return two balls, one of which falls on the other."""
    return BALL.format(pos="0 0 .0995", own=own) + BALL.format(pos=".02 0 .298", own=own)


SOLIDS = """<body pos="0 0 .15"><freejoint/><geom type="box" size=".2 .15 .1"/></body>
<body pos=".1 0 .36"><freejoint/><geom type="cylinder" size=".1 .08"/></body>
<body pos="-.6 0 .12"><freejoint/><geom type="ellipsoid" size=".1 .15 .1"/></body>
<body pos="-.55 0 .34"><freejoint/><geom type="capsule" size=".08 .1"/></body>"""
TREE = """<body pos="0 0 .099"><freejoint/><geom size=".1"/><body pos=".25 0 0"><joint axis="0 1 0"/><geom size=".1"/>
<body pos=".25 0 0"><joint axis="0 1 0"/><geom type="box" size=".1 .1 .1"/></body></body></body>"""
MESH = '<asset><mesh name="m" vertex="0 0 0 .3 0 0 0 .3 0 0 0 .3 .2 .2 .2"/></asset>'
HILLS = """<asset><hfield name="h" nrow="4" ncol="4" size="1 1 .3 .1" elevation="0 1 0 2 1 0 3 1 0 2 1 0 1 0 2 1"/>
</asset>"""
ON_HILLS = '<geom type="hfield" hfield="h"/>' + BALL.format(pos="0 0 .25", own="") + BALL.format(pos=".4 .3 .2", own="")
MUSCLES = """<tendon><spatial name="t" limited="true" range=".1 .35"><site site="s0"/><geom geom="wheel" sidesite="s1"/>
<site site="s2"/></spatial><fixed name="f" frictionloss=".1"><joint joint="j0" coef="1"/><joint joint="j1" coef="-1"/>
</fixed></tendon><actuator><muscle tendon="t" lengthrange=".1 .5" timeconst=".02 .04"/><muscle joint="j1"
lengthrange="-1 1"/><position tendon="f" kp="3"/></actuator>"""
EQUALITIES = """<equality><connect body1="a" body2="b" anchor=".1 0 0"/><weld body1="c" body2="d"/>
<joint joint1="j0" joint2="j1" polycoef="0 .5"/><tendon tendon1="t"/></equality>
<tendon><fixed name="t"><joint joint="j2" coef="1"/></fixed></tendon>"""
TIED = "".join(
    f'<body name="{name}" pos="{x} 1 .5"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
    for name, x in zip("abcd", (0, 0.25, 0.8, 1.05), strict=True)
)
FLYING = """<body pos="0 0 2"><freejoint/><geom type="ellipsoid" size=".1 .2 .05" fluidshape="ellipsoid"/>
<body pos=".3 0 0" gravcomp="1"><joint axis="1 1 0" stiffness="3" damping=".1"/>
<geom type="box" size=".1 .02 .1"/></body></body>"""
EYES = """<sensor><rangefinder site="s1"/><accelerometer site="s2"/><force site="s0"/><framequat objtype="site"
objname="s2"/><subtreeangmom body="world"/><distance geom1="ball" geom2="wheel" cutoff="3"/></sensor>"""
WHEEL = '<geom name="wheel" type="cylinder" size=".04 .1" pos=".15 0 1" contype="0" conaffinity="0"/>'
NAMED = '<body pos="0 -.6 .2"><freejoint/><geom name="ball" size=".1"/></body>'


def _text(xml: str) -> Callable[[], corten.Model]:
    return lambda: corten.load_model_from_string(xml)


def _bundled(name: str) -> Callable[[], corten.Model]:
    return lambda: corten.load_model(corten.models.path(name))


def _grid() -> corten.Model:
    return sdf_scenes.meet('type="plane" size="1 1 1"', sdf_scenes.ball(), "0 0 .1")[0]


STORY = sleep_scenes.STORIES

# name: how to load it
SCENES: dict[str, Callable[[], corten.Model]] = {
    "bundled arm": _bundled("arm"),
    "bundled humanoid": _bundled("humanoid"),
    "rolling contacts": _text(world(balls('condim="6" friction="1 .1 .1"'))),
    "elliptic cones and PGS": _text(world(balls(), option='cone="elliptic" solver="PGS" noslip_iterations="2"')),
    "one tree without slip": _text(world(TREE, option='noslip_iterations="3"')),
    "convex shapes": _text(world(SOLIDS)),
    "meshes": _text(world('<body pos="0 0 .02"><freejoint/><geom type="mesh" mesh="m"/></body>' + balls(), asset=MESH)),
    "height field": _text(world(ON_HILLS, asset=HILLS)),
    "real triangles": lambda: triangle_scenes.load(
        {"stairs": triangle_scenes.stairs()},
        '<geom type="mesh" mesh="stairs"/>' + BALL.format(pos=".1 0 .19", own=""),
    ),
    "distance grid": _grid,
    "signed distance": _text(plugin_scenes.shape_scene("torus")),
    "muscles and wrapping tendons": _text(world(WHEEL + links(3), MUSCLES)),
    "Hill muscles": lambda: hill_scenes.arm()[0],
    "equalities": _text(world(TIED + links(3), EQUALITIES)),
    "limits and friction, CG": _text(
        world(links(4, 'range="-5 5" limited="true" frictionloss=".2"'), "", 'solver="CG"')
    ),
    "RK4": _text(world(links(4, 'damping=".1" armature=".01"') + balls(), "", 'integrator="RK4"')),
    "implicit and fluid": _text(world(FLYING, "", 'integrator="implicit" density="2" viscosity=".1" wind="1 0 0"')),
    "implicitfast": _text(world(links(3, 'damping=".5"') + balls('condim="1"'), "", 'integrator="implicitfast"')),
    "discrete": _text(world(links(3, 'stiffness="9" damping=".5"') + balls(), "", 'integrator="discrete"')),
    "sensors": _text(world(WHEEL + NAMED + links(3), EYES)),
    "controllers": _text(plugin_scenes.controller_scene("implicitfast", "filter", early=True)),
    "touch grid": _text(plugin_scenes.touch_scene()),
    "motors": _text(servo_scenes.servo_scene(actuators=servo_scenes.ACTUATORS["all kinds"])),
    "sleeping boxes": _text(STORY["one box falls and rests"].xml),
    "sleeping tower": _text(STORY["sensors on a tower"].xml),
    "sleeping dominoes": _text(STORY["explicit pairs of dominoes"].xml),
    "begin asleep": _text(STORY["begin asleep"].xml),
    "speculative contacts": _text(
        speculative_scenes.fast_scene(speculative_scenes.FLOOR + BALL.format(pos="0 0 .101", own=""))
    ),
    "everything": lambda: fuzzed_scenes.load(next(iter(fuzzed_scenes.SCENES))),
}
