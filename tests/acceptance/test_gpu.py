"""GP1 to GP3 and GP5: batches on a device step as those of the CPU do, and exchange no more than they must."""

import numpy as np
import pytest

import corten
from corten.enums import DisableBit, Integrator, StepErrorKind
from corten.gpu import BatchTooLarge, GpuBatchSim, UnsupportedIntegrator, is_available
from corten.models import n_link_pendulum
from corten.runtime.backends.wgsl import TILE
from support.devices import assert_same, carts, device
from support.tolerance import EPSILON_32, SINGLE_STEPS


@pytest.fixture(autouse=True)
def _device():
    device()


def links() -> corten.Model:
    """Return a pendulum of three links, without the solver, which software devices compile for long."""
    model = n_link_pendulum(3, link_length=1.0, link_mass=0.1)
    model.opt.disableflags |= DisableBit.CONSTRAINT
    return model


def swinging(n: int = 4) -> GpuBatchSim:
    """Return a batch of pendulums, each of which begins elsewhere with another speed."""
    batch = GpuBatchSim(links(), n)
    batch.qpos[:] = np.linspace(-1.5, 1.5, 3 * n).reshape(n, 3)
    batch.qvel[:] = np.linspace(1.0, -2.0, 3 * n).reshape(n, 3)
    return batch


def test_order_of_checks(monkeypatch):
    """GP1: refuse the integrator first, then that there is no device, then the number of environments."""
    model = carts().copy()
    for n in (2**31, 2**32 - 1):
        with pytest.raises(BatchTooLarge, match=r"environments with \d+ numbers each need a buffer"):
            GpuBatchSim(model, n)
    with pytest.raises(ValueError, match="n is -1; it must be at least 0"):
        GpuBatchSim(model, -1)
    monkeypatch.setattr("corten.gpu.sim.open_device", lambda: pytest.fail("the integrator comes first"))
    monkeypatch.setattr("corten.gpu.sim.INTEGRATORS", (Integrator.EULER,))
    model.opt.integrator = Integrator.RK4
    with pytest.raises(UnsupportedIntegrator, match="RK4 does not run on a GPU; allowed are EULER"):
        GpuBatchSim(model, 2**31)


def test_nothing_to_do():
    """GP1: take steps of no environment, and of a model in which nothing moves but time passes."""
    empty = GpuBatchSim(carts(), 0)
    assert len(empty.step_all(3)) == 0 and list(empty) == [] and len(empty.cpu_reference().step_all()) == 0
    empty.reset_all()
    still = GpuBatchSim(corten.Model.empty(), 3)
    assert not still.step_all(4).any()
    assert still.time == pytest.approx(4 * 0.002, rel=SINGLE_STEPS) and still.qpos.shape == (3, 0)
    nobody = GpuBatchSim.try_new(corten.Model.empty(), 0)
    assert is_available() and nobody is not None and len(nobody.step_all()) == 0


@pytest.mark.parametrize("nstep", [1, 100])
@pytest.mark.parametrize("n", [1, 4])
def test_three_links(n, nstep):
    """GP2: swing three links with the bits of float32 on the CPU, and within bounds of float64."""
    batch, single = swinging(n), corten.BatchSim(links(), n, precision="float32")
    single.qpos[:], single.qvel[:] = batch.qpos, batch.qvel
    reference = batch.cpu_reference()
    for each in (batch, single, reference):
        assert not each.step_all(nstep).any()
    assert_same(batch.qpos, single.qpos)
    assert_same(batch.qvel, single.qvel)
    error, largest = abs(batch.qvel - reference.qvel), abs(reference.qvel).max()
    # speeds are compared with those of all joints: rounding the mass matrix alone moves accelerations by 11 roundings
    assert (error <= 10 * nstep * (EPSILON_32 * largest + 1e-10)).all() and largest > 0.5


def test_runs_repeat_their_bits():
    """GP2: give the same bits five times, and whether steps are taken in one call or in several."""
    found = set()
    for calls in ([10], [10], [10], [1] * 10, [3, 7]):
        batch = swinging(9)
        for nstep in calls:
            batch.step_all(nstep)
        found.add(batch.time.tobytes() + batch.qpos.tobytes() + batch.qvel.tobytes())
    assert len(found) == 1


def test_failures_stay_alone():
    """GP3: let an environment fail with what the CPU says of it, leave the others their bits, go on after a reset."""
    good, batch = swinging(6), swinging(6)
    batch.qpos[2, 1], batch.qvel[4, 0] = np.nan, 1e11
    errors = batch.step_all(3)
    good.step_all(3)
    assert errors.indices.tolist() == [2, 4]
    assert [errors[i].kind for i in (2, 4)] == [StepErrorKind.BAD_QPOS, StepErrorKind.BAD_QVEL]
    assert (errors[2].environment, errors[2].step, errors[2].time, errors[2].where) == (2, 0, 0.0, 1)
    assert "environment 2 at 0 s: qpos[1] of hinge joint" in str(errors[2])
    others = [0, 1, 3, 5]
    assert batch.qpos[others].tobytes() == good.qpos[others].tobytes() and np.isnan(batch.qpos[2, 1])
    assert batch.time[others].tolist() == good.time[others].tolist() and not batch.time[[2, 4]].any()
    batch.reset_where(np.arange(6) == 2)
    errors = batch.step_all()
    assert errors.indices.tolist() == [4] and batch.time[2] == np.float32(batch.model.opt.timestep)


def test_methods_of_batches():
    """GP3: have every method, property and array that a batch on the CPU has."""
    batch, other = swinging(2), corten.BatchSim(links(), 2)
    assert {name for name in dir(other) if not name.startswith("_")} <= set(dir(batch))
    assert batch.qpos.shape == other.qpos.shape and len(batch) == len(list(batch)) == 2 and batch.env(1).nv == 3


def test_only_controls_go_up(monkeypatch):
    """GP5: run all stages of a step on the device; upload what was changed, and download state and statuses."""
    batch, gpu = GpuBatchSim(carts(), 5, keep=("xpos",)), device()
    batch.step_all()
    up, down = [], []
    write, read = gpu.write, gpu.read
    monkeypatch.setattr(
        gpu, "write", lambda buffer, values, *more: (up.append(values.size), write(buffer, values, *more))
    )
    monkeypatch.setattr(gpu, "read", lambda *request: (down.append(request[2]), read(*request))[1])
    batch.ctrl[:] = 1.0
    batch.step_all(20)
    assert up == [batch.ctrl.size] and len(batch._engine.alone) == 0
    # a status for each place of a tile after some steps, then floats and ints of all that comes back
    assert set(down[:-2]) == {TILE} and sum(down[-2:]) < 5 * len(batch._engine._stored()) * 20
    up.clear()
    batch.step_all(20)
    assert not up and (batch.qpos[:, 0] > 0).all() and batch.xpos.shape == (5, 4, 3)
