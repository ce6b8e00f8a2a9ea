"""Forces that belong to an acceleration agree with MuJoCo's, for every zone of every cost."""

import numpy as np
import pytest

import corten
from corten.enums import ConstraintState, ConstraintType
from corten.stages.constraint import inverse_constraint
from support import isolated, oracle
from support.constraint_rows import copy_inputs, make_rows, moving_scene, touching_model
from support.isolated import compare


def check_inverse(mjm, mjd, model, data, qacc) -> None:
    """Compare forces and states for an acceleration with those of MuJoCo's inverse dynamics."""
    mjd.qacc[:] = qacc
    oracle.inverse(mjm, mjd)
    copy_inputs(mjd, data)
    make_rows(model, data)
    oracle.poison(data, ["qfrc_constraint", "efc_force"])
    assert inverse_constraint(model, data) == 0
    compare("efc_force", data.efc_force, mjd.efc_force)
    compare("qfrc_constraint", data.qfrc_constraint, mjd.qfrc_constraint)
    np.testing.assert_array_equal(data.efc_state, mjd.efc_state)


@pytest.mark.parametrize("seed", range(10))
def test_forces_of_random_models(seed):
    """Give forces to limits, friction loss, tendons and equalities."""
    mjm, mjd, model, data = isolated.random_scene(seed, limits=True, frictionloss=True, equality=True, tendons=True)
    check_inverse(mjm, mjd, model, data, np.random.default_rng(seed).normal(0, 30, mjm.nv))


@pytest.mark.parametrize("condim", [1, 3, 4, 6])
@pytest.mark.parametrize("cone", ["pyramidal", "elliptic"])
def test_forces_of_contacts(cone, condim):
    """Give forces to contacts in every zone of their cones, and report them in the frame of the contact."""
    mjm, mjd, model, data = moving_scene(touching_model(cone, condim, geom='adhesion="1.5"'))
    seen = set()
    for seed in range(6):
        check_inverse(mjm, mjd, model, data, np.random.default_rng(seed).normal(0, 50, mjm.nv))
        seen |= set(data.efc_state[data.efc_type >= ConstraintType.CONTACT_FRICTIONLESS])
        for c in range(data.ncon):
            compare("contact_force", corten.contact_force(model, data, c), oracle.contact_force(mjm, mjd, c))
    assert {ConstraintState.SATISFIED, ConstraintState.QUADRATIC} <= seen
    assert (ConstraintState.CONE in seen) == (cone == "elliptic" and condim > 1)


def test_contacts_without_rows_give_no_force():
    """Report no force of a contact within its gap, and refuse numbers of contacts that do not exist."""
    _, mjd, model, data = moving_scene(touching_model(margin=0.05, geom='gap="1"'))
    copy_inputs(mjd, data)
    data.contact_exclude = 1
    make_rows(model, data)
    np.testing.assert_array_equal(corten.contact_force(model, data, 0), np.zeros(6))
    with pytest.raises(IndexError, match=f"contact {data.ncon} does not exist"):
        corten.contact_force(model, data, data.ncon)
