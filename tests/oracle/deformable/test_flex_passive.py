"""Passive contacts of flexes against MuJoCo: their rows, forces, accelerations and steps, and what is refused."""

import numpy as np
import pytest

import corten
from corten.enums import DisableBit
from corten.errors import UnsupportedFeatureError
from support import oracle, tolerance
from support.discrete_flexes import check_steps_and_inverse
from support.isolated import compare
from support.passive_flexes import SCENES, scene

# contacts that are not passive, whatever the flex asks for, and those without a mass that could set their stiffness
WITHOUT_ROWS = ("sheet on what moves", "radial", "line")


def dense_rows(data, nv):
    """Return a row for each passive contact: its number, scale, force and Jacobian; entries that are 0 may be kept."""
    rows, begin = [], 0
    while begin < data.nefmcon:
        count, contact = data.efm_con_ind[begin : begin + 2]
        entries = slice(begin + 2, begin + 2 + count)
        slopes = np.zeros(nv)
        slopes[data.efm_con_ind[entries]] = data.efm_con_val[entries]
        rows.append([contact, *data.efm_con_val[begin : begin + 2], *slopes])
        begin = entries.stop
    return np.array(rows)


def check_forward(mjd, model, data):
    """Compare everything that passive contacts are part of."""
    corten.forward(model, data)
    assert (data.ncon, data.nefc) == (mjd.ncon, mjd.nefc)
    np.testing.assert_array_equal(data.contact_exclude[: data.ncon], mjd.contact.exclude)
    ours, theirs = dense_rows(data, model.nv), dense_rows(mjd, model.nv)
    assert len(ours) == len(theirs)
    if len(ours):
        compare("efm_con", ours, theirs)
    for field in "qfrc_spring qfrc_passive qfrc_adhesion efm_c qacc_smooth".split():
        # springs at rest have forces that are nothing but rounding
        if np.abs(getattr(mjd, field)).max() > tolerance.EXACT:
            compare(field, getattr(data, field), getattr(mjd, field))
        else:
            assert np.abs(getattr(data, field)).max() <= tolerance.EXACT
    if data.nefc:
        compare("efc_diagA", data.efc_diagA[: data.nefc], mjd.efc_diagA)
    compare("qacc", data.qacc, mjd.qacc, tolerance.STEP)
    compare("sensordata", data.sensordata, mjd.sensordata)


@pytest.mark.parametrize("name", SCENES)
def test_rows_and_accelerations(name):
    """Expect rows, forces, shift and accelerations to be MuJoCo's at rest and in motion."""
    mjm, mjd, model, data = oracle.load_both(scene(SCENES[name]))
    rows = 0
    for moved in range(3):
        if moved:
            oracle.step(mjm, mjd, 1)
        oracle.forward(mjm, mjd)
        oracle.copy_state(mjd, data)
        check_forward(mjd, model, data)
        rows += data.nefmcon
    assert (rows == 0) == (name in WITHOUT_ROWS)


@pytest.mark.parametrize("solver", ["CG", "Newton"])
def test_steps_and_inverse_dynamics(solver):
    """Expect steps to end where MuJoCo's do, and inverse dynamics of any acceleration to be MuJoCo's."""
    check_steps_and_inverse(*oracle.load_both(scene(SCENES["sheet with held edges"], solver)))


@pytest.mark.parametrize(
    "flags", [DisableBit.SPRING, DisableBit.DAMPER, DisableBit.SPRING | DisableBit.DAMPER, DisableBit.ISLAND]
)
def test_flags(flags):
    """Expect contacts to push as long as there are passive forces of any kind, with islands or without."""
    mjm, mjd, model, data = oracle.load_both(scene(SCENES["sheet with held edges"]))
    mjm.opt.disableflags = model.opt_disableflags = int(flags)
    oracle.step(mjm, mjd, 2)
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    check_forward(mjd, model, data)


def test_rows_are_forgotten():
    """Leave nothing of passive contacts in a step without contacts, or of a flex that no longer asks for them."""
    mjm, mjd, model, data = oracle.load_both(scene(SCENES["sheet"]))
    corten.forward(model, data)
    assert data.nefmcon
    mjm.opt.disableflags = model.opt_disableflags = int(DisableBit.CONTACT)
    oracle.forward(mjm, mjd)
    check_forward(mjd, model, data)
    mjm.opt.disableflags = model.opt_disableflags = 0
    mjm.flex_passive[:] = model.flex_passive[:] = 0
    oracle.forward(mjm, mjd)
    check_forward(mjd, model, data)


def test_a_body_on_a_rigid_flex_floats_alone():
    """Give a body that carries a rigid flex the acceleration of bodies that float alone, beside an elastic sheet."""
    mjm, mjd, model, data = oracle.load_both(scene(SCENES["rigid"], flags='<flag contact="disable"/>'))
    mjd.qvel[:] = np.random.default_rng(0).normal(0, 3, mjm.nv)
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    corten.forward(model, data)
    assert np.abs(mjd.qacc - mjd.qacc_smooth).max() > tolerance.STEP
    compare("qacc", data.qacc, mjd.qacc)


@pytest.mark.parametrize(
    ("option", "words"),
    [
        ('integrator="Euler"', "passive contacts of flexes need integrator 'discrete'"),
        ('integrator="discrete" solver="PGS"', "solver 'PGS' and noslip_iterations are not supported"),
        ('integrator="discrete" noslip_iterations="2"', "solver 'PGS' and noslip_iterations are not supported"),
    ],
)
def test_what_does_not_go_with_them_is_refused(option, words):
    """Refuse integrators and solvers that do not go with passive contacts when a model is loaded, with the line."""
    xml = f"<mujoco><option {option}/><worldbody>\n{SCENES['sheet']}</worldbody></mujoco>"
    with pytest.raises(ValueError, match="flex"):
        oracle.load_mujoco(xml)
    with pytest.raises(UnsupportedFeatureError, match=f'line 2: <flex name="f">: .*{words}'):
        corten.load_model_from_string(xml)


def test_sleep_is_refused():
    """Refuse the flag sleep, as MuJoCo's manual has it."""
    with pytest.raises(UnsupportedFeatureError, match="do not go with the flag sleep"):
        corten.load_model_from_string(scene(SCENES["sheet"], flags='<flag sleep="enable"/>'))


@pytest.mark.parametrize("lanes", [None, 1])
def test_batches_are_those_stepped_alone(lanes):
    """Give environments of a batch the bits that each has alone."""
    model = oracle.compiled(scene(SCENES["two sheets"], "CG"))
    start = np.random.default_rng(0).normal(0, 0.001, (3, model.nq))
    batch = corten.BatchSim(model, 3, lanes=lanes)
    batch.qpos[:] = start
    batch.step_all(3)
    for number, qpos in enumerate(start):
        data = model.make_data()
        data.qpos[:] = qpos
        corten.step(model, data, 3)
        np.testing.assert_array_equal(batch.qpos[number], data.qpos)
