"""Machine code, machine code with bounds checks, and plain Python compute the same bits."""

import numpy as np
import pytest

import corten
from support.random_mjcf import random_model

INTEGRATORS = ("EULER", "RK4", "IMPLICIT", "IMPLICITFAST", "IMPLICIT_SPRING_DAMPER")
STEPS = 3

# between them, both scenes have every feature that adds a stage, or a branch of one, to a step
FEATURES = ("polynomial", "gravcomp", "fluid", "cameras", "lights")
SCENES = {
    "random": random_model(7, ndof=14, mocap=1, **dict.fromkeys(FEATURES, True)),
    "cartpole": corten.models.path("cartpole").read_text(encoding="utf-8"),
}


def states(mode: str, xml: str, integrator: str, monkeypatch) -> np.ndarray:
    """Return the states after each of a few steps, with kernels that run in a mode."""
    monkeypatch.setenv("CORTEN_KERNELS", mode)
    model = corten.load_model_from_string(xml)
    model.opt.integrator = corten.Integrator[integrator]
    model.opt.enableflags |= corten.EnableBit.ENERGY
    data = model.make_data()
    random = np.random.default_rng(0)
    data.qvel[:] = random.normal(0.0, 1.0, model.nv)
    data.ctrl[:] = random.uniform(-1.0, 1.0, model.nu)
    rows = []
    for _ in range(STEPS):
        corten.step(model, data)
        rows.append(np.concatenate([data.qpos, data.qvel, data.qacc, data.energy]))
    return np.array(rows)


@pytest.mark.filterwarnings("ignore::corten.UnbuiltFeatureWarning")
@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("integrator", INTEGRATORS)
@pytest.mark.parametrize("mode", ["python", "checked"])
def test_modes_agree_to_the_last_bit(mode, integrator, scene, monkeypatch):
    """Compute the bits of compiled kernels in the other two modes, with every integrator."""
    expected = states("compiled", SCENES[scene], integrator, monkeypatch)
    assert np.isfinite(expected).all()
    np.testing.assert_array_equal(states(mode, SCENES[scene], integrator, monkeypatch), expected)


@pytest.mark.filterwarnings("ignore::corten.UnbuiltFeatureWarning")
@pytest.mark.parametrize("name", corten.models.names())
def test_bundled_models_stay_inside_their_arrays(name, monkeypatch):
    """Run forward, a step and inverse of every bundled model with bounds checks."""
    monkeypatch.setenv("CORTEN_KERNELS", "checked")
    model = corten.load_model(corten.models.path(name))
    data = model.make_data()
    corten.forward(model, data)
    corten.step(model, data, nstep=2)
    corten.inverse(model, data)
    assert np.isfinite(data.qfrc_inverse).all()
