"""Rods whose edges twist in the effective metric of `discrete` beside MuJoCo's: metric, shift, accelerations, steps."""

from itertools import product

import numpy as np
import pytest

import corten
import corten.compat.mujoco as compat
from corten.deformable.kinematics.vertices import vertex_velocity
from corten.deformable.metric.assembly import flex_metric
from corten.deformable.rods.twisting_metric import twist_metric, twist_shift
from corten.deformable.stages import flex_position_stages
from corten.enums import DisableBit
from corten.stages.inertia import com_pos
from corten.stages.kinematics import kinematics_stages
from corten.stages.metric import joint_metric
from corten.stages.velocity import com_vel
from support import metric, oracle, tolerance
from support.discrete_flexes import TIGHT
from support.discrete_rods import HELD, SECTIONS, twisting_rod
from support.isolated import compare
from support.twisting_rod_scenes import SCENES as EXPLICIT

# every section and way to be held, straight and curved, and one rod that has as few edges as can be
SCENES = [
    *product(("straight", "curved"), SECTIONS, HELD),
    ("two edges", "flat", "clamped"),
    ("two edges", "circle", "free"),
]


def disturbed(xml: str, flags: int = 0, seed: int = 0):
    """Load a rod into both engines, moved, twisted and moving after a first step, and let MuJoCo compute everything."""
    mjm, mjd, model, data = oracle.load_both(xml)
    oracle.step(mjm, mjd)
    mjm.opt.disableflags |= flags
    model.opt_disableflags = mjm.opt.disableflags
    rng = np.random.default_rng(seed)
    change = rng.normal(0, 0.02, mjm.nv)
    # twists are far larger than what the motion of vertices makes of them
    twists = [dof for dof in range(mjm.nv) if oracle.object_names(mjm, "joint")[mjm.dof_jntid[dof]]]
    change[twists] *= 30
    oracle.displace(mjm, mjd, change)
    mjd.qvel[:] = rng.normal(0, 0.3, mjm.nv)
    oracle.forward(mjm, mjd)
    oracle.copy_state(mjd, data)
    data.plastic[:] = mjd.plastic
    return mjm, mjd, model, data


def their_flexes(mjm, mjd) -> np.ndarray:
    """Return what flexes add to MuJoCo's metric: what inverse dynamics multiplies accelerations with, less M."""
    columns = []
    for acceleration in (np.zeros(mjm.nv), *np.eye(mjm.nv)):
        mjd.qacc[:] = acceleration
        oracle.inverse(mjm, mjd)
        columns.append(mjd.qfrc_inverse.copy())
    return np.array(columns[1:]).T - columns[0][:, None] - metric.dense(mjm, mjd.M)


def our_flexes(model, data) -> np.ndarray:
    """Return efm_K, and what efm_M has that M has not, as a matrix."""
    matrix = metric.dense(model, data.work.efm_M) - metric.dense(model, data.M)
    for i in range(model.nv):
        entries = slice(model.efmK_rowadr[i], model.efmK_rowadr[i] + model.efmK_rownnz[i])
        columns = model.efmK_colind[entries]
        matrix[i, columns] += data.work.efm_K[entries]
        matrix[columns[:-1], i] += data.work.efm_K[entries][:-1]
    return matrix


@pytest.mark.parametrize(("shape", "section", "held"), SCENES)
def test_metric_and_shift(shape, section, held):
    """Expect MuJoCo's metric, blocks of vertices and the chain of torsion, and the shift of its right-hand side."""
    compare_metric(*disturbed(twisting_rod(shape, section, held, "CG")))


@pytest.mark.parametrize("flags", [DisableBit.SPRING, DisableBit.DAMPER])
def test_stiffness_and_damping_are_switched_off(flags):
    """Expect the metric to hold stiffness where springs act, damping where dampers act, and nothing else."""
    compare_metric(*disturbed(twisting_rod("curved", "flat", "ends in a body", "CG"), flags))


def compare_metric(mjm, mjd, model, data) -> None:
    """Compare what the stages of the metric write with what MuJoCo has."""
    theirs, shift = their_flexes(mjm, mjd), mjd.efm_c.copy()
    places = (*kinematics_stages(model), com_pos, *flex_position_stages(model))
    data.M[:] = mjd.M
    for stage in (*places, com_vel, vertex_velocity, joint_metric, flex_metric):
        stage(model, data)
    twist_metric(model, data)
    data.efm_c[:] = 0.0
    twist_shift(model, data)
    compare("efm_K", our_flexes(model, data), theirs)
    compare("efm_c", data.efm_c, shift)


LENGTHS = '<edge equality="true"/>'


@pytest.mark.parametrize("solver", ["CG", "Newton"])
@pytest.mark.parametrize("held", HELD)
def test_forward_dynamics_in_the_metric(held, solver):
    """Expect forces, smooth accelerations, rows of the lengths of edges, islands and accelerations to be MuJoCo's."""
    _, mjd, model, data = disturbed(twisting_rod("curved", "flat", held, solver, LENGTHS))
    corten.forward(model, data)
    for field in ("qfrc_spring", "qfrc_damper", "qacc_smooth"):
        compare(field, getattr(data, field), getattr(mjd, field))
    assert (data.nefc, data.nisland) == (mjd.nefc, mjd.nisland)
    for field in ("efc_diagA", "efc_R", "efc_aref"):
        compare(field, getattr(data, field)[: data.nefc], getattr(mjd, field))
    compare("qacc", data.qacc, mjd.qacc, tolerance.STEP)


@pytest.mark.parametrize("solver", ["CG", "Newton"])
@pytest.mark.parametrize(("shape", "section", "held"), SCENES[::5])
def test_steps_and_inverse_dynamics(shape, section, held, solver):
    """Expect rods to be where MuJoCo has them after long steps, and inverse dynamics of any acceleration."""
    text = twisting_rod(shape, section, held, solver, LENGTHS)
    mjm, mjd, _, _ = disturbed(text)
    model = corten.load_model_from_string(text)
    data = model.make_data()
    oracle.copy_state(mjd, data)
    data.plastic[:] = mjd.plastic
    for _ in range(2):
        oracle.step(mjm, mjd, 20)
        corten.step(model, data, 20)
        for field in ("qpos", "qvel", "plastic"):
            compare(field, getattr(data, field), getattr(mjd, field), tolerance.TRAJECTORY)
    oracle.copy_state(mjd, data)
    data.plastic[:] = mjd.plastic
    data.qacc[:] = mjd.qacc[:] = np.random.default_rng(1).normal(0, 1, mjm.nv)
    oracle.inverse(mjm, mjd)
    corten.inverse(model, data)
    compare("qfrc_inverse", data.qfrc_inverse, mjd.qfrc_inverse)


@pytest.mark.parametrize("name", EXPLICIT)
def test_scenes_of_other_integrators(name):
    """Take steps with rods that are actuated, pinned in the middle, held by mocap bodies, no flexcomps."""
    text = EXPLICIT[name].replace("<option ", f"<option {TIGHT.format('Newton')} ", 1)
    mjm, mjd, model, data = oracle.load_both(text)
    rng = np.random.default_rng(2)
    oracle.displace(mjm, mjd, rng.normal(0, 0.01, mjm.nv))
    mjd.qvel[:] = rng.normal(0, 0.3, mjm.nv)
    mjd.ctrl[:] = rng.normal(0, 1, mjm.nu)
    oracle.copy_state(mjd, data)
    oracle.step(mjm, mjd, 20)
    corten.step(model, data, 20)
    for field in ("qpos", "qvel", "plastic"):
        compare(field, getattr(data, field), getattr(mjd, field), tolerance.STEP)


@pytest.mark.parametrize("flags", ["", '<flag diagexact="enable"/>'])
def test_rows_of_twists(flags):
    """Expect friction of twist joints to be softened by what resists twists in the metric, exactly or estimated."""
    text = EXPLICIT["raw box"].replace('stiffness=".01"', 'stiffness=".01" frictionloss=".001"')
    text = text.replace(
        '<option timestep=".0005"/>', f'<option timestep=".002" {TIGHT.format("Newton")}>{flags}</option>'
    )
    _, mjd, model, data = disturbed(text)
    corten.forward(model, data)
    assert data.nefc == mjd.nefc == 4
    for field in ("efc_diagA", "efc_R"):
        compare(field, getattr(data, field)[: data.nefc], getattr(mjd, field))
    compare("qacc", data.qacc, mjd.qacc)


@pytest.mark.parametrize("section", ["circle", "flat"])
def test_rods_fall(section):
    """Expect rods that fall onto a plane and a ball in long steps to be where MuJoCo has them."""
    world = (
        '<geom type="plane" size="1 1 1" pos="0 0 -.05"/><body pos=".2 0 -.02"><freejoint/><geom size=".02"/></body>'
    )
    text = twisting_rod("curved", section, "free", "Newton", LENGTHS, 0.004)
    text = text.replace("<worldbody>", f"<worldbody>{world}").replace(' contype="0" conaffinity="0"', "", 1)
    mjm, mjd, _, _ = oracle.load_both(text)
    model = corten.load_model_from_string(text)
    data = model.make_data()
    data.qvel[:] = mjd.qvel[:] = np.random.default_rng(0).normal(0, 0.1, mjm.nv)
    for _ in range(3):
        oracle.step(mjm, mjd, 12)
        corten.step(model, data, 12)
        assert data.ncon == mjd.ncon
        for field in ("qpos", "qvel", "plastic"):
            compare(field, getattr(data, field), getattr(mjd, field), tolerance.TRAJECTORY)
    assert mjd.ncon > 0


def test_parts_of_the_metric_under_mujocos_names():
    """Expect the names of MuJoCo's package to tell the same diagonals: of bending alone, and with those of torsion."""
    text = twisting_rod("curved", "flat", "clamped", "CG")
    _, mjd, _, _ = disturbed(text)
    model = compat.MjModel.from_xml_string(text)
    data = compat.MjData(model)
    data.qpos[:], data.qvel[:], data.plastic[:] = mjd.qpos, mjd.qvel, mjd.plastic
    compat.mj_forward(model, data)
    for field in ("efm_diag", "efm_sdiag", "efm_ck", "efm_c"):
        compare(field, getattr(data, field), getattr(mjd, field))


LONG = (
    '<mujoco><option timestep=".005" {}/><worldbody><flexcomp name="f" type="grid" dim="1" count="41 1 1" mass=".3" '
    'spacing=".05 .05 .05" radius=".01"><elasticity young="1e6" poisson=".3" damping=".01"/><edge equality="true"/>'
    '<contact selfcollide="none" contype="0" conaffinity="0"/><pin id="0 1"/></flexcomp></worldbody>'
    '<actuator><position joint="f_twist" kp=".05" dampratio="1"/></actuator>{}</mujoco>'
)


@pytest.mark.parametrize("solver", ["CG", "Newton"])
def test_a_long_rod_hangs_and_is_twisted(solver):
    """Let a rod of forty edges fall and turn its end by a motor: factors of many panels, and frames that writhe."""
    text = LONG.format(TIGHT.format(solver), "")
    mjm, mjd, _, _ = oracle.load_both(text)
    model = corten.load_model_from_string(text)
    data = model.make_data()
    mjd.ctrl[:] = data.ctrl[:] = 12.0
    oracle.step(mjm, mjd, 40)
    corten.step(model, data, 40)
    for field in ("qpos", "qvel", "plastic"):
        compare(field, getattr(data, field), getattr(mjd, field), tolerance.TRAJECTORY)


def test_keyframes():
    """Begin at a keyframe that bends a straight rod, once without frames and once with those of the rod."""
    turns = " ".join(["0 0 0"] * 20 + ["0 .3 .2"] * 19) + " 0" * 39
    mjm, mjd, _, _ = oracle.load_both(
        LONG.format(TIGHT.format("Newton"), f'<keyframe><key qpos="{turns}"/></keyframe>')
    )
    oracle.call("mj_resetDataKeyframe", mjm, mjd, 0)
    oracle.step(mjm, mjd, 3)
    numbers = [" ".join(map(repr, values.tolist())) for values in (mjd.qpos, mjd.plastic)]
    keys = f'<keyframe><key qpos="{turns}"/><key qpos="{numbers[0]}" plastic="{numbers[1]}"/></keyframe>'
    text = LONG.format(TIGHT.format("Newton"), keys)
    mjm, mjd, _, _ = oracle.load_both(text)
    model = corten.load_model_from_string(text)
    data = model.make_data()
    for key in (0, 1):
        oracle.call("mj_resetDataKeyframe", mjm, mjd, key)
        corten.reset_data(model, data, key)
        oracle.step(mjm, mjd, 5)
        corten.step(model, data, 5)
        for field in ("qpos", "qvel", "plastic"):
            compare(field, getattr(data, field), getattr(mjd, field), tolerance.STEP)


def test_a_rod_falls_asleep():
    """Expect all trees of a hanging rod, those of its twists too, to sleep in the step in which MuJoCo's do."""
    text = twisting_rod("straight", "circle", "clamped", "Newton", LENGTHS)
    text = text.replace('damping=".02"', 'damping=".5"').replace(
        "/><worldbody>", '><flag sleep="enable"/></option><worldbody>'
    )
    mjm, mjd, _, _ = oracle.load_both(text)
    model = corten.load_model_from_string(text)
    data = model.make_data()
    mjd.qvel[-1] = data.qvel[-1] = 0.5
    for step in range(400):
        oracle.step(mjm, mjd)
        corten.step(model, data)
        assert data.tree_asleep.tolist() == mjd.tree_asleep.tolist(), step
    assert (mjd.tree_asleep >= 0).all()


@pytest.mark.parametrize("lanes", [None, 1])
def test_batches_have_the_bits_of_rods_alone(lanes):
    """Give environments of a batch the bits that each has alone."""
    model = corten.load_model_from_string(twisting_rod("curved", "flat", "begins in a body", "Newton", LENGTHS))
    qvel = np.random.default_rng(3).normal(0, 0.5, (5, model.nv))
    batch = corten.BatchSim(model, 5, lanes=lanes)
    batch.qvel = qvel
    batch.step_all(10)
    for number in range(5):
        data = model.make_data()
        data.qvel = qvel[number]
        corten.step(model, data, 10)
        np.testing.assert_array_equal(batch.qpos[number], data.qpos)
        np.testing.assert_array_equal(batch.plastic[number], data.plastic)


def test_stiff_rods_stay_calm_at_long_steps():
    """Expect a rod of steel, bent and let go, to lose energy at steps far beyond the explicit limit."""
    text = twisting_rod("straight", "flat", "clamped", "Newton", LENGTHS, 0.02).replace("1e5", "2e11")
    _, mjd, _, _ = disturbed(text)
    model = corten.load_model_from_string(text)
    data = model.make_data()
    oracle.copy_state(mjd, data)
    model.opt_gravity[:] = 0.0
    corten.forward(model, data)
    before = np.abs(data.qvel).max()
    corten.step(model, data, 100)
    assert 100 * np.abs(data.qvel).max() < before
