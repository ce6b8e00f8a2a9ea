"""Jacobians, the mass matrix as an operator, coordinates and object velocities against the oracle."""

import numpy as np
import pytest

from corten.data import get_state, set_state, state_size
from corten.enums import ObjectType, StateBit
from corten.queries import coordinates, jacobian, mass, motion
from support import oracle
from support.random_mjcf import random_model
from support.tolerance import EXACT, MASS_SOLVE, STAGE

SEEDS = range(6)
FRAMES = "xpos xipos xmat ximat geom_xpos geom_xmat site_xpos site_xmat"
NEEDED = f"{FRAMES} subtree_com cdof M qLD qLDiagInv cvel cacc".split()


@pytest.fixture(params=SEEDS)
def pair(request):
    """The same random model in the same random state in both engines, with the oracle's results copied over."""
    xml = random_model(request.param, ndof=15, sites=True)
    mjm, mjd, model, data = oracle.load_both(xml)
    oracle.random_state(mjm, mjd, np.random.default_rng(request.param))
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    oracle.copy_fields(mjd, data, NEEDED)
    return mjm, mjd, model, data


def test_jacobians(pair):
    """Agree on the Jacobians of bodies, centres of mass, geoms, sites, points and subtrees."""
    mjm, mjd, model, data = pair
    jacp, jacr = np.zeros((3, mjm.nv)), np.zeros((3, mjm.nv))
    for i in range(mjm.nbody):
        oracle.call("mj_jacBody", mjm, mjd, jacp, jacr, i)
        np.testing.assert_allclose(np.stack(jacobian.jac_body(model, data, i)), [jacp, jacr], atol=EXACT)
        oracle.call("mj_jacBodyCom", mjm, mjd, jacp, jacr, i)
        np.testing.assert_allclose(np.stack(jacobian.jac_body_com(model, data, i)), [jacp, jacr], atol=EXACT)
        point = np.array([0.3, -0.2, 0.1]) + i
        oracle.call("mj_jac", mjm, mjd, jacp, jacr, point, i)
        np.testing.assert_allclose(np.stack(jacobian.jac(model, data, point, i)), [jacp, jacr], atol=EXACT)
        oracle.call("mj_jacSubtreeCom", mjm, mjd, jacp, i)
        np.testing.assert_allclose(jacobian.jac_subtree_com(model, data, i), jacp, atol=EXACT)
    for i in range(mjm.ngeom):
        oracle.call("mj_jacGeom", mjm, mjd, jacp, jacr, i)
        np.testing.assert_allclose(np.stack(jacobian.jac_geom(model, data, i)), [jacp, jacr], atol=EXACT)
    for i in range(mjm.nsite):
        oracle.call("mj_jacSite", mjm, mjd, jacp, jacr, i)
        np.testing.assert_allclose(np.stack(jacobian.jac_site(model, data, i)), [jacp, jacr], atol=EXACT)


def test_mass_matrix(pair):
    """Agree on the dense mass matrix and on products with it and its inverse."""
    mjm, mjd, model, data = pair
    dense, product = np.zeros((mjm.nv, mjm.nv)), np.zeros(mjm.nv)
    oracle.call("mj_fullM", mjm, mjd, dense)
    np.testing.assert_allclose(mass.mass_matrix(model, data), dense, atol=EXACT)
    vector = np.random.default_rng(1).normal(size=mjm.nv)
    oracle.call("mj_mulM", mjm, mjd, product, vector)
    np.testing.assert_allclose(mass.mul_mass(model, data, vector), product, atol=EXACT * np.abs(product).max())
    solution = mass.solve_mass(model, data, product)
    np.testing.assert_allclose(solution, vector, atol=MASS_SOLVE * np.abs(vector).max())
    with pytest.raises(ValueError, match="expected"):
        mass.mul_mass(model, data, vector[:-1])


def test_coordinates(pair):
    """Move along a velocity and find it again as a difference."""
    mjm, mjd, model, _ = pair
    rng = np.random.default_rng(2)
    velocity, expected = rng.normal(size=mjm.nv), mjd.qpos.copy()
    moved, back = mjd.qpos.copy(), np.zeros(mjm.nv)
    oracle.call("mj_integratePos", mjm, expected, velocity, 0.1)
    coordinates.integrate_pos(model, moved, velocity, 0.1)
    np.testing.assert_allclose(moved, expected, atol=EXACT)
    oracle.call("mj_differentiatePos", mjm, back, 0.1, mjd.qpos, expected)
    np.testing.assert_allclose(coordinates.differentiate_pos(model, mjd.qpos, moved, 0.1), back, atol=STAGE)


def test_object_motion(pair):
    """Agree on velocities and accelerations of bodies, geoms and sites, in world axes and their own."""
    mjm, mjd, model, data = pair
    result = np.zeros(6)
    counts = {ObjectType.BODY: mjm.nbody, ObjectType.XBODY: mjm.nbody}
    counts |= {ObjectType.GEOM: mjm.ngeom, ObjectType.SITE: mjm.nsite}
    for kind, count in counts.items():
        for i in range(count):
            for local in (False, True):
                oracle.call("mj_objectVelocity", mjm, mjd, int(kind), i, result, local)
                mine = motion.object_velocity(model, data, kind, i, local=local)
                np.testing.assert_allclose(mine, result, atol=EXACT * (1 + np.abs(result).max()))
                oracle.call("mj_objectAcceleration", mjm, mjd, int(kind), i, result, local)
                mine = motion.object_acceleration(model, data, kind, i, local=local)
                np.testing.assert_allclose(mine, result, atol=EXACT * (1 + np.abs(result).max()))


def test_apply_force(pair):
    """Agree on the generalized force of a force and torque at a point."""
    mjm, mjd, model, data = pair
    force, torque, point = np.array([1.0, 2.0, -3.0]), np.array([0.1, -0.2, 0.3]), np.array([0.5, 0.1, -0.4])
    expected, mine = np.zeros(mjm.nv), np.zeros(mjm.nv)
    oracle.call("mj_applyFT", mjm, mjd, force, torque, point, mjm.nbody - 1, expected)
    jacobian.apply_force(model, data, force, torque, point, mjm.nbody - 1, mine)
    np.testing.assert_allclose(mine, expected, atol=EXACT * (1 + np.abs(expected).max()))


@pytest.mark.parametrize("bits", [StateBit.PHYSICS, StateBit.FULLPHYSICS, StateBit.USER, StateBit.INTEGRATION])
def test_state_vectors(pair, bits):
    """Use MuJoCo's layout of state vectors, both ways."""
    mjm, mjd, model, data = pair
    expected = np.zeros(oracle.call("mj_stateSize", mjm, int(bits)))
    oracle.call("mj_getState", mjm, mjd, expected, int(bits))
    assert state_size(model, bits) == expected.size
    np.testing.assert_array_equal(get_state(model, data, bits), expected)
    fresh = model.make_data()
    set_state(model, fresh, expected, bits)
    np.testing.assert_array_equal(get_state(model, fresh, bits), expected)
    with pytest.raises(ValueError, match="expected"):
        set_state(model, fresh, expected[:-1], bits)
