"""Long trees: factors by articulated bodies, and a mass matrix for those who look at it."""

import copy
import pickle

import numpy as np
import pytest

import corten
from corten.enums import Integrator
from corten.pipeline.order import picked_variants, step_stages
from corten.stages.inertia import articulated_inertia, com_pos, crb, factor_mass
from support import tolerance
from support.long_trees import branches, chain, moving, snake
from support.naive import articulated

SCENES = {"chain": chain(90), "branches": branches(34), "snake": snake(90, option='gravity="0 0 0"')}


@pytest.fixture(params=SCENES.values(), ids=list(SCENES))
def scene(request):
    """Return a model of a long tree and a Data in motion."""
    return moving(request.param)


def test_factors_are_those_of_the_twin(scene):
    """Agree with articulated bodies as full matrices on U and 1 / D, but for dofs whose inertia is known."""
    model, data = scene
    corten.kinematics(model, data)
    com_pos(model, data)
    assert articulated_inertia(model, data) == 0
    force, pivot = articulated.factor(model, data, model.dof_armature)
    coupled = model.dof_simplenum == 0
    largest = np.abs(force).max()
    np.testing.assert_allclose(data.work.dof_U[coupled], force[coupled], rtol=0, atol=tolerance.STAGE * largest)
    np.testing.assert_allclose(data.qLDiagInv, 1 / pivot, rtol=tolerance.STEP)


def test_mass_matrix_is_the_sum_over_bodies(scene):
    """Give whoever asks after a step the mass matrix J' I J of all bodies, and factors that give it back."""
    model, data = scene
    corten.step(model, data)
    assert data.work.mass_missing == 1
    mass = articulated.dense_mass(model, data) + np.diag(model.dof_armature)
    np.testing.assert_allclose(data.qM_dense(), mass, rtol=0, atol=tolerance.STAGE * np.abs(mass).max())
    lower = np.eye(model.nv)
    pivots = np.zeros(model.nv)
    for i in range(model.nv):
        row = slice(model.M_rowadr[i], model.M_rowadr[i] + model.M_rownnz[i])
        lower[i, model.M_colind[row]] = data.qLD[row]
        pivots[i], lower[i, i] = lower[i, i], 1.0
    product = lower.T @ np.diag(pivots) @ lower
    np.testing.assert_allclose(product, mass, rtol=0, atol=tolerance.STAGE * np.abs(mass).max())


def test_results_on_request_are_those_of_the_stages(scene):
    """Give the same inertias of subtrees and mass matrix, to the last bit, as the stages that other models run."""
    model, data = scene
    corten.step(model, data)
    asked = {name: getattr(data, name).copy() for name in ("crb", "M", "qLD", "qLDiagInv")}
    crb(model, data)
    factor_mass(model, data)
    for name in ("crb", "M"):
        np.testing.assert_array_equal(asked[name], getattr(data, name))
    for name in ("qLD", "qLDiagInv"):
        np.testing.assert_allclose(
            asked[name], getattr(data, name), rtol=0, atol=tolerance.STEP * np.abs(asked[name]).max()
        )


@pytest.mark.parametrize("name", ["M", "qLD", "crb", "qH", "efc_J_values"])
def test_view_stays_up_to_date(name):
    """Compute results in each step from when somebody has looked at them, also after a reset."""
    model, data = moving(snake(90))
    view = getattr(data, name)
    assert view.base is not None
    for _ in range(2):
        corten.reset_data(model, data)
        corten.step(model, data, 30)
        twin = model.make_data()
        corten.step(model, twin, 30)
        np.testing.assert_array_equal(getattr(data, name), getattr(twin, name))
        if not name.startswith("efc_"):
            np.testing.assert_array_equal(view, getattr(twin, name))


def test_looking_changes_no_bits(scene):
    """Take the same steps whether or not somebody looks at the mass matrix."""
    model, data = scene
    twin = data.copy()
    for _ in range(5):
        corten.step(model, data)
        corten.step(model, twin)
        assert np.isfinite(twin.M).all()
        assert np.isfinite(twin.qH).all()
        assert np.isfinite(twin.efc_J).all()
    np.testing.assert_array_equal(data.qpos, twin.qpos)
    np.testing.assert_array_equal(data.qvel, twin.qvel)


def test_copies_know_what_is_missing(scene):
    """Give the mass matrix of the last step from a copy and a pickled Data."""
    model, data = scene
    corten.step(model, data)
    copies = data.copy(), copy.deepcopy(data), pickle.loads(pickle.dumps(data))
    for twin in copies:
        np.testing.assert_array_equal(twin.M, data.M)
        np.testing.assert_array_equal(twin.qLD, data.qLD)


@pytest.mark.parametrize("kind", ["forward", "step1", "inverse"])
def test_calls_other_than_step_compute_it(scene, kind):
    """Leave nothing out of calls that users make for their results."""
    model, data = scene
    corten.step(model, data)
    getattr(corten, kind)(model, data)
    assert data.work.mass_missing == 0
    twin = data.copy()
    crb(model, twin)
    np.testing.assert_array_equal(twin.M, data.M)


def test_parts_follow_a_step(scene):
    """Serve parts of forward dynamics, products and solutions after a step that left the mass matrix out."""
    model, data = scene
    corten.step(model, data)
    mass, x = data.copy().qM_dense(), np.linspace(-1, 1, model.nv)
    np.testing.assert_allclose(
        corten.mul_mass(model, data.copy(), x), mass @ x, rtol=0, atol=tolerance.STAGE * mass.max()
    )
    solved = corten.solve_mass(model, data.copy(), mass @ x)
    np.testing.assert_allclose(solved, x, rtol=0, atol=tolerance.FORCE_DIFFERENCE)
    corten.energy_vel(model, data)
    kinetic = 0.5 * data.qvel @ mass @ data.qvel
    assert data.energy[1] == pytest.approx(kinetic, rel=tolerance.STAGE)


def test_own_loop_obeys_a_changed_mass_matrix(scene):
    """Solve with the factors of the mass matrix that a user has changed between its computation and its factors."""
    model, data = scene
    corten.step(model, data)
    corten.crb(model, data)
    diagonal = model.M_rowadr + model.M_rownnz - 1
    data.M[diagonal] += 1.0
    corten.factor_mass(model, data)
    mass, x = data.qM_dense(), np.linspace(-1, 1, model.nv)
    np.testing.assert_allclose(corten.solve_mass(model, data, mass @ x), x, rtol=0, atol=tolerance.FORCE_DIFFERENCE)
    corten.acceleration(model, data)
    left = mass @ data.qacc_smooth
    np.testing.assert_allclose(left, data.qfrc_smooth, rtol=0, atol=tolerance.STAGE * np.abs(data.qfrc_smooth).max())


def test_other_integrators_on_the_same_data():
    """Give the damped factors of the integrator of the last step where the model has changed it."""
    model, data = moving(chain(90))
    corten.step(model, data)
    model.opt.integrator = Integrator.IMPLICIT_SPRING_DAMPER
    corten.step(model, data)
    twin = data.copy()
    np.testing.assert_array_equal(data.qH, twin._views["qH"])
    model.opt.integrator = Integrator.DISCRETE
    corten.step(model, data)
    assert data.work.mass_missing == data.work.damped_missing == 0


def test_batch_keeps_the_mass_matrix():
    """Keep the mass matrix of each environment of a batch, the same as that of a Data."""
    model, data = moving(chain(90))
    batch = corten.BatchSim(model, 2, keep=("M", "qLD"))
    batch.qpos[:], batch.qvel[:], batch.ctrl[:] = data.qpos, data.qvel, data.ctrl
    batch.step_all()
    corten.step(model, data)
    for number in range(2):
        np.testing.assert_array_equal(batch.qpos[number], data.qpos)
        np.testing.assert_array_equal(batch.M[number], data.M)
        np.testing.assert_array_equal(batch.env(number).qLD, data.qLD)


def test_variants_follow_the_length_of_trees():
    """Pick articulated bodies for long trees alone, and the reason with them."""
    for xml, stages in ((chain(20), "crb, factor_mass"), (chain(90), "articulated_inertia, mass_of_readers")):
        picked = {part: names for part, names, _ in picked_variants(corten.load_model_from_string(xml))}
        assert picked["mass matrix"] == stages
    names = [stage.__name__ for stage in step_stages(corten.load_model("humanoid"))]
    assert "articulated_inertia" not in names
