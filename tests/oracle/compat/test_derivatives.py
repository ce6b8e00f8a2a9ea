"""Derivatives of the stand-in by finite differences: MuJoCo's matrices, and the data as MuJoCo leaves it."""

import itertools

import numpy as np
import pytest

import corten.compat.mujoco as ours
from corten.enums import Integrator
from support import oracle, tolerance

XML = """<mujoco><option timestep=".005"/><worldbody><geom type="plane" size="2 2 .1"/>
<body pos="0 0 .099"><freejoint/><geom size=".1"/><site name="s"/><body pos=".2 0 0"><joint name="h" damping=".1"
axis="0 1 0"/><geom type="capsule" fromto="0 0 0 .2 0 0" size=".03"/></body></body>
<body pos="1 0 1"><joint type="ball"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/></body></worldbody>
<actuator><position joint="h" kp="3" ctrlrange="-1 1"/><general joint="h" dyntype="filter" dynprm=".1" gainprm="2"/>
<motor name="m" joint="h" ctrlrange="0 .3"/></actuator><sensor><framepos objtype="site" objname="s"/>
<jointvel joint="h"/><accelerometer site="s"/><actuatorfrc actuator="m"/></sensor></mujoco>"""

# what is left behind by the last nudge, and what does not change at all
LEFT = "xpos geom_xpos cvel M qfrc_bias qfrc_passive qfrc_actuator actuator_force qfrc_constraint efc_force sensordata"
KEPT = "time qpos qvel act ctrl qacc_warmstart"
STEPPED = "qacc qacc_smooth qfrc_smooth act_dot"


def twins():
    """Return both packages, each with its model and a data in the same state."""
    theirs, found = oracle.bindings(), []
    state = None
    for module in (theirs, ours):
        model = module.MjModel.from_xml_string(XML)
        data = module.MjData(model)
        spec = int(theirs.mjtState.mjSTATE_INTEGRATION)
        if state is None:
            data.ctrl[:], data.qvel[:] = 0.3, 0.1
            module.mj_step(model, data, 50)
            state = np.zeros(module.mj_stateSize(model, spec))
            module.mj_getState(model, data, state, spec)
        module.mj_setState(model, data, state, spec)
        module.mj_forward(model, data)
        found.append((module, model, data))
    return found


def compare(fields: str, theirs, own) -> None:
    """Compare fields of two data."""
    for name in fields.split():
        wanted = np.array(getattr(theirs, name))
        atol = tolerance.STEP * max(1.0, np.abs(wanted).max(initial=0.0))
        np.testing.assert_allclose(np.array(getattr(own, name)), wanted, rtol=0, atol=atol, err_msg=name)


def compare_matrices(wanted, found) -> None:
    """Compare matrices of derivatives."""
    for theirs, own in zip(wanted, found, strict=True):
        if theirs is not None:
            scale = max(1.0, np.abs(theirs).max(initial=0.0))
            np.testing.assert_allclose(own, theirs, rtol=0, atol=tolerance.TRANSITION * scale)


@pytest.mark.parametrize("centered", [False, True])
@pytest.mark.parametrize("wanted", [(1, 1, 1, 1), (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0), (0, 0, 0, 1), (0, 0, 0, 0)])
def test_transition(wanted, centered):
    """Give the matrices that are asked for, keep the state, and leave what the step of the last nudge leaves."""
    matrices, left = [], []
    for module, model, data in twins():
        n, ns = 2 * model.nv + model.na, model.nsensordata
        shapes = (n, n), (n, model.nu), (ns, n), (ns, model.nu)
        given = [np.zeros(shape) if is_wanted else None for shape, is_wanted in zip(shapes, wanted, strict=True)]
        module.mjd_transitionFD(model, data, 1e-6, centered, *given)
        matrices.append(given)
        left.append(data)
    compare_matrices(*matrices)
    compare(f"{KEPT} {LEFT} {STEPPED}", *left)


@pytest.mark.parametrize("actuation", [False, True])
@pytest.mark.parametrize("kinds", ["fsm", "f", "s", "m", ""])
@pytest.mark.parametrize("nudged", ["qva", "q", "v", "a"])
def test_inverse(kinds, nudged, actuation):
    """Give the matrices of inverse dynamics that are asked for, and leave the data as MuJoCo does."""
    words = "fq fv fa sq sv sa mq".split()
    matrices, left = [], []
    for module, model, data in twins():
        data.qacc[:] += 0.1
        widths = {"f": model.nv, "s": model.nsensordata, "m": model.nC}
        given = [np.zeros((model.nv, widths[w[0]])) if w[0] in kinds and w[1] in nudged else None for w in words]
        module.mjd_inverseFD(model, data, 1e-6, actuation, *given)
        matrices.append(given)
        left.append(data)
    compare_matrices(*matrices)
    fields = f"{KEPT} qacc xpos geom_xpos cvel M qfrc_bias qfrc_passive qfrc_constraint efc_force qfrc_inverse"
    compare(fields + (" qfrc_actuator" if actuation else ""), *left)


def test_callbacks_are_called():
    """Step as the stand-in does where callbacks are set."""
    calls = []

    def control(model, data):
        calls.append(data.time)
        data.ctrl[0] = 0.1 * data.qvel[0]

    found = []
    for module, model, data in twins():
        n = 2 * model.nv + model.na
        matrix = np.zeros((n, n))
        module.set_mjcb_control(control)
        try:
            module.mjd_transitionFD(model, data, 1e-6, False, matrix, None, None, None)
        finally:
            module.set_mjcb_control(None)
        found.append(matrix)
    compare_matrices(*([each] for each in found))
    assert len(calls) > 2 * n


def test_shapes_are_checked():
    """Refuse matrices of other shapes with MuJoCo's words."""
    messages = []
    for module, model, data in twins():
        n = 2 * model.nv + model.na
        for arguments in ((np.zeros((n, 1)), None, None, None), (None, np.zeros((1, 1)), None, None)):
            with pytest.raises(TypeError) as caught:
                module.mjd_transitionFD(model, data, 1e-6, False, *arguments)
            messages.append(str(caught.value))
    assert messages[:2] == messages[2:]


def test_quaternion_differences():
    """Give the closed form of the derivatives of quaternion differences, at small and at large angles."""
    theirs = oracle.bindings()
    rng = np.random.default_rng(0)
    for angle, _ in itertools.product((0.0, 1e-9, 1e-4, 0.3, 2.0, 3.1), range(3)):
        axis, first = rng.normal(size=3), rng.normal(size=4)
        axis, first = axis / np.linalg.norm(axis), first / np.linalg.norm(first)
        turn, second = np.concatenate([[np.cos(angle / 2)], np.sin(angle / 2) * axis]), np.zeros(4)
        theirs.mju_mulQuat(second, first, turn)
        found = []
        for module in (theirs, ours):
            matrices = np.zeros((3, 3)), np.zeros((3, 3))
            module.mjd_subQuat(second, first, *matrices)
            found.append(matrices)
        np.testing.assert_allclose(found[1], found[0], rtol=0, atol=tolerance.STEP)


def test_a_state_that_is_not_finite():
    """Survive a state that is not finite as a step of the stand-in does: it is reset and told of."""
    _, (module, model, data) = twins()
    model.opt.integrator = int(Integrator.EULER)
    told = []
    module.set_mju_user_warning(told.append)
    try:
        data.qpos[0] = np.nan
        n = 2 * model.nv + model.na
        module.mjd_transitionFD(model, data, 1e-6, False, np.zeros((n, n)), None, None, None)
    finally:
        module.set_mju_user_warning(None)
    assert "QPOS" in told[0]
