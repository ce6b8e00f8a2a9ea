"""Scenes with flexes, by name: every dimension, kind of dof, elasticity and equality."""

SHELL = '<elasticity young="1e4" poisson=".3" thickness=".01" damping=".1" elastic2d="{}"/>'
SOLID = '<elasticity young="1e4" poisson=".3" damping=".01"/>'
ALONE = '<contact selfcollide="none"/>'
ARM = '<joint axis="0 1 1"/><joint type="slide" axis="0 0 1"/><geom size=".02" mass=".1" contype="0" conaffinity="0"/>'
CLOTH = 'type="grid" dim="2" count="4 5 1" spacing=".1 .1 .1" pos="0 0 .1" mass=".2" radius=".01"'
CUBE = 'type="grid" dim="3" count="3 3 4" spacing=".1 .1 .1" pos="0 0 .1" mass=".2" radius=".01"'
BALL = 'type="ellipsoid" dim="{}" count="4 4 4" spacing=".1 .1 .1" pos="0 0 .1" mass=".2" radius=".01"'
LINE = 'type="grid" dim="1" count="6 1 1" spacing=".1 .1 .1" pos="0 0 .1" mass=".2" radius=".01"'


def flex_scene(attributes: str, inner: str, around: str = "{}", extra: str = "", option: str = "") -> str:
    """Return a model with one flexcomp, inside of `around`, which has {} where it goes."""
    flex = f'<flexcomp name="flex" {attributes}>{inner}{ALONE}</flexcomp>'
    return f"<mujoco><option {option}/><worldbody>{extra}{around.format(flex)}</worldbody></mujoco>"


ON_ARM = f'<body name="arm" pos="0 0 .3" euler="10 20 30">{ARM}{{}}</body>'
PINNED = '<pin id="0 1 3"/>'

# models whose steps are explicit
SCENES = {
    "ball_bend": flex_scene(BALL.format(2), SHELL.format("bend")),
    "ball_radial": flex_scene(BALL.format(3) + ' dof="radial"', SOLID),
    "ball_shell": flex_scene(BALL.format(2) + ' dof="trilinear" cellcount="2 2 2"', SHELL.format("stretch")),
    "ball_shell_bend": flex_scene(BALL.format(2) + ' dof="trilinear" cellcount="3 2 2"', SHELL.format("bend")),
    "ball_shell_both": flex_scene(BALL.format(2) + ' dof="quadratic" cellcount="1 2 1"', SHELL.format("both")),
    "ball_shell_quadratic": flex_scene(BALL.format(2) + ' dof="quadratic"', SHELL.format("stretch")),
    "cloth_bend": flex_scene(CLOTH, '<edge equality="true"/>' + SHELL.format("bend")),
    "cloth_both": flex_scene(CLOTH, SHELL.format("both")),
    "cloth_both_on_arm": flex_scene(CLOTH, PINNED + SHELL.format("both"), ON_ARM),
    "cloth_both_turned": flex_scene(CLOTH + ' euler="20 40 10"', PINNED + SHELL.format("both")),
    "cloth_edges": flex_scene(CLOTH, '<edge equality="true" damping=".01"/>'),
    "cloth_edges_on_arm": flex_scene(CLOTH, PINNED + '<edge equality="true" damping=".01"/>', ON_ARM),
    "cloth_stretch": flex_scene(CLOTH, SHELL.format("stretch")),
    "cube": flex_scene(CUBE, SOLID),
    "cube_edges": flex_scene(CUBE, '<edge equality="true"/>'),
    "cube_on_arm": flex_scene(CUBE, PINNED + SOLID, ON_ARM),
    "cube_quadratic": flex_scene(CUBE + ' dof="quadratic"', SOLID),
    "cube_rigid": flex_scene(CUBE + ' rigid="true"', "", ON_ARM),
    "cube_trilinear": flex_scene(CUBE + ' dof="trilinear" cellcount="2 1 1"', SOLID),
    "cube_trilinear_on_arm": flex_scene(CUBE + ' dof="trilinear" cellcount="2 2 1"', '<pin id="0 1"/>' + SOLID, ON_ARM),
    "cube_trilinear_turned": flex_scene(CUBE + ' dof="trilinear" cellcount="2 2 1" euler="20 40 10"', SOLID),
    "rope_springs": flex_scene(LINE, '<edge stiffness="100" damping=".1"/>'),
    "rope_springs_pinned": flex_scene(LINE, '<pin id="0"/><edge stiffness="100" damping=".1"/>'),
}
