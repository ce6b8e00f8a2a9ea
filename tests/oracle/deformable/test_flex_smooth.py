"""Flexes without collision against MuJoCo, field by field: positions, boxes, edges, elastic forces, rows and steps."""

import numpy as np
import pytest

import corten
from corten.deformable.kinematics.edges import edge_velocity, element_boxes
from corten.enums import DisableBit, EnableBit
from support import oracle, tolerance
from support.elastic_scenes import SCENES
from support.flex_scenes import SCENES as RAW_SCENES
from support.isolated import check_alone, compare

POSITION = "flexvert_xpos flexelem_aabb flexedge_length flexedge_J"
MOTION = "flexedge_velocity qfrc_spring qfrc_damper qfrc_passive energy qacc_smooth"
ROWS = "efc_pos efc_diagA efc_D efc_aref"


def disturbed(xml: str, seed: int = 0, size: float = 0.02):
    """Load a scene into both engines, with vertices moved by up to `size` [m], and let MuJoCo compute everything."""
    mjm, mjd, model, data = oracle.load_both(xml)
    mjm.opt.enableflags |= EnableBit.ENERGY
    mjm.opt.disableflags |= DisableBit.CONTACT
    model.opt_enableflags, model.opt_disableflags = mjm.opt.enableflags, mjm.opt.disableflags
    rng = np.random.default_rng(seed)
    oracle.call("mj_integratePos", mjm, mjd.qpos, rng.uniform(-size, size, mjm.nv), 1.0)
    mjd.qvel[:] = rng.normal(0, 0.1, mjm.nv)
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    return mjm, mjd, model, data


@pytest.mark.parametrize("name", [*SCENES, *RAW_SCENES])
def test_forward_dynamics_of_flexes(name):
    """Expect what each stage of forward dynamics leaves to be MuJoCo's, in disturbed states, without contacts."""
    for seed in range(2):
        _, mjd, model, data = disturbed((SCENES | RAW_SCENES)[name], seed)
        corten.forward(model, data)
        for field in f"{POSITION} {MOTION}".split():
            compare(field, getattr(data, field), oracle.oracle_field(mjd, field))
        assert data.nefc == mjd.nefc
        for field in ROWS.split():
            compare(field, getattr(data, field)[: data.nefc], oracle.oracle_field(mjd, field))
        compare("qacc", data.qacc, mjd.qacc, tolerance.STEP)


@pytest.mark.parametrize("stage", [element_boxes, edge_velocity], ids=lambda stage: stage.__name__)
@pytest.mark.parametrize("name", ["ball_radial", "cloth_both_on_arm", "cube_trilinear"])
def test_stages_of_flexes_alone(name, stage):
    """Expect stages that read and write what MuJoCo has as well to agree when they are run alone."""
    _, mjd, model, data = disturbed(SCENES[name])
    check_alone(stage, mjd, model, data)


@pytest.mark.parametrize("name", ["cloth_edges_on_arm", "cube_edges", "rope_springs_pinned"])
def test_steps_of_flexes(name):
    """Expect ten steps to end where MuJoCo's do."""
    mjm, mjd, model, data = disturbed(SCENES[name])
    oracle.step(mjm, mjd, 10)
    corten.step(model, data, 10)
    compare("qpos", data.qpos, mjd.qpos, tolerance.STEP)
    compare("qvel", data.qvel, mjd.qvel, tolerance.STEP)


def turned_and_moved(model, data) -> None:
    """Move a flex whose vertices have three slides each as a whole, and turn it by a radian."""
    axis = np.array([1.0, 2.0, -2.0]) / 3.0
    cross = np.array([[0, -axis[2], axis[1]], [axis[2], 0, -axis[0]], [-axis[1], axis[0], 0]])
    turn = np.eye(3) + np.sin(1.0) * cross + (1.0 - np.cos(1.0)) * cross @ cross
    places = data.xpos[model.dof_bodyid[::3]].copy()
    data.qpos[:] = (places @ turn.T + [0.3, -0.2, 0.5] - places).ravel()
    corten.forward(model, data)


@pytest.mark.parametrize("name", ["cloth_both", "cube", "cube_quadratic", "cube_trilinear", "cube_trilinear_turned"])
def test_elastic_forces_vanish_where_a_flex_moves_as_a_whole(name):
    """Expect no elastic force of a flex that was only moved and turned; a millimetre would give 1e6 times the bound."""
    model = oracle.compiled(SCENES[name])
    data = model.make_data()
    corten.forward(model, data)
    turned_and_moved(model, data)
    bound = 1e-10 * np.max(np.abs(model.flex_stiffness))
    assert np.max(np.abs(data.qfrc_spring)) < bound


@pytest.mark.parametrize("name", ["cloth_stretch", "cube"])
def test_stretching_is_the_gradient_of_its_energy(name):
    """Expect the force of stretching to be minus the gradient of elongations' M elongations / 4."""
    _, _, model, data = disturbed(SCENES[name])
    rng = np.random.default_rng(1)
    corten.forward(model, data)
    force, start = data.qfrc_spring.copy(), data.qpos.copy()
    direction, step, sides = rng.normal(0, 1, model.nv), 1e-5, []
    for sign in (-1.0, 1.0):
        data.qpos[:] = start + sign * step * direction
        corten.forward(model, data)
        sides.append(stretch_energy(model, data))
    slope = (sides[1] - sides[0]) / (2 * step)
    assert slope == pytest.approx(-force @ direction, rel=tolerance.FORCE_DIFFERENCE)


def stretch_energy(model, data) -> float:
    """Return the energy of stretching of a model with one flex, from the lengths of its edges."""
    edges, room = {2: (3, 21), 3: (6, 24)}[model.flex_dim[0]]
    upper = np.triu_indices(edges)
    longer = data.flexedge_length**2 - model.flexedge_length0**2
    total = 0.0
    for element, chosen in enumerate(model.flex_elemedge.reshape(-1, edges)):
        metric = np.zeros((edges, edges))
        metric[upper] = model.flex_stiffness[element * room :][: len(upper[0])]
        metric += np.triu(metric, 1).T
        total += longer[chosen] @ metric @ longer[chosen] / 4
    return total


@pytest.mark.parametrize("name", ["cloth_bend", "cloth_both_on_arm", "cube", "cube_trilinear", "rope_springs"])
def test_damping_of_flexes_takes_energy(name):
    """Expect the power of damping forces to be negative whatever the motion."""
    for seed in range(4):
        _, _, model, data = disturbed(SCENES[name], seed)
        corten.forward(model, data)
        assert data.qfrc_damper @ data.qvel < 0.0
