"""Batches on a device: state goes up and down, environments fail alone, and nothing depends on slices."""

import os
import warnings

import numpy as np
import pytest

import corten
from corten.enums import Integrator
from corten.gpu import GpuBatchSim
from corten.model import blocks
from support import flex_scenes
from support.devices import assert_same, carts, device
from support.tolerance import RADIUS_AT_REST, SINGLE_STEPS


@pytest.fixture(autouse=True)
def _device():
    device()


def moving(n: int, **options) -> GpuBatchSim:
    """Return a batch of carts, each of which begins elsewhere."""
    batch = GpuBatchSim(carts(), n, **options)
    batch.qpos[:] = np.linspace(-1, 1, 3 * n).reshape(n, 3)
    batch.ctrl[:] = np.linspace(2, 3, 2 * n).reshape(n, 2)
    return batch


def state(batch: corten.BatchSim) -> bytes:
    """Return all bits that tell where environments are."""
    return b"".join(np.ascontiguousarray(getattr(batch, name)).tobytes() for name in ("time", "qpos", "qvel", "act"))


@pytest.mark.parametrize("n", [1, 5, 64, 65])
def test_steps_match_the_cpu(n):
    """Take steps that are those of the CPU but for single precision, in one call and call by call."""
    batch = moving(n, keep=("xpos",))
    reference = batch.cpu_reference()
    for nstep in (1, 1, 7):
        assert not batch.step_all(nstep).any() and not reference.step_all(nstep).any()
    assert batch.device == "gpu" and batch.qpos.dtype == np.float32 and len(batch._engine.alone) == 0
    for name in ("qpos", "qvel", "sensordata", "xpos"):
        ours, theirs = getattr(batch, name), getattr(reference, name)
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(ours, theirs, rtol=SINGLE_STEPS, atol=SINGLE_STEPS)
    np.testing.assert_allclose(batch.time, reference.time, rtol=SINGLE_STEPS)


def test_contacts():
    """Let balls fall on a floor, where they come to rest, with the bits of float32 on the CPU."""
    scene = """
    <mujoco><option solver="PGS"/><worldbody><geom type="plane" size="2 2 .1"/>
    <body pos="0 0 .11"><freejoint/><geom size=".1"/></body></worldbody></mujoco>"""
    model = corten.load_model_from_string(scene)
    batch, single = GpuBatchSim(model, 6), corten.BatchSim(model, 6, precision="float32")
    batch.qvel[:] = single.qvel[:] = np.random.default_rng(0).normal(size=(6, 6))
    for nstep in (1, 49, 250):
        assert not batch.step_all(nstep).any() and not single.step_all(nstep).any()
        assert_same(batch.qpos, single.qpos)
        assert_same(batch.qvel, single.qvel)
    assert (abs(batch.qpos[:, 2] - 0.1) < RADIUS_AT_REST).all() and len(batch._engine.alone) == 0


# the discrete one runs, too, but llvmpipe compiles a minute or more for it
@pytest.mark.parametrize("integrator", [each for each in Integrator if each is not Integrator.DISCRETE])
def test_integrators(integrator):
    """Run every integrator with the bits of float32 on the CPU."""
    model = carts().copy()
    model.opt.integrator = integrator
    batch, single = (
        GpuBatchSim(model, 3, keep=("qacc",)),
        corten.BatchSim(model, 3, precision="float32", keep=("qacc",)),
    )
    for each in (batch, single):
        each.qpos[:], each.ctrl[:] = np.linspace(-1, 1, 9).reshape(3, 3), 1.0
        assert not each.step_all(10).any()
    for name in ("time", "qpos", "qvel", "qacc", "sensordata"):
        assert_same(getattr(batch, name), getattr(single, name))


def test_slices_change_nothing():
    """Run more environments than there is room for at a time, with the bits of all at once."""
    whole, sliced = moving(150), moving(150, most_at_once=64)
    for nstep in (1, 4):
        whole.step_all(nstep)
        sliced.step_all(nstep)
    assert sliced._engine._space.room == 64 and whole._engine._space.room == 150
    assert state(whole) == state(sliced)
    assert sliced.env(149).xpos.tobytes() == whole.env(149).xpos.tobytes()


def test_trouble_that_a_step_survives():
    """Warn once of a control that is no number, count it, and go on."""
    batch = moving(3)
    batch.ctrl[1, 0] = np.nan
    with pytest.warns(corten.StepWarning, match="ctrl"):
        assert not batch.step_all(2).any()
    assert not batch.step_all(2).any() and batch.time.tolist() == [batch.time[0]] * 3
    assert batch.warning_number[:, corten.WarningType.BADCTRL].tolist() == [0, 4, 0]


def test_failures_in_the_middle_of_a_call():
    """Leave an environment where it failed, not where the call began."""
    batch = moving(3)
    # speeds grow with each step, until accelerations are beyond what counts as a number
    batch.vary("dof_damping")
    batch.dof_damping[1, 0] = -100.0
    batch.qvel[1, 0] = 1e6
    reference = batch.cpu_reference()
    assert batch.step_all(40).indices.tolist() == reference.step_all(40).indices.tolist() == [1]
    assert batch.errors[1].step == reference.errors[1].step > 0
    assert batch.time[1] == pytest.approx(reference.time[1], rel=SINGLE_STEPS)


def test_shaders_are_compiled_meanwhile():
    """Begin with shaders when a batch is made, and tell how far they are."""
    batch = GpuBatchSim(carts(), 2)
    total = batch.compiled[1]
    batch.step_all()
    assert batch.compiled == (total, total) and total > 10


def test_resets():
    """Reset one, some and all environments, to a keyframe too; applied forces stay."""
    batch = moving(4)
    batch.qfrc_applied[:] = 1.0
    batch.step_all(5)
    batch.reset(1)
    batch.reset_where([True, False, False, False], keyframe="out")
    assert batch.qpos[0].tolist() == [1, 2, 3] and not batch.qpos[1].any() and batch.qpos[2].any()
    assert batch.time[:2].tolist() == [0, 0] and batch.time[2] > 0 and (batch.qfrc_applied == 1).all()
    batch.ctrl[:] = 0.0
    batch.step_all()
    alone = GpuBatchSim(carts(), 1)
    alone.qfrc_applied[:] = 1.0
    alone.step_all()
    assert alone.qpos[0].tobytes() == batch.qpos[1].tobytes()
    batch.reset_all()
    assert not batch.time.any() and not batch.qpos.any()


def test_single_environments():
    """Show what a step left of an environment, and let what is computed with it count for the batch."""
    batch = moving(3)
    batch.step_all(4)
    data = batch.env(1)
    xpos = data.xpos.copy()
    assert abs(xpos[3, 0]) > 0 and data.qpos.tobytes() == batch.qpos[1].tobytes()
    data.qpos[0] = 5.0
    batch.step_all()
    assert batch.qpos[1, 0] > 4.5
    assert [len(batch), len(list(batch))] == [3, 3]
    with pytest.raises(IndexError, match="environment 3 does not exist"):
        batch.env(3)


def test_environments_may_differ():
    """Give environments their own fields of the model, whose constants follow, and change them between steps."""
    batch = moving(70)
    batch.randomize(body_mass=corten.scaled(0.5, 2.0), seed=3)
    batch.vary("jnt_stiffness")
    reference = batch.cpu_reference()
    for factor in (1.0, 3.0):
        batch.jnt_stiffness[:40] *= factor
        reference.jnt_stiffness[:40] *= factor
        batch.step_all(6)
        reference.step_all(6)
    assert len(batch._engine.alone) == 0
    np.testing.assert_allclose(batch.qpos, reference.qpos, rtol=SINGLE_STEPS, atol=SINGLE_STEPS)
    assert np.ptp(batch.qvel[:, 2]) > 0.1


def test_the_model_may_change():
    """Follow what users write into the model between calls."""
    model = carts().copy()
    batch = GpuBatchSim(model, 2)
    batch.qpos[:] = 1.0
    reference = batch.cpu_reference()
    for stiffness in (1.0, 500.0):
        model.jnt_stiffness[:] = stiffness
        batch.step_all(5)
        reference.step_all(5)
    np.testing.assert_allclose(batch.qvel, reference.qvel, rtol=SINGLE_STEPS, atol=SINGLE_STEPS)
    assert batch.qvel[0, 0] < -3.0


def test_changes_are_sought_where_stages_read():
    """Look for changes of the model in what stages read, not among the pixels of its textures."""
    model = carts().copy()
    batch = GpuBatchSim(model, 1)
    batch.step_all()
    pools = batch._engine._model_pools
    looked_at = {pools._model.layout.parts[number].block for number in pools._seen}
    assert blocks.VISUAL not in looked_at and {blocks.OPTIONS, blocks.CONSTANTS} <= looked_at


def test_memory_of_the_device():
    """Tell where the device has a field, count what is written there, and fetch it."""
    batch = moving(3)
    batch.step_all()
    array, gpu = batch.buffer("qpos"), device()
    held = gpu.read(array.buffer, np.float32, 9, array.offset).reshape(array.shape)
    assert array.shape == (3, 3) and held.tobytes() == batch.qpos.tobytes()
    gpu.write(array.buffer, np.full(9, 0.25, np.float32), array.offset)
    batch.fetch()
    assert (batch.qpos == 0.25).all()
    with pytest.raises(ValueError, match="contact_dist is no field of rows"):
        batch.buffer("contact_dist")


def test_memory_of_the_device_follows_the_host():
    """Let the device have what the CPU did for it: resets, failures, forward dynamics; fetching undoes none of it."""
    batch, gpu = moving(3, keep=("xpos",)), device()
    array = batch.buffer("qpos")
    batch.qpos[2, 0] = np.nan
    assert batch.step_all().indices.tolist() == [2]
    batch.reset(1)
    gpu.write(batch.buffer("qvel").buffer, np.full(9, 0.5, np.float32), batch.buffer("qvel").offset)
    batch.fetch()
    assert not batch.qpos[1].any() and np.isnan(batch.qpos[2, 0]) and (batch.qvel == 0.5).all()
    held = gpu.read(array.buffer, np.float32, 9, array.offset).reshape(array.shape)
    assert held.tobytes() == batch.qpos.tobytes()
    still = GpuBatchSim(corten.Model.empty(), 2)
    time = still.buffer("time")
    still.step_all(2)
    still.fetch()
    assert (still.time == 2 * np.float32(0.002)).all()
    assert gpu.read(time.buffer, np.float32, 2, time.offset).tobytes() == still.time.tobytes()


def test_forward_dynamics():
    """Compute what follows from the state where a mask is true, with the bits of the CPU, and go on from there."""
    batch = moving(5, keep=("xpos", "qacc"))
    single = corten.BatchSim(carts(), 5, precision="float32", keep=("xpos", "qacc"))
    single.qpos[:], single.ctrl[:] = batch.qpos, batch.ctrl
    for each in (batch, single):
        each.vary("jnt_stiffness")
        each.jnt_stiffness[3] *= 2.0
        each.step_all(2)
        each.qpos[:, 0] += 1.0
        each.qpos[4, 1] = np.nan
        each.forward_where(np.arange(5) != 1)
        assert each.errors.indices.tolist() == [4]
    for name in ("xpos", "qacc", "qpos", "time"):
        assert_same(getattr(batch, name), getattr(single, name))
    assert batch.env(2).xpos.tobytes() == batch.xpos[2].tobytes()
    for each in (batch, single):
        each.step_all(2)
    for name in ("xpos", "qvel", "time"):
        assert_same(getattr(batch, name), getattr(single, name))
    assert batch.env(2).qvel.tobytes() == batch.qvel[2].tobytes()
    assert_same(batch.env(2).xpos, single.env(2).xpos)


# ---------------------------------------------------------------- what is refused


def test_arguments_are_refused():
    """Say what is wrong with arguments that a device has no use for."""
    for most, kind in ((0, ValueError), (-1, ValueError), (1.5, TypeError)):
        with pytest.raises(kind, match="most_at_once is"):
            GpuBatchSim(carts(), 2, most_at_once=most)
    with pytest.raises(ValueError, match="lanes is 4; lanes are of the CPU"):
        corten.BatchSim(carts(), 2, lanes=4, device="gpu")
    with pytest.raises(ValueError, match="threads is 0"):
        corten.BatchSim(carts(), 2, threads=0, device="gpu")


def test_devices_by_name():
    """Choose a device by its name, and say which it is."""
    assert corten.BatchSim(carts(), 2).device == "cpu"
    batch = corten.BatchSim(carts(), 2, device="gpu")
    assert batch.device == "gpu" and not batch.step_all(2).any()
    # software is no gain
    software = device().info["adapter_type"] == "CPU"
    assert corten.BatchSim(carts(), 2, device="auto").device == ("cpu" if software else "gpu")
    assert corten.BatchSim(carts(), 2, device="auto", precision="float64").device == "cpu"


def test_flexes_are_refused():
    """Refuse models with flexes by name, and let them run on the CPU where the device is chosen."""
    model = corten.load_model_from_string(flex_scenes.rope())
    with pytest.raises(corten.UnsupportedFeatureError, match="flexes do not run on a GPU"):
        GpuBatchSim(model, 2)
    assert corten.BatchSim(model, 2, device="auto").device == "cpu"


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_forks_are_refused():
    """Refuse to use in a child what its parent has opened, instead of waiting for ever."""
    batch = moving(2)
    batch.step_all()
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        # later versions of Python warn of threads, which the child leaves alone
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if not child:
        try:
            batch.step_all()
            os.write(writing, b"went on")
        except Exception as error:
            os.write(writing, str(error).encode())
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert b"does not survive a fork" in os.read(reading, 1000)


def test_a_saved_batch_goes_on(tmp_path):
    """Go on with the same bits from a file and from state vectors."""
    batch = moving(5, keep=("xpos",))
    batch.step_all(3)
    batch.save(tmp_path / "carts.npz")
    states = batch.get_state()
    other, third = GpuBatchSim.load(tmp_path / "carts.npz"), moving(5, keep=("xpos",))
    third.set_state(states)
    assert other.env(2).xpos.tobytes() == batch.env(2).xpos.tobytes()
    for each in (batch, other, third):
        each.step_all(4)
    assert other.get_state().tobytes() == batch.get_state().tobytes() == third.get_state().tobytes()
    assert other.xpos.tobytes() == batch.xpos.tobytes()
    corten.BatchSim(batch.model, 5).save(tmp_path / "double.npz")
    with pytest.raises(ValueError, match="precision is 'float64'; a GPU computes with 'float32'"):
        GpuBatchSim.load(tmp_path / "double.npz")


def test_queries_read_what_steps_left():
    """Answer queries as single environments do, after steps on the device and after positions alone."""
    batch = moving(5)
    batch.step_all(3)
    for _ in range(2):
        translation, rotation = batch.jac_body(2)
        forces = batch.inverse_all()
        for i in range(5):
            data = batch.env(i)
            wanted = corten.jac_body(data.model, data, 2)
            assert translation[i].tobytes() == wanted[0].tobytes() and rotation[i].tobytes() == wanted[1].tobytes()
            corten.inverse(data.model, data)
            assert forces[i].tobytes() == data.qfrc_inverse.tobytes()
        batch.step_all(2)
        batch.qpos[:] += 0.1
        batch.kinematics_all()
    other = moving(5)
    other.step_all(3)
    other.step_all(2)
    other.qpos[:] += 0.1
    other.step_all(2)
    batch = moving(5)
    batch.step_all(3)
    batch.rays([0, 0, 3], [0, 0, -1])
    batch.step_all(2)
    batch.qpos[:] += 0.1
    batch.kinematics_all()
    batch.step_all(2)
    assert state(batch) == state(other)
