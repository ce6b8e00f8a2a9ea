"""Scenes with flexes whose steps are solved in the effective metric."""

import numpy as np

import corten
from support import oracle, tolerance
from support.elastic_scenes import CLOTH, CUBE, LINE, ON_ARM, SHELL, SOLID, flex_scene
from support.elastic_scenes import SCENES as EXPLICIT
from support.isolated import compare

TIGHT = 'integrator="discrete" tolerance="1e-15" iterations="2000" ls_tolerance="1e-6" ls_iterations="100" solver="{}"'

# stiffness and damping of edges do not go with the metric
SPRINGS = ("cloth_edges", "cloth_edges_on_arm", "rope_springs", "rope_springs_pinned")
SCENES = {name: xml for name, xml in EXPLICIT.items() if name not in SPRINGS}
SCENES |= {
    "cloth_stiff": flex_scene(CLOTH, SHELL.format("both").replace("1e4", "1e7")),
    # bending that outweighs masses so far that the metric has no factors without fill-in
    "cloth_thick": flex_scene(
        CLOTH.replace("4 5 1", "9 9 1"), SHELL.format("bend").replace("1e4", "1e6").replace(".01", ".05")
    ),
    "cube_stiff": flex_scene(CUBE, SOLID.replace("1e4", "1e7")),
    "cube_pinned": flex_scene(CUBE, '<pin id="0 1 2 3"/>' + SOLID),
    "cube_quadratic_on_arm": flex_scene(CUBE + ' dof="quadratic"', '<pin id="0 1"/>' + SOLID, ON_ARM),
    "line_edges": flex_scene(LINE, '<edge equality="true"/>'),
}


def discrete(xml: str, solver: str, option: str = "") -> str:
    """Return a scene that is solved tightly in the effective metric."""
    return xml.replace("<option ", f"<option {TIGHT.format(solver)} {option} ", 1)


def check_steps_and_inverse(mjm, mjd, model: corten.Model, data: corten.Data) -> None:
    """Expect twenty steps to end where MuJoCo's do, and inverse dynamics of any acceleration to be MuJoCo's there."""
    oracle.step(mjm, mjd, 20)
    corten.step(model, data, 20)
    compare("qpos", data.qpos, mjd.qpos, tolerance.STEP)
    oracle.copy_state(mjd, data)
    mjd.qacc[:] = np.random.default_rng(1).normal(0, 1, mjm.nv)
    data.qacc[:] = mjd.qacc
    oracle.inverse(mjm, mjd)
    corten.inverse(model, data)
    compare("qfrc_inverse", data.qfrc_inverse, mjd.qfrc_inverse)
