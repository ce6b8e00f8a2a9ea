"""Contacts of rods whose edges twist beside the oracle's: scenes, and states with frames of their own."""

from collections.abc import Iterator

import numpy as np

from corten.deformable.rods.frames import rod_frames
from support import flex_contacts, oracle
from support.flex_builder import SLIDES, words
from support.rod_edges import find_rods

LINE = 'type="grid" count="4 1 1" spacing=".1 .1 .1"'
CONTACT = 'selfcollide="none" condim="6" margin=".01"'
CIRCLE = 'radius=".02"', ""
BOX = "", 'section="box" sectionsize=".03 .01"'
TALL_BOX = "", 'section="box" sectionsize=".01 .025"'

MOVING = '<body pos=".03 .03 .07" euler="10 20 30"><freejoint/><geom {0} mass="1"/></body>'
OTHERS = {
    "plane": '<geom type="plane" size="1 1 1" euler="5 10 0"/>',
    "sphere": MOVING.format('size=".05"'),
    "capsule": MOVING.format('type="capsule" size=".03 .05"'),
    "box": MOVING.format('type="box" size=".04 .05 .03"'),
    "flat box": '<geom type="box" size=".2 .2 .1" pos="0 0 -.09"/>',
    "cylinder": MOVING.format('type="cylinder" size=".04 .05"'),
    "ellipsoid": MOVING.format('type="ellipsoid" size=".04 .05 .06"'),
    "world sphere": '<body pos="-.1 .01 .05"><geom size=".04"/></body>',
    "high sphere": '<body pos="0 .01 .05"><geom size=".04"/></body>',
}


def rod(name: str = "f", section=CIRCLE, pos="0 0 .015", inner: str = "", contact: str = CONTACT, more="") -> str:
    """Return a rod of four vertices along x."""
    return (
        f'<flexcomp name="{name}" {LINE} dim="1" pos="{pos}" mass=".4" '
        f'{section[0]} {more}><elasticity young="1e5" poisson=".2" {section[1]}/><contact {contact}/>{inner}</flexcomp>'
    )


def through(points: str, rod: str) -> str:
    """Return a rod that leads through other points."""
    elements = " ".join(f"{number} {number + 1}" for number in range(len(points.split()) // 3 - 1))
    return rod.replace(LINE, f'type="direct" point="{points}" element="{elements}"')


def scene(world: str, option: str = '<option cone="elliptic"/>') -> str:
    """Return a model."""
    return f"<mujoco>{option}<worldbody>{world}</worldbody></mujoco>"


def held(inner: str) -> str:
    """Return what lies in a body that moves."""
    ball = '<geom size=".01" mass="1" contype="0" conaffinity="0"/>'
    return f'<body name="held" pos="0 0 .015"><freejoint/>{ball}{inner}</body>'


def disordered(other: str, elements, section=CIRCLE, contact: str = CONTACT) -> str:
    """Return a rod whose elements were written in any order and direction."""
    count, mass = len(elements) + 1, '<inertial pos="0 0 0" mass=".1" diaginertia="1e-5 1e-5 1e-5"/>'
    names = [f"v{number}" for number in range(count)]
    bodies = "".join(
        f'<body name="{name}" pos="{words((0.1 * i - 0.15, 0.0, 0.015))}">{mass}{SLIDES}</body>'
        for i, name in enumerate(names)
    )
    for number in range(count - 1):
        name = "f_twist" if number == count - 2 else f"f_twist_{number}"
        bodies += f'<body><joint name="{name}" axis="1 0 0"/>{mass}</body>'
    element = " ".join(f"{one} {two}" for one, two in elements)
    return (
        f'<mujoco><option cone="elliptic"/><worldbody>{other}{bodies}</worldbody><deformable><flex name="f" dim="1" '
        f'{section[0]} body="{" ".join(names)}" element="{element}"><elasticity young="1e5" {section[1]}/>'
        f"<contact {contact}/></flex></deformable></mujoco>"
    )


def set_frames(mjm, mjd, angles) -> None:
    """Give every edge that twists a frame of reference along it, at an angle about it."""
    for call in ("mj_kinematics", "mj_comPos", "mj_flex"):
        oracle.call(call, mjm, mjd)
    for rod in find_rods(mjm):
        points = mjd.flexvert_xpos[mjm.flex_vertadr[rod.flex] + np.array(rod.chain)]
        for edge, along in enumerate(np.diff(points, axis=0)):
            tangent = along / np.linalg.norm(along)
            side = np.cross(tangent, np.eye(3)[np.argmin(np.abs(tangent))])
            side /= np.linalg.norm(side)
            angle = angles[edge]
            turned = np.cos(angle) * side + np.sin(angle) * np.cross(tangent, side)
            start = mjm.flex_plasticadr[rod.flex] + 6 * edge
            mjd.plastic[start : start + 6] = [*tangent, *turned]


def states(mjm, mjd, size: float, count: int) -> Iterator[int]:
    """Put the oracle into states of growing size with frames of their own, and let it compute everything."""
    rng = np.random.default_rng(0)
    for number in range(count):
        oracle.call("mj_resetData", mjm, mjd)
        oracle.displace(mjm, mjd, rng.normal(0, size * number, mjm.nv))
        mjd.qpos[mjm.jnt_qposadr[mjm.jnt_type == 3]] += rng.normal(0, number, int((mjm.jnt_type == 3).sum()))
        mjd.qvel[:] = rng.normal(0, 1, mjm.nv)
        # without frames to begin with, and then with some of the past
        if number > 0:
            set_frames(mjm, mjd, rng.normal(0, 1, 8))
            oracle.displace(mjm, mjd, rng.normal(0, 0.2 * size, mjm.nv))
        oracle.forward(mjm, mjd)
        yield number


def find_contacts(mjd, model, data) -> None:
    """Run the stages of frames, of collision and of rows on the oracle's inputs."""
    oracle.copy_state(mjd, data)
    data.plastic[...] = mjd.plastic
    oracle.copy_fields(mjd, data, ["xmat", "flexvert_xpos"])
    rod_frames(model, data)
    flex_contacts.find_contacts(mjd, model, data)


def compare(xml: str, bound: float, size: float = 0.006, count: int = 4) -> int:
    """Compare contacts and rows in several states; return how many contacts were compared."""
    mjm, mjd, model, data = oracle.load_both(xml)
    total = 0
    for _ in states(mjm, mjd, size, count):
        find_contacts(mjd, model, data)
        flex_contacts.check_contacts(mjm, mjd, data, bound)
        total += mjd.ncon
    return total
