"""The bundled models and the n-link pendulum, judged by MuJoCo: sound, symmetric, at rest where they should be."""

import math
import runpy
import warnings

import numpy as np
import pytest

from corten import models
from corten.enums import EnableBit, GeomType, Integrator, JointType
from corten.models.pendulum import pendulum_mjcf
from support import oracle
from support.repository import ROOT
from support.tolerance import EXACT, LENGTH, PERIOD, REST

STANDING = {"ant": 4, "humanoid": 8, "quadruped": 4, "hopper": 4}  # points of support
MASS = {  # [kg] of everything that moves
    "ant": (9.5, 9.7),
    "arm": (13, 18),
    "boxes": (5, 10),
    "cartpole": (1.5, 2.5),
    "chain": (25, 40),
    "cheetah": (13.9, 14.1),
    "cloth": (0.0539, 0.0541),
    "hand": (0.35, 0.4),
    "hopper": (9, 11),
    "humanoid": (74.99, 75.01),
    "leg": (40, 41),
    "quadruped": (12, 15),
}
MUSCLES = ("leg",)
SYMMETRIC = [name for name in models.names() if name not in ("boxes", "cloth", "hand")]
BENCHMARKS = ROOT / "benchmarks"
MIRROR = np.diag([1.0, -1.0, 1.0])


def load(name):
    """Compile a bundled model; MuJoCo's compiler warnings are errors here."""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # what holds cloth together is said in <custom>, which MuJoCo does not read
        warnings.filterwarnings("ignore", "flex 'cloth' is not rigid")
        return oracle.load_file(models.path(name))


def start(mjm, key=0):
    """Return data at a keyframe of the model (or at its default pose if it has none), computed by forward."""
    mjd = oracle.make_data(mjm)
    if mjm.nkey:
        oracle.call("mj_resetDataKeyframe", mjm, mjd, key)
    oracle.forward(mjm, mjd)
    return mjd


def partner(name):
    """Return the name of the same part on the other side: hand_l and hand_r, foot_fl and foot_fr."""
    head, _, tail = name.rpartition("_")
    swapped = {"l": "r", "r": "l", "fl": "fr", "fr": "fl", "hl": "hr", "hr": "hl"}.get(tail)
    return f"{head}_{swapped}" if swapped else name


def named(mjm, kind):
    """Return {name: id} of the elements of one kind that have a name."""
    return {name: i for i, name in enumerate(oracle.object_names(mjm, kind)) if name}


def shape(mjm, mjd, geom):
    """Return a symmetric matrix that says how far a geom reaches in each direction, up to its own symmetries."""
    size = mjm.geom_size[geom].copy()
    if mjm.geom_type[geom] in (GeomType.CAPSULE, GeomType.CYLINDER):
        size = np.array([size[0], size[0], size[1] + 1])
    rotation = mjd.geom_xmat[geom].reshape(3, 3)
    return rotation @ np.diag(size**2) @ rotation.T


@pytest.mark.parametrize("name", models.names())
def test_everything_is_named_and_sized(name):
    """Load without a warning, with every body, joint, motor, camera and keyframe named, plausible mass and step."""
    mjm = load(name)
    assert len(named(mjm, "body")) == mjm.nbody
    assert len(named(mjm, "joint")) == mjm.njnt - 3 * mjm.nflexvert
    assert len(named(mjm, "actuator")) == mjm.nu
    assert set(named(mjm, "camera")) == {"front", "side"}
    assert 0.002 <= mjm.opt.timestep <= 0.005
    assert mjm.nkey >= 1 and mjm.key(0).name == "home"

    moving = mjm.body_mass[mjm.body_weldid != 0].sum()
    low, high = MASS[name]
    assert low <= moving <= high


@pytest.mark.parametrize("name", models.names())
def test_motors_are_normalised(name):
    """Drive every motor by a control from -1 to 1, muscles from 0 to 1, scaled by gears alone."""
    mjm = load(name)
    assert np.all(mjm.actuator_ctrlrange == ([0, 1] if name in MUSCLES else [-1, 1]))
    assert np.all(mjm.actuator_ctrllimited == 1)
    assert np.all(mjm.actuator_gear[:, 0] > 0)


@pytest.mark.parametrize("name", models.names())
def test_keyframes_are_free_of_strain(name):
    """Start every keyframe inside the joint ranges and with no contact deeper than a millimetre."""
    mjm = load(name)
    for key in range(max(mjm.nkey, 1)):
        mjd = start(mjm, key)
        assert all(contact.dist > -LENGTH for contact in mjd.contact)
        for joint in np.flatnonzero(mjm.jnt_limited):
            if mjm.jnt_type[joint] != JointType.BALL:
                low, high = mjm.jnt_range[joint]
                assert low <= mjd.qpos[mjm.jnt_qposadr[joint]] <= high


@pytest.mark.parametrize("name", STANDING)
def test_home_stands_on_the_floor(name):
    """Put the feet on the floor to within a millimetre, with the centre of mass above them."""
    mjm = load(name)
    mjd = start(mjm, mjm.key("home").id)
    mjm.geom_margin[mjm.geom("floor").id] = LENGTH
    oracle.forward(mjm, mjd)
    assert mjd.ncon == STANDING[name]

    support = np.array([contact.pos[:2] for contact in mjd.contact])
    assert np.all(support.min(axis=0) < mjd.subtree_com[0, :2])
    assert np.all(mjd.subtree_com[0, :2] < support.max(axis=0))


@pytest.mark.parametrize("name", SYMMETRIC)
def test_left_mirrors_right(name):
    """Find mass, inertia, shapes, joints and motors of each side mirrored on the other in the home pose."""
    mjm = load(name)
    mjd = start(mjm)

    bodies = named(mjm, "body")
    for body, i in bodies.items():
        j = bodies[partner(body)]
        frames = [mjd.ximat[k].reshape(3, 3) for k in (i, j)]
        inertias = [R @ np.diag(mjm.body_inertia[k]) @ R.T for k, R in zip((i, j), frames, strict=True)]
        assert mjm.body_mass[i] == pytest.approx(mjm.body_mass[j], rel=EXACT)
        np.testing.assert_allclose(MIRROR @ mjd.xipos[i], mjd.xipos[j], atol=EXACT)
        np.testing.assert_allclose(MIRROR @ inertias[0] @ MIRROR, inertias[1], atol=EXACT)

    geoms = named(mjm, "geom")
    for geom, i in geoms.items():
        j = geoms[partner(geom)]
        np.testing.assert_allclose(MIRROR @ mjd.geom_xpos[i], mjd.geom_xpos[j], atol=EXACT)
        np.testing.assert_allclose(MIRROR @ shape(mjm, mjd, i) @ MIRROR, shape(mjm, mjd, j), atol=EXACT)

    # a mirror keeps the direction of a slide and reverses that of a turn
    joints = named(mjm, "joint")
    for joint, i in joints.items():
        j = joints[partner(joint)]
        sense = {JointType.SLIDE: 1, JointType.HINGE: -1}.get(mjm.jnt_type[i])
        if sense is None:
            continue
        same = sense * MIRROR @ mjd.xaxis[i] @ mjd.xaxis[j]
        low, high = mjm.jnt_range[i] if same > 0 else -mjm.jnt_range[i, ::-1]
        assert abs(same) == pytest.approx(1, abs=EXACT)
        assert (same > 0) or (i == j)
        np.testing.assert_allclose([low, high], mjm.jnt_range[j], atol=EXACT)
        np.testing.assert_allclose(MIRROR @ mjd.xanchor[i], mjd.xanchor[j], atol=EXACT)
        for field in (mjm.jnt_stiffness, mjm.dof_damping[mjm.jnt_dofadr], mjm.dof_armature[mjm.jnt_dofadr]):
            np.testing.assert_array_equal(field[i], field[j])

    motors = named(mjm, "actuator")
    for motor, i in motors.items():
        j = motors[partner(motor)]
        assert name in MUSCLES or list(joints)[mjm.actuator_trnid[i, 0]] == motor
        np.testing.assert_array_equal(mjm.actuator_gear[i], mjm.actuator_gear[j])


@pytest.mark.parametrize("name", models.names())
def test_five_seconds_without_control_gain_no_energy(name):
    """Fall, swing or rest for five seconds from every keyframe without a warning and without gaining energy."""
    mjm = load(name)
    mjm.opt.enableflags |= int(EnableBit.ENERGY)
    weight = mjm.body_mass.sum() * -mjm.opt.gravity[2]
    for key in range(max(mjm.nkey, 1)):
        mjd = start(mjm, key)
        first = mjd.energy.sum()
        while mjd.time < 5:
            oracle.step(mjm, mjd)

            # soft contacts give back what they stored: allow the work of lifting the whole model by a centimetre
            assert mjd.energy.sum() < first + 0.01 * weight
        assert np.isfinite(mjd.qpos).all()
        assert all(warning.number == 0 for warning in mjd.warning)


def test_blocks_come_to_rest_in_the_tray():
    """End the fall of the boxes with every block inside the tray and still where it is."""
    mjm = load("boxes")
    mjd = start(mjm)
    while mjd.time < 5:
        oracle.step(mjm, mjd)
    blocks = mjd.xpos[mjm.body_weldid != 0]
    assert np.abs(blocks[:, :2]).max() < 0.27
    assert blocks[:, 2].min() > 0.02
    assert np.abs(mjd.qvel.reshape(-1, 6)[:, :3]).max() < REST


def test_humanoid_is_as_tall_as_it_says():
    """Measure 1.75 m from the floor to the crown in the model's default pose, with the arms hanging."""
    mjm = load("humanoid")
    mjd = oracle.make_data(mjm)
    oracle.forward(mjm, mjd)
    head = mjm.geom("head").id
    assert mjd.geom_xpos[head, 2] + mjm.geom_size[head, 2] == pytest.approx(1.75, abs=10 * LENGTH)


@pytest.mark.parametrize("n", [1, 3, 30])
def test_pendulum_has_the_links_it_is_asked_for(n):
    """Give n hinges and n bodies of the mass asked for, at rest when hanging, with the documented step."""
    mjm = oracle.load_mujoco(pendulum_mjcf(n, 0.5, 2))
    mjd = start(mjm)
    assert (mjm.nv, mjm.nbody, mjm.opt.timestep) == (n, n + 1, 1 / 240)
    assert mjm.opt.integrator == Integrator.EULER
    np.testing.assert_allclose(mjm.body_mass[1:], 2, rtol=EXACT)
    np.testing.assert_allclose(mjd.subtree_com[0], [0, 0, -n * 0.25], atol=EXACT)
    np.testing.assert_allclose(mjd.qacc, 0, atol=EXACT)


def test_single_link_swings_with_the_period_of_a_rod():
    """Measure the small-swing period of one link: 2 pi sqrt(2 L / (3 g))."""
    mjm = oracle.load_mujoco(pendulum_mjcf(1, 0.7, 0.3))
    mjm.opt.timestep = 1e-4
    mjd = oracle.make_data(mjm)
    mjd.qpos[0] = 1e-3

    # the angle falls through zero after a quarter of the period
    while mjd.qpos[0] > 0:
        oracle.step(mjm, mjd)
    assert 4 * mjd.time == pytest.approx(2 * math.pi * math.sqrt(2 * 0.7 / (3 * 9.81)), rel=PERIOD)


def test_benchmark_models_have_no_constraints(tmp_path, monkeypatch):
    """Write the benchmark models; each one loads, moves and never needs a constraint row."""
    monkeypatch.setattr("sys.argv", ["make_models.py", str(tmp_path)])
    runpy.run_path(str(BENCHMARKS / "make_models.py"), run_name="__main__")

    listed = dict(line.split("=") for line in (tmp_path / "models.txt").read_text().split())
    assert {"humanoid_in_air", "quadruped_in_air", "hinges_5", "hinges_200"} <= set(listed)
    for file in listed.values():
        mjm = oracle.load_file(tmp_path / file)
        mjd = start(mjm)
        mjd.ctrl[:] = 1
        oracle.step(mjm, mjd, 20)
        assert mjd.nefc == 0
        assert np.abs(mjd.qvel).min() > 0
