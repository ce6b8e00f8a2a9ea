"""Scenes with flexes whose contacts are passive."""

from support.discrete_flexes import TIGHT

BALL = '<geom type="sphere" size=".3"/>'
PLANE = '<geom type="plane" size="1 1 1"/>'
SHEET = 'type="grid" dim="2" count="3 3 1" spacing=".1 .1 .1" pos="{}"'
BLOCK = 'type="grid" dim="3" count="4 4 4" spacing=".1 .1 .1" pos=".03 .02 .153" {}'
SHELL = '<elasticity young="2e4" poisson=".2" thickness=".001" damping=".01" elastic2d="both"/>'
SOLID = '<elasticity young="2e4" poisson=".2" damping=".01"/>'
FLOATING = '<body name="b" pos="0 0 .3003"><freejoint/><inertial pos="0 0 0" mass=".1" diaginertia=".001 .002 .001"/>'


def flex(attributes, inner=SHELL, contact='passive="true"', name="f"):
    """Return a flexcomp whose contacts are passive."""
    return (
        f'<flexcomp name="{name}" mass=".25" radius=".004" {attributes}>{inner}'
        f'<contact selfcollide="none" {contact}/></flexcomp>'
    )


def scene(bodies, solver="Newton", option="", flags=""):
    """Return a model that is solved tightly in the effective metric."""
    return (
        f"<mujoco><option {TIGHT.format(solver)} {option}>{flags}</option><worldbody>{bodies}</worldbody>"
        '<sensor><contact num="2" data="found force dist"/></sensor></mujoco>'
    )


ON_BALL = SHEET.format(".03 .02 .302")
SCENES = {
    "sheet": BALL + flex(ON_BALL),
    "sheet without elasticity": BALL + flex(ON_BALL, ""),
    "sheet of many dofs": BALL + flex(ON_BALL.replace("3 3 1", "5 5 1")),
    "sheet with held edges": BALL + flex(ON_BALL, '<edge equality="true"/>'),
    "sheet within the gap": BALL + flex(SHEET.format(".03 .02 .312"), contact='passive="true" margin=".01" gap=".02"'),
    "sheet on what moves": f"<body><freejoint/>{BALL}</body>" + flex(ON_BALL),
    "sheet on adhesive": BALL.replace("/>", ' adhesion="3"/>') + flex(ON_BALL, contact='passive="true" gap=".01"'),
    "two sheets": BALL + flex(ON_BALL, contact='passive="false"') + flex(SHEET.format(".05 .03 .309"), name="g"),
    "sheet on a plane": PLANE + flex(SHEET.format("0 0 .0035"), '<edge equality="true"/>'),
    "radial": BALL + flex('type="grid" dim="3" dof="radial" count="3 3 2" spacing=".1 .1 .1" pos=".03 .02 .35"', SOLID),
    "tetrahedra": BALL + flex('type="grid" dim="3" count="3 3 2" spacing=".1 .1 .1" pos=".03 .02 .35"', SOLID),
    "trilinear": PLANE + flex(BLOCK.format('dof="trilinear"'), SOLID),
    "trilinear held": PLANE + flex(BLOCK.format('dof="trilinear" cellcount="2 1 1"'), SOLID + '<pin id="0"/>'),
    "quadratic": PLANE + flex(BLOCK.format('dof="quadratic"'), SOLID),
    "shell": BALL
    + flex(
        'type="box" dim="2" dof="trilinear" cellcount="3 3 3" count="4 4 4" spacing=".1 .1 .1" pos=".03 .02 .452"',
        SHELL,
    ),
    "line": BALL
    + flex('type="grid" dim="1" count="3 1 1" spacing=".1 .1 .1" pos="0 0 .302"', '<edge equality="true"/>'),
    "rigid": FLOATING
    + flex(SHEET.format("0 0 0") + ' rigid="true"', "", 'passive="true"', "r")
    + "</body>"
    + flex(SHEET.format(".03 .02 .308")),
}
