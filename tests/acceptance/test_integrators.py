"""IN1 and IN2: one system of integrators, and a Runge-Kutta method that is one."""

import re
from collections import Counter

import numpy as np
import pytest

import corten
from corten.data import DATA
from corten.enums import DisableBit, Integrator
from corten.model import MODEL
from corten.pipeline.plans import get_plan
from corten.runtime.build import stage_text
from corten.runtime.kernel import Mode
from support import tolerance

WORDS = {
    "Euler": Integrator.EULER,
    "RK4": Integrator.RK4,
    "implicit": Integrator.IMPLICIT,
    "implicitfast": Integrator.IMPLICITFAST,
    "discrete": Integrator.DISCRETE,
}
BODIES = """
<worldbody><body><joint axis="0 1 0" stiffness="30" damping=".5" springref="20"/>
  <geom type="capsule" size=".05" fromto="0 0 0 0 0 -.5"/>
  <body pos="0 0 -.5"><joint axis="0 1 0" stiffness="10" damping=".2"/><geom type="box" size=".1 .1 .2" pos="0 0 -.3"/>
  </body></body></worldbody>
"""


def load(option="", custom="", bodies=BODIES):
    """Return a model with these options."""
    return corten.load_model_from_string(f"<mujoco><option {option}/>{custom}{bodies}</mujoco>")


def moving(model, velocity=1.0):
    """Return data in motion."""
    data = model.make_data()
    data.qvel = velocity
    return data


def pendulum(integrator, timestep, duration, angle=1.0):
    """Return the angle, the velocity and the change of energy of a frictionless pendulum after a time."""
    model = corten.models.n_link_pendulum(1)
    model.opt.timestep, model.opt.integrator = timestep, integrator
    model.opt.enableflags |= corten.EnableBit.ENERGY
    data = model.make_data()
    data.qpos = angle
    corten.forward(model, data)
    energy = data.energy.sum()
    corten.step(model, data, round(duration / timestep))
    corten.forward(model, data)
    return data.qpos[0], data.qvel[0], data.energy.sum() - energy


def test_words_choose_integrators():
    """IN1: take the integrator from <option>, where `implicit` is MuJoCo's."""
    assert {word: load(f'integrator="{word}"').opt.integrator for word in WORDS} == WORDS
    assert load().opt.integrator == Integrator.EULER


def test_implicitspringdamper_is_chosen_by_name():
    """IN1: take corten's own integrator from a custom text, with which MuJoCo still loads the file."""
    custom = '<custom><text name="corten.integrator" data="implicitspringdamper"/></custom>'
    assert load(custom=custom).opt.integrator == Integrator.IMPLICIT_SPRING_DAMPER
    with pytest.raises(
        corten.ModelError, match=r"corten.integrator is 'implicitspring' \(allowed: .*implicitspringdamper\)"
    ):
        load(custom=custom.replace("damper", ""))


def test_every_integrator_goes_its_own_way():
    """IN1: give six different results from one state, each by `step` after setting `opt.integrator`."""
    model, ends = load('timestep="0.02" density="300"'), []
    for integrator in [*WORDS.values(), Integrator.IMPLICIT_SPRING_DAMPER]:
        model.opt.integrator = integrator
        data = moving(model)
        corten.step(model, data, 20)
        ends.append(data.qpos.copy())
    ends = np.array(ends)
    closest = min(np.max(np.abs(a - b)) for i, a in enumerate(ends) for b in ends[:i])
    assert closest > tolerance.DIFFERENT
    assert np.max(np.ptp(ends, axis=0)) < 0.1


def test_spring_damper_equation():
    """IN1: solve (M + h D + h^2 K) v' = M v + h f - h K (q - q_eq) for the new velocity."""
    model = load('timestep="0.02"')
    model.opt.integrator = Integrator.IMPLICIT_SPRING_DAMPER
    data, h = moving(model), 0.02
    corten.step(model, data, 10)
    stiffness, damping = np.diag(model.jnt_stiffness), np.diag(model.dof_damping)
    q, v = data.qpos.copy(), data.qvel.copy()
    corten.step(model, data)

    # f and M at the old state: all forces but springs and dampers
    twin = model.make_data()
    twin.qpos, twin.qvel = q, v
    model.opt.disableflags |= DisableBit.SPRING | DisableBit.DAMPER
    corten.forward(model, twin)
    mass = twin.qM_dense()
    right = mass @ v + h * twin.qfrc_smooth - h * stiffness @ (q - model.qpos_spring)
    expected = np.linalg.solve(mass + h * damping + h * h * stiffness, right)
    np.testing.assert_allclose(data.qvel, expected, rtol=tolerance.STAGE)
    np.testing.assert_allclose(data.qpos, q + h * expected, rtol=tolerance.STAGE)


def test_rk4_evaluates_forces_at_four_states():
    """IN2: run every stage of forward dynamics four times in a step."""
    model = load('integrator="RK4"')
    step, forward = get_plan(model, "step").stages, get_plan(model, "forward").stages
    assert {stage.__name__: step.count(stage) for stage in forward} == {stage.__name__: 4 for stage in forward}


def test_rk4_differs_from_euler():
    """IN2: not be Euler under another name."""
    ends = [pendulum(integrator, 0.01, 1.0) for integrator in (Integrator.RK4, Integrator.EULER)]
    assert abs(ends[0][0] - ends[1][0]) > tolerance.DIFFERENT


def test_rk4_is_more_accurate_at_the_same_cost():
    """IN2: with a step of 4 h, miss the true angle by less than Euler with h."""
    exact = pendulum(Integrator.RK4, 1e-4, 2.0)[0]
    for h in (0.01, 0.005, 0.0025):
        with_rk4 = abs(pendulum(Integrator.RK4, 4 * h, 2.0)[0] - exact)
        assert with_rk4 < 0.1 * abs(pendulum(Integrator.EULER, h, 2.0)[0] - exact)


def test_rk4_keeps_the_energy_of_a_pendulum():
    """IN2: drift less in energy than Euler does."""
    drift = {integrator: abs(pendulum(integrator, 0.01, 10.0)[2]) for integrator in (Integrator.RK4, Integrator.EULER)}
    assert drift[Integrator.RK4] < 0.01 * drift[Integrator.EULER]


def test_rk4_and_euler_converge():
    """IN2: meet as h goes to 0, at the rate of Euler."""
    gaps = [
        abs(pendulum(Integrator.RK4, h, 1.0)[0] - pendulum(Integrator.EULER, h, 1.0)[0])
        for h in (0.004, 0.002, 0.001, 0.0005)
    ]
    np.testing.assert_allclose(np.log2(np.array(gaps[:-1]) / gaps[1:]), 1.0, rtol=0, atol=tolerance.ORDER)


def test_rk4_allocates_nothing():
    """IN2: call nothing from outside of the machine code, so no allocator either."""
    model = load('integrator="RK4"')
    for stage in dict.fromkeys(get_plan(model, "step").stages):
        outside = re.findall(
            r"^declare .*@([\w.]+)\(", stage_text(stage, (MODEL, DATA), Mode.COMPILED, "x"), re.MULTILINE
        )
        assert [name for name in outside if not name.startswith("llvm.")] == []


def test_rk4_costs_about_four_times_euler():
    """IN2: Run every stage of forward dynamics four times in a step, where Euler runs it once."""
    model = corten.models.n_link_pendulum(30)
    counts = {}
    for integrator in (Integrator.RK4, Integrator.EULER):
        model.opt.integrator = integrator
        counts[integrator] = Counter(stage.__name__ for stage in get_plan(model, "step").stages)
    forward = {stage.__name__ for stage in get_plan(model, "forward").stages}
    assert forward
    assert all(counts[Integrator.EULER][name] == 1 and counts[Integrator.RK4][name] == 4 for name in forward)


def test_own_integrator_by_word():
    """IN1: Select corten's own integrator by its word in <option>."""
    model = corten.load_model_from_string('<mujoco><option integrator="implicitspringdamper"/></mujoco>')
    assert model.opt.integrator is Integrator.IMPLICIT_SPRING_DAMPER
