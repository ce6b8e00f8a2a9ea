"""Rods whose edges twist beside MuJoCo's: frames, forces of bending, torsion and damping, steps, states."""

import numpy as np
import pytest

import corten
from corten.deformable.rods.frames import rod_frames
from corten.deformable.rods.twisting import flex_twisting_rods
from support import oracle, tolerance
from support.isolated import compare, effects
from support.twisting_rod_scenes import BOX, SCENES, STRAIGHT, held, rod, scene

RNG = np.random.default_rng


def shake(mjm, mjd, rng, size: float) -> None:
    """Move MuJoCo's rod: bodies by a size, edges by angles, and let everything have a velocity."""
    change = rng.normal(0, 1, mjm.nv)
    hinges = mjm.jnt_type[mjm.dof_jntid] == 3
    oracle.displace(mjm, mjd, np.where(hinges, change, size * change))
    mjd.qvel[:] = np.where(hinges, 5.0, 0.3) * rng.normal(0, 1, mjm.nv)
    mjd.ctrl[:] = rng.normal(0, 1, mjm.nu)
    for mocap in range(mjm.nmocap):
        mjd.mocap_quat[mocap] = rng.normal(0, 1, 4)


def same_state(mjd, data) -> None:
    """Give corten's data the state of MuJoCo's, that of springs and rods included."""
    oracle.copy_state(mjd, data)
    data.plastic = mjd.plastic


@pytest.mark.parametrize("size", [0.0, 0.01, 0.05])
@pytest.mark.parametrize("name", SCENES)
def test_forces(name, size):
    """Compare forces where a rod has just been put, and where it has moved on: frames are carried along then."""
    mjm, mjd, model, data = oracle.load_both(SCENES[name])
    rng = RNG(len(name))
    shake(mjm, mjd, rng, size)
    for _ in range(2):
        oracle.forward(mjm, mjd)
        same_state(mjd, data)
        poisoned = effects(rod_frames)[1] | effects(flex_twisting_rods)[1] | {"energy"}
        oracle.poison(data, poisoned)
        corten.forward(model, data)
        for field in ("qfrc_spring", "qfrc_damper", "qfrc_passive", "qacc_smooth"):
            compare(field, getattr(data, field), getattr(mjd, field))
        oracle.step(mjm, mjd)
        corten.step(model, data)
        compare("plastic", data.plastic, mjd.plastic)
        # turn what was carried along: edges now point elsewhere by a lot
        shake(mjm, mjd, rng, 3 * size)


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
@pytest.mark.parametrize("name", SCENES)
def test_steps(name, integrator):
    """Compare whole steps, from a compiled model of our own."""
    text = SCENES[name].replace("<option ", f'<option integrator="{integrator}" tolerance="1e-14" ')
    mjm, mjd, _, _ = oracle.load_both(text)
    model = corten.load_model_from_string(text)
    data = model.make_data()
    shake(mjm, mjd, RNG(1), 0.01)
    same_state(mjd, data)
    for _ in range(3):
        oracle.step(mjm, mjd, 8)
        corten.step(model, data, 8)
        for field in ("qpos", "qvel", "plastic"):
            compare(field, getattr(data, field), getattr(mjd, field), tolerance.STEP)


SPUN = '<actuator><velocity joint="rod_twist" kv=".005"/></actuator>'
STIFF = '<edge equality="true" solref=".004 1"/>'
ABOUT = '<joint axis="1 0 0"/>'
# a rod, how fast the body that holds it turns at first [rad/s], whether its reference twists exceed half a turn
WRITHING = {
    "twisted up": (scene(rod(STRAIGHT, pin="0 1", damping=0.01, rest=STIFF), SPUN), 0.0, False),
    "a ribbon": (scene(rod(STRAIGHT, BOX.format(".01 .004"), pin="0 1", damping=0.01), SPUN), 0.0, False),
    "tumbling": (scene(held(rod(pin="0 1", damping=0.01))), 25.0, False),
    "by a hinge": (
        scene(held(rod(STRAIGHT, pin="0 1", damping=0.01, rest=STIFF), ABOUT)),
        80.0,
        True,
    ),
    "by its end": (scene(held(rod(STRAIGHT, pin="3 4", damping=0.01), ABOUT)), -80.0, True),
}


@pytest.mark.parametrize("integrator", ["Euler", "RK4"])
@pytest.mark.parametrize("name", WRITHING)
def test_writhing(name, integrator):
    """Twist a rod for more than a hundred steps: angles, or reference twists, grow well beyond half a turn."""
    text, speed, beyond = WRITHING[name]
    mjm, mjd, model, data = oracle.load_both(text)
    mjm.opt.integrator = model.opt_integrator = {"Euler": 0, "RK4": 1}[integrator]
    mjd.ctrl[:] = 300.0
    mjd.qvel[:] = RNG(2).normal(0, 0.05, mjm.nv)
    mjd.qvel[: 6 if mjm.jnt_type[0] == 0 else 1] += speed
    same_state(mjd, data)
    for _ in range(4):
        oracle.step(mjm, mjd, 40)
        corten.step(model, data, 40)
        for field in ("qpos", "qvel", "plastic"):
            compare(field, getattr(data, field), getattr(mjd, field), tolerance.TRAJECTORY)
    assert (np.abs(mjd.plastic[-3:]).max() > np.pi) == beyond


def test_reference_twists_unwrap():
    """Coil a rod about itself by hand: its reference twist grows beyond half a turn, and forces stay continuous."""
    mjm, mjd, model, data = oracle.load_both(scene(rod(STRAIGHT, pin="0 1")))
    vertices, turns = slice(0, 9), np.linspace(0, 4 * np.pi, 81)
    last, largest = None, 0.0
    for turn in turns:
        # the third edge goes round a cone about the second, which tilts: each round adds the angle that it encloses
        around = np.array([[0, 0, 0], [-0.06, 0.08 * np.cos(turn), 0.08 * np.sin(turn)], [-0.1, 0.1, 0.1]])
        mjd.qpos[:], mjd.qvel[:] = 0.0, 0.0
        mjd.qpos[vertices] = around.ravel()
        same_state(mjd, data)
        oracle.step(mjm, mjd)
        corten.step(model, data)
        compare("plastic", data.plastic, mjd.plastic)
        compare("qfrc_spring", data.qfrc_spring, mjd.qfrc_spring)
        twists = mjd.plastic[-3:].copy()
        assert last is None or np.abs(twists - last).max() < 1.0
        last, largest = twists, max(largest, float(np.abs(twists).max()))
    assert largest > 4.0


@pytest.mark.parametrize("kept", ["zeros", "twists alone", "an edge less", "short axes", "turned back"])
@pytest.mark.parametrize("name", ["box", "clamped to a body", "clamped at the end"])
def test_states_in_part(name, kept):
    """Restart edges that have no usable state from those before them, without a twist from earlier turns."""
    mjm, mjd, model, data = oracle.load_both(SCENES[name])
    shake(mjm, mjd, RNG(3), 0.02)
    oracle.step(mjm, mjd)
    edges = mjd.plastic[:24].reshape(4, 6)
    mjd.plastic[24:] += [4.0, -9.0, 14.0]
    if kept in ("zeros", "twists alone"):
        edges[:] = 0.0
        mjd.plastic[24:] *= kept != "zeros"
    elif kept == "an edge less":
        edges[2] = 0.0
    elif kept == "short axes":
        edges[1, 3:] *= 0.49
        edges[2, :3] *= 0.51
        edges[3] *= 0.3
    else:
        edges[:, :3] *= -1.0
    same_state(mjd, data)
    oracle.step(mjm, mjd)
    corten.step(model, data)
    compare("plastic", data.plastic, mjd.plastic)
    # half of a turn back has no least rotation: what is left of one depends on roundings
    if kept not in ("turned back", "short axes"):
        compare("qfrc_spring", data.qfrc_spring, mjd.qfrc_spring)


LOST = {
    "folded": [(0, 0, 0), (0.1, 0, 0), (0.02, 0, 0), (0.1, 0.05, 0), (0.2, 0.05, 0.02)],
    "no length inside": [(0, 0, 0), (0.1, 0, 0), (0.1, 0, 0), (0.2, 0.05, 0), (0.3, 0.1, 0.1)],
    "no length at the end": [(0, 0, 0), (0.1, 0, 0), (0.2, 0.1, 0), (0.25, 0.05, 0.01), (0.25, 0.05, 0.01)],
    "a point": [(0, 0, 0)] * 5,
}


@pytest.mark.parametrize("pose", LOST)
@pytest.mark.parametrize("name", ["straight", "curved", "box"])
def test_rods_without_frames(name, pose):
    """Expect bending alone where an edge has no direction or no way back to the one before, and frames to be kept."""
    mjm, mjd, model, data = oracle.load_both(SCENES[name])
    oracle.forward(mjm, mjd)
    rest = mjd.flexvert_xpos.copy()
    oracle.step(mjm, mjd)
    mjd.qpos[:15] = (np.array(LOST[pose], float) - rest).ravel()
    mjd.qpos[15:] = (0.3, 0.1, -0.2, 0.4)
    mjd.qvel[:] = RNG(8).normal(0, 0.1, mjm.nv)
    same_state(mjd, data)
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    for field in ("qfrc_spring", "qfrc_damper"):
        compare(field, getattr(data, field), getattr(mjd, field))
    before = data.plastic.copy()
    corten.step(model, data)
    np.testing.assert_array_equal(data.plastic, before)


def test_keyframes():
    """Restart frames after a reset and from a keyframe without them; take those that a keyframe has."""
    mjm, mjd, model, data = oracle.load_both(SCENES["box"])
    shake(mjm, mjd, RNG(4), 0.02)
    oracle.step(mjm, mjd, 5)
    qpos, plastic = (" ".join(map(repr, values.tolist())) for values in (mjd.qpos, mjd.plastic))
    keys = f'<keyframe><key qpos="{qpos}"/><key qpos="{qpos}" plastic="{plastic}"/></keyframe></mujoco>'
    text = SCENES["box"].replace("</mujoco>", keys)
    mjm, mjd, _, _ = oracle.load_both(text)
    model = corten.load_model_from_string(text)
    data = model.make_data()
    forces = []
    for key in (0, 1):
        corten.step(model, data, 3)
        oracle.call("mj_resetDataKeyframe", mjm, mjd, key)
        corten.reset_data(model, data, key)
        np.testing.assert_array_equal(data.plastic, mjd.plastic)
        oracle.step(mjm, mjd)
        corten.step(model, data)
        compare("qfrc_spring", data.qfrc_spring, mjd.qfrc_spring)
        compare("plastic", data.plastic, mjd.plastic)
        forces.append(data.qfrc_spring.copy())
    assert np.abs(forces[0] - forces[1]).max() > tolerance.DIFFERENT
    corten.reset_data(model, data)
    assert not data.plastic.any()


def test_inverse_dynamics():
    """Give back the forces that were applied: passive forces of a rod count as such."""
    mjm, mjd, model, data = oracle.load_both(SCENES["clamped to a body"])
    shake(mjm, mjd, RNG(5), 0.02)
    oracle.step(mjm, mjd, 2)
    mjd.qfrc_applied[:] = RNG(6).normal(0, 1, mjm.nv)
    oracle.forward(mjm, mjd)
    same_state(mjd, data)
    corten.forward(model, data)
    corten.inverse(model, data)
    compare("qfrc_inverse", data.qfrc_inverse, mjd.qfrc_applied, tolerance.SOLUTION)


def test_a_step_in_two_parts_and_copies():
    """Take the same steps in two parts, from a copy, and from a state vector."""
    model = corten.load_model_from_string(SCENES["actuated"])
    data = model.make_data()
    data.ctrl[:] = 1.0
    corten.step(model, data, 20)
    copy, vector = data.copy(), corten.get_state(model, data)
    restored = model.make_data()
    corten.set_state(model, restored, vector)
    restored.ctrl[:] = 1.0
    corten.step(model, data, 5)
    for _ in range(5):
        corten.step1(model, copy)
        corten.step2(model, copy)
    corten.step(model, restored, 5)
    for other in (copy, restored):
        np.testing.assert_array_equal(other.plastic, data.plastic)
        np.testing.assert_array_equal(other.qpos, data.qpos)


def test_batch():
    """Give every environment of a batch the bits that it has alone."""
    model = corten.load_model_from_string(SCENES["clamped to a body"])
    rng, count = RNG(7), 9
    qvel = rng.normal(0, 1, (count, model.nv))
    batch = corten.BatchSim(model, count)
    batch.qvel = qvel
    batch.step_all(20)
    for number in range(count):
        data = model.make_data()
        data.qvel = qvel[number]
        corten.step(model, data, 20)
        np.testing.assert_array_equal(batch.qpos[number], data.qpos)
        np.testing.assert_array_equal(batch.plastic[number], data.plastic)
