"""Rows far stiffer than the inertia they act on, which come and go while Newton's method iterates."""

import numpy as np

import corten
from support.solver_scenes import WHEEL


def set_random_state(data, seed):
    """Set a random pose and velocity, and an acceleration to begin at that is far from the solution."""
    rng = np.random.default_rng(seed)
    data.qpos[:] = rng.uniform(-0.4, 0.4, data.qpos.shape)
    data.qvel[:] = rng.normal(0, 3, data.qvel.shape)
    data.qacc_warmstart[:] = rng.normal(0, 1e4, data.qvel.shape)
    data.qfrc_applied[:] = rng.normal(0, 0.1, data.qvel.shape)


def test_stiff_rows_leave_nothing_behind():
    """End after a few iterations, though rows that let go leave rounding as large as all that remains."""
    model = corten.load_model_from_string(WHEEL)
    data = model.make_data()
    iterations, stiffest = [], 0.0
    for seed in range(300):
        set_random_state(data, seed)
        corten.forward(model, data)
        iterations.append(int(data.solver_niter[0]))
        stiffest = max(stiffest, data.efc_D.max(initial=0.0))
    assert stiffest > 1e14
    assert max(iterations) <= 8


def test_stiff_rows_in_lanes():
    """Give in lanes the bits that each environment has alone, where the Hessian of some of them is set anew."""
    model = corten.load_model_from_string(WHEEL)
    model.opt.iterations = 20
    batch = corten.BatchSim(model, 64, threads=1)
    alone = [model.make_data() for _ in range(64)]
    for i, data in enumerate(alone):
        set_random_state(data, 200 + i)
        for name in ("qpos", "qvel", "qacc_warmstart", "qfrc_applied"):
            getattr(batch, name)[i] = getattr(data, name)
    batch.step_all()
    for i, data in enumerate(alone):
        corten.step(model, data)
        np.testing.assert_array_equal(batch.qvel[i], data.qvel, str(i))
