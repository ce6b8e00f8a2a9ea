"""Controls that are no usable numbers: told once by name, counted always."""

import warnings

import numpy as np
import pytest

import corten
from corten.enums import DynType, WarningType
from corten.errors import StepWarning
from support import oracle, tolerance

MODEL = """
<mujoco><option integrator="{integrator}"/><worldbody>
  <body><joint name="j" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/>
    <body pos=".5 0 0"><joint name="k" axis="0 1 0"/><geom size=".1" pos=".3 0 0"/></body></body>
</worldbody><actuator><motor name="first" joint="j"/>{second}</actuator></mujoco>
"""
SECOND = {
    "plain": '<motor name="second" joint="k"/>',
    "filtered": '<general name="second" joint="k" dyntype="filter" dynprm=".1"/>',
    "muscle": '<muscle name="second" joint="k" lengthrange="-1 1"/>',
}
BADCTRL = WarningType.BADCTRL


def load(second: str = "plain", integrator: str = "Euler"):
    return oracle.load_both(MODEL.format(second=SECOND[second], integrator=integrator))


@pytest.mark.parametrize("integrator", ["Euler", "RK4", "implicit"])
@pytest.mark.parametrize("second", SECOND)
@pytest.mark.parametrize("bad", [np.nan, 1e300, -np.inf])
def test_told_once_and_counted(bad, second, integrator):
    """Warn once with the name of the actuator, count as often as MuJoCo, and go on as it does."""
    mjm, mjd, model, data = load(second, integrator)
    mjd.ctrl[:] = data.ctrl = 0.5, bad
    with pytest.warns(StepWarning, match=r"ctrl\[1\] of actuator 'second' is (nan|1e\+300|-inf): all controls"):
        corten.step(model, data, 3)
    corten.step(model, data)
    oracle.step(mjm, mjd, 4)
    assert data.warning_number[BADCTRL] == mjd.warning[BADCTRL].number > 0
    assert data.warning_info[BADCTRL] == mjd.warning[BADCTRL].lastinfo == 1
    np.testing.assert_allclose(data.qpos, mjd.qpos, rtol=0, atol=tolerance.EXACT)
    assert data.time == mjd.time


def test_told_again_after_a_reset():
    """Warn again after a reset, and of nothing as long as controls are usable."""
    _, _, model, data = load()
    for _ in range(2):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            corten.step(model, data)
        data.ctrl[0] = np.nan
        with pytest.warns(StepWarning, match="'first'"):
            corten.forward(model, data)
        assert data.warning_number[BADCTRL] == 1
        corten.reset_data(model, data)
        assert data.warning_number[BADCTRL] == 0


def test_warning_as_an_error():
    """Leave the state as it was where a user turns warnings into errors, and do the step afterwards."""
    _, _, model, data = load()
    data.ctrl[0] = np.nan
    with pytest.raises(StepWarning):
        corten.step(model, data)
    assert data.time == 0.0 and data.warning_number[BADCTRL] == 0
    corten.step(model, data)
    assert data.time > 0.0 and data.warning_number[BADCTRL] == 1


def test_actuators_with_several_controls_and_none():
    """Name the actuator that a control belongs to where others have several controls, or none."""
    second = '<dcmotor joint="j" motorconst="1" resistance="1" input="none"/><pid name="pid" joint="k" kp="1" kv="1"/>'
    model = corten.load_model_from_string(MODEL.format(integrator="Euler", second=second))
    assert list(model.actuator_ctrlnum) == [1, 0, 2]
    data = model.make_data()
    data.ctrl[2] = np.nan
    with pytest.warns(StepWarning, match=r"ctrl\[2\] of actuator 'pid' is nan"):
        corten.step(model, data)


def test_unnamed_actuator_by_number():
    """Tell the number of an actuator that has no name, for single stages too."""
    model = corten.load_model_from_string(MODEL.format(integrator="Euler", second='<motor joint="k"/>'))
    assert model.actuator_dyntype[1] == DynType.NONE
    data = model.make_data()
    data.ctrl[1] = 1e11
    with pytest.warns(StepWarning, match="of actuator 1 is 1e"):
        corten.actuation(model, data)
