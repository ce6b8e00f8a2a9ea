"""Elastic flexes in the effective metric of DISCRETE against MuJoCo: its blocks, accelerations, steps and inverse."""

import numpy as np
import pytest

import corten
from corten.enums import DisableBit, EnableBit, Integrator, SolverType
from corten.errors import UnsupportedFeatureError
from support import oracle, tolerance
from support.discrete_flexes import SCENES, check_steps_and_inverse, discrete
from support.elastic_scenes import SCENES as EXPLICIT
from support.isolated import compare

BLOCKS = "flexvert_hessian flexedge_hessian flexelem_krot"
FORCES = "qfrc_passive qfrc_smooth qacc_smooth"
ROWS = "efc_diagA efc_R efc_aref"


def disturbed(xml: str, flags: int = 0):
    """Load a scene into both engines without contacts, moved and moving, and let MuJoCo compute everything."""
    mjm, mjd, model, data = oracle.load_both(xml)
    mjm.opt.disableflags |= DisableBit.CONTACT | flags
    model.opt_disableflags = mjm.opt.disableflags
    rng = np.random.default_rng(0)
    oracle.call("mj_integratePos", mjm, mjd.qpos, rng.uniform(-0.02, 0.02, mjm.nv), 1.0)
    mjd.qvel[:] = rng.normal(0, 0.1, mjm.nv)
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    return mjm, mjd, model, data


@pytest.mark.parametrize("solver", ["CG", "Newton"])
@pytest.mark.parametrize("name", SCENES)
def test_forward_dynamics_in_the_metric(name, solver):
    """Expect blocks of the metric, smooth accelerations, rows and accelerations to be MuJoCo's."""
    _, mjd, model, data = disturbed(discrete(SCENES[name], solver))
    corten.forward(model, data)
    for field in f"{BLOCKS} {FORCES}".split():
        compare(field, getattr(data, field), oracle.oracle_field(mjd, field))
    assert data.nefc == mjd.nefc
    for field in ROWS.split():
        compare(field, getattr(data, field)[: data.nefc], oracle.oracle_field(mjd, field))
    compare("qacc", data.qacc, mjd.qacc, tolerance.STEP)


@pytest.mark.parametrize(("name", "raised"), [("cloth_both", False), ("cloth_thick", True)])
def test_the_diagonal_is_raised_where_factors_fail(name, raised):
    """Expect the pivot that no other row touches to be the diagonal itself, or larger where that has no factors."""
    _, _, model, data = disturbed(discrete(SCENES[name], "CG"))
    corten.forward(model, data)
    row = model.nefmKrow - 1
    diagonal = data.work.efm_K[model.efmK_rowadr[row] + model.efmK_rownnz[row] - 1] + data.work.qH_diag[row]
    share = 1.0 / (data.work.efm_LDiagInv[row] * diagonal)
    assert share > 1.01 if raised else share == pytest.approx(1.0)


@pytest.mark.parametrize("flags", [DisableBit.SPRING, DisableBit.DAMPER, DisableBit.SPRING | DisableBit.DAMPER])
@pytest.mark.parametrize("name", ["cloth_both", "cube", "cube_trilinear"])
def test_stiffness_and_damping_are_switched_off(name, flags):
    """Expect the metric to hold stiffness where springs act, damping where dampers act, and nothing else."""
    mjm, mjd, model, data = disturbed(discrete(SCENES[name], "Newton"), flags)
    corten.forward(model, data)
    compare("qacc_smooth", data.qacc_smooth, mjd.qacc_smooth)
    oracle.step(mjm, mjd, 5)
    corten.step(model, data, 5)
    compare("qpos", data.qpos, mjd.qpos, tolerance.STEP)


@pytest.mark.parametrize("name", ["cloth_both_on_arm", "cloth_bend", "cube_pinned", "cube_trilinear_on_arm"])
def test_steps_and_inverse_dynamics(name):
    """Expect steps to end where MuJoCo's do, and inverse dynamics of any acceleration to be MuJoCo's."""
    check_steps_and_inverse(*disturbed(discrete(SCENES[name], "Newton")))


def test_stiff_flexes_stay_calm_at_long_steps():
    """Expect a stiff cube that was disturbed to lose energy at steps far beyond the explicit limit."""
    _, _, model, data = disturbed(
        discrete(SCENES["cube_stiff"], "Newton").replace("discrete", 'discrete" timestep=".02')
    )
    model.opt_gravity[:] = 0.0
    model.opt_enableflags |= EnableBit.ENERGY
    corten.forward(model, data)
    before = data.energy[1]
    corten.step(model, data, 100)
    assert 0.0 <= data.energy[1] < before


@pytest.mark.parametrize(
    ("name", "choices", "words"),
    [
        ("cube", {"opt_integrator": Integrator.IMPLICITFAST}, "implicitfast"),
        ("cloth_bend", {"opt_integrator": Integrator.IMPLICIT}, "implicit"),
        ("cloth_edges", {"opt_integrator": Integrator.DISCRETE}, "edges"),
        ("cube", {"opt_integrator": Integrator.DISCRETE, "opt_solver": SolverType.PGS}, "PGS"),
        ("cube", {"opt_integrator": Integrator.DISCRETE, "opt_noslip_iterations": 2}, "noslip"),
        ("cube", {"opt_integrator": Integrator.DISCRETE, "opt_enableflags": int(EnableBit.IPC)}, "ipc"),
    ],
)
def test_what_does_not_go_with_flexes_is_refused(name, choices, words):
    """Refuse integrators, solvers and flags that do not go with flexes, by name."""
    _, _, model, data = oracle.load_both(EXPLICIT[name])
    for field, value in choices.items():
        setattr(model, field, value)
    with pytest.raises(UnsupportedFeatureError, match=words):
        corten.step(model, data)


@pytest.mark.parametrize("lanes", [None, 1])
def test_batches_of_flexes_are_those_stepped_alone(lanes):
    """Give environments of a batch the bits that each has alone, with contacts of an elastic cloth."""
    xml = EXPLICIT["cloth_both"].replace("<worldbody>", '<worldbody><geom type="plane" size="1 1 1" pos="0 0 .09"/>')
    model = oracle.compiled(discrete(xml, "CG"))
    start = np.random.default_rng(0).normal(0, 0.003, (3, model.nq))
    batch = corten.BatchSim(model, 3, lanes=lanes)
    batch.qpos[:] = start
    batch.step_all(10)
    for number, qpos in enumerate(start):
        data = model.make_data()
        data.qpos[:] = qpos
        corten.step(model, data, 10)
        assert data.ncon > 0
        np.testing.assert_array_equal(batch.qpos[number], data.qpos)


SOFT = '<elasticity young="1e3"/>'


@pytest.mark.parametrize(
    ("option", "parts", "words"),
    [
        (
            'integrator="discrete"',
            '<edge damping="1"/>',
            "edges of flexes are not supported with integrator 'discrete'",
        ),
        ('integrator="discrete" solver="PGS"', SOFT, "solver 'PGS' and noslip_iterations are not supported"),
        ('integrator="discrete" noslip_iterations="2"', SOFT, "solver 'PGS' and noslip_iterations are not supported"),
        ('integrator="implicitfast"', SOFT, "integrators 'implicit' and 'implicitfast' are not supported"),
    ],
)
def test_what_mujoco_refuses_is_refused_where_it_is_written(option, parts, words):
    """Refuse flexes that do not go with the integrator or solver when the model is loaded, and name their line."""
    grid = 'count="3 3 3" spacing=".1 .1 .1" radius=".01" mass="1" dim="3"'
    xml = f'<mujoco><option {option}/><worldbody>\n<flexcomp name="f" {grid}>{parts}</flexcomp></worldbody></mujoco>'
    with pytest.raises(ValueError, match="flex"):
        oracle.load_mujoco(xml)
    with pytest.raises(UnsupportedFeatureError, match=f'line 2: <flex name="f">: .*{words}'):
        corten.load_model_from_string(xml)
