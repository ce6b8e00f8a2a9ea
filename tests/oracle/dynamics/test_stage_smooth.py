"""Smooth acceleration and energies against MuJoCo, each stage alone."""

import numpy as np
import pytest

from corten.enums import DisableBit
from corten.stages.energy import energy_pos, energy_vel
from corten.stages.smooth import acceleration, unconstrained
from support import oracle
from support.isolated import check_alone, compare, random_scene, run_alone, scene
from support.random_mjcf import random_model

SEEDS = range(30)
SPRINGS = random_model(4, ndof=25, polynomial=True)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("stage", [acceleration, unconstrained], ids=lambda stage: stage.__name__)
def test_acceleration_on_random_models(stage, seed):
    """Agree with MuJoCo on trees of 1 to 200 dofs with every smooth force."""
    _, mjd, model, data = random_scene(seed, polynomial=True, gravcomp=True, fluid=True, motors=True)
    check_alone(stage, mjd, model, data)


def test_acceleration_without_applied_wrenches():
    """Agree with MuJoCo where nobody pushes, and where all that pushes is one torque or a force on the last body."""
    mjm, mjd, model, data = scene(SPRINGS)
    for value in (0.0, -0.0, 2.0):
        mjd.xfrc_applied[:] = 0.0
        mjd.xfrc_applied[-1, 5] = value
        oracle.forward(mjm, mjd)
        check_alone(acceleration, mjd, model, data)


def test_force_on_the_world_is_ignored():
    """Ignore what is applied to the world body."""
    mjm, mjd, model, data = scene(SPRINGS)
    mjd.xfrc_applied[0] = 1e3
    oracle.forward(mjm, mjd)
    check_alone(acceleration, mjd, model, data)


@pytest.mark.parametrize("seed", SEEDS)
def test_energies_on_random_models(seed):
    """Agree with MuJoCo on potential energy, of polynomial springs too, and on kinetic energy."""
    _, mjd, model, data = random_scene(seed, polynomial=seed % 2 == 0)
    check_energies(mjd, model, data)


@pytest.mark.parametrize("flags", [DisableBit.GRAVITY, DisableBit.SPRING, DisableBit.GRAVITY | DisableBit.SPRING])
def test_energy_flags(flags):
    """Leave out the energy of what is disabled."""
    _, mjd, model, data = scene(SPRINGS, flags=flags)
    check_energies(mjd, model, data)


def check_energies(mjd, model, data):
    """Compare both energies; each stage writes its own entry and leaves the other."""
    for place, stage in enumerate((energy_pos, energy_vel)):
        run_alone(stage, mjd, model, data)
        compare("energy", data.energy[place : place + 1], mjd.energy[place : place + 1])
        assert np.isnan(data.energy[1 - place])
