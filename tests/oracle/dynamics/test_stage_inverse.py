"""Inverse dynamics against MuJoCo, on positions and velocities that MuJoCo computed."""

import numpy as np
import pytest

from corten.enums import DisableBit, EnableBit, Integrator
from corten.errors import UnsupportedFeatureError
from corten.stages.inverse import inverse_force, inversion_stages
from support import oracle
from support.integration import FORWARD, load
from support.isolated import check_alone, compare
from support.random_mjcf import random_model

SIZES = (1, 2, 3, 5, 8, 12, 20, 33, 60, 200)
DISCRETE = (Integrator.EULER, Integrator.IMPLICIT, Integrator.IMPLICITFAST)


def random_scene(seed, integrator=Integrator.EULER, flags=0, **features):
    """Load a random model of 1 to 200 dofs, in a random state, with a random acceleration."""
    features = {"polynomial": seed % 2 == 0, "motors": True} | features
    text = random_model(seed, ndof=SIZES[seed % 10], chain=(seed % 3) / 2, **features)
    mjm, mjd, model, data = load(text, integrator, seed, flags=flags)
    mjd.qacc[:] = np.random.default_rng(seed).normal(0, 10, mjm.nv)
    return mjm, mjd, model, data


@pytest.mark.parametrize("seed", range(30))
def test_inverse_force(seed):
    """Explain an acceleration with the force that MuJoCo finds."""
    mjm, mjd, model, data = random_scene(seed, gravcomp=True, fluid=True)
    oracle.inverse(mjm, mjd)
    check_alone(inverse_force, mjd, model, data)


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("integrator", DISCRETE, ids=lambda integrator: integrator.name)
def test_discrete_inverse(integrator, seed):
    """Explain the change of velocity in a step with the force that MuJoCo finds, and leave qacc as it was."""
    mjm, mjd, model, data = random_scene(seed, integrator)
    check_discrete(mjm, mjd, model, data)


@pytest.mark.parametrize("flag", [DisableBit.EULERDAMP, DisableBit.DAMPER])
def test_discrete_inverse_without_implicit_damping(flag):
    """Take the acceleration of EULER as it is when implicit damping or dampers are disabled."""
    check_discrete(*random_scene(6, Integrator.EULER, flag))


def check_discrete(mjm, mjd, model, data):
    """The same force from both engines with INVDISCRETE."""
    mjm.opt.enableflags |= EnableBit.INVDISCRETE
    model.opt_enableflags = mjm.opt.enableflags
    oracle.inverse(mjm, mjd)
    oracle.copy_fields(mjd, data, FORWARD)
    oracle.poison(data, ["qfrc_inverse", "qacc_saved"])
    for stage in inversion_stages(model):
        assert stage(model, data) == 0
    compare("qfrc_inverse", data.qfrc_inverse, mjd.qfrc_inverse)
    np.testing.assert_array_equal(data.qacc, mjd.qacc)


def test_discrete_inverse_of_rk4_is_refused():
    """Say that RK4 has no discrete inverse, as MuJoCo does."""
    _, _, model, _ = random_scene(1, Integrator.RK4)
    model.opt_enableflags = EnableBit.INVDISCRETE
    with pytest.raises(UnsupportedFeatureError, match="invdiscrete with integrator 'RK4'"):
        inversion_stages(model)
