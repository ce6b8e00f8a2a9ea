"""Long trees against MuJoCo, which forms their mass matrix and the Jacobian of their contacts."""

import numpy as np
import pytest

import corten
from corten.enums import DisableBit, EnableBit, Integrator
from corten.pipeline.order import step_stages
from support import oracle, tolerance
from support.long_trees import branches, chain, snake

INTEGRATORS = ("Euler", "RK4", "implicit", "implicitfast")
MOTORS = {
    "motor": "motor",
    "position": 'position kp="5" dampratio="1"',
    "velocity": 'velocity kv="0.1"',
    "muscle": 'general dyntype="filter" dynprm="0.1" gainprm="2" gear="0.5"',
}
CONTACTS = {
    "pyramids": snake(100),
    "cones": snake(100, option='cone="elliptic"'),
    "cones with torsion and rolling": snake(100, geom='condim="6" friction="1 .02 .01"', option='cone="elliptic"'),
    "pyramids with torsion": snake(100, geom='condim="4" friction="1 .02 .01"'),
    "pyramids with rolling": snake(100, geom='condim="6" friction="1 .02 .01"'),
    "no friction": snake(100, geom='condim="1" priority="1"'),
    "friction loss": snake(100, joint='frictionloss="0.01"'),
    "40 links": snake(40),
}


def pair(xml: str, settle: int = 0, seed: int = 0):
    """Return a model in both engines, in the state that MuJoCo has reached after some steps of random controls."""
    mjm, mjd, model, data = oracle.load_both(xml)
    rng = np.random.default_rng(seed)
    mjd.qvel[:] = rng.normal(0, 0.3, mjm.nv)
    mjd.ctrl[:] = rng.normal(0, 0.1, mjm.nu)
    oracle.step(mjm, mjd, settle)
    oracle.copy_state(mjd, data)
    return mjm, mjd, model, data


def assert_close(mjd, data, names: str, bound: float) -> None:
    """Compare fields relative to the largest number of the oracle's."""
    for name in names.split():
        theirs = oracle.oracle_field(mjd, name)
        ours = getattr(data, name)
        scale = max(1.0, float(np.abs(theirs).max(initial=0.0)))
        np.testing.assert_allclose(ours, np.reshape(theirs, ours.shape), rtol=0, atol=bound * scale, err_msg=name)


def uses(model, name: str) -> bool:
    """Tell whether the steps of a model have a stage of a name."""
    return name in [stage.__name__ for stage in step_stages(model)]


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("motors", MOTORS.values(), ids=MOTORS.keys())
def test_chain(integrator, motors):
    """Agree on a step of a chain of 200 links with drives, for every integrator."""
    mjm, mjd, model, data = pair(chain(200, motors=motors, option=f'integrator="{integrator}"'))
    assert uses(model, "articulated_acceleration")
    assert uses(model, "articulated_implicitfast") == (integrator == "implicitfast")
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert_close(mjd, data, "qacc_smooth qacc qvel qpos", tolerance.TRAJECTORY)
    assert_close(mjd, data, "crb M qLD qLDiagInv", tolerance.STEP)


@pytest.mark.parametrize("integrator", ["Euler", "implicitfast"])
def test_damped_factors(integrator):
    """Agree on the factors of the mass matrix with damping, for those who look at them."""
    mjm, mjd, model, data = pair(chain(200, option=f'integrator="{integrator}"'))
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert_close(mjd, data, "qH qHDiagInv", tolerance.STEP)


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_branches(integrator):
    """Agree on a tree of long branches with joints of all kinds, beside a ball that floats alone."""
    mjm, mjd, model, data = pair(branches(34).replace("<option>", f'<option integrator="{integrator}">'))
    assert uses(model, "articulated_acceleration")
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert_close(mjd, data, "qacc_smooth qacc qvel qpos M", tolerance.TRAJECTORY)


def test_limits():
    """Agree where joints of a long chain reach their limits."""
    xml = chain(100, joint='range="-3 3" limited="true"', option='gravity="3 0 -3"')
    mjm, mjd, model, data = pair(xml, 300)
    assert uses(model, "newton_articulated")
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert data.nefc == mjd.nefc > 0
    assert data.solver_niter[0] == mjd.solver_niter[0] > 0
    assert_close(mjd, data, "qacc qvel efc_force efc_aref", tolerance.TRAJECTORY)


@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("xml", CONTACTS.values(), ids=CONTACTS.keys())
def test_contacts(xml, integrator):
    """Agree on contacts of a snake of 100 or 40 links with the ground and itself, and on their Jacobian."""
    mjm, mjd, model, data = pair(xml.replace("<option", f'<option integrator="{integrator}"'), 20)
    assert uses(model, "newton_articulated") == (integrator != "implicit")
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert data.nefc == mjd.nefc > 0
    assert data.solver_niter[0] == mjd.solver_niter[0] > 0
    assert_close(mjd, data, "qacc_smooth qacc qvel", tolerance.TRAJECTORY)
    assert_close(mjd, data, "efc_force efc_aref efc_vel efc_b", tolerance.TRAJECTORY)
    theirs = oracle.constraint_jacobian(mjm, mjd)
    np.testing.assert_allclose(data.efc_J, theirs, rtol=0, atol=tolerance.STAGE * np.abs(theirs).max())


def test_links_that_touch_each_other():
    """Agree where a folded snake touches itself above the ground: such steps form the Jacobian and the mass matrix."""
    mjm, mjd, model, data = oracle.load_both(snake(100, itself=True))
    mjd.qpos[2], mjd.qpos[27], mjd.qpos[29] = 1.0, 2.9, 0.2
    oracle.copy_state(mjd, data)
    for _ in range(3):
        oracle.step(mjm, mjd)
        corten.step(model, data)
        bodies = model.geom_bodyid[data.contact.geom]
        assert (bodies > 0).all(axis=1).any()
        assert data.work.mass_missing == data.work.jacobian_missing == 0
        assert data.solver_niter[0] == mjd.solver_niter[0] > 0
        assert_close(mjd, data, "qacc qvel efc_force", tolerance.TRAJECTORY)
        oracle.copy_state(mjd, data)


def test_no_warm_start():
    """Agree where the solver begins at the unconstrained acceleration."""
    mjm, mjd, model, data = pair(CONTACTS["cones"], 20)
    mjm.opt.disableflags |= int(DisableBit.WARMSTART)
    model.opt.disableflags |= DisableBit.WARMSTART
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert_close(mjd, data, "qacc qvel efc_force", tolerance.TRAJECTORY)


@pytest.mark.parametrize("flag", [EnableBit.ENERGY, EnableBit.FWDINV, EnableBit.DIAGEXACT], ids=lambda flag: flag.name)
def test_flags_that_read_the_mass_matrix(flag):
    """Agree where each step needs the mass matrix, or its factors in full."""
    mjm, mjd, model, data = pair(CONTACTS["pyramids"], 20)
    mjm.opt.enableflags |= int(flag)
    model.opt.enableflags |= flag
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert_close(mjd, data, "qacc qvel energy", tolerance.TRAJECTORY)


def test_inverse_after_a_step():
    """Agree on inverse dynamics of a snake on the ground right after a step that formed neither M nor J."""
    mjm, mjd, model, data = pair(CONTACTS["pyramids"], 20)
    oracle.step(mjm, mjd)
    corten.step(model, data)
    oracle.copy_state(mjd, data)
    data.qacc[:] = mjd.qacc
    oracle.inverse(mjm, mjd)
    corten.inverse(model, data)
    assert_close(mjd, data, "qfrc_inverse qfrc_constraint", tolerance.TRAJECTORY)


@pytest.mark.parametrize("solver", ["CG", "PGS"])
def test_other_solvers(solver):
    """Agree where a solver reads the mass matrix or its factors."""
    mjm, mjd, model, data = pair(snake(100, option=f'solver="{solver}"'), 20)
    oracle.step(mjm, mjd)
    corten.step(model, data)
    assert_close(mjd, data, "qacc_smooth qacc qvel", tolerance.TRAJECTORY)


def test_step_in_two_parts():
    """Take the same step in two parts."""
    _, _, model, data = pair(CONTACTS["cones"], 20)
    assert model.opt.integrator == Integrator.EULER
    twin = data.copy()
    corten.step(model, data)
    corten.step1(model, twin)
    corten.step2(model, twin)
    np.testing.assert_array_equal(data.qpos, twin.qpos)
    np.testing.assert_array_equal(data.efc_force, twin.efc_force)
