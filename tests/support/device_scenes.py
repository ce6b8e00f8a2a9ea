"""Small models for stages that other scenes do not need, or in which nothing touches there: each has contacts."""

from collections.abc import Callable

import corten
from support import concave_meshes, plugin_scenes, speculative_scenes
from support.concave_meshes import text

CHANNEL = text(*concave_meshes.channel())
STANDING, SMALL = '<geom type="mesh" mesh="u"/>', 'type="mesh" mesh="small"'
HILLS = '<hfield name="hills" nrow="3" ncol="3" size="1 1 .1 .1" elevation="0 .2 0 .1 0 .3 0 .1 0"/>'
SOLIDS = """<body pos="0 0 .3"><freejoint/><geom name="a" type="cylinder" size=".1 .05"/></body>
<body pos=".5 0 .4" euler="20 30 0"><freejoint/><geom name="b" type="ellipsoid" size=".1 .05 .07"/></body>
<body pos="0 .6 .4" euler="10 70 0"><freejoint/><geom name="c" type="box" size=".1 .05 .07"/></body>"""

# what flies at a floor and at a thin shelf, with the speed of each: all kinds of convex geoms, and a ball whose way to
# the floor a plate bars. The first keyframe holds the speeds
FAST = {
    "box": ("0 0 .4", "0 0 -60 2 0 0"),
    "cylinder": ("1 0 .4", "0 0 -60 0 0 0"),
    "capsule": ("2 0 .4", "1 0 -60 0 0 0"),
    "mesh": ("3 0 .4", "0 0 -50 0 3 0"),
    "ellipsoid": ("-1 0 .8", "0 0 -60 9 0 0"),
    "sphere": ("-2 0 .8", "0 0 -90 0 0 0"),
}
BARRED = '<geom type="box" size=".3 .3 .01" pos="-2 0 .4"/>'
SHELF = '<body pos="-1 0 .4"><freejoint/><geom type="box" size=".3 .3 .01"/></body>'
FAST_BOX = '<body pos="-1 .2 .8"><freejoint/><geom type="box" size=".03 .06 .1"/></body>'


# a capsule on a box and across another capsule, and cylinders that stand and lie on a floor
LYING = """<geom type="plane" size="2 2 .1"/><geom type="box" size=".1 .1 .1" pos="0 0 .1"/>
<geom type="capsule" size=".05 .2" pos="1 0 .1" euler="90 0 0"/>
<body pos="0 0 .229" euler="0 80 0"><freejoint/><geom type="capsule" size=".04 .1"/></body>
<body pos="1 0 .189" euler="0 90 0"><freejoint/><geom type="capsule" size=".04 .1"/></body>
<body pos="0 1 .099"><freejoint/><geom type="cylinder" size=".05 .1"/></body>
<body pos="1 1 .049" euler="90 0 0"><freejoint/><geom type="cylinder" size=".05 .1"/></body>"""

# the same for the older convex engine
BY_PORTAL = """<geom type="hfield" hfield="hills" pos="0 0 0"/><geom type="ellipsoid" size=".1 .2 .1" pos="3 0 0"/>
<body pos="0 0 .15" euler="10 20 0"><freejoint/><geom type="box" size=".1 .1 .1"/></body>
<body pos="3 0 .199" euler="0 70 0"><freejoint/><geom type="cylinder" size=".1 .1"/></body>"""


def channel(
    way: str, world: str = STANDING, free: str = SMALL, *, small: str = "decompose", height: float = 0.14
) -> Callable[[], corten.Model]:
    """Return a scene in which something falls onto a channel that collides in some way, or onto another world."""
    meshes = f'<mesh name="u" {CHANNEL}/><mesh name="small" {CHANNEL} scale=".3 .3 .3"/>'
    bodies = f'{world}<body pos=".01 0 {height}" euler="4 7 0"><freejoint/><geom {free}/></body>'
    xml = f"<mujoco><asset>{meshes}{HILLS}</asset><worldbody>{bodies}</worldbody></mujoco>"
    return lambda: corten.load_model_from_string(xml, mesh_collision={"u": way, "small": small})


def lying() -> corten.Model:
    """Return shapes of which each touches what it lies on."""
    return corten.load_model_from_string(f"<mujoco><worldbody>{LYING}</worldbody></mujoco>")


def by_portal() -> corten.Model:
    """Return shapes that touch each other and a height field, with the older convex engine."""
    flag = '<option><flag nativeccd="disable"/></option>'
    return corten.load_model_from_string(
        f"<mujoco>{flag}<asset>{HILLS}</asset><worldbody>{BY_PORTAL}</worldbody></mujoco>"
    )


def mesh_in_torus() -> corten.Model:
    """Return a ring that touches a cube, which is a mesh."""
    place = plugin_scenes.SPACING * list(plugin_scenes.OTHERS).index("mesh")
    text = plugin_scenes.shape_scene("torus").replace("<body><freejoint/>", f'<body pos="{place} 0 0"><freejoint/>')
    return corten.load_model_from_string(text)


def distances() -> corten.Model:
    """Return solids whose distances are measured."""
    pairs = ("ab", "ac", "bc")
    sensors = "".join(f'<distance geom1="{a}" geom2="{b}" cutoff="2"/>' for a, b in pairs)
    return corten.load_model_from_string(f"<mujoco><worldbody>{SOLIDS}</worldbody><sensor>{sensors}</sensor></mujoco>")


def flying() -> corten.Model:
    """Return geoms of which all are about to hit something within a step."""
    shapes = speculative_scenes.SHAPES
    bodies = "".join(f'<body pos="{pos}"><freejoint/><geom {shapes[kind]}/></body>' for kind, (pos, _) in FAST.items())
    speeds = " ".join(speed for _, speed in FAST.values())
    scene = speculative_scenes.fast_scene(f"{speculative_scenes.FLOOR}{BARRED}{bodies}{SHELF}{FAST_BOX}")
    key = f'<keyframe><key qvel="{speeds} 0 0 0 0 0 0 0 0 -60 0 0 0"/></keyframe></mujoco>'
    return corten.load_model_from_string(scene.replace("</mujoco>", key))


SCENES: dict[str, Callable[[], corten.Model]] = {
    "pieces": channel("decompose"),
    "pieces on hills": channel("decompose", '<geom type="hfield" hfield="hills" pos="0 0 .13"/>'),
    "pieces on triangles": channel("triangles"),
    "pieces on a plane": channel("decompose", '<geom type="plane" size="1 1 .1" pos="0 0 .14"/>'),
    "cylinder on triangles": channel("triangles", free='type="cylinder" size=".03 .04"'),
    "capsule on triangles": channel("triangles", free='type="capsule" size=".03 .04"'),
    "triangles on triangles": channel("triangles", small="triangles"),
    "triangles on hills": channel("triangles", '<geom type="hfield" hfield="hills" pos="0 0 .13"/>', small="triangles"),
    "lying": lying,
    "older engine": by_portal,
    "mesh in a ring": mesh_in_torus,
    "distances": distances,
    "flying": flying,
}
