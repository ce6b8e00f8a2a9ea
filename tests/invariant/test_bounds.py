"""Kernels stay inside of their arrays."""

import numpy as np
import pytest

import corten

INTEGRATORS = ("EULER", "RK4", "IMPLICIT", "IMPLICITFAST", "IMPLICIT_SPRING_DAMPER")


@pytest.mark.filterwarnings("ignore::corten.UnbuiltFeatureWarning")
@pytest.mark.parametrize("name", corten.models.names())
def test_bundled_models_stay_inside_their_arrays(name, monkeypatch):
    """Run forward, inverse and steps with every integrator of every bundled model with bounds checks."""
    monkeypatch.setenv("CORTEN_KERNELS", "checked")
    model = corten.load_model(corten.models.path(name))
    for integrator in INTEGRATORS:
        # forces of cloth are those of the end of a step: RK4 is refused
        if integrator == "RK4" and model.nxpbdrow:
            continue
        model.opt.integrator = corten.Integrator[integrator]
        data = model.make_data()
        corten.step(model, data, nstep=2)
        corten.forward(model, data)
        corten.inverse(model, data)
        assert np.isfinite(data.qfrc_inverse).all()
