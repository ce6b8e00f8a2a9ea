"""Forces of constraints on bodies agree with MuJoCo's, and push both bodies of a pair in opposite directions."""

import pytest

from corten.stages.constraint import wrench_stages
from corten.stages.velocity import applied_wrenches
from support import isolated, oracle, tolerance
from support.constraint_rows import copy_inputs, make_rows, moving_scene, touching_model

STILL = {"springs": False, "dampers": False}


def check_wrenches(mjm, mjd, model, data) -> None:
    """Compare cfrc_ext for MuJoCo's constraint forces."""
    copy_inputs(mjd, data)
    make_rows(model, data)
    data.efc_force = mjd.efc_force
    oracle.copy_fields(mjd, data, ["xipos"])
    oracle.poison(data, ["cfrc_ext"])
    for stage in [applied_wrenches, *wrench_stages(model)]:
        assert stage(model, data) == 0
    isolated.compare("cfrc_ext", data.cfrc_ext[1:], mjd.cfrc_ext[1:], tolerance.STAGE)


@pytest.mark.parametrize("seed", range(10))
def test_equalities_of_random_models(seed):
    """Add the forces of connects and welds, of bodies and of sites, with torque scales and relative poses."""
    mjm, mjd, model, data = isolated.random_scene(seed, equality=True, **STILL)
    check_wrenches(mjm, mjd, model, data)


@pytest.mark.parametrize("condim", [1, 3, 4, 6])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_contacts(cone, condim):
    """Add the forces of contacts to both bodies, adhesion included."""
    mjm, mjd, model, data = moving_scene(touching_model(cone, condim, geom='adhesion="0.5"'))
    check_wrenches(mjm, mjd, model, data)


def test_models_without_constraints_have_no_wrenches():
    """Run nothing for models that have neither contacts nor equalities."""
    _, _, model, _ = isolated.random_scene(3)
    assert wrench_stages(model) == []
