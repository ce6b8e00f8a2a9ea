"""Rods that twist and touch beside MuJoCo's: steps, sensors, forces of contacts, inverse dynamics, and sleep."""

import numpy as np
import pytest

import corten
from support import oracle, tolerance
from support.rod_contacts import BOX, CIRCLE, OTHERS, TALL_BOX, held, rod, scene

EDGES = '<edge equality="true"/>'
PLANE, BALL, FLAT = OTHERS["plane"], OTHERS["sphere"], OTHERS["flat box"]
TURNED = 'euler="0 0 40"'
SCENES = {
    "round on a plane": PLANE + rod(inner=EDGES),
    "flat on a plane": PLANE + rod(section=BOX, inner=EDGES, pos="0 0 .02"),
    "tall on a plane": PLANE + rod(section=TALL_BOX, inner=EDGES, pos="0 0 .02"),
    "under a ball": PLANE + BALL + rod(inner=EDGES),
    "between boxes": FLAT + OTHERS["box"] + rod(section=BOX, inner=EDGES, pos="0 0 .02"),
    "crossed": PLANE + rod(inner=EDGES) + rod("g", BOX, "0 .02 .06", EDGES, more=TURNED),
    "crossed without edges": PLANE + rod() + rod("g", CIRCLE, "0 .02 .05", more=TURNED),
    "held": PLANE + held(rod(section=BOX, pos="0 0 0", inner=EDGES + '<pin id="0 1"/>')),
    "held at its end": PLANE + BALL + held(rod(pos="0 0 0", inner=EDGES + '<pin id="2 3"/>')),
}


def option(more: str = "", flags: str = "") -> str:
    """Return options of short steps whose constraints are solved to rounding."""
    return f'<option timestep=".0005" tolerance="1e-14" iterations="200" {more}><flag {flags}/></option>'


def load(text: str, speed: float = 0.3):
    """Return both models and data, of our own compiler, with the same random velocities."""
    mjm, mjd, _, _ = oracle.load_both(text)
    model = corten.load_model_from_string(text)
    data = model.make_data()
    mjd.qvel[:] = np.random.default_rng(0).normal(0, speed, mjm.nv)
    data.qvel[:] = mjd.qvel
    return mjm, mjd, model, data


OPTIONS = [
    'cone="elliptic"',
    'cone="pyramidal"',
    'cone="elliptic" integrator="RK4"',
    'cone="elliptic" jacobian="sparse"',
    'cone="elliptic" integrator="discrete"',
    'cone="pyramidal" integrator="discrete" jacobian="sparse"',
]


@pytest.mark.parametrize("more", OPTIONS)
@pytest.mark.parametrize("name", SCENES)
def test_steps(name, more):
    """Expect MuJoCo's states after some steps."""
    mjm, mjd, model, data = load(scene(SCENES[name], option(more)))
    touched = 0
    for _ in range(4):
        oracle.step(mjm, mjd, 10)
        corten.step(model, data, 10)
        assert data.ncon == mjd.ncon
        touched += mjd.ncon
        for field in ("qpos", "qvel", "plastic"):
            np.testing.assert_allclose(getattr(data, field), getattr(mjd, field), atol=tolerance.STEP, err_msg=field)
    assert touched > 0


def test_a_cable_rolls():
    """Let a cable roll down a slope: friction turns it, without slipping."""
    slope = '<geom type="plane" size="1 1 1" euler="10 0 0"/>'
    round_rod = rod(inner=EDGES, pos="0 0 .0203", contact='selfcollide="none"')
    mjm, mjd, model, data = load(scene(slope + round_rod, option('cone="elliptic" impratio="100"')), 0.0)
    oracle.step(mjm, mjd, 400)
    corten.step(model, data, 400)
    np.testing.assert_allclose(data.qpos, mjd.qpos, atol=tolerance.TRAJECTORY)
    twist, along = data.qvel[mjm.jnt_type == 3], data.qvel[1::3][:4]
    np.testing.assert_allclose(along, -0.02 * np.cos(np.radians(10)) * twist.mean(), rtol=tolerance.ROLLING)
    assert np.abs(twist).min() > 1


SENSORS = (
    '<sensor><contact geom1="ball" num="4" data="found force torque dist pos normal tangent"/>'
    '<contact body1="f_1" num="3" data="found force pos"/><touch site="around"/></sensor></mujoco>'
)


@pytest.mark.parametrize("section", [CIRCLE, BOX])
def test_sensors_and_forces(section):
    """Expect MuJoCo's readings of contacts, their forces, and the forces that explain the acceleration."""
    ball = BALL.replace("<geom ", '<site name="around" size=".06"/><geom name="ball" ')
    text = scene(PLANE + ball + rod(section=section, inner=EDGES), option('cone="elliptic"'))
    mjm, mjd, model, data = load(text.replace("</mujoco>", SENSORS))
    oracle.step(mjm, mjd, 20)
    corten.step(model, data, 20)
    oracle.forward(mjm, mjd)
    corten.forward(model, data)
    assert np.abs(mjd.sensordata).max() > 0.1
    np.testing.assert_allclose(data.sensordata, mjd.sensordata, rtol=tolerance.SENSOR, atol=tolerance.SENSOR)
    np.testing.assert_allclose(data.cfrc_ext, mjd.cfrc_ext, atol=tolerance.SENSOR)
    for contact in range(mjd.ncon):
        expected = np.zeros(6)
        oracle.call("mj_contactForce", mjm, mjd, contact, expected)
        force = np.ravel(corten.contact_force(model, data, contact))
        np.testing.assert_allclose(force, expected, rtol=tolerance.SENSOR, atol=tolerance.SENSOR)
    oracle.call("mj_inverse", mjm, mjd)
    corten.inverse(model, data)
    np.testing.assert_allclose(data.qfrc_inverse, mjd.qfrc_inverse, atol=tolerance.STEP)


RESTING = 'cone="elliptic" sleep_tolerance=".03"'


@pytest.mark.parametrize(("inner", "integrator"), [("", "Euler"), (EDGES, "Euler"), (EDGES, "discrete")])
def test_sleep(inner, integrator):
    """Put rods to sleep as a whole, and wake them by a ball; without fixed edges they stay awake."""
    cable = rod(pos="0 0 .0205", inner=inner, contact='selfcollide="none"')
    world = '<geom type="plane" size="1 1 1"/>' + cable.replace("<elasticity", '<elasticity damping=".05"')
    ball = '<body pos=".03 .005 .12"><freejoint/><geom size=".03" mass=".1"/></body>'
    text = scene(world + ball, option(f'integrator="{integrator}" {RESTING}', 'sleep="enable"'))
    mjm, mjd, model, data = load(text.replace('timestep=".0005"', 'timestep=".001"'), 0.0)
    seen = set()
    for _ in range(60):
        oracle.step(mjm, mjd, 4)
        corten.step(model, data, 4)
        np.testing.assert_array_equal(data.tree_asleep, mjd.tree_asleep)
        np.testing.assert_allclose(data.qpos, mjd.qpos, atol=tolerance.TRAJECTORY)
        seen.add(tuple(mjd.tree_asleep[:7] >= 0))
    assert seen == ({(False,) * 7, (True,) * 7} if inner else {(False,) * 7})


RING = (
    '<flexcomp name="r" type="circle" dim="1" count="6 1 1" spacing=".1 .1 .1" pos="0 1 1" mass=".4" radius=".02">'
    '<elasticity young="1e-9"/><contact selfcollide="none"/></flexcomp>'
)


@pytest.mark.parametrize("flags", ["", 'constraint="disable"'])
@pytest.mark.parametrize("dof", [0, -1])
@pytest.mark.parametrize("flexcomp", [rod(pos="0 0 3").replace("1e5", "1e-9"), RING])
def test_sleep_without_rows(flexcomp, dof, flags):
    """Let elastic flexes that nothing touches sleep as a whole in steps by discrete."""
    text = scene(flexcomp, option(f'integrator="discrete" gravity="0 0 0" {RESTING}', f'sleep="enable" {flags}'))
    mjm, mjd, model, data = load(text, 0.0)
    mjd.qvel[dof] = data.qvel[dof] = 1.0
    for _ in range(4):
        oracle.step(mjm, mjd, 8)
        corten.step(model, data, 8)
        np.testing.assert_array_equal(data.tree_asleep, mjd.tree_asleep)
