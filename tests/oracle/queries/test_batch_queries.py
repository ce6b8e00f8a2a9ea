"""Queries to a batch beside MuJoCo's functions in a loop over environments."""

import numpy as np
import pytest

import corten
from support import oracle
from support.random_mjcf import random_model
from support.tolerance import EXACT, STAGE

N = 5


@pytest.fixture(name="both", params=range(3))
def _both(request):
    """A batch at random states whose positions are known, and MuJoCo's data at the same ones."""
    xml = random_model(request.param, ndof=12, sites=True)
    mjm, _, model, _ = oracle.load_both(xml)
    batch, datas = corten.BatchSim(model, N), []
    for i in range(N):
        mjd = oracle.load_both(xml)[1]
        oracle.random_state(mjm, mjd, np.random.default_rng(i))
        oracle.forward(mjm, mjd)
        batch.qpos[i], batch.qvel[i] = mjd.qpos, mjd.qvel
        datas.append(mjd)
    batch.kinematics_all()
    return mjm, datas, batch


def test_jacobians(both):
    """Agree on Jacobians of bodies, geoms, sites and subtrees."""
    mjm, datas, batch = both
    jacp, jacr = np.zeros((3, mjm.nv)), np.zeros((3, mjm.nv))
    for name, ask, number in (
        ("mj_jacBody", batch.jac_body, mjm.nbody - 1),
        ("mj_jacBodyCom", batch.jac_body_com, mjm.nbody - 1),
        ("mj_jacGeom", batch.jac_geom, mjm.ngeom - 1),
        ("mj_jacSite", batch.jac_site, mjm.nsite - 1),
    ):
        translation, rotation = ask(number)
        for i, mjd in enumerate(datas):
            oracle.call(name, mjm, mjd, jacp, jacr, number)
            np.testing.assert_allclose(translation[i], jacp, atol=EXACT)
            np.testing.assert_allclose(rotation[i], jacr, atol=EXACT)
    translation = batch.jac_subtree_com(1)
    for i, mjd in enumerate(datas):
        oracle.call("mj_jacSubtreeCom", mjm, mjd, jacp, 1)
        np.testing.assert_allclose(translation[i], jacp, atol=EXACT)


def test_coordinates_and_inverse_dynamics(both):
    """Agree on sums and differences of configurations, and on the forces that explain accelerations."""
    mjm, datas, batch = both
    rng = np.random.default_rng(7)
    qvel, qacc = rng.uniform(-1, 1, (2, N, mjm.nv))
    moved, forces = batch.integrate_pos(qvel=qvel, dt=0.1), batch.inverse_all(qacc)
    back = batch.differentiate_pos(moved, dt=0.1)
    for i, mjd in enumerate(datas):
        qpos, velocity = mjd.qpos.copy(), np.zeros(mjm.nv)
        oracle.call("mj_integratePos", mjm, qpos, qvel[i], 0.1)
        np.testing.assert_allclose(moved[i], qpos, atol=EXACT)
        oracle.call("mj_differentiatePos", mjm, velocity, 0.1, qpos, mjd.qpos)
        np.testing.assert_allclose(back[i], velocity, atol=STAGE)
        mjd.qacc[:] = qacc[i]
        oracle.call("mj_inverse", mjm, mjd)
        np.testing.assert_allclose(forces[i], mjd.qfrc_inverse, rtol=STAGE, atol=STAGE)
