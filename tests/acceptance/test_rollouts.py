"""Rollouts are trajectories of states stepped alone, in the conventions of MuJoCo's own."""

import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import corten
from corten.enums import StateBit
from support import fuzzed_scenes


def stepped_alone(model, state, controls, spec=StateBit.CTRL, warmstart=None):
    """Return states and sensor readings after each step of one trajectory."""
    data = model.make_data()
    corten.set_state(model, data, state)
    if warmstart is not None:
        data.qacc_warmstart[:] = warmstart
    states, readings = [], []
    for control in controls:
        corten.set_state(model, data, control, spec)
        corten.step(model, data)
        states.append(corten.get_state(model, data))
        readings.append(data.sensordata.copy())
    return np.array(states), np.array(readings)


def beginnings(model, n):
    """Return states in motion."""
    rng, data = np.random.default_rng(0), model.make_data()
    states = []
    for _ in range(n):
        data.qvel[:] = rng.uniform(-0.4, 0.4, model.nv)
        data.time = rng.uniform(0, 1)
        states.append(corten.get_state(model, data))
    return np.array(states)


def cartpole():
    """Return a small model with a control and sensors."""
    return corten.load_model(corten.models.path("cartpole"))


@pytest.mark.parametrize("scene", fuzzed_scenes.SCENES)
def test_trajectories_are_those_of_stepping_alone(scene):
    """BA1: give the bits of single trajectories, for many states and many controls, with any number of threads."""
    model = fuzzed_scenes.load(scene)
    states, rng = beginnings(model, 3), np.random.default_rng(1)
    controls = rng.uniform(-1, 1, (3, 7, model.nu))
    found = [corten.rollout(model, states, controls, threads=threads) for threads in (1, 2)]
    for i in range(3):
        wanted = stepped_alone(model, states[i], controls[i])
        for result in found:
            assert [part[i].tobytes() for part in result] == [part.tobytes() for part in wanted]


def test_arguments_of_one_row_serve_all():
    """Let one state, one sequence of controls or one control serve all trajectories and steps."""
    model = cartpole()
    states, controls = beginnings(model, 3), np.random.default_rng(1).uniform(-1, 1, (3, 5, model.nu))
    for given in ((states[0], controls), (states, controls[0]), (states, controls[:, :1])):
        found, _ = corten.rollout(model, *given, nstep=5)
        for i in range(3):
            state = given[0] if given[0].ndim == 1 else given[0][i]
            control = np.broadcast_to(given[1] if given[1].ndim == 2 else given[1][i], (5, model.nu))
            assert found[i].tobytes() == stepped_alone(model, state, control)[0].tobytes()
    assert corten.rollout(model, states[0], nstep=4)[0].shape == (1, 4, states.shape[1])
    assert corten.rollout(model, states)[0].shape == (3, 1, states.shape[1])


def test_controls_may_be_other_inputs():
    """Take forces, switches of equality constraints and mocap bodies as controls, and begin with a warm start."""
    model = fuzzed_scenes.load("rich")
    spec = StateBit.CTRL | StateBit.QFRC_APPLIED | StateBit.EQ_ACTIVE | StateBit.MOCAP_POS
    rng, data = np.random.default_rng(2), model.make_data()
    control = np.tile(corten.get_state(model, data, spec), (6, 1))
    control[:, : model.nu + model.nv] = rng.uniform(-0.1, 0.1, (6, model.nu + model.nv))
    control[3:, model.nu + model.nv] = 1.0
    state, warmstart = beginnings(model, 1)[0], rng.uniform(-1, 1, model.nv)
    found = corten.rollout(model, state, control, control_spec=spec, initial_warmstart=warmstart)
    wanted = stepped_alone(model, state, control, spec, warmstart)
    assert [part[0].tobytes() for part in found] == [part.tobytes() for part in wanted]


def test_results_are_written_where_they_are_wanted():
    """Write into arrays that are passed, whole trajectories or the last step alone."""
    model = cartpole()
    states, controls = beginnings(model, 4), np.random.default_rng(1).uniform(-1, 1, (4, 30, model.nu))
    whole = corten.rollout(model, states, controls)
    room = np.zeros((4, 30, 2 * states.shape[1])), np.zeros((4, 30, model.nsensordata))
    given = {"state": room[0][:, :, 1 : 1 + states.shape[1]], "sensordata": room[1]}
    found = corten.rollout(model, states, controls, **given)
    assert found[0] is given["state"] and found[1] is given["sensordata"]
    assert [part.tobytes() for part in found] == [part.tobytes() for part in whole]
    assert not room[0][:, :, 0].any() and not room[0][:, :, 1 + states.shape[1] :].any()
    state, readings = corten.rollout(model, states, controls, last=True)
    assert (state.tobytes(), readings.tobytes()) == (whole[0][:, -1].tobytes(), whole[1][:, -1].tobytes())


def test_failures_end_their_trajectory():
    """BA2: repeat the last good state of a trajectory that fails, tell of it, and leave all others right."""
    model = cartpole()
    states, controls = beginnings(model, 4), np.zeros((4, 40, model.nu))
    states[2, 1 + model.nq] = 9e9
    states[3, 1] = np.nan
    model.opt.timestep = 0.05
    errors = {}
    found, readings = corten.rollout(model, states, controls, errors=errors)
    assert list(errors) == [2, 3]
    assert errors[3].step == 0 and 0 < errors[2].step < 40
    done = errors[2].step
    for i in (0, 1):
        assert found[i].tobytes() == stepped_alone(model, states[i], controls[i])[0].tobytes()
    assert found[2, :done].tobytes() == stepped_alone(model, states[2], controls[2, :done])[0].tobytes()
    assert (found[2, done:] == found[2, done - 1]).all() and (readings[2, done:] == readings[2, done - 1]).all()
    assert found[3].tobytes() == np.tile(states[3], (40, 1)).tobytes() and not readings[3].any()
    with pytest.warns(corten.StepWarning, match="2 of 4 trajectories failed and repeat their last good state"):
        state, _ = corten.rollout(model, states, controls, last=True)
    assert state.tobytes() == found[:, -1].tobytes()


def test_progress_is_told():
    """Call a function with the number of steps that are done, up to all of them."""
    model, told = cartpole(), []
    corten.rollout(model, beginnings(model, 2), nstep=50, progress=lambda done, nstep: told.append((done, nstep)))
    assert told[-1] == (50, 50) and told == sorted(told)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"initial_state": np.zeros((2, 3))}, r"initial_state has shape \(2, 3\); it must be \(n or 1, 5\)"),
        ({"control": np.zeros((2, 4, 9))}, r"control has shape \(2, 4, 9\); it must be \(n or 1, nstep or 1, 1\)"),
        ({"control": np.zeros((3, 4, 1))}, "disagree about the number of trajectories: initial_state 2, control 3"),
        ({"control": np.zeros((2, 4, 1)), "nstep": 5}, "disagree about the number of steps: nstep 5, control 4"),
        ({"control_spec": StateBit.QPOS}, "control_spec is 2; it may combine the StateBit values of inputs only"),
        ({"state": np.zeros((2, 4, 5), np.float32)}, r"state must be a writable array of float64 of shape \(2, 4, 5\)"),
        ({"nstep": -1}, "nstep is -1; it must be from 0"),
        ({"threads": 0}, "threads is 0; it must be at least 1"),
    ],
)
def test_wrong_arguments_are_refused(change, words):
    """Say what is wrong with an argument, and what it must be."""
    given = {"model": cartpole(), "initial_state": np.zeros((2, 5)), **change}
    with pytest.raises(ValueError, match=words):
        corten.rollout(**given)


def test_unknown_options_are_refused():
    """Name the options that there are."""
    with pytest.raises(TypeError, match="rollout has no option 'nsteps'; it has nstep, control_spec"):
        corten.rollout(cartpole(), np.zeros(5), nsteps=3)


def test_later_rollouts_begin_anew():
    """Give the bits of a fresh model whatever was rolled out before: failures, other options, other lengths."""
    model = cartpole()
    start, controls = beginnings(model, 5), np.random.default_rng(1).uniform(-1, 1, (5, 12, model.nu))
    broken = start.copy()
    broken[2, 1] = np.nan
    for change in (lambda m: None, lambda m: m.opt.gravity.__setitem__(2, -5.0), lambda m: m.qpos0.__iadd__(0.1)):
        change(model)
        corten.rollout(model, broken, controls, errors={})
        wanted = corten.rollout(model.copy(), start, controls)
        for _ in range(2):
            for found, expected in zip(corten.rollout(model, start, controls), wanted, strict=True):
                assert found.tobytes() == expected.tobytes()
        final, _ = corten.rollout(model, start, controls, last=True)
        assert final.tobytes() == wanted[0][:, -1].tobytes()


def test_engines_that_wait_are_few_and_hold_no_results():
    """Keep a bounded number of engines for later, and nothing that a user has passed or got."""
    model = cartpole()
    for n in (1, 2, 3, 4, 3):
        state, _ = corten.rollout(model, beginnings(model, n), nstep=3)
    assert len(model._engines) == 2
    ghost = weakref.ref(state.base if state.base is not None else state)
    del state
    assert ghost() is None


def test_threads_roll_out_at_once():
    """Give each thread an engine of its own."""
    model = cartpole()
    start = beginnings(model, 4)
    wanted, _ = corten.rollout(model, start, nstep=20)

    def roll(_):
        return corten.rollout(model, start, nstep=20, threads=1)[0].tobytes() == wanted.tobytes()

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(roll, range(40)))
