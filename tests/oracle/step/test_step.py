"""Whole steps against the oracle: forward, step, step1/step2 and inverse, on random models and for every integrator."""

import numpy as np
import pytest

import corten
from corten.enums import EnableBit, Integrator, StepErrorKind
from corten.errors import StepError
from support import oracle
from support.random_mjcf import random_model
from support.tolerance import STAGE, STEP

SHARED = (Integrator.EULER, Integrator.RK4, Integrator.IMPLICIT, Integrator.IMPLICITFAST, Integrator.DISCRETE)
COMPARED = (
    "xpos xquat xmat xipos xiquat ximat xanchor xaxis geom_xpos geom_xquat geom_xmat site_xpos site_xquat site_xmat "
    "cam_xpos cam_xmat light_xpos light_xdir subtree_com cdof cinert crb M qLD qLDiagInv actuator_length cvel cdof_dot "
    "actuator_velocity qfrc_bias qfrc_spring qfrc_damper qfrc_gravcomp qfrc_fluid qfrc_passive actuator_force "
    "qfrc_actuator qfrc_smooth qacc_smooth qfrc_constraint qacc energy"
).split()


def everything(seed):
    """Return a random model with every feature that smooth dynamics has, of 1 to 200 dofs."""
    ndof = (1, 2, 3, 5, 8, 13, 20, 30, 60, 200)[seed % 10]
    return random_model(
        seed,
        ndof=ndof,
        polynomial=seed % 2 == 0,
        gravcomp=seed % 3 == 0,
        fluid=seed % 4 == 1,
        motors=True,
        cameras=True,
        lights=True,
        mocap=seed % 3,
        sites=True,
    )


def pair(seed, speed=1.0):
    """Return the same random model in the same random state in both engines."""
    mjm, mjd, model, data = oracle.load_both(everything(seed))
    mjm.opt.enableflags |= int(EnableBit.ENERGY)
    model.opt.enableflags |= EnableBit.ENERGY
    oracle.random_state(mjm, mjd, np.random.default_rng(seed), speed)
    oracle.copy_state(mjd, data)
    return mjm, mjd, model, data


def assert_close(name, mine, reference, tolerance):
    """Compare arrays relative to the largest element of the reference."""
    reference = np.reshape(reference, np.shape(mine))
    scale = max(1.0, float(np.abs(reference).max(initial=0.0)))
    np.testing.assert_allclose(mine, reference, rtol=0, atol=tolerance * scale, err_msg=name)


@pytest.mark.parametrize("seed", range(30))
def test_forward(seed):
    """Agree on every quantity of forward dynamics for 30 random models of 1 to 200 dofs."""
    mjm, mjd, model, data = pair(seed)
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    for name in COMPARED:
        assert_close(name, getattr(data, name), oracle.oracle_field(mjd, name), STAGE)
    assert_close("actuator_moment", data.actuator_moment, oracle.moments(mjm, mjd), STAGE)


@pytest.mark.parametrize("integrator", SHARED, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("seed", range(10))
def test_step(seed, integrator):
    """Agree on the state after one step for every integrator that both engines have."""
    mjm, mjd, model, data = pair(seed)
    mjm.opt.integrator, model.opt.integrator = int(integrator), integrator
    oracle.step(mjm, mjd)
    corten.step(model, data)
    for name in ("qpos", "qvel", "qacc", "qacc_warmstart"):
        assert_close(name, getattr(data, name), getattr(mjd, name), STEP)
    assert data.time == mjd.time


@pytest.mark.parametrize("seed", range(10))
def test_split_step(seed):
    """Give the same state by step1 and step2 as by step."""
    mjm, mjd, model, data = pair(seed)
    oracle.call("mj_step1", mjm, mjd)
    oracle.call("mj_step2", mjm, mjd)
    twin = data.copy()
    corten.step1(model, data)
    corten.step2(model, data)
    corten.step(model, twin)
    assert_close("qpos", data.qpos, mjd.qpos, STEP)
    np.testing.assert_array_equal(data.qpos, twin.qpos)
    np.testing.assert_array_equal(data.qvel, twin.qvel)


@pytest.mark.parametrize("seed", range(10))
@pytest.mark.parametrize("discrete", [False, True])
def test_inverse(seed, discrete):
    """Agree on inverse dynamics, with continuous and with discrete accelerations."""
    mjm, mjd, model, data = pair(seed)
    if discrete:
        mjm.opt.enableflags |= int(EnableBit.INVDISCRETE)
        model.opt.enableflags |= EnableBit.INVDISCRETE
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    qacc = np.random.default_rng(seed).normal(size=mjm.nv)
    mjd.qacc[:], data.qacc[:] = qacc, qacc
    oracle.inverse(mjm, mjd)
    corten.inverse(model, data)
    assert_close("qfrc_inverse", data.qfrc_inverse, mjd.qfrc_inverse, STAGE)
    np.testing.assert_array_equal(data.qacc, qacc)


@pytest.mark.parametrize("seed", range(10))
def test_forward_then_inverse(seed):
    """Find the applied and actuator forces again from the acceleration that they cause."""
    _, _, model, data = pair(seed)
    data.xfrc_applied[:] = 0.0
    corten.forward(model, data)
    corten.inverse(model, data)
    assert_close("qfrc_inverse", data.qfrc_inverse, data.qfrc_applied + data.qfrc_actuator, STEP)


def test_many_steps_are_steps():
    """Give the same bits by nstep=50 as by fifty calls."""
    _, _, model, data = pair(6)
    twin = data.copy()
    corten.step(model, data, nstep=50)
    for _ in range(50):
        corten.step(model, twin)
    assert data.snapshot() == twin.snapshot()


def test_forward_is_idempotent():
    """Change nothing by a second forward."""
    _, _, model, data = pair(7)
    corten.forward(model, data)
    before = data.snapshot()
    corten.forward(model, data)
    assert data.snapshot() == before


@pytest.mark.parametrize("value", [np.nan, np.inf, -1e11])
@pytest.mark.parametrize(
    ("field", "kind"),
    [("qpos", StepErrorKind.BAD_QPOS), ("qvel", StepErrorKind.BAD_QVEL), ("qfrc_applied", StepErrorKind.BAD_QACC)],
)
def test_bad_numbers_stop_the_step(field, kind, value):
    """Refuse NaN and huge numbers with the kind and the index, and leave the state as it was."""
    _, _, model, data = pair(5)
    getattr(data, field)[1] = value if kind is not StepErrorKind.BAD_QACC else np.nan
    before = {name: getattr(data, name).copy() for name in ("qpos", "qvel", "ctrl", "qacc_warmstart")}
    with pytest.raises(StepError) as error:
        corten.step(model, data)
    assert error.value.kind == data.error_kind == kind and error.value.where == data.error_where
    assert error.value.where == (1 if kind is not StepErrorKind.BAD_QACC else error.value.where) >= 0
    assert data.time == 0.0
    for name, value in before.items():
        np.testing.assert_array_equal(getattr(data, name), value)


@pytest.mark.parametrize("integrator", [*SHARED, Integrator.IMPLICIT_SPRING_DAMPER], ids=lambda value: value.name)
def test_failed_factorisation_is_reported(integrator):
    """Refuse a mass matrix without positive pivots, name its dof, and leave the state as it was."""
    _, _, model, data = pair(5)
    model.opt.integrator = integrator
    model.dof_armature[-1] = -1e6
    model.engine_view().dof_simplenum[:] = 0
    before = data.qpos.copy(), data.qvel.copy()
    with pytest.raises(StepError, match="mass matrix cannot be factored") as error:
        corten.step(model, data)
    assert error.value.kind == StepErrorKind.CHOLESKY_FAILED and error.value.where == model.nv - 1
    np.testing.assert_array_equal((data.qpos, data.qvel), before)
