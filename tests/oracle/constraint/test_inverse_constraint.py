"""Inverse dynamics and forces on bodies with constraints, through the public calls."""

import numpy as np
import pytest

import corten
from corten.enums import DisableBit, EnableBit, Integrator
from support import isolated, oracle, tolerance
from support.constraint_rows import moving_scene, touching_model

SCENES = {
    "held": lambda: isolated.random_scene(6, limits=True, frictionloss=True, equality=True),
    "pyramids": lambda: moving_scene(touching_model("pyramidal", 4)),
    "cones": lambda: moving_scene(touching_model("elliptic", 6)),
}


@pytest.fixture(params=SCENES)
def both(request):
    """Return both engines in the state of a scene."""
    mjm, mjd, model, data = SCENES[request.param]()
    oracle.copy_state(mjd, data)
    data.eq_active = mjd.eq_active
    return mjm, mjd, model, data


@pytest.mark.parametrize("discrete", [False, True])
@pytest.mark.parametrize("integrator", [Integrator.EULER, Integrator.IMPLICITFAST, Integrator.DISCRETE])
def test_inverse_with_constraints(both, integrator, discrete):
    """Explain an acceleration with constraint forces, in continuous time and for a step."""
    mjm, mjd, model, data = both
    mjm.opt.integrator = model.opt.integrator = integrator
    mjm.opt.enableflags = model.opt.enableflags = EnableBit.INVDISCRETE if discrete else 0
    mjd.qacc[:] = data.qacc = np.random.default_rng(1).normal(0, 10, mjm.nv)
    oracle.inverse(mjm, mjd)
    corten.inverse(model, data)
    assert np.any(mjd.qfrc_constraint)
    for name in ("efc_force", "qfrc_constraint", "qfrc_inverse"):
        isolated.compare(name, getattr(data, name), getattr(mjd, name))


def test_inverse_undoes_forward(both):
    """Get back the applied forces from the acceleration that they and the constraints gave."""
    _, mjd, model, data = both
    model.opt.tolerance = 0.0
    corten.forward(model, data)
    corten.inverse(model, data)
    external = mjd.qfrc_applied + data.qfrc_actuator
    for body in range(1, model.nbody):
        force, torque = mjd.xfrc_applied[body, :3], mjd.xfrc_applied[body, 3:]
        corten.apply_force(model, data, force, torque, data.xipos[body], body, external)
    scale = np.max(np.abs(data.qfrc_constraint))
    np.testing.assert_allclose(data.qfrc_inverse, external, rtol=0, atol=tolerance.SOLUTION * scale)


def test_disabled_constraints_leave_no_force(both):
    """Forget the constraint force of an earlier step where constraints were disabled since."""
    _, _, model, data = both
    corten.forward(model, data)
    assert np.any(data.qfrc_constraint)
    model.opt.disableflags |= DisableBit.CONSTRAINT
    corten.inverse(model, data)
    assert data.nefc == 0
    assert not np.any(data.qfrc_constraint)


def test_forces_between_bodies(both):
    """Count constraint forces among those on bodies and between them."""
    _, mjd, model, data = both
    corten.forward(model, data)
    corten.rne_post_constraint(model, data)
    isolated.compare("cfrc_ext", data.cfrc_ext[1:], mjd.cfrc_ext[1:], tolerance.SOLUTION)
    isolated.compare("cfrc_int", data.cfrc_int, mjd.cfrc_int, tolerance.SOLUTION)
    isolated.compare("cacc", data.cacc, mjd.cacc, tolerance.SOLUTION)


def test_forces_of_tendons_between_bodies():
    """Count the forces of spatial tendons among those on bodies and between them."""
    _, mjd, model, data = isolated.random_scene(7, tendons=True, equality=True)
    oracle.copy_state(mjd, data)
    data.eq_active = mjd.eq_active
    corten.forward(model, data)
    corten.rne_post_constraint(model, data)
    isolated.compare("cfrc_ext", data.cfrc_ext[1:], mjd.cfrc_ext[1:], tolerance.SOLUTION)
    isolated.compare("cfrc_int", data.cfrc_int, mjd.cfrc_int, tolerance.SOLUTION)
