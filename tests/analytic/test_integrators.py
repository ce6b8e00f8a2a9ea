"""Integrators against closed forms, their orders of accuracy, and what physics conserves."""

import numpy as np
import pytest

import corten
from corten.enums import DisableBit, EnableBit, Integrator, SolverType, StepErrorKind
from corten.errors import StepError
from support import tolerance

ALL = (
    Integrator.EULER,
    Integrator.RK4,
    Integrator.IMPLICIT,
    Integrator.IMPLICITFAST,
    Integrator.DISCRETE,
    Integrator.IMPLICIT_SPRING_DAMPER,
)
IN_POSITION = (Integrator.DISCRETE, Integrator.IMPLICIT_SPRING_DAMPER)
FIRST_ORDER = tuple(integrator for integrator in ALL if integrator is not Integrator.RK4)

SLIDER = """<body><joint type="slide" axis="1 0 0" {joint}/><geom type="box" size=".1 .1 .1" mass="{mass}"/></body>"""
SYSTEMS = {
    "hinges": """<body><joint axis="0 1 0"/><geom size=".1" pos="0 0 -.5"/>
        <body pos="0 0 -.5"><joint axis="1 0 0"/><geom type="box" size=".1 .2 .1" pos="0 0 -.5"/></body></body>""",
    "balls": """<body><joint type="ball"/><geom type="box" size=".1 .2 .1" pos="0 0 -.5"/>
        <body pos="0 0 -.5"><joint type="ball"/><geom type="box" size=".1 .2 .3" pos="0 .3 -.2"/></body></body>""",
    "tumbling": """<body><freejoint/><geom type="box" size=".1 .2 .3" pos=".2 0 0"/></body>""",
    "springs": """<body><joint type="ball" stiffness="20" damping=".3"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/>
        <body pos=".3 0 0"><joint stiffness="9 3 2" damping=".1 0 .2"/><geom size=".1" pos="0 .2 0"/></body></body>""",
}


def load(bodies, integrator, timestep, option="", energy=False):
    """Return a model without constraints."""
    flag = f'<flag constraint="disable" energy="{"enable" if energy else "disable"}"/>'
    text = f'<option timestep="{timestep!r}" {option}>{flag}</option><worldbody>{bodies}</worldbody>'
    model = corten.load_model_from_string(f"<mujoco>{text}</mujoco>")
    model.opt.integrator = integrator
    return model


def end_state(bodies, integrator, timestep, duration=0.4):
    """Return the model and the state after a time, begun with a spin about every axis."""
    model = load(bodies, integrator, timestep)
    data = model.make_data()
    data.qvel = np.linspace(1.0, 2.0, model.nv)
    corten.step(model, data, round(duration / timestep))
    return model, np.concatenate([data.qpos, data.qvel])


def order(bodies, integrator, timestep):
    """Return the order of accuracy: the exponent with which errors fall when the time step is halved."""
    _, exact = end_state(bodies, Integrator.RK4, 0.0005)
    errors = [np.linalg.norm(end_state(bodies, integrator, step)[1] - exact) for step in (timestep, timestep / 2)]
    return np.log2(errors[0] / errors[1])


@pytest.mark.parametrize("integrator", FIRST_ORDER, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("name", SYSTEMS)
def test_single_step_methods_have_order_one(name, integrator):
    """Halve the error with half the time step."""
    assert order(SYSTEMS[name], integrator, 0.002) == pytest.approx(1.0, abs=tolerance.ORDER)


@pytest.mark.parametrize("name", SYSTEMS)
def test_rk4_has_order_four(name):
    """Divide the error by sixteen with half the time step, orientations included."""
    assert order(SYSTEMS[name], Integrator.RK4, 0.02) == pytest.approx(4.0, abs=4 * tolerance.ORDER)


@pytest.mark.parametrize("integrator", ALL, ids=lambda integrator: integrator.name)
def test_free_fall(integrator):
    """Fall by g t^2 / 2 with RK4, by g h^2 n (n + 1) / 2 after n semi-implicit steps."""
    model = load('<body><freejoint/><geom size=".1"/></body>', integrator, 0.01)
    data = model.make_data()
    corten.step(model, data, 100)
    steps = 100 * 100 if integrator is Integrator.RK4 else 100 * 101
    expected = -9.81 * 0.01**2 * steps / 2
    np.testing.assert_allclose(data.qpos, [0, 0, expected, 1, 0, 0, 0], rtol=tolerance.EXACT, atol=tolerance.EXACT)
    np.testing.assert_allclose(data.qvel[2], -9.81, rtol=tolerance.EXACT)
    assert data.time == pytest.approx(1.0, rel=tolerance.EXACT)


@pytest.mark.parametrize("integrator", FIRST_ORDER, ids=lambda integrator: integrator.name)
def test_linear_damper(integrator):
    """Slow down by the factor 1 / (1 + h b / m) in every step, however strong the damper."""
    for damping in (0.5, 50.0, 5e6):
        model = load(SLIDER.format(joint=f'damping="{damping}"', mass=2), integrator, 0.01)
        data = model.make_data()
        data.qvel = 1.0
        corten.step(model, data, 10)
        np.testing.assert_allclose(data.qvel, (1 + 0.01 * damping / 2) ** -10.0, rtol=tolerance.STAGE)


def test_linear_damper_explicitly():
    """Slow down by the factor 1 - h b / m when implicit damping of EULER is switched off."""
    model = load(SLIDER.format(joint='damping="5"', mass=2), Integrator.EULER, 0.01)
    model.opt.disableflags |= DisableBit.EULERDAMP
    data = model.make_data()
    data.qvel = 1.0
    corten.step(model, data, 10)
    np.testing.assert_allclose(data.qvel, (1 - 0.01 * 5 / 2) ** 10, rtol=tolerance.EXACT)


@pytest.mark.parametrize("integrator", IN_POSITION, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("stiffness", [10.0, 1e4, 1e9])
def test_spring_damper_recurrence(stiffness, integrator):
    """Obey (m + h d + h^2 k) v' = m v + h f - h k (q - q_eq) in every step, and never gain energy."""
    h, mass, damping, rest, push = 0.02, 2.0, 0.7, 0.3, 1.5
    joint = f'stiffness="{stiffness}" damping="{damping}" springref="{rest}"'
    model = load(SLIDER.format(joint=joint, mass=mass), integrator, h)
    data = model.make_data()
    data.qfrc_applied = push
    q, v = 0.0, 1.0
    data.qvel = v
    for _ in range(100):
        corten.step(model, data)
        right = mass * v + h * push - h * stiffness * (q - rest)
        v = right / (mass + h * damping + h * h * stiffness)
        q += h * v
        np.testing.assert_allclose([*data.qpos, *data.qvel], [q, v], rtol=tolerance.STAGE, atol=tolerance.EXACT)


@pytest.mark.parametrize("integrator", IN_POSITION, ids=lambda integrator: integrator.name)
def test_spring_damper_is_stable_where_euler_is_not(integrator):
    """Stay bounded with springs far beyond the explicit limit h < 2 / omega, on ball and free joints too."""
    bodies = """<body><joint type="ball" stiffness="1e6"/><geom type="box" size=".1 .2 .3" pos=".1 0 0"/></body>
      <body pos="2 0 0"><joint type="free" stiffness="1e7"/><geom size=".1"/></body>"""
    model = load(bodies, integrator, 0.01, 'gravity="0 0 0"')
    data = model.make_data()
    data.qvel = 0.1
    corten.step(model, data, 50)
    assert np.max(np.abs(data.qvel)) < 0.1
    model.opt.integrator = Integrator.EULER
    with pytest.raises(StepError):
        corten.step(model, data, 500)


@pytest.mark.parametrize("solver", [SolverType.NEWTON, SolverType.CG])
@pytest.mark.parametrize("kp", [10.0, 1e4, 1e8])
def test_discrete_servo_on_a_tendon(kp, solver):
    """Obey (m + h kv + h^2 kp) (v' - v) = h f - h^2 kp v along a tendon that two sliders share, however stiff."""
    h, kv = 0.02, 0.7
    body = '<body pos="0 {0} 0"><joint name="j{0}" type="slide" axis="1 0 0"/><geom size=".1" mass="2"/></body>'
    tendon = '<tendon><fixed name="t"><joint joint="j0" coef="1"/><joint joint="j1" coef="1"/></fixed></tendon>'
    servo = f'<actuator><position tendon="t" kp="{kp!r}" kv="{kv}"/></actuator>'
    option = f'<option timestep="{h}" integrator="discrete" tolerance="1e-15"/>'
    world = f"<worldbody>{body.format(0)}{body.format(1)}</worldbody>"
    model = corten.load_model_from_string(f"<mujoco>{option}{world}{tendon}{servo}</mujoco>")
    model.opt.solver = solver
    data = model.make_data()
    data.qvel, data.ctrl = [1.0, 0.5], 0.3

    # the length q0 + q1 moves like one body of half the mass of each, the difference goes on
    length, velocity = 0.0, 1.5
    for _ in range(50):
        corten.step(model, data)
        force = kp * (0.3 - length) - kv * velocity
        velocity += (h * force - h * h * kp * velocity) / (1.0 + h * kv + h * h * kp)
        length += h * velocity
        expected = [length, velocity, 0.5]
        found = [data.qpos.sum(), data.qvel.sum(), data.qvel[0] - data.qvel[1]]
        np.testing.assert_allclose(found, expected, rtol=0, atol=tolerance.STEP)


@pytest.mark.parametrize("time", [0.1, 0.02, 1e-4])
def test_discrete_limit_acts_at_the_end_of_the_step(time):
    """Obey R force = aref - (v' - v) / h for a limit whose spring and damper act at the end of the step."""
    h, imp, ratio, mass = 0.01, 0.8, 0.7, 2.0
    limit = f'limited="true" range="-1 1" solreflimit="{time} {ratio}" solimplimit="{imp} {imp} .01"'
    text = f'<option timestep="{h}" integrator="discrete" gravity="0 0 0"><flag refsafe="disable"/></option>'
    world = f"<worldbody>{SLIDER.format(joint=limit, mass=mass)}</worldbody>"
    model = corten.load_model_from_string(f"<mujoco>{text}{world}</mujoco>")
    data = model.make_data()
    q, v = -1.02, -0.5
    data.qpos, data.qvel = q, v
    corten.step(model, data)

    # the spring pulls with what is left at the end, so the step cannot overshoot whatever the time constant
    stiffness, damping = 1 / (imp * time * ratio) ** 2, 2 / (imp * time)
    fold = 1 + h * damping + h * h * stiffness * imp
    soft = max((1 - imp) / imp / fold, 1e-4 / 0.9999) / mass
    wanted = (-damping * v - stiffness * imp * (q + 1 + h * v)) / fold
    acceleration = wanted / (1 + soft * mass)
    np.testing.assert_allclose(data.qacc, acceleration, rtol=tolerance.STEP)
    assert data.qpos[0] < -1 + tolerance.EXACT


def energy_of_spin(integrator, timestep, steps):
    """Return the kinetic energy of a tumbling body before and after, and both angular momenta."""
    model = load(SYSTEMS["tumbling"], integrator, timestep, 'gravity="0 0 0"', energy=True)
    data = model.make_data()
    data.qvel[3:] = [9.0, 0.2, 0.3]
    values = []
    for count in (steps, 0):
        corten.forward(model, data)
        corten.subtree_vel(model, data)
        values += [data.energy[1], data.subtree_angmom[1].copy()]
        corten.step(model, data, count)
    return values


def test_rk4_conserves_energy_and_momentum_of_a_spin():
    """Keep energy and angular momentum of a tumbling body over many turns."""
    energy, momentum, energy_after, momentum_after = energy_of_spin(Integrator.RK4, 0.001, 4000)
    assert energy_after == pytest.approx(energy, rel=tolerance.CONSERVED)
    np.testing.assert_allclose(momentum_after, momentum, rtol=0, atol=tolerance.CONSERVED * np.linalg.norm(momentum))


@pytest.mark.parametrize("integrator", [Integrator.IMPLICIT, Integrator.IMPLICITFAST])
def test_implicit_spin_gains_no_energy(integrator):
    """Never gain energy in a fast tumble, where explicit steps do."""
    energy, _, energy_after, _ = energy_of_spin(integrator, 0.02, 500)
    assert 0 < energy_after < energy
    energy, _, energy_after, _ = energy_of_spin(Integrator.EULER, 0.02, 20)
    assert energy_after > energy


def test_implicit_and_implicitfast_agree_on_a_free_body():
    """Compute identical updates for a body that floats alone."""
    ends = [
        end_state(SYSTEMS["tumbling"], integrator, 0.01)[1]
        for integrator in (Integrator.IMPLICIT, Integrator.IMPLICITFAST)
    ]
    np.testing.assert_allclose(*ends, rtol=0, atol=tolerance.EXACT)


def test_euler_energy_of_a_pendulum_does_not_drift():
    """Keep the energy of a swing within a band over ten thousand steps: the method is symplectic."""
    model = load(SYSTEMS["hinges"].split("<body pos")[0] + "</body>", Integrator.EULER, 0.01, energy=True)
    data = model.make_data()
    data.qpos = 1.0
    energies = []
    for _ in range(200):
        corten.step(model, data, 50)
        corten.forward(model, data)
        energies.append(data.energy.sum())
    first, last = np.array(energies[:100]), np.array(energies[100:])
    spread = np.ptp(first)
    assert np.ptp(last) < 1.5 * spread
    assert abs(last.mean() - first.mean()) < 0.1 * spread


@pytest.mark.parametrize("integrator", FIRST_ORDER, ids=lambda integrator: integrator.name)
@pytest.mark.parametrize("name", SYSTEMS)
def test_inverse_of_a_step(name, integrator):
    """Find the applied force again from the change of velocity in a step, with INVDISCRETE."""
    model = load(SYSTEMS[name], integrator, 0.02)
    data = model.make_data()
    data.qvel = np.linspace(1.0, 2.0, model.nv)
    corten.step(model, data, 5)
    data.qfrc_applied = np.linspace(-1.0, 1.0, model.nv)
    before = data.qpos.copy(), data.qvel.copy()
    corten.step(model, data)
    data.qacc = (data.qvel - before[1]) / 0.02
    data.qpos, data.qvel = before
    model.opt.enableflags |= EnableBit.INVDISCRETE
    corten.inverse(model, data)
    np.testing.assert_allclose(data.qfrc_inverse, data.qfrc_applied, rtol=0, atol=tolerance.STAGE)


def test_failure_inside_of_rk4_restores_the_state():
    """Return to the beginning of the step when the mass matrix of an inner state has no positive pivot."""
    bodies = """<body><joint axis="0 1 0"/><geom size=".1" pos="0 0 -.5"/>
        <body pos="0 0 -1"><joint axis="0 1 0" armature="1"/><geom size=".1" pos="0 0 -1"/></body></body>"""
    model = load(bodies, Integrator.RK4, 0.1)
    data = model.make_data()
    corten.step(model, data)

    # the first pivot is smallest when the lower link is bent, which it is in the middle of the step
    stretched, bent = (pivot_of_root(model, angle) for angle in (0.0, np.pi / 2))
    model.dof_armature[0] -= (stretched + bent) / 2
    data.qpos, data.qvel = [0.0, 0.0], [0.0, np.pi / 0.1]
    before = data.qpos.copy(), data.qvel.copy(), data.time
    with pytest.raises(StepError) as error:
        corten.step(model, data)
    assert error.value.kind == StepErrorKind.CHOLESKY_FAILED and error.value.where == 0
    np.testing.assert_array_equal(data.qpos, before[0])
    np.testing.assert_array_equal(data.qvel, before[1])
    assert data.time == before[2]
    assert data.work.rk_evaluation == 0


def pivot_of_root(model, angle):
    """Return the last pivot of the mass matrix with the second joint at an angle."""
    data = model.make_data()
    data.qpos[1] = angle
    corten.forward(model, data)
    return 1.0 / data.qLDiagInv[0]
