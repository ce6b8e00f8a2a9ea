"""Scenes of fast geoms for speculative contacts."""

import numpy as np

SHAPES = {
    "plane": 'type="plane" size="1 1 .1"',
    "sphere": 'type="sphere" size=".06"',
    "capsule": 'type="capsule" size=".03 .1"',
    "ellipsoid": 'type="ellipsoid" size=".03 .06 .1"',
    "cylinder": 'type="cylinder" size=".05 .08"',
    "box": 'type="box" size=".03 .06 .1"',
    "mesh": 'type="mesh" mesh="wedge"',
}
MESH = '<mesh name="wedge" vertex=".1 0 -.05  -.05 .08 -.05  -.05 -.08 -.05  0 0 .1"/>'

BALL = '<body pos="0 0 .5"><freejoint/><geom size=".05" {own}/></body>'
FLOOR = '<geom type="plane" size="1 1 .1"/>'
WALL = '<geom type="box" size="1 1 .01"/>'
SHELF = '<geom type="box" size=".3 .3 .01" pos="0 0 .2" {own}/>'


def fast_scene(bodies: str, option: str = "", flags: str = "", timestep: float = 0.01, contact: str = "") -> str:
    """Return a scene without gravity with speculative contacts; a tight convex engine lets normals agree."""
    return f"""<mujoco>
    <option timestep="{timestep}" gravity="0 0 0" ccd_tolerance="1e-12" ccd_iterations="200" {option}>
      <flag speculative="enable" {flags}/></option>
    <asset>{MESH}</asset><worldbody>{bodies}</worldbody><contact>{contact}</contact></mujoco>"""


def words(numbers) -> str:
    """Return numbers as an attribute has them."""
    return " ".join(f"{x:.17g}" for x in numbers)


def random_approach(first: str, second: str, rng, solref: str = ".04 1") -> tuple[str, np.ndarray]:
    """Return (bodies, velocities) of two shapes, the second of which flies at the first, both turning."""
    away = rng.normal(size=3)
    away *= rng.uniform(0.3, 0.6) / np.linalg.norm(away)
    if first == "plane":
        away[2] = abs(away[2]) + 0.15
    toward = -away / np.linalg.norm(away) * rng.uniform(20, 120) + 3 * rng.normal(size=3)
    velocity = np.concatenate([toward, 20 * rng.normal(size=3)])
    geom = f'<geom {SHAPES[first]} solref="{solref}"/>'
    if first != "plane":
        geom = f'<body quat="{words(rng.normal(size=4))}"><freejoint/>{geom}</body>'
        velocity = np.concatenate([3 * rng.normal(size=3), 20 * rng.normal(size=3), velocity])
    flying = f'<freejoint/><geom {SHAPES[second]} solref="{solref}"/>'
    return f'{geom}<body pos="{words(away)}" quat="{words(rng.normal(size=4))}">{flying}</body>', velocity


def box_body(pos: str, own: str = "") -> str:
    """Return a free thin box."""
    return f'<body pos="{pos}"><freejoint/><geom type="box" size=".3 .3 .01" {own}/></body>'


TWO_PARTS = '<body pos="0 0 .5"><freejoint/><geom size=".05"/><geom type="box" size=".3 .3 .01" pos="0 0 -.3"/></body>'
CHILD = """<body pos="0 0 .5"><freejoint/><geom size=".05"/>
    <body pos="0 0 -.3"><joint/><geom type="box" size=".3 .3 .01"/></body></body>"""
PLATE = '<geom type="box" size="1 1 .005" pos="{x} 0 {z}" euler="0 45 0" {own}/>'


def plate(distance: float, own: str = "") -> str:
    """Return a slanted plate at a distance from the centre of the ball."""
    offset = (distance + 0.005) / 2**0.5
    return PLATE.format(x=-offset, z=0.5 - offset, own=own)


ALONE, THREE = 'contype="2" conaffinity="2"', 'contype="3" conaffinity="3"'
SEEN = {
    "shelf": FLOOR + SHELF.format(own="") + BALL.format(own=""),
    "shelf that nothing touches": FLOOR + SHELF.format(own='contype="0" conaffinity="0"') + BALL.format(own=""),
    "shelf of another kind": FLOOR + SHELF.format(own=ALONE) + BALL.format(own=""),
    "shelf for the ball alone": FLOOR + SHELF.format(own=ALONE) + BALL.format(own=THREE),
    "own part": FLOOR + TWO_PARTS,
    "own child": FLOOR + CHILD,
    "free shelf": BALL.format(own="") + FLOOR + box_body("0 0 .2"),
    "free floor and shelf": BALL.format(own="") + box_body("0 0 0") + box_body("0 0 .2"),
    "one body": BALL.format(own="")
    + '<body><freejoint/><geom type="box" size=".3 .3 .01"/><geom type="box" size=".3 .3 .01" pos="0 0 .2"/></body>',
    "sphere": WALL + '<geom size=".05" pos="0 0 .25"/>' + BALL.format(own=""),
    "mesh": WALL + '<geom type="mesh" mesh="wedge" pos="0 0 .25"/>' + BALL.format(own=""),
    "invisible shelf": FLOOR + SHELF.format(own='rgba="0 0 0 0" group="5"') + BALL.format(own=""),
    "plate that is touched": FLOOR + plate(0.045) + BALL.format(own=""),
    "plate near by": FLOOR + plate(0.055) + BALL.format(own=""),
    "plate within its margin": FLOOR + plate(0.055, 'margin=".02"') + BALL.format(own=""),
    "one corner hidden": FLOOR
    + f'<geom size=".05" pos=".3 .3 .2" {ALONE}/>'
    + f'<body pos="0 0 .5"><freejoint/><geom type="box" size=".3 .3 .01" {THREE}/></body>',
}
