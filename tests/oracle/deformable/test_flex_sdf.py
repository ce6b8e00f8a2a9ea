"""Contacts of flexes with geoms of type sdf, one by one beside MuJoCo's."""

import numpy as np
import pytest

import corten
from support import flex_contacts, oracle, tolerance

MESHES = {
    "ball": 'builtin="sphere" params="2" scale=".2 .2 .15"',
    "lump": 'vertex="0 0 0 .3 0 0 0 .3 0 0 0 .2 .2 .2 .15 -.1 .1 .1"',
}
CLOTH = 'type="grid" dim="2" count="{0} {0} 1" spacing=".05 .05 .05"'
FLEXES = {
    "cloth": CLOTH.format(6),
    "large cloth": CLOTH.format(10),
    "rigid cloth": CLOTH.format(6) + ' rigid="true"',
    "shell": 'type="ellipsoid" dim="2" count="5 5 5" spacing=".04 .04 .04" dof="trilinear"',
    "solid": 'type="grid" dim="3" count="4 4 2" spacing=".05 .05 .05"',
    "rope": 'type="grid" dim="1" count="6 1 1" spacing=".05 .05 .05"',
}


def scene(mesh: str, flex: str, height: float, joint: str = "<freejoint/>") -> str:
    """Return an sdf below a flex."""
    held = "" if "dof" in FLEXES[flex] else '<edge equality="true"/>'
    comp = f'{FLEXES[flex]} name="f" radius=".01" mass=".1">{held}<contact selfcollide="none"/></flexcomp>'
    free = '<freejoint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>' if "rigid" in flex else ""
    below = f'<body pos=".01 .02 0" euler="10 20 30">{joint}<geom type="sdf" mesh="s"/></body>'
    above = f'<body name="b" pos="0 0 {height}">{free}<flexcomp {comp}</body>'
    asset = f'<asset><mesh name="s" {MESHES[mesh]}/></asset>'
    return f"<mujoco>{asset}<worldbody>{below}{above}</worldbody></mujoco>"


@pytest.mark.parametrize("height", [0.1, 0.0])
@pytest.mark.parametrize("flex", FLEXES)
@pytest.mark.parametrize("mesh", MESHES)
def test_triangles_touch_sdfs(mesh, flex, height):
    """Expect the same contacts in the same order; lines and tetrahedra have none, in MuJoCo neither."""
    mjm, mjd, model, data = oracle.load_both(scene(mesh, flex, height))
    if "rigid" not in flex:
        oracle.displace(mjm, mjd, np.random.default_rng(0).normal(0, 0.002, mjm.nv))
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    flex_contacts.check_contacts(mjm, mjd, data, tolerance.STAGE)
    assert (mjd.ncon > 0) == (flex not in ("solid", "rope"))


def test_a_cloth_falls_on_an_sdf():
    """Expect some steps to end where MuJoCo's do."""
    mjm, mjd, model, data = oracle.load_both(scene("ball", "cloth", 0.15, ""))
    oracle.step(mjm, mjd, 20)
    corten.step(model, data, 20)
    assert data.ncon == mjd.ncon > 5
    np.testing.assert_allclose(data.qpos, mjd.qpos, atol=tolerance.STEP)


@pytest.mark.parametrize("height", [0.1, -0.3])
def test_trees_stay_as_they_are_without_the_middle_phase(height):
    """Expect MuJoCo's contacts with the flag midphase off: those of the tree as it was when it was last refitted."""
    mjm, mjd, model, data = oracle.load_both(scene("ball", "cloth", height))
    for off in (True, False, True):
        bit = corten.DisableBit.MIDPHASE if off else 0
        mjm.opt.disableflags = model.opt_disableflags = int(bit)
        oracle.displace(mjm, mjd, np.random.default_rng(0).normal(0, 0.002, mjm.nv))
        oracle.forward(mjm, mjd)
        oracle.copy_state(mjd, data)
        corten.forward(model, data)
        flex_contacts.check_contacts(mjm, mjd, data, tolerance.STAGE)
