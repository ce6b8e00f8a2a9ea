"""Small scenes whose flexes are eliminated by nested dissection when a test asks for it, panels of few vertices."""

import numpy as np

from corten.deformable.compile import dissection
from support.discrete_flexes import TIGHT
from support.flex_builder import SLIDES, body, flex, grid, sheet_elements, words
from support.passive_flexes import BALL, BLOCK, ON_BALL, PLANE, SHELL, SOLID
from support.passive_flexes import flex as passive
from support.solver_scenes import WHEEL

HELD = '<edge equality="true"/>'
BOX = '<body name="box" pos="{}"><freejoint/><geom type="box" size=".04 .04 .02" mass=".2" euler="0 0 20"/></body>'
LOADED = BOX.format(".03 .02 .325")


def dissect_all(monkeypatch, last_part: int = 3) -> None:
    """Let all flexes be dissected, however few vertices they have, into parts of about so many of them."""
    monkeypatch.setattr(dissection, "FEWEST_TREES", 1)
    monkeypatch.setattr(dissection, "WORTH", np.inf)
    monkeypatch.setattr(dissection, "LAST_PART", last_part)


def grown(shape: str, inner: str, pos: str, name: str = "f", more: str = "") -> str:
    """Return a flexcomp on a grid."""
    numbers = 'type="grid" spacing=".05 .05 .05" radius=".01" mass=".5"'
    return (
        f'<flexcomp name="{name}" {numbers} {shape} pos="{pos}">{more}{inner}<contact selfcollide="none"/></flexcomp>'
    )


def scene(world: str, more: str = "", option: str = "") -> str:
    """Return a model that Newton's method solves tightly in the effective metric."""
    return f"<mujoco><option {TIGHT.format('Newton')} {option}/><worldbody>{world}</worldbody>{more}</mujoco>"


def coupled(inner: str, more: str) -> str:
    """Return a sheet of 4 x 4 bodies with sites, whose first two are on an arm, over a ball and under a box."""
    points = grid((4, 4, 1), 0.1, (-0.15, -0.15, 0.3))
    inertia = '<inertial pos="0 0 0" mass=".02" diaginertia="1e-5 1e-5 1e-5"/>'
    world = '<body name="arm" pos="-.25 -.1 .3"><joint name="hinge" axis="0 1 0"/><geom size=".02" contype="0"/>'
    for number, point in enumerate(points[:2]):
        world += f'<body name="v{number}" pos="{words((point[0] + 0.25, point[1] + 0.1, 0.0))}">{inertia}'
        world += f'<site name="s{number}"/></body>'
    world += "</body>"
    for number, point in enumerate(points[2:], 2):
        joints = SLIDES.replace("<joint ", f'<joint name="j{number}x" ', 1)
        world += (
            f'<body name="v{number}" pos="{words(point)}">{inertia}{joints}<site name="s{number}" size=".01"/></body>'
        )
    names = [f"v{number}" for number in range(len(points))]
    sheet = flex("sheet", names, sheet_elements(4, 4), inner + '<contact selfcollide="none"/>', dim=2, radius=0.004)
    lying = (
        '<body pos=".03 .02 .334"><freejoint/><geom type="box" size=".12 .1 .02" mass=".2"/><site name="top"/></body>'
    )
    return scene(BALL + world + lying, f"<deformable>{sheet}</deformable>{more}")


def on_wheel() -> str:
    """Return a sheet of 4 x 4 vertices, one of which is on a wheel whose contacts are nearly rigid."""
    points = grid((4, 4, 1), 0.1, (0.0, 0.1, 0.0))
    bodies = "".join(body(f"v{number}", point, mass=0.001) for number, point in enumerate(points) if number)
    names = ["end", *(f"v{number}" for number in range(1, len(points)))]
    sheet = flex("sheet", names, sheet_elements(4, 4), '<contact contype="0" conaffinity="0"/>', dim=2)
    more = f'<deformable>{sheet}</deformable><equality><flex flex="sheet"/></equality>'
    text = WHEEL.replace("</worldbody>", f"{bodies}</worldbody>{more}")
    return text.replace("<mujoco>", '<mujoco><option tolerance="1e-12"/>')


TENDONS = (
    '<tendon><spatial stiffness="200" damping="1"><site site="s3"/><site site="s12"/></spatial>'
    '<spatial stiffness="50"><site site="s15"/><site site="top"/></spatial>'
    '<fixed stiffness="30" damping=".5"><joint joint="j5x" coef="1"/><joint joint="j10x" coef="-2"/>'
    '<joint joint="hinge" coef=".3"/></fixed></tendon>'
)
SERVOS = (
    '<actuator><position joint="hinge" kp="20" kv="1"/><velocity joint="j6x" kv="3"/>'
    '<general tendon="t" biastype="affine" biasprm="0 -40 -2"/></actuator>'
)
STIFF = SHELL.replace(".001", ".01")
ROPE, CLOTH, CUBE = 'dim="1" count="6 1 1"', 'dim="2" count="4 5 1"', 'dim="3" count="3 3 3"'
STRAIN = '<edge equality="strain"/>'
TWO = grown(CLOTH, HELD, "0 0 .309") + grown(CUBE, SOLID, "0 .02 .378", "g")
NODES = PLANE + BOX.format("0 0 .145")

SCENES = {
    # couplings of the metric that tie panels to each other and to what is rigid
    "tendons": coupled(STIFF, TENDONS),
    "servos": coupled(STIFF, TENDONS.replace("<fixed", '<fixed name="t"') + SERVOS),
    "tendons on what is held": coupled("", TENDONS + '<equality><flex flex="sheet"/></equality>'),
    # several flexes, and rigid bodies that hang on their vertices
    "two flexes": scene(BALL + TWO),
    "two flexes held together": scene(
        BALL + TWO + BOX.format("0 0 .46"),
        '<equality><connect body1="f_7" body2="g_0" anchor="0 0 0"/><weld body1="box" body2="g_26"/></equality>',
    ),
    "bodies on a rope": scene(
        PLANE + grown(ROPE, HELD, "0 0 .02") + BOX.format("0 0 .05") + grown(CLOTH, STIFF, "0 0 .035", "g"),
        '<equality><connect body1="box" body2="f_0" anchor="0 0 0"/><connect body1="f_5" body2="g_3" anchor="0 0 0"/>'
        "</equality>",
    ),
    # contacts that are springs of the metric, beside rows
    "passive under a box": scene(BALL + passive(ON_BALL.replace("3 3 1", "5 5 1")) + LOADED),
    "passive and elliptic": scene(BALL + passive(ON_BALL, HELD) + LOADED, option='cone="elliptic"'),
    "passive sheets": scene(
        BALL + passive(ON_BALL) + passive(ON_BALL.replace(".302", ".309"), HELD, name="g") + LOADED
    ),
    "passive nodes": scene(
        PLANE + passive(BLOCK.format('dof="trilinear" cellcount="2 2 1"'), SOLID) + BOX.format("0 0 .325")
    ),
    # nodes, which vertices and strains are shared by
    "trilinear": scene(NODES + grown(CUBE + ' dof="trilinear" cellcount="2 2 1"', SOLID, "0 0 .0595")),
    "quadratic": scene(NODES + grown(CUBE + ' dof="quadratic" cellcount="2 1 1"', SOLID, "0 0 .0595")),
    "trilinear strained": scene(NODES + grown(CUBE + ' dof="trilinear" cellcount="2 2 1"', STRAIN, "0 0 .0595")),
    "quadratic pinned": scene(NODES + grown(CUBE + ' dof="quadratic"', SOLID, "0 0 .0595", more='<pin id="0 26"/>')),
}
