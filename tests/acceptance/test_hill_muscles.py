"""MU4: Hill muscles, with MU1 to MU3 and MU5 as they apply to these."""

import numpy as np
import pytest

import corten
from corten.compile.elements.hill_muscles import PRESETS
from corten.enums import DisableBit, Integrator
from corten.pipeline.plans import get_plan
from support import oracle, tolerance
from support.hill_scenes import ARM, HANGING, arm, hang, twin

INTEGRATORS = ("Euler", "RK4", "implicit", "implicitfast")


def at_rest(muscle, path, act):
    """Return the data of a muscle at rest on a path [m] with an activation."""
    model, data = hang(muscle, path)
    data.act[-1] = act
    corten.forward(model, data)
    return data


def stretched(preset, length=1.0):
    """Return the path [m] on which the fibres of a preset, fully activated, are at rest at a length up to 1."""
    muscle = twin(hang(preset)[0])
    angle = muscle.angle(length)
    share = muscle.fibre_force(1.0, length, 0.0) / muscle.fmax * np.cos(angle)
    strain = muscle.strain * (6 / 11 + (share - 3 / 8) / (11 / 8))
    return muscle.lopt * length * np.cos(angle) + muscle.lslack * (1 + strain)


@pytest.mark.parametrize("preset", PRESETS)
def test_presets_drive_a_tendon(preset):
    """MU4: load each preset with its numbers, and let it lift a mass."""
    model, data = hang(preset, mass=0.02 * PRESETS[preset]["fmax"])
    assert (model.nhill, model.na, model.hill_fmax[0]) == (1, 2, PRESETS[preset]["fmax"])
    np.testing.assert_allclose(np.degrees(model.hill_pennation[0]), PRESETS[preset]["pennation"])
    data.ctrl[0] = 1.0
    corten.step(model, data, 150)
    assert data.qpos[0] > 0.005
    assert data.actuator_force[0] < 0.0


@pytest.mark.parametrize("preset", PRESETS)
def test_peak_force(preset):
    """MU3: pull with fmax cos p at full activation where the fibres are at their optimal length, elastic or rigid."""
    model, _ = hang(preset)
    wanted = model.hill_fmax[0] * np.cos(model.hill_pennation[0])
    data = at_rest(preset, stretched(preset), 1.0)
    np.testing.assert_allclose([data.hill_length[0], -data.actuator_force[0]], [1.0, wanted], rtol=tolerance.EXACT)
    rigid = at_rest(f"{preset} strain=0", None, 1.0)
    np.testing.assert_allclose([rigid.hill_length[0], -rigid.actuator_force[0]], [1.0, wanted], rtol=tolerance.EXACT)


@pytest.mark.parametrize("words", ["soleus", "soleus strain=0"])
def test_force_by_activation_and_length(words):
    """MU2: give passive force alone at zero activation, none below the optimal length, and more with activation."""
    slack, taut = 0.2768 + 0.8 * 0.044, 0.2768 + 1.4 * 0.044
    assert at_rest(words, slack, 0.0).actuator_force[0] == 0.0
    assert at_rest(words, taut, 0.0).actuator_force[0] < -100.0
    for path in (slack, taut):
        forces = [-at_rest(words, path, act).actuator_force[0] for act in np.linspace(0, 1, 9)]
        assert np.all(np.diff(forces) > 0)


def test_force_by_velocity():
    """MU2: give no force when fibres shorten at vmax, less than at rest below, and more when they are stretched."""
    model, data = hang("biceps strain=0 damping=0 vmax=8")
    forces = []
    for speed in (1.0, 0.5, 0.1, 0.0, -0.1, -1.0):
        data.act[0], data.qvel[0] = 1.0, speed * 8 * model.hill_lopt[0]
        corten.forward(model, data)
        forces.append(-data.actuator_force[0] / model.hill_fmax[0])
    assert abs(forces[0]) < tolerance.EXACT
    assert np.all(np.diff(forces) > 0)
    np.testing.assert_allclose(forces[3], 1.0, rtol=tolerance.EXACT)
    assert 1.5 < forces[5] < 2.0


def test_unit_never_pushes():
    """Give no force on a path that is too short, or that shortens faster than fibres can, elastic or rigid."""
    for words in ("soleus", "soleus strain=0"):
        assert at_rest(words, 0.2, 1.0).actuator_force[0] == 0.0
        model, data = hang(words)
        data.act[-1], data.qvel[0] = 0.5, 5.0
        corten.step(model, data, 20)
        assert data.actuator_force[0] <= 0.0


@pytest.mark.parametrize("preset", PRESETS)
def test_force_balance_and_geometry(preset):
    """Balance fibres and tendon in any state, with the lengths of both adding up and fibres of constant thickness."""
    model, data = hang(preset)
    muscle = twin(model)
    for act, length, stretch in ((0.0, 1.3, 0.01), (0.4, 0.7, 0.03), (1.0, 1.1, 0.05), (0.05, 0.9, -0.01)):
        angle = muscle.angle(length)
        path = muscle.lopt * length * np.cos(angle) + muscle.lslack * (1 + stretch)
        data.act[:], data.qpos[0] = (length, act), data.actuator_length[0] - path if data.time else 0.0
        corten.forward(model, data)
        data.qpos[0] += data.actuator_length[0] - path
        corten.forward(model, data)
        np.testing.assert_allclose(np.arccos(data.hill_cosine[0]), angle, atol=tolerance.EXACT)
        np.testing.assert_allclose(data.hill_tendon[0], muscle.lslack * (1 + stretch), rtol=tolerance.EXACT)
        fibres = muscle.fibre_force(act, length, data.hill_velocity[0] / muscle.vmax) * np.cos(angle)
        np.testing.assert_allclose(fibres, data.hill_tension[0], atol=tolerance.STAGE * muscle.fmax)
        np.testing.assert_allclose(muscle.tension(path, length), data.hill_tension[0], rtol=tolerance.STAGE)
        assert data.act_dot[0] == data.hill_velocity[0]


@pytest.mark.parametrize("preset", PRESETS)
def test_fibres_begin_in_equilibrium(preset):
    """Start at rest on the path that is there, whatever pose and activation are set after a reset."""
    for act, move in ((0.0, -0.03), (0.3, 0.0), (1.0, 0.005)):
        model, data = hang(preset)
        data.act[1], data.qpos[0] = act, move
        corten.forward(model, data)
        assert data.act[0] == 0.0
        assert abs(data.act_dot[0]) < tolerance.STAGE
        muscle = twin(model)
        np.testing.assert_allclose(
            data.hill_length[0], muscle.rest_length(act, data.actuator_length[0]), rtol=tolerance.STAGE
        )
        data.ctrl[0] = act
        corten.step(model, data)
        np.testing.assert_allclose(data.act[0], data.hill_length[0], atol=tolerance.FIBRE_STEP)


def test_activation_is_asymmetric():
    """MU1: follow the control faster up than down, within 0 and 1, with the time constants that are given."""
    model, data = hang("soleus tact=.02 tdeact=.08")
    np.testing.assert_array_equal(model.actuator_dynprm[0, :2], [0.02, 0.08])
    slower, _ = hang("soleus", attributes='timeconst=".03 .05"')
    np.testing.assert_array_equal(slower.actuator_dynprm[0, :2], [0.03, 0.05])
    counts = []
    for control, reached in ((7.0, lambda act: act > 0.9), (-7.0, lambda act: act < 0.1)):
        data.ctrl[0], count = control, 0
        while not reached(data.act[1]):
            corten.step(model, data)
            assert 0.0 <= data.act[1] <= 1.0
            count += 1
        counts.append(count)
    assert counts[0] < counts[1]


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_drives_an_arm_and_a_joint(integrator):
    """MU4: bend an elbow by a tendon, and extend a knee by its joint."""
    model, data = arm(integrator=integrator)
    data.qpos[1] = -1.5
    data.ctrl[:2] = 0.6, 0.4
    corten.step(model, data, 300)
    assert data.qpos[0] > 1.0
    assert data.qpos[1] > -0.8
    assert np.all(data.actuator_force[:2] < 0)


def test_joint_paths():
    """Lay the muscle's range over the length range, or take gear for the moment arm where a length is given."""
    model, data = arm()
    low, high = model.actuator_lengthrange[1]
    for angle, length in ((low, 0.75), (high, 1.05)):
        data.qpos[1] = angle / model.actuator_gear[1, 0]
        corten.forward(model, data)
        path = model.hill_offset[1] + model.hill_scale[1] * data.actuator_length[1]
        along = (path - model.hill_lslack[1]) / np.cos(model.hill_pennation[1])
        np.testing.assert_allclose(along, length * model.hill_lopt[1], rtol=tolerance.EXACT)
    np.testing.assert_allclose(data.actuator_force[1], -model.hill_scale[1] * data.hill_tension[1])

    model, data = arm(extensor="length0=.33", gear="-.04")
    data.qpos[1], data.act[-1] = -0.5, 0.5
    corten.forward(model, data)
    path = data.hill_tendon[1] + model.hill_lopt[1] * data.hill_length[1] * data.hill_cosine[1]
    np.testing.assert_allclose(path, 0.33 + 0.04 * 0.5, rtol=tolerance.EXACT)
    np.testing.assert_allclose(data.qfrc_actuator[1], 0.04 * data.hill_tension[1], rtol=tolerance.EXACT)


def test_limits_of_force_and_activation():
    """Keep the force in its range; limits of the activation do not concern the fibre length."""
    for integrator in INTEGRATORS:
        model, data = hang("soleus", 0.345, integrator=integrator, attributes='forcerange="-50 0"')
        model.actuator_actlimited[0], model.actuator_actrange[0] = True, (0.0, 0.2)
        data.ctrl[0] = 1.0
        corten.step(model, data, 30)
        assert data.actuator_force[0] == -50.0
        assert data.act[1] == 0.2
        assert data.act[0] > 1.1


@pytest.mark.parametrize("integrator", INTEGRATORS)
def test_switched_off(integrator):
    """Give no force while the group or all actuation is disabled, and begin in equilibrium afterwards."""
    model, data = hang("soleus", integrator=integrator, attributes='group="2"')
    data.ctrl[0] = 0.5
    corten.step(model, data, 20)
    for name, value in (("disableactuator", 1 << 2), ("disableflags", int(DisableBit.ACTUATION))):
        setattr(model.opt, name, value)
        corten.step(model, data)
        assert data.actuator_force[0] == 0.0
        assert data.act[0] == 0.0
        setattr(model.opt, name, 0)
        corten.forward(model, data)
        assert data.actuator_force[0] < 0.0
        assert abs(data.act_dot[0]) < tolerance.STAGE


def test_keyframes():
    """Read [fibre length, activation] of each muscle, or activations alone, which MuJoCo reads too."""
    keys = '<keyframe><key name="a" act=".3"/><key name="b" act=".9 .3"/><key name="c" qpos=".01"/></keyframe>'
    model, data = hang(more=keys)
    for name, wanted in (("a", (0.0, 0.3)), ("b", (0.9, 0.3)), ("c", (0.0, 0.0))):
        corten.reset_data(model, data, name)
        np.testing.assert_array_equal(data.act, wanted)
    words = {"muscle": "soleus", "path": 0.3, "mass": 1, "timestep": 0.002, "integrator": "Euler", "attributes": ""}
    xml = HANGING.format(more=keys.replace(".9 ", ""), **words)
    assert oracle.load_mujoco(xml).na == 1


def test_state_is_complete():
    """Continue from a state vector to the same bits."""
    for integrator in INTEGRATORS:
        model, data = arm(integrator=integrator)
        data.ctrl[:2] = 0.5, 0.3
        corten.step(model, data, 20)
        state, other = corten.get_state(model, data), model.make_data()
        corten.set_state(model, other, state)
        other.ctrl, other.qacc_warmstart = data.ctrl, data.qacc_warmstart
        corten.step(model, data, 20)
        corten.step(model, other, 20)
        np.testing.assert_array_equal(corten.get_state(model, data), corten.get_state(model, other))


def test_recompiled_and_attached_models():
    """Keep the activation when a tendon becomes rigid, and stay Hill muscles in models that they are attached to."""
    words = {"path": 0.32, "mass": 20, "timestep": 0.002, "integrator": "Euler", "attributes": "", "more": ""}
    spec = corten.Spec.from_string(HANGING.format(muscle="soleus", **words))
    model = spec.compile()
    data = model.make_data()
    data.ctrl[0] = 0.4
    corten.step(model, data, 10)
    spec.find("text", "corten.actuator.m.muscle").attributes["data"] = "hill soleus strain=0"
    new, state = spec.recompile(model, data)
    assert (new.na, state.act[0]) == (1, data.act[1])
    _, back = corten.Spec.from_string(HANGING.format(muscle="soleus", **words)).recompile(new, state)
    np.testing.assert_array_equal(back.act, [0.0, data.act[1]])

    parent = corten.Spec.from_string("<mujoco/>")
    for prefix in ("left_", "right_"):
        child = corten.Spec.from_string(HANGING.format(muscle="soleus", **words))
        parent.worldbody.attach(child, prefix=prefix)
    both = parent.compile()
    assert (both.nhill, both.na, both.actuator("right_m").hillid) == (2, 4, 1)


def test_own_loop():
    """Move fibres in a loop that is made of the parts of a step as a step does."""
    model, data = hang()
    _, other = hang()
    for each in (data, other):
        each.ctrl[0] = 0.4
    for _ in range(5):
        corten.step(model, data)
        corten.forward(model, other)
        corten.euler(model, other)
    np.testing.assert_array_equal(data.act, other.act)


def test_inverse_dynamics():
    """Let inverse dynamics find the muscles' forces in the accelerations that they cause."""
    model, data = arm()
    data.ctrl[:2] = 0.5, 0.3
    corten.step(model, data, 20)
    corten.forward(model, data)
    corten.inverse(model, data)
    np.testing.assert_allclose(data.qfrc_inverse, data.qfrc_actuator, atol=tolerance.SOLUTION)


def test_others_are_unaffected():
    """MU5: let a motor beside Hill muscles give its force, and MuJoCo load the file with muscles of its own."""
    model, data = arm()
    data.ctrl[2] = 0.7
    corten.step(model, data, 5)
    assert data.actuator_force[2] == 0.7
    xml = ARM.format(flexor="", extensor="", gear="-1", integrator="Euler")
    assert oracle.load_mujoco(xml).na == 2


def test_models_without_hill_muscles_run_no_stage_of_theirs():
    """Choose the stages of Hill muscles for models that have one, and for no others."""
    plain = HANGING.replace("corten.actuator.m.muscle", "note")
    words = {"muscle": "", "path": 0.3, "mass": 1, "timestep": 0.002, "attributes": "", "more": ""}
    model = corten.load_model_from_string(plain.format(integrator="Euler", **words))
    with_hill, _ = hang()
    for integrator in (Integrator.EULER, Integrator.RK4, Integrator.IMPLICIT):
        names = []
        for each in (model, with_hill):
            each.opt.integrator = integrator
            names.append({stage.__name__ for stage in get_plan(each, "step").stages})
        assert not {name for name in names[0] if "hill" in name or "fibre" in name}
        assert {"hill_fibres", "hill_actuation"} < names[1]
        assert (model.nhill, model.na) == (0, 1)
