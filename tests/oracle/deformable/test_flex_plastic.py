"""Flexes that yield beside MuJoCo's: forces, steps of every integrator, what is left of their deformation."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance

GRID = '<flexcomp name="f" type="grid" count="4 3 {0}" spacing=".1 .1 .1" mass="1" radius=".001" {1}>'
LOOSE = '<contact contype="0" conaffinity="0"/><pin id="0 1 2 3"/></flexcomp>'
MATERIAL = '<elasticity young="1e4" poisson=".3" thickness=".02" damping=".002" {0}/>'


def flex(depth: int, kind: str, material: str) -> str:
    """Return a flexcomp that hangs at some of its points."""
    return GRID.format(depth, kind) + MATERIAL.format(material) + LOOSE


HINGE = '<body name="r"><joint axis="0 .3 1"/><geom size=".05" mass="2" contype="0" conaffinity="0"/>{0}</body>'
CELLS = 'dim="3" dof="{0}" cellcount="{1}"'
SCENES = {
    "sheet": flex(1, 'dim="2"', 'elastic2d="both" yield=".01"'),
    "sheet that stretches": flex(1, 'dim="2"', 'elastic2d="both" yield=".003 0"'),
    "sheet that bends": flex(1, 'dim="2"', 'elastic2d="bend" yield="0 .001"'),
    "sheet in a body": HINGE.format(flex(1, 'dim="2"', 'elastic2d="both" yield=".003"')),
    "block": flex(3, 'dim="3"', 'yield=".005"'),
    "cells": flex(3, CELLS.format("trilinear", "2 1 2"), 'yield=".005"'),
    "quadratic cell": flex(3, CELLS.format("quadratic", "1 1 1"), 'yield=".005"'),
    "faces": flex(3, CELLS.format("trilinear", "2 1 2"), 'yield=".002" elastic2d="stretch"'),
}
INTEGRATORS = {"Euler": 0.0005, "RK4": 0.0005, "discrete": 0.002}


def start(scene: str, option: str = 'timestep="1e-9"', size: float = 0.004):
    """Return a scene in both engines, out of shape and moving."""
    text = f"<mujoco><option {option}/><worldbody>{scene}</worldbody></mujoco>"
    mjm, mjd, model, data = oracle.load_both(text)
    rng = np.random.default_rng(0)
    oracle.displace(mjm, mjd, rng.normal(0, size, mjm.nv))
    mjd.qvel[:] = rng.normal(0, 0.5, mjm.nv)
    oracle.copy_state(mjd, data)
    return mjm, mjd, model, data


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_steps(scene, integrator):
    """Expect MuJoCo's deformations after each of some steps, and its forces with them."""
    option = f'timestep="{INTEGRATORS[integrator]}" integrator="{integrator}" tolerance="1e-14" iterations="300"'
    mjm, mjd, model, data = start(scene, option)
    # what yields is measured against stiffness and length, so that it is a number of any size
    for _ in range(5):
        oracle.step(mjm, mjd)
        corten.step(model, data)
        largest = np.abs(mjd.plastic).max()
        assert largest > 1e-4
        np.testing.assert_allclose(data.plastic, mjd.plastic, atol=tolerance.STEP * largest)
        np.testing.assert_allclose(data.qpos, mjd.qpos, atol=tolerance.STEP)
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    data.plastic[:] = mjd.plastic
    corten.forward(model, data)
    scale = np.abs(mjd.qfrc_passive).max()
    np.testing.assert_allclose(data.qfrc_passive, mjd.qfrc_passive, atol=tolerance.STAGE * scale)


@pytest.mark.parametrize("size", [0.02, 0.3])
@pytest.mark.parametrize("scene", SCENES.values(), ids=SCENES)
def test_everything_yields(scene, size):
    """Expect MuJoCo's deformations of shapes that are far off, also where nothing is borne any more."""
    mjm, mjd, model, data = start(scene, size=size)
    for bears in (mjm.flex_yield[0].copy(), np.zeros(2)):
        mjm.flex_yield[0], model.flex_yield[0] = bears, bears
        oracle.step(mjm, mjd)
        corten.step(model, data)
        largest = np.abs(mjd.plastic).max()
        np.testing.assert_allclose(data.plastic, mjd.plastic, atol=tolerance.STEP * largest)


def test_hinges_that_are_folded_at_rest():
    """Let hinges yield that are bent at qpos0, up to a right angle; beyond they stay as they are."""
    point = "0 0 0 .3 .05 0 .1 .25 0 {0} {1} {2}"
    for tip in ((0.31, 0.26, 0.15), (0.22, 0.2, 0.2), (0.1, 0.12, 0.2)):
        kind = f'type="direct" dim="2" point="{point.format(*tip)}" element="0 1 2 1 3 2" mass="1"'
        scene = f'<flexcomp name="f" {kind}>{MATERIAL.format(BENDS)}<pin id="0"/></flexcomp>'
        mjm, mjd, model, data = start(scene, size=0.05)
        oracle.step(mjm, mjd)
        corten.step(model, data)
        np.testing.assert_allclose(data.plastic, mjd.plastic, atol=tolerance.STEP)
        assert (np.abs(mjd.plastic).max() > 0) == (tip[0] > 0.2)


BENDS = 'elastic2d="bend" yield="0 .001"'


def test_nothing_yields_without_springs():
    """Leave deformations alone where the flag spring is off."""
    option = '><flag spring="disable"/></option><option timestep="1e-9"'
    mjm, mjd, model, data = start(SCENES["sheet"], option)
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert not mjd.plastic.any() and not data.plastic.any()


def test_state_and_keys_hold_deformations():
    """Keep deformations in keyframes and states, and forget them in a reset."""
    numbers = " ".join(str(0.001 * i) for i in range(36))
    scene = SCENES["sheet that stretches"] + f'</worldbody><keyframe><key plastic="{numbers}"/></keyframe><worldbody>'
    mjm, _, model, data = start(scene, 'timestep=".0005"')
    np.testing.assert_array_equal(model.key_plastic, mjm.key_plastic)
    corten.reset_data(model, data, 0)
    np.testing.assert_array_equal(data.plastic, mjm.key_plastic[0])
    corten.step(model, data)
    state = corten.get_state(model, data, corten.StateBit.PLASTIC)
    np.testing.assert_array_equal(state, data.plastic)
    corten.reset_data(model, data)
    assert not data.plastic.any()
