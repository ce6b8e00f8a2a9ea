"""Batches in float32: the bits of stepping alone in float32, and the physics of float64."""

import pickle

import numpy as np
import pytest

import corten
from corten.enums import StepErrorKind
from support.batches import Twins
from support.lane_scenes import SCENES
from support.tolerance import SINGLE_MOTION

# scenes with what is done differently in lanes, lane by lane and aside
FEW = ("rolling contacts", "equalities", "muscles and wrapping tendons", "elliptic cones and PGS", "sleeping tower")

PENDULUM = """
<mujoco><worldbody><body pos="0 0 1"><joint name="a" axis="0 1 0"/>
<geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/>
<body pos=".3 0 0"><joint axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .3 0 0" size=".03"/></body></body>
</worldbody><actuator><motor joint="a"/></actuator><sensor><jointpos joint="a" noise=".01"/></sensor></mujoco>"""
BALLS = """
<mujoco><worldbody><geom type="plane" size="2 2 .1"/><body pos="0 0 .11"><freejoint/><geom size=".1"/></body>
<body pos=".3 0 .2"><freejoint/><geom type="box" size=".1 .1 .05"/></body></worldbody></mujoco>"""


def model_of(name):
    """Return the model of a scene."""
    scene = SCENES[name]
    return scene() if callable(scene) else corten.load_model_from_string(scene)


@pytest.mark.parametrize("lanes", [1, 4, None])
@pytest.mark.parametrize("name", FEW)
def test_bits_are_those_of_stepping_alone(name, lanes):
    """Step environments in lanes and threads, and each alone: the same bits in every field."""
    twins = Twins(model_of(name), 6, threads=2, lanes=lanes, precision="float32")
    twins.push()
    for _ in range(3):
        assert not twins.step(6).any()
    assert not twins.differences()
    assert twins.batch.qpos.dtype == np.float32 and twins.batch.env(0).xpos.dtype == np.float32


@pytest.mark.parametrize("name", ["one tree without slip", "rolling contacts"])
def test_sixteen_lanes(name):
    """Take as many lanes as a register of 512 bits has floats of 32."""
    twins = Twins(model_of(name), 20, threads=2, lanes=16, precision="float32")
    twins.push()
    assert not twins.step(20).any()
    assert not twins.differences()


@pytest.mark.parametrize("name", ["bundled arm", "equalities", "implicit and fluid", "RK4"])
def test_motion_is_that_of_float64(name):
    """Take steps in both precisions from the same states with the same controls."""
    model, rng = model_of(name), np.random.default_rng(0)
    qvel, ctrl = rng.uniform(-0.3, 0.3, (8, model.nv)), rng.uniform(-1, 1, (8, model.nu))
    batches = [corten.BatchSim(model, 8, precision=precision) for precision in ("float64", "float32")]
    for batch in batches:
        batch.qvel[:], batch.ctrl[:] = qvel, ctrl
        assert not batch.step_all(20).any()
    one, other = batches
    np.testing.assert_allclose(other.qpos, one.qpos, rtol=0, atol=SINGLE_MOTION)


def test_changes_of_the_model_are_followed():
    """Write into the model, which is in float64, and let the next step of the batch obey."""
    model = corten.load_model_from_string(PENDULUM)
    twins = Twins(model, 3, precision="float32")
    twins.push()
    twins.step()
    for each in (model, twins.model):
        each.opt.gravity[2] = -3.0
        each.opt.timestep = 0.004
        each.body_mass[1] *= 2
        corten.set_const(each)
    # what follows from masses is computed in float64 for the batch
    twins.model.body_subtreemass[:] = model.body_subtreemass
    for name in ("dof_invweight0", "body_invweight0", "dof_M0", "actuator_acc0"):
        getattr(twins.model, name)[...] = getattr(model, name)
    twins.step(5)
    assert not [name for name in twins.differences() if "sweep_ready" not in name]


def test_environments_that_differ_and_fail():
    """Let masses vary, and one environment fail: it stands still, and the others go on to the bit."""
    model = corten.load_model_from_string(PENDULUM)
    twins = Twins(model, 5, threads=2, lanes=4, precision="float32")
    twins.push()
    twins.batch.qvel[3] = np.nan
    twins.alone[3].qvel[:] = np.nan
    errors = twins.step(3)
    assert errors.indices.tolist() == [3] and errors[3].kind is StepErrorKind.BAD_QVEL
    assert twins.failed[3].kind is StepErrorKind.BAD_QVEL
    assert not twins.differences()
    twins.batch.reset(3)
    twins.batch.vary("body_mass")
    twins.batch.body_mass[:, 1] *= np.arange(1, 6)
    assert not twins.batch.step_all(5).any()
    assert twins.batch.body_mass.dtype == np.float32
    assert len(np.unique(twins.batch.qvel[:, 0])) == 5


def test_an_environment_keeps_its_precision():
    """Copy and pickle an environment, and refuse to compute with it and the model of float64."""
    model = corten.load_model_from_string(BALLS)
    batch = corten.BatchSim(model, 2, precision="float32")
    batch.step_all(30)
    data = batch.env(1)
    for twin in (data.copy(), pickle.loads(pickle.dumps(data))):
        assert twin.qpos.dtype == np.float32 and twin.model.layout.precision == "float32"
        corten.step(twin.model, twin)
    corten.step(data.model, data)
    corten.jac_body(data.model, data, 1)
    assert data.contact[0].frame.shape == (9,)
    with pytest.raises(ValueError, match=r"numbers of float32: compute with data\.model"):
        corten.step(model, data)
    assert "float32" in repr(batch)


def test_time_does_not_drift():
    """Count seconds in float32 for a long time without the sum of all roundings."""
    model = corten.load_model_from_string(PENDULUM)
    batch = corten.BatchSim(model, 1, precision="float32")
    batch.step_all(20_000)
    assert abs(float(batch.time[0]) - 20_000 * model.opt.timestep) < SINGLE_MOTION
