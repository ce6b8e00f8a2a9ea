"""Contacts and strains of interpolated flexes beside the oracle's: weights of nodes, rows and accelerations."""

import numpy as np
import pytest

import corten
from support import flex_contacts, oracle, tolerance
from support.elastic_scenes import SOLID
from support.isolated import compare

CUBE = 'type="grid" dim="3" count="4 4 4" spacing=".06 .06 .06" pos="0 0 .095"'
BALL = 'type="ellipsoid" dim="2" count="6 6 6" spacing=".05 .05 .05" pos="0 0 .115"'
SHELL = '<elasticity young="1e4" poisson=".3" thickness=".01" elastic2d="{}"/>'
FLOOR = '<geom type="plane" size="1 1 1"/>'
LOAD = '<body pos="0 0 .29"><freejoint/><geom type="box" size=".05 .05 .1" euler="10 0 20"/></body>'
FLEXES = {
    "cube": (CUBE, SOLID),
    "cube strained": (CUBE, '<edge equality="strain"/>'),
    "ball": (BALL, SHELL.format("stretch")),
    "ball strained": (BALL, '<edge equality="strain"/>' + SHELL.format("bend")),
}


def pressed(flex: str, dof: str, cells: str, option: str = "") -> str:
    """Return an interpolated flex between a floor and a box."""
    attributes, inner = FLEXES[flex]
    option = f'<option tolerance="1e-15" iterations="300" {option}/>'
    comp = f'<flexcomp name="f" mass="1" radius=".01" dof="{dof}" cellcount="{cells}" {attributes}>{inner}'
    return (
        f'<mujoco>{option}<worldbody>{FLOOR}{LOAD}{comp}<contact selfcollide="none"/></flexcomp></worldbody></mujoco>'
    )


@pytest.mark.parametrize("cells", ["1 1 1", "2 2 1"])
@pytest.mark.parametrize("dof", ["trilinear", "quadratic"])
@pytest.mark.parametrize("flex", FLEXES)
def test_rows_of_interpolated_flexes(flex, dof, cells):
    """Expect contacts, weights of nodes and strains of cells to be the oracle's, row by row, in disturbed states."""
    mjm, mjd, model, data = oracle.load_both(pressed(flex, dof, cells))
    for _ in flex_contacts.states(mjm, mjd, 0.002, 3):
        oracle.copy_state(mjd, data)
        corten.forward(model, data)
        assert mjd.ncon > 0
        flex_contacts.check_contacts(mjm, mjd, data, tolerance.CCD_POINT)


@pytest.mark.parametrize("option", ['integrator="discrete"', 'cone="elliptic" solver="CG"', 'jacobian="dense"'])
@pytest.mark.parametrize(
    ("flex", "dof"), [("cube", "trilinear"), ("cube strained", "trilinear"), ("cube", "quadratic")]
)
def test_steps_of_interpolated_flexes(flex, dof, option):
    """Expect a soft cube that a box falls onto to be where the oracle has it after some steps."""
    mjm, mjd, model, data = oracle.load_both(pressed(flex, dof, "1 1 1", option))
    oracle.step(mjm, mjd, 10)
    corten.step(model, data, 10)
    assert data.ncon == mjd.ncon > 0
    compare("qpos", data.qpos, mjd.qpos, tolerance.CCD_POINT)


def test_strain_on_an_arm():
    """Expect rows of the strain of cells, some of whose nodes are pinned to a moving body, to be the oracle's."""
    flex = (
        f'<flexcomp name="f" mass="1" dof="trilinear" cellcount="2 1 1" {CUBE}><pin id="0 1"/><edge equality="strain"/>'
    )
    arm = f'<body name="arm" pos="0 0 .5"><joint axis="0 1 1"/><geom size=".02" contype="0"/>{flex}</flexcomp></body>'
    mjm, mjd, model, data = oracle.load_both(f"<mujoco><worldbody>{arm}</worldbody></mujoco>")
    oracle.displace(mjm, mjd, np.random.default_rng(0).normal(0, 0.02, mjm.nv))
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    assert data.nefc == mjd.nefc > 20
    compare("J", data.efc_J, oracle.constraint_jacobian(mjm, mjd))
    for field in ("efc_pos", "efc_diagA", "efc_R"):
        compare(field, getattr(data, field), oracle.oracle_field(mjd, field))


@pytest.mark.parametrize(("dof", "cells"), [("trilinear", "5 1 1"), ("quadratic", "4 1 1"), ("trilinear", "1 1 1")])
@pytest.mark.parametrize("how", ["narrow", "bvh", "sap"])
def test_interpolated_flexes_touch_themselves(how, dof, cells):
    """Find the contacts of a crumpled bar with itself; elements of the same cell or of neighbours have none."""
    contact = f'<contact selfcollide="{how}"/>'
    bar = (
        f'type="grid" dim="3" count="8 3 3" spacing=".05 .05 .05" radius=".01" mass="1" dof="{dof}" cellcount="{cells}"'
    )
    flex = f'<flexcomp name="f" {bar}>{SOLID}{contact}</flexcomp>'
    mjm, mjd, model, data = oracle.load_both(f"<mujoco><worldbody>{flex}</worldbody></mujoco>")
    oracle.displace(mjm, mjd, np.random.default_rng(1).uniform(-0.15, 0.15, mjm.nv))
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    assert (mjd.ncon > 0) == (cells != "1 1 1")
    flex_contacts.check_contacts(mjm, mjd, data, tolerance.CCD_POINT)


def test_deep_contacts_are_thinned_to_the_same_places():
    """Expect the fifty contacts that stay of a deep sphere to be where the oracle's are.

    Neighbouring elements have the same contact there, and which of them stays is rounding: the oracle itself takes
    others when all is moved by a picometre.
    """
    block = (
        'type="grid" dim="3" count="6 6 6" spacing=".06 .06 .06" pos="0 0 .15" mass="1" radius=".01" dof="trilinear"'
    )
    ball = '<body pos=".013 .021 .36"><freejoint/><geom size=".15"/></body>'
    comp = f'<flexcomp name="f" {block}>{SOLID}<contact selfcollide="none"/></flexcomp>'
    mjm, mjd, model, data = oracle.load_both(f"<mujoco><worldbody>{comp}{ball}</worldbody></mujoco>")
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    assert data.ncon == mjd.ncon == 50
    ours, theirs = np.array(data.contact.pos), np.array([contact.pos for contact in mjd.contact])
    apart = np.linalg.norm(ours[:, None] - theirs[None], axis=2)
    assert max(apart.min(axis=0).max(), apart.min(axis=1).max()) < tolerance.STAGE
    elements = {int(contact.elem[1]) for contact in mjd.contact}
    mjd.qpos[:] += np.random.default_rng(1).normal(0, 1e-12, mjm.nq)
    oracle.forward(mjm, mjd)
    assert {int(contact.elem[1]) for contact in mjd.contact} != elements
