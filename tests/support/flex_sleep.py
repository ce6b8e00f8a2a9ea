"""Stories of flexes that fall asleep and are woken, and how they are told beside MuJoCo."""

import numpy as np

import corten
from support import oracle, tolerance

FLOOR = '<geom type="plane" size="5 5 .01"/>'
BALL = '<body name="ball" pos="{}"><freejoint/><geom size=".03" mass=".1"/></body>'
HELD = '<edge equality="true" solref=".15 .2"/>'
SHELL = '<elasticity young="1e3" poisson=".3" thickness=".01" damping=".01" elastic2d="{}"/>'
STIFF = SHELL.format("both").replace("1e3", "1e5").replace('.01" elastic', '.1" elastic')
ROD = '<elasticity young="1e6" poisson=".3" damping=".05"/>'
SOLID = '<elasticity young="2e3" poisson=".3" damping=".01"/>'
ALONE = '<contact selfcollide="none"/>'
ROPE, CLOTH, CUBE = 'dim="1" count="4 1 1"', 'dim="2" count="3 3 1"', 'dim="3" count="3 3 3"'
ON_FLOOR, ABOVE = "0 0 .012", ".01 .003 1"


def flex(shape: str, inner: str, pos: str = ON_FLOOR, name: str = "f") -> str:
    """Return a flexcomp in a body of its own."""
    numbers = 'type="grid" spacing=".05 .05 .05" radius=".01" mass="1"'
    return (
        f'<body name="b{name}" pos="{pos}"><flexcomp name="{name}" {numbers} {shape}>{inner}{ALONE}</flexcomp></body>'
    )


# what happens, the integrator, and how often trees fall asleep and wake within 300 steps
STORIES = {
    "rope": (flex(ROPE, HELD), "Euler", 4, 0),
    "ball on rope": (flex(ROPE, HELD) + BALL.format("0 .002 1.5"), "implicitfast", 4, 4),
    "rope on ball": (flex(ROPE, HELD, "0 0 .4") + BALL.format(".01 .002 .03"), "Euler", 6, 1),
    "rope on rope": (flex(ROPE, HELD) + flex(ROPE, HELD, "0 .01 .5", "g"), "implicitfast", 12, 4),
    "pinned rope": (flex(ROPE, HELD + '<pin id="0"/>', "0 0 .1") + BALL.format(".07 0 .8"), "Euler", 4, 0),
    "springs": (flex(ROPE, '<edge stiffness="100" damping="1"/>'), "Euler", 0, 0),
    "ball on cloth": (flex(CLOTH, HELD) + BALL.format(ABOVE), "Euler", 19, 9),
    "ball on strained cube": (
        flex(CUBE + ' dof="trilinear"', '<edge equality="strain"/>', "0 0 .07") + BALL.format(ABOVE),
        "implicitfast",
        17,
        8,
    ),
    "elastic cloth": (flex(CLOTH, SHELL.format("both")), "Euler", 0, 0),
    "ball on elastic cloth": (flex(CLOTH, SHELL.format("both")) + BALL.format(ABOVE), "discrete", 19, 9),
    "ball on soft cube": (
        flex(CUBE + ' dof="trilinear"', SOLID, "0 0 .065") + BALL.format(ABOVE),
        "discrete",
        17,
        8,
    ),
    "clamped rod": (flex(ROPE, ROD + '<pin id="0 1"/>', "0 0 .3"), "discrete", 4, 0),
    "clamped sheet": (flex(CLOTH, STIFF + '<pin id="0 1 2 6 7 8"/>', "0 0 .3"), "discrete", 3, 0),
    "mocap": (flex(ROPE, HELD) + '<body mocap="true" pos="0 0 -.02"><geom size=".04"/></body>', "Euler", None, None),
}


def story_text(name: str) -> str:
    """Return the model of a story."""
    bodies, integrator, _, _ = STORIES[name]
    option = f'integrator="{integrator}" viscosity="2" sleep_tolerance=".05" timestep=".005" tolerance="1e-12"'
    return f'<mujoco><option {option}><flag sleep="enable"/></option><worldbody>{FLOOR}{bodies}</worldbody></mujoco>'


def check_story(name: str, model: corten.Model) -> None:
    """Expect the same trees to sleep in every step, and everything to be where MuJoCo has it."""
    slept, woke = STORIES[name][2:]
    mjm = oracle.load_mujoco(story_text(name))
    mjd, data = oracle.make_data(mjm), model.make_data()
    before, counted = mjd.tree_asleep.copy(), [0, 0]
    for step in range(300):
        oracle.step(mjm, mjd)
        corten.step(model, data)
        assert data.tree_asleep.tolist() == mjd.tree_asleep.tolist(), step
        assert (data.ncon, data.nefc) == (mjd.ncon, mjd.nefc), step
        np.testing.assert_allclose(data.plastic, mjd.plastic, atol=tolerance.TRAJECTORY)
        np.testing.assert_allclose(data.qpos, mjd.qpos, atol=tolerance.TRAJECTORY)
        counted[0] += int(((before < 0) & (mjd.tree_asleep >= 0)).sum())
        counted[1] += int(((before >= 0) & (mjd.tree_asleep < 0)).sum())
        before = mjd.tree_asleep.copy()
    if slept is not None:
        assert counted == [slept, woke], counted
