"""Batches give the bits of stepping alone, whatever the grouping, the failures, and what users change meanwhile."""

import pickle
import threading
from itertools import pairwise

import numpy as np
import pytest

import corten
from corten.enums import DisableBit, EnableBit, Integrator, StepErrorKind
from support import fuzzed_scenes
from support.batches import Twins, different_fields
from support.sleep_scenes import STORIES, box, scene
from support.work import growth

BALL = '<mujoco><worldbody><geom type="plane" size="2 2 .1"/>{}</worldbody></mujoco>'
FALLING = "".join(f'<body pos="{i} 0 .2"><freejoint/><geom size=".1"/></body>' for i in range(3))


def balls() -> corten.Model:
    """Return three balls above a floor."""
    return corten.load_model_from_string(BALL.format(FALLING))


@pytest.mark.parametrize("n", [0, 1, 2, 7])
def test_any_number_of_environments(n):
    """Step as many environments as there are."""
    twins = Twins(balls(), n, threads=3)
    twins.push()
    assert len(twins.batch) == n and len(list(twins.batch)) == n
    assert len(twins.step(30)) == n
    assert not twins.differences()


def test_models_without_dofs():
    """Step environments in which nothing moves, but time passes."""
    twins = Twins(corten.Model.empty(), 3)
    assert not twins.step(4).any()
    assert not twins.differences()
    assert twins.batch.qpos.shape == (3, 0)


def test_lanes_may_disagree():
    """Give the same bits where some stages run in lanes, others lane by lane, and lanes pass over others."""
    model = corten.load_model_from_string(scene(box("0 0 .13") + box("1 0 .13")))
    twins = Twins(model, 5, threads=2, lanes=None)
    twins.batch.qpos[:, 2] += np.arange(5) * 0.01
    for i, data in enumerate(twins.alone):
        data.qpos[2] += i * 0.01
    asleep = []
    for _ in range(25):
        twins.step(8)
        asleep.append((twins.batch.tree_asleep >= 0).sum())
    assert {0, 10} <= set(asleep) and len(set(asleep)) > 3
    assert not twins.differences()


@pytest.mark.parametrize("integrator", [Integrator.EULER, Integrator.RK4, Integrator.IMPLICITFAST])
def test_steps_begin_with_nothing_that_is_not_carried(integrator):
    """Give the same bits when a worker's memory is filled with other numbers between steps."""
    model = fuzzed_scenes.load("rich")
    model.opt.integrator = integrator
    twins, rng = Twins(model, 3, threads=1), np.random.default_rng(1)
    twins.push()
    for _ in range(12):
        twins.step()
        for pack in twins.batch._engine._packs:
            for name, view in pack.views.items():
                first = twins.batch._template._views[name]
                written = view[..., 0][: len(first)] != first if first.ndim else view[..., 0] != first
                place = view[..., 0][: len(first)] if first.ndim else view[..., 0]
                place[written] = rng.integers(1, 3, place.shape)[written]
    assert not twins.differences()


@pytest.mark.parametrize("story", STORIES)
def test_sleep(story):
    """Let islands fall asleep and wake in some environments, as they do alone."""
    story = STORIES[story]
    twins = Twins(corten.load_model_from_string(story.xml), 3, threads=1)
    twins.batch.qvel[1] += 0.01
    twins.alone[1].qvel[:] += 0.01
    moments = sorted({0, story.steps // 2, *story.events, story.steps})
    for moment, following in pairwise(moments):
        for data in (twins.batch.env(0), twins.alone[0]):
            story.act(moment)(data)
        errors = twins.batch.step_all(following - moment)
        for i, data in enumerate(twins.alone):
            if errors[i] is None:
                corten.step(twins.model, data, following - moment)
    assert not twins.differences()


def test_changes_of_the_model_are_obeyed():
    """Follow options that are changed between steps, sleep included."""
    model = fuzzed_scenes.load("rich")
    twins = Twins(model, 3, threads=2)
    twins.push()
    twins.step(3)
    model.opt.integrator = Integrator.IMPLICIT
    twins.step(3)
    model.opt.gravity[2] = -3
    model.opt.disableflags |= DisableBit.ACTUATION | DisableBit.SENSOR
    twins.step(3)
    model.opt.disableflags = 0
    model.opt.enableflags |= EnableBit.SLEEP
    twins.step(3)
    model.opt.enableflags = 0
    twins.step(3)
    assert not twins.differences()


@pytest.mark.parametrize(("threads", "lanes"), [(1, 1), (3, None)])
def test_failures_of_some_change_no_other(threads, lanes):
    """Leave 90 environments right of which ten others have no number, or find more contacts than they may."""
    twins = Twins(balls(), 100, threads=threads, lanes=lanes)
    twins.push()
    bad, full = range(3, 100, 20), range(13, 100, 20)
    for i in full:
        twins.batch.contact_limit[i] = twins.alone[i].contact_limit = 2
    twins.step(5)
    for i in bad:
        twins.batch.qvel[i, 1] = twins.alone[i].qvel[1] = np.nan
    errors = twins.step(100)
    assert errors.indices.tolist() == sorted([*bad, *full])
    assert {errors[i].kind for i in bad} == {StepErrorKind.BAD_QVEL}
    assert {errors[i].kind for i in full} == {StepErrorKind.CAPACITY}
    assert sorted(twins.failed) == errors.indices.tolist()
    assert not twins.differences()
    assert twins.batch.step_all(50).indices.tolist() == errors.indices.tolist()


def test_warnings_are_told_and_counted():
    """Warn of a control that is no number once for each environment, and count it as stepping alone does."""
    model = corten.load_model(corten.models.path("cartpole"))
    batch, data = corten.BatchSim(model, 3), model.make_data()
    batch.ctrl[1] = data.ctrl[0] = np.nan
    with pytest.warns(corten.StepWarning, match="ctrl"):
        batch.step_all(4)
    with pytest.warns(corten.StepWarning, match="ctrl"):
        corten.step(model, data, 4)
    assert different_fields(batch.env(1), data) == []
    assert batch.warning_number[1].tolist() == data.warning_number.tolist()
    assert not batch.warning_number[[0, 2]].any()
    batch.step_all()


# ---------------------------------------------------------------- single environments


def test_environments_are_the_memory_of_the_batch():
    """Show the same state and inputs in the batch and in its environments, and other fields after each step."""
    twins = Twins(balls(), 3)
    env = twins.batch.env(1)
    assert twins.batch.env(1) is env
    env.qvel[:] = twins.alone[1].qvel[:] = 0.2
    env.time = twins.alone[1].time = 5.0
    assert twins.batch.time.tolist() == [0, 5, 0] and (twins.batch.qvel[1] == 0.2).all()
    for _ in range(10):
        twins.step(9)
        assert env.ncon == twins.alone[1].ncon
        assert env.xpos.tobytes() == twins.alone[1].xpos.tobytes()
    assert env.ncon and len(env.contact) == env.ncon
    twins.batch.qpos[1, 0] = 7
    assert env.qpos[0] == 7 and env.xpos[1, 0] != 7
    for copy in (env.copy(), pickle.loads(pickle.dumps(env))):
        assert type(copy) is corten.Data
        assert not different_fields(copy, env)


def test_what_is_computed_with_an_environment_counts():
    """Step one environment alone between steps of the batch, and go on from there."""
    twins = Twins(balls(), 3)
    twins.push()
    twins.step(10)
    corten.step(twins.model, twins.batch.env(2), 7)
    corten.step(twins.model, twins.alone[2], 7)
    assert not twins.differences()
    twins.step(10)
    assert not twins.differences()

    twins.batch.qpos[0, 0] = twins.alone[0].qpos[0] = np.nan
    assert twins.step().indices.tolist() == [0]
    for data in (twins.batch.env(0), twins.alone[0]):
        corten.reset_data(twins.model, data)
    twins.failed.clear()
    assert not twins.step().any()
    assert not twins.differences()


def test_numbers_of_environments_are_checked():
    """Refuse environments that do not exist."""
    batch = corten.BatchSim(balls(), 3)
    assert batch.env(-1) is batch.env(2)
    for call in (batch.env, batch.reset):
        with pytest.raises(IndexError, match="environment 3 does not exist; the batch has 3"):
            call(3)
    with pytest.raises(TypeError, match="one bool for each environment"):
        batch.reset_where([0, 1])


# ---------------------------------------------------------------- arguments and attributes


@pytest.mark.parametrize(
    ("change", "error", "words"),
    [
        ({"n": -1}, ValueError, "n is -1; it must be at least 0"),
        ({"n": 2.5}, TypeError, "n is 2.5; it must be a whole number"),
        ({"threads": 0}, ValueError, "threads is 0; it must be at least 1"),
        ({"lanes": 3}, corten.UnsupportedFeatureError, "lanes=3 is not supported; allowed are 1, 2, 4, 8"),
        ({"precision": "half"}, ValueError, "precision is 'half'; it must be one of 'float64', 'float32'"),
        ({"device": "tpu"}, ValueError, "device is 'tpu'; it must be one of 'cpu', 'gpu', 'auto'"),
        ({"device": "gpu", "precision": "float64"}, ValueError, "a GPU computes with 'float32'"),
        ({"keep": ("xpso",)}, ValueError, "keep names 'xpso', which is no field of Data"),
        ({"keep": "xpos"}, TypeError, "keep is 'xpos'; it must be a tuple of names"),
        ({"keep": ("contact_dist",)}, ValueError, r"read it from batch.env\(i\).contact_dist"),
        ({"keep": ("qLU",)}, ValueError, "qLU is work space"),
        ({"model": None}, TypeError, "a BatchSim is made for a Model, not NoneType"),
    ],
)
def test_wrong_arguments_are_refused(change, error, words):
    """Say what is wrong with an argument, and what is allowed."""
    with pytest.raises(error, match=words):
        corten.BatchSim(**{"model": balls(), "n": 2, **change})


def test_attributes():
    """Assign into arrays, and refuse what the engine keeps, what is not kept and what does not exist."""
    batch = corten.BatchSim(balls(), 2, keep=("ncon", "qpos"))
    batch.qvel = 0.5
    assert (batch.qvel == 0.5).all()
    with pytest.raises(ValueError, match=r"BatchSim\.ncon is read-only"):
        batch.ncon[0] = 1
    with pytest.raises(AttributeError, match=r"does not keep xpos: BatchSim\(..., keep=\('xpos',\)\) does"):
        _ = batch.xpos
    with pytest.raises(AttributeError, match="no field 'qpso'"):
        batch.qpso = 1
    with pytest.raises(TypeError, match="cannot be pickled or copied"):
        pickle.dumps(batch)
    assert {"qpos", "sensordata", "step_all"} <= set(dir(batch))


# ---------------------------------------------------------------- threads


def test_several_batches_run_at_once():
    """Let several threads step a batch each, and give the bits of one after the other."""
    model = balls()
    all_twins = [Twins(model, 20, seed, threads=2) for seed in range(3)]
    for twins in all_twins:
        twins.push()
    callers = [threading.Thread(target=twins.step, args=(200,)) for twins in all_twins]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert not [difference for twins in all_twins for difference in twins.differences()]


def test_one_thread_at_a_time_uses_a_batch():
    """Refuse a second thread that wants to compute with a batch."""
    batch, refused = corten.BatchSim(balls(), 2), []

    def use() -> None:
        with pytest.raises(RuntimeError, match="another thread is computing with this BatchSim"):
            batch.step_all()
        refused.append(True)

    with batch._lock:
        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
    assert refused == [True]
    batch.step_all()


def test_steps_hold_no_memory():
    """Hold less after a hundred calls, resets and looks at environments than five environments would take."""
    batch = corten.BatchSim(balls(), 20, threads=2, lanes=1)

    def use() -> None:
        for i in range(100):
            batch.step_all(5)
            batch.reset(i % 20)
            assert batch.env(i % 20).ncon == 0

    use()
    blocks, nbytes = growth(use)
    assert blocks < 1000 and nbytes < 5 * batch.env(0).nbytes()
