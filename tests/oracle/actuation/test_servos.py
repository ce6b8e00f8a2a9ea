"""PID servos, DC motors and orientation servos against MuJoCo: compiled, stage by stage, and whole steps."""

import numpy as np
import pytest

import corten
from corten.enums import Integrator
from corten.stages.actuation import servo_actuation, servo_rates
from corten.stages.transmission import transmission
from support import oracle, tolerance
from support.isolated import check_alone, compare, run_alone, scene
from support.servo_scenes import ACTUATORS, MOTOR, MOTOR_FEATURES, servo_scene

INTEGRATORS = [Integrator.EULER, Integrator.RK4, Integrator.IMPLICIT, Integrator.IMPLICITFAST, Integrator.DISCRETE]
SENSORS = "".join(f'<{kind} actuator="x"/>' for kind in ("actuatorpos", "actuatorvel", "actuatorfrc"))

COMPILED = (
    "trntype trnid dyntype gaintype biastype dynprm gainprm biasprm ctrladr ctrlnum ctrlspec ctrllimited ctrlrange "
    "outadr outnum actadr actnum actlimited actrange actearly forcelimited forcerange gear acc0 length0"
).split()


def drive(mjm, mjd, model, data, nstep=20, seed=0) -> None:
    """Step both engines from one random state with controls that jump every five steps."""
    rng = np.random.default_rng(seed)
    oracle.random_state(mjm, mjd, rng)
    mjd.qpos[1:5] /= np.linalg.norm(mjd.qpos[1:5])
    mjd.act[:] = 0.3 * rng.normal(size=mjm.na)
    oracle.copy_state(mjd, data)
    for i in range(nstep):
        if i % 5 == 0:
            mjd.ctrl[:] = data.ctrl[:] = rng.normal(size=mjm.nu)
        oracle.step(mjm, mjd)
        corten.step(model, data)


def check_compiled(mjm, model) -> None:
    """Compare all about the actuators of a model."""
    for name in COMPILED:
        compare(name, getattr(model, f"actuator_{name}").astype(float), getattr(mjm, f"actuator_{name}"))


@pytest.mark.parametrize("kind", ACTUATORS)
def test_stages(kind):
    """Agree with MuJoCo on the compiled model, moment arms, rates and forces, each stage alone."""
    xml = servo_scene(actuators=ACTUATORS[kind])
    for seed in range(5):
        mjm, mjd, model, data = scene(xml, seed=seed, speed=2.0)
        check_compiled(mjm, oracle.compiled(xml))
        run_alone(transmission, mjd, model, data)
        compare("actuator_length", data.actuator_length, mjd.actuator_length)
        compare("actuator_moment", data.actuator_moment, oracle.moments(mjm, mjd))
        check_alone(servo_actuation, mjd, model, data)
        oracle.copy_fields(mjd, data, ["act_dot"])
        for k in np.flatnonzero(model.actuator_actnum):
            if model.actuator_dyntype[k] in (corten.DynType.PID, corten.DynType.DCMOTOR):
                first = model.actuator_actadr[k]
                data.act_dot[first : first + model.actuator_actnum[k]] = np.nan
        servo_rates(model, data)
        compare("act_dot", data.act_dot, mjd.act_dot)


@pytest.mark.parametrize("integrator", INTEGRATORS, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("kind", ACTUATORS)
def test_steps(kind, integrator):
    """Agree with MuJoCo after twenty steps with every integrator, sensors included."""
    first = ACTUATORS[kind].replace(" ", ' name="x" ', 1)
    mjm, mjd, model, data = oracle.load_both(servo_scene(actuators=first, sensors=SENSORS))
    mjm.opt.integrator = model.opt_integrator = integrator
    drive(mjm, mjd, model, data)
    for name in "qpos qvel act sensordata qacc".split():
        compare(name, getattr(data, name), getattr(mjd, name), tolerance.TRAJECTORY)


@pytest.mark.parametrize("kind", ["pid with all", "motor with all", "early orientation"])
def test_inverse_dynamics(kind):
    """Agree with MuJoCo on discrete inverse dynamics through implicit derivatives."""
    mjm, mjd, model, data = oracle.load_both(servo_scene(actuators=ACTUATORS[kind], option='integrator="implicit"'))
    mjm.opt.enableflags |= 2 | 4
    model.opt_enableflags = mjm.opt.enableflags
    drive(mjm, mjd, model, data, 3)
    mjd.qacc[:] = data.qacc[:] = np.linspace(-1, 1, mjm.nv)
    oracle.inverse(mjm, mjd)
    corten.inverse(model, data)
    compare("qfrc_inverse", data.qfrc_inverse, mjd.qfrc_inverse, tolerance.STEP)


@pytest.mark.parametrize(
    ("default", "actuator"),
    [
        ('<pid kp="7" ki="2" kv="3" imax="4" slewmax="9"/>', '<pid joint="h"/>'),
        ('<pid kp="7" ki="2" kv="3" imax="4"/>', '<pid joint="h" ki="0"/>'),
        ('<pid kp="7" input="pos ff"/><default class="k"><position kp="3"/></default>', '<pid joint="h" class="k"/>'),
        ('<position kp="7"/><default class="k"><motor gear="5"/></default>', '<position joint="h" class="k"/>'),
        (
            '<position kp="7"/><default class="k"><general gaintype="affine"/></default>',
            '<position joint="h" class="k"/>',
        ),
        (
            '<position kp="7" kv="2"/><default class="k"><motor/><default class="l"><position kv="5"/></default>'
            "</default>",
            '<position joint="h" class="l"/>',
        ),
        ('<position kp="7"/><motor/>', '<position joint="h"/>'),
        ('<general gaintype="pid" biastype="affine" biasprm="0 -4 -2"/>', '<pid joint="h"/>'),
        ('<general actearly="true" dyntype="filter"/>', '<cylinder joint="h"/>'),
        ('<general input="vel"/>', '<general joint="h" gaintype="affine"/>'),
        ('<general input="vel"/>', '<general joint="h" input=""/>'),
        ('<orientation kp="5" kv="1" input="quat"/>', '<orientation joint="ball"/>'),
        (f"<dcmotor {MOTOR} {MOTOR_FEATURES}/>", '<dcmotor joint="h"/>'),
        (f"<dcmotor {MOTOR} {MOTOR_FEATURES}/>", '<dcmotor joint="h" saturation="0" inductance="0" lugre="0"/>'),
        (f"<dcmotor {MOTOR} {MOTOR_FEATURES}/>", '<dcmotor joint="h" nominal="12 2 10" thermal="3" controller="5"/>'),
        (f"<dcmotor {MOTOR} {MOTOR_FEATURES}/>", '<motor joint="h"/>'),
        (f"<dcmotor {MOTOR} {MOTOR_FEATURES}/>", '<general joint="h"/>'),
        ("", '<dcmotor joint="h" nominal="12 2 10" damping=".05"/>'),
        ("", '<dcmotor joint="h" nominal="12 2 10" resistance="3" damping=".05"/>'),
        ("", '<dcmotor joint="h" nominal="12 2 10" motorconst="2" thermal="0 2 5"/>'),
    ],
)
def test_defaults(default, actuator):
    """Take over from default classes what MuJoCo takes over: the parameters of the nearest class of the same kind."""
    xml = servo_scene(default=default, actuators=actuator)
    mjm, _, _, _ = oracle.load_both(xml)
    check_compiled(mjm, oracle.compiled(xml))


def test_controls_after_a_reset():
    """Let controls that are quaternions begin as the identity, and keyframes as they are written."""
    xml = servo_scene(
        actuators='<motor joint="h"/><orientation joint="ball" input="quat"/>', keys='<key/><key ctrl="1 2 0 0 3"/>'
    )
    mjm, mjd, model, data = oracle.load_both(xml)
    assert np.array_equal(data.ctrl, mjd.ctrl)
    assert np.array_equal(oracle.compiled(xml).key_ctrl, mjm.key_ctrl)
    corten.reset_data(model, data, 1)
    assert data.ctrl.tolist() == [1, 2, 0, 0, 3]


def test_other_activations_than_there_are():
    """End a step with an error that names the actuator whose parameters were changed to need other activations."""
    model = corten.load_model_from_string(servo_scene(actuators='<pid name="knee" joint="h" ki="1"/>'))
    data = corten.Data(model)
    model.actuator_dynprm[0, 1] = 2.0
    with pytest.raises(corten.StepError, match="knee"):
        corten.step(model, data)
