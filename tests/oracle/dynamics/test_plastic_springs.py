"""Springs that yield against MuJoCo: joints, tendons, keyframes and states."""

import numpy as np
import pytest

import corten
from corten.enums import Integrator
from support import oracle, tolerance
from support.isolated import compare
from support.servo_scenes import servo_scene

JOINTS = {
    "hinge": 'stiffness="5 2 1" springyield="6" springref="10"',
    "ball": 'stiffness="3" springyield="6"',
    "slide": 'stiffness="20" springyield=".01" springref=".02"',
}
TENDONS = {
    "fixed": 'stiffness="5" springyield=".05" springlength="-.1 .2"',
    "spatial": 'stiffness="9" springyield=".05" springlength="0 .1"',
}
ALIKE = [Integrator.EULER, Integrator.RK4, Integrator.IMPLICIT, Integrator.IMPLICITFAST, Integrator.DISCRETE]


def drive(mjm, mjd, model, data, nstep=40) -> None:
    """Step both engines from a state that is fast enough for all springs to yield."""
    rng = np.random.default_rng(0)
    mjd.qvel[:] = data.qvel[:] = 5 * rng.normal(size=mjm.nv)
    oracle.step(mjm, mjd, nstep)
    corten.step(model, data, nstep)


def check(mjm, mjd, model, data) -> None:
    """Compare motion, energies and deformations, which must have happened."""
    before = data.plastic.copy()
    drive(mjm, mjd, model, data)
    assert not np.allclose(before, data.plastic)
    for name in "qpos qvel plastic energy qfrc_spring".split():
        compare(name, getattr(data, name), getattr(mjd, name), tolerance.TRAJECTORY)


@pytest.mark.parametrize("integrator", ALIKE, ids=lambda integrator: integrator.name)
def test_steps(integrator):
    """Agree with MuJoCo after forty steps in which joints and tendons yield."""
    mjm, mjd, model, data = oracle.load_both(servo_scene(**JOINTS, **TENDONS))
    mjm.opt.integrator = model.opt_integrator = integrator
    check(mjm, mjd, model, data)


def test_compiled():
    """Agree with MuJoCo on where deformations stand, and on those of keyframes and after a reset."""
    keys = '<key/><key plastic=".3 1 0 0 .1"/>'
    xml = servo_scene(**JOINTS, **TENDONS, keys=keys)
    mjm, mjd, _, data = oracle.load_both(xml)
    model = oracle.compiled(xml)
    assert np.array_equal(data.plastic, mjd.plastic)
    for name in "jnt_plasticadr jnt_springyield tendon_plasticadr tendon_springyield key_plastic".split():
        compare(name, getattr(model, name).astype(float), getattr(mjm, name))
    corten.reset_data(model, data := corten.Data(model), 1)
    assert np.array_equal(data.plastic, model.key_plastic[1])


def test_state_holds_deformations():
    """Go on as before from a state that was saved and set again."""
    model = corten.load_model_from_string(servo_scene(**JOINTS, **TENDONS))
    data, other = corten.Data(model), corten.Data(model)
    data.qvel[:] = 3.0
    corten.step(model, data, 20)
    corten.set_state(model, other, corten.get_state(model, data))
    corten.step(model, data, 5)
    corten.step(model, other, 5)
    assert np.array_equal(data.plastic, other.plastic)


@pytest.mark.parametrize("part", ["hinge", "fixed"])
def test_refused(part):
    """Refuse a negative springyield."""
    with pytest.raises(corten.ModelError, match="springyield is -1; it must not be negative"):
        corten.load_model_from_string(servo_scene(**{part: 'springyield="-1"'}))
