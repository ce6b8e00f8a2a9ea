"""AC1 to AC3: what actuators do; `test_actuators_load` is about their constants."""

import numpy as np
import pytest

import corten
from support import tolerance

ARM = """
<mujoco>
  <option timestep=".002"/>
  <worldbody><site name="w" pos="0 0 .5"/>
    <body name="arm"><joint name="j" axis="0 1 0" damping=".1"/><geom size=".1" pos=".5 0 0" mass="1"/>
      <site name="tip" pos=".5 0 0"/>
      <body name="hand" pos=".5 0 0"><joint name="ball" type="ball" damping=".05"/><geom size=".05" pos=".1 0 .1"/>
        <site name="finger" pos=".1 .1 0"/></body></body>
  </worldbody>
  <tendon><spatial name="t"><site site="w"/><site site="tip"/></spatial></tendon>
  <actuator>{}</actuator>
</mujoco>
"""
ON = {
    "joint": 'joint="j" gear="2"',
    "jointinparent": 'jointinparent="ball" gear="0 1 0"',
    "tendon": 'tendon="t"',
    "site": 'site="finger" gear="1 0 0 0 .5 0"',
    "refsite": 'site="finger" refsite="tip" gear="0 0 1"',
    "slider-crank": 'cranksite="tip" slidersite="w" cranklength="1"',
}
KINDS = {
    "motor": "<motor {}/>",
    "position": '<position {} kp="30"/>',
    "velocity": '<velocity {} kv="3"/>',
    "intvelocity": '<intvelocity {} kp="30" actrange="-3 3"/>',
    "damper": '<damper {} kv="3" ctrlrange="0 2"/>',
    "cylinder": '<cylinder {} area="2"/>',
    "general": '<general {} dyntype="filter" dynprm=".02"/>',
}


def run(actuators: str, control: float = 0.8, nstep: int = 100) -> corten.Data:
    """Return the data of an arm in motion after some steps with a constant control."""
    model = corten.load_model_from_string(ARM.format(actuators))
    data = model.make_data()
    data.qvel[:] = 0.3
    data.ctrl[:] = control
    corten.step(model, data, nstep)
    return data


def same(first: str, second: str) -> None:
    """Require that two actuators move the arm alike, to the bit."""
    one, other = run(first), run(second)
    for name in ("qpos", "qvel", "act", "actuator_force"):
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name))
    assert np.any(one.actuator_force)


def test_bare_general_acts_as_a_motor():
    """AC1: let a bare `<general>` do what a motor does."""
    same('<general joint="j"/>', '<motor joint="j"/>')


def test_partial_arrays_are_padded():
    """AC1: fill parameters that are not written with zeros."""
    text = '<general joint="j" gaintype="affine" biastype="affine" gainprm="{}" biasprm="{}"/>'
    same(text.format("3", "1 -2"), text.format("3 0 0", "1 -2 0 0 0 0"))


def test_servo_as_general():
    """AC2: let a servo written as `<general>` do what `<position>` with kp, kv and timeconst does."""
    same(
        '<general joint="j" dyntype="filterexact" dynprm=".05" gainprm="30" biastype="affine" biasprm="0 -30 -2"/>',
        '<position joint="j" kp="30" kv="2" timeconst=".05"/>',
    )


def test_muscle_as_general():
    """AC2: let a muscle written as `<general>` do what `<muscle>` does."""
    prm = "0.75 1.05 40 200 0.5 1.6 1.5 1.3 1.2"
    same(
        '<general tendon="t" lengthrange=".3 .8" dyntype="muscle" gaintype="muscle" biastype="muscle" '
        f'dynprm=".01 .04" gainprm="{prm}" biasprm="{prm}"/>',
        '<muscle tendon="t" lengthrange=".3 .8" force="40"/>',
    )


@pytest.mark.parametrize("on", ON)
@pytest.mark.parametrize("kind", KINDS)
def test_every_actuator_on_every_transmission(kind, on):
    """AC3: give the power force times velocity to the joints, whatever an actuator is and pulls on."""
    model = corten.load_model_from_string(ARM.format(KINDS[kind].format(ON[on])))
    data = model.make_data()
    data.qvel[:], data.ctrl[:] = 0.3, 0.8
    corten.step(model, data, 20)
    corten.forward(model, data)
    assert data.actuator_force[0] != 0.0
    power = data.actuator_force @ data.actuator_velocity
    np.testing.assert_allclose(data.qfrc_actuator @ data.qvel, power, rtol=tolerance.STAGE, atol=tolerance.EXACT)


def test_adhesion_on_a_body():
    """AC3: hold a box on a wall by adhesion; without it, the box falls."""
    text = """<mujoco><worldbody><geom type="box" size=".1 1 1"/>
      <body name="b" pos=".2 0 0"><freejoint/><geom type="box" size=".1 .1 .1" mass="1" margin=".01" friction="2"/>
      </body></worldbody><actuator><adhesion body="b" gain="100" ctrlrange="0 1"/></actuator></mujoco>"""
    model = corten.load_model_from_string(text)
    heights = []
    for control in (0.0, 1.0):
        data = model.make_data()
        data.ctrl[:] = control
        corten.step(model, data, 200)
        heights.append(data.qpos[2])
    assert heights[0] < -0.4
    assert heights[1] > -0.1


def test_ranges():
    """AC3: keep controls, forces and activations within their ranges."""
    np.testing.assert_array_equal(run('<motor joint="j" ctrlrange="-.2 .3"/>').actuator_force, 0.3)
    np.testing.assert_array_equal(run('<motor joint="j" forcerange="-.2 .3"/>').actuator_force, 0.3)
    held = run('<general joint="j" dyntype="integrator" actrange="-.2 .3" actlimited="true"/>', nstep=1000)
    np.testing.assert_array_equal(held.act, 0.3)


def test_early_activation_acts_one_step_sooner():
    """AC3: let the force follow the next activation with actearly."""
    text = '<general joint="j" dyntype="integrator" actearly="{}"/>'
    early, late = run(text.format("true"), nstep=5), run(text.format("false"), nstep=5)
    np.testing.assert_allclose(early.actuator_force, 0.8 * 5 * 0.002)
    np.testing.assert_allclose(late.actuator_force, 0.8 * 4 * 0.002)
