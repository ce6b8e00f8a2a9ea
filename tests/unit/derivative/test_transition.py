"""Derivatives of steps: those of the obvious way, bit for bit, whatever runs them and however often."""

import gc
import threading
import weakref

import numpy as np
import pytest

import corten
from corten.derivative import finite_differences
from corten.derivative.finite_differences import MOST_KEPT, FiniteDifferences
from corten.derivative.transition import Transition
from corten.enums import Integrator, StepErrorKind
from corten.pipeline.order import may_restart
from support import deformable_scenes, flex_scenes, tolerance
from support.lane_scenes import SCENES, balls, links, world
from support.naive.transition import naive_transition

# steps before derivatives are asked for: what falls has touched, and some sleep
STEPS = 40

# lanes of this machine, for which other tests compile the stages of these scenes, too
LANES = None

LIMITED = """<actuator><motor joint="j0" ctrlrange="-1 1"/><position joint="j1" kp="3" ctrlrange="0 1"/>
<general joint="j2" dyntype="filter" dynprm=".1" gainprm="2" ctrllimited="false"/></actuator>"""
SERVOED = world(links(3, 'damping=".1"') + balls(), LIMITED)


def moved(model, steps: int = STEPS):
    """Return a Data after some steps under small controls."""
    data = model.make_data()
    data.ctrl[:] = 0.1
    corten.step(model, data, steps)
    data.qvel[:] += 0.05
    return data


def assert_same(found, wanted) -> None:
    """Compare four matrices bit for bit."""
    for name, ours, theirs in zip("ABCD", found, wanted, strict=True):
        np.testing.assert_array_equal(ours, theirs, name)


@pytest.mark.parametrize("centered", [False, True])
@pytest.mark.parametrize("name", SCENES)
def test_columns_are_those_of_single_steps(name, centered):
    """Give the bits of steps of nudged copies, in lanes and without, on threads, and leave the data as it was."""
    model = SCENES[name]()
    data = moved(model)
    before, wanted = data.snapshot(), naive_transition(model, data, 1e-6, centered)
    for lanes, threads in ((LANES, 1), (1, 2)):
        assert_same(corten.transition_fd(model, data, centered=centered, lanes=lanes, threads=threads), wanted)
    assert data.snapshot() == before


def _delayed() -> corten.Model:
    """Return an arm whose controls and readings come late."""
    late = '<sensor><jointpos joint="j1" nsample="4" delay=".008"/></sensor>'
    delay = LIMITED.replace('ctrlrange="-1 1"', 'nsample="4" delay=".008"')
    return corten.load_model_from_string(world(links(3), delay + late))


OTHERS = {
    "sheet": lambda: corten.load_model_from_string(flex_scenes.sheet(flex_scenes.SHELL.format("bend"))),
    "cloth": lambda: deformable_scenes.cloth_on_ball(4).compile(),
    "delays": _delayed,
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_takes_whole_steps(name):
    """Give the bits of single steps where a step cannot be begun within."""
    model = OTHERS[name]()
    assert not may_restart(model)
    data = moved(model)
    before, wanted = data.snapshot(), naive_transition(model, data)
    assert_same(corten.transition_fd(model, data, threads=2), wanted)
    assert data.snapshot() == before


@pytest.mark.parametrize("lanes", [1, 2, 8])
def test_lanes_and_threads_change_no_bit(lanes):
    """Give the same bits for all numbers of lanes and threads, also when memory is used again."""
    model = corten.load_model_from_string(SERVOED)
    data = moved(model)
    for centered in (False, True):
        wanted = naive_transition(model, data, 1e-6, centered)
        for threads in (1, 2, 5, 1):
            assert_same(corten.transition_fd(model, data, centered=centered, lanes=lanes, threads=threads), wanted)


@pytest.mark.parametrize("centered", [False, True])
def test_rows_in_portions(monkeypatch, centered):
    """Give the same bits where memory holds a few nudges at a time."""
    model = corten.load_model_from_string(SERVOED)
    data = moved(model)
    wanted = naive_transition(model, data, 1e-6, centered)
    monkeypatch.setattr(finite_differences, "MOST_ROW_BYTES", 1)
    for lanes, threads in ((1, 1), (LANES, 2)):
        assert_same(corten.transition_fd(model, data, centered=centered, lanes=lanes, threads=threads), wanted)


@pytest.mark.parametrize("portions", [False, True])
def test_room_grows(monkeypatch, portions):
    """Make room for contacts that the data has none for, and tell packs of it once."""
    grown = []
    learn = FiniteDifferences._learn

    def noted(self, rows):
        grown.append(learn(self, rows))
        return grown[-1]

    monkeypatch.setattr(FiniteDifferences, "_learn", noted)
    if portions:
        monkeypatch.setattr(finite_differences, "MOST_ROW_BYTES", 1)
    boxes = "".join(
        f'<body pos="{i} 0 {0.0995 + 0.199 * k}"><freejoint/><geom type="box" size=".1 .1 .1"/></body>'
        for i in range(3)
        for k in range(3)
    )
    model = corten.load_model_from_string(world(boxes))
    data = model.make_data()
    wanted = naive_transition(model, data)
    for _ in range(2):
        assert_same(corten.transition_fd(model, data, lanes=LANES, threads=1), wanted)
    assert grown == [True] * len(grown)
    assert 0 < len(grown) < 10


def test_a_nudge_that_fails():
    """Raise the error of the step of a nudge, leave the data as it was, and go on afterwards."""
    slides = '<body><joint type="slide"/><geom size=".1" contype="0" conaffinity="0"/></body>' * 2
    model = corten.load_model_from_string(world(slides))
    data = moved(model)
    wanted = naive_transition(model, data)
    velocity = data.qvel.copy()
    data.qvel[1] = 1e10 - 1.0
    before = data.snapshot()
    for lanes in (1, LANES):
        with pytest.raises(corten.StepError, match=r"qvel\[1\]") as caught:
            corten.transition_fd(model, data, 10.0, lanes=lanes)
        assert caught.value.kind is StepErrorKind.BAD_QVEL
        assert data.snapshot() == before
    data.qvel[:] = velocity
    assert_same(corten.transition_fd(model, data, lanes=LANES), wanted)
    data.qpos[0] = np.nan
    with pytest.raises(corten.StepError, match=r"qpos\[0\]"):
        corten.transition_fd(model, data)


def test_options_between_calls():
    """Follow options of the model that change between two calls."""
    model = corten.load_model_from_string(SERVOED)
    data = moved(model)
    for integrator in (Integrator.EULER, Integrator.RK4, Integrator.IMPLICIT, Integrator.EULER):
        model.opt.integrator = integrator
        assert_same(corten.transition_fd(model, data, lanes=LANES), naive_transition(model, data))
    model.opt.timestep = 0.001
    model.opt.gravity = 0, 0, -1
    model.body_mass[:] *= 1.5
    corten.set_const(model)
    assert_same(corten.transition_fd(model, data, lanes=LANES), naive_transition(model, data))


@pytest.mark.parametrize("centered", [False, True])
@pytest.mark.parametrize("value", [0.0, 1.0, 1.0 - 1e-7, 1.5, -1e-7, 1e-7, -2.0])
def test_controls_stay_in_their_range(value, centered):
    """Nudge controls to the side where their range has room, and not at all outside of it."""
    model = corten.load_model_from_string(SERVOED)
    data = moved(model)
    data.ctrl[:] = value
    found = corten.transition_fd(model, data, centered=centered)
    assert_same(found, naive_transition(model, data, 1e-6, centered))
    assert found.B[:, 1].any() == (0.0 <= value <= 1.0)
    assert found.B[:, 2].any()


def test_memory_is_kept_within_bounds():
    """Keep memory for few kinds of calls, with the model and no longer than it."""
    model = corten.load_model_from_string(SERVOED)
    data = moved(model)
    for lanes in (1, 2, 4):
        corten.transition_fd(model, data, lanes=lanes)
        assert len(model._differences) <= MOST_KEPT
    twin = model.copy()
    assert not twin._differences
    corten.transition_fd(twin, twin.make_data())
    model_gone = weakref.ref(model)
    del model, data
    gc.collect()
    assert model_gone() is None


def test_large_memory_is_not_kept(monkeypatch):
    """Give memory back that is larger than what a model keeps."""
    monkeypatch.setattr("corten.derivative.finite_differences.MOST_BYTES", 1)
    model = corten.load_model_from_string(SERVOED)
    corten.transition_fd(model, moved(model))
    assert not model._differences


def test_output_arrays():
    """Write into given arrays of any strides, and return them."""
    model = corten.load_model_from_string(SERVOED)
    data = moved(model)
    wanted = corten.transition_fd(model, data)
    shapes = [matrix.shape for matrix in wanted]
    given = Transition(*(np.full(shape[::-1], np.nan).T for shape in shapes))
    found = corten.transition_fd(model, data, out=given)
    assert all(a is b for a, b in zip(found, given, strict=True))
    assert_same(given, wanted)
    assert_same(corten.transition_fd(model, data, out=tuple(given)), wanted)
    fixed = np.zeros(shapes[0])
    fixed.flags.writeable = False
    refused = {
        r"out\.A is read-only": fixed,
        r"out\.A is float64 \(2, 2\); it must be an array of float64": np.zeros((2, 2)),
        r"out\.A is float32": np.zeros(shapes[0], np.float32),
        r"out\.A is list": wanted.A.tolist(),
    }
    for message, array in refused.items():
        with pytest.raises(ValueError, match=message):
            corten.transition_fd(model, data, out=given._replace(A=array))
    for other in (np.zeros(4), (1, 2), [*given]):
        with pytest.raises(TypeError, match="it must be a Transition"):
            corten.transition_fd(model, data, out=other)


def test_bad_arguments():
    """Refuse nudges and pairs that make no sense, by name."""
    model, other = (corten.load_model_from_string(text) for text in (SERVOED, world(balls())))
    data = model.make_data()
    for eps in (0.0, -1.0, np.nan, np.inf, "x", None):
        with pytest.raises((TypeError, ValueError), match=r"eps is .*; it must be a"):
            corten.transition_fd(model, data, eps)
    with pytest.raises(ValueError, match="this Data belongs to another model"):
        corten.transition_fd(other, data)
    with pytest.raises(TypeError, match="arguments are swapped"):
        corten.transition_fd(data, model)
    with pytest.raises(TypeError, match="a Model and a Data are expected"):
        corten.transition_fd(model, None)
    with pytest.raises(TypeError, match=r"threads is \[1\]; it must be a whole number"):
        corten.transition_fd(model, data, threads=[1])
    with pytest.raises(ValueError, match="threads is 0"):
        corten.transition_fd(model, data, threads=0)
    with pytest.raises(corten.UnsupportedFeatureError, match="lanes=3 is not supported"):
        corten.transition_fd(model, data, lanes=3)


def test_one_thread_at_a_time():
    """Refuse a data that another thread computes with; two data of a model go side by side."""
    model = corten.load_model_from_string(SERVOED)
    data, wanted = moved(model), []
    assert data._thread_lock.acquire()
    failures = []

    def ask():
        try:
            corten.transition_fd(model, data)
        except RuntimeError as error:
            failures.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    data._thread_lock.release()
    assert len(failures) == 1
    assert "another thread is computing with" in failures[0]
    wanted, copies = corten.transition_fd(model, data), [data.copy() for _ in range(4)]
    found = [None] * len(copies)

    def repeat(i):
        for _ in range(5):
            found[i] = corten.transition_fd(model, copies[i])

    threads = [threading.Thread(target=repeat, args=(i,)) for i in range(len(copies))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for each in found:
        assert_same(each, wanted)


@pytest.mark.parametrize("mode", ["python", "checked"])
def test_other_modes(monkeypatch, mode):
    """Give the same derivatives where kernels are not compiled, or checked, up to rounding."""
    model = corten.load_model_from_string(world(links(2), LIMITED.replace('joint="j2"', 'joint="j0"')))
    data = moved(model, 5)
    wanted = corten.transition_fd(model, data)
    monkeypatch.setenv("CORTEN_KERNELS", mode)
    fresh = model.copy()
    for ours, theirs in zip(corten.transition_fd(fresh, data), wanted, strict=True):
        np.testing.assert_allclose(ours, theirs, rtol=tolerance.DIFFERENT, atol=tolerance.DIFFERENT)


def test_environments_of_a_batch():
    """Give the derivatives of an environment with values of its own."""
    model = corten.load_model_from_string(SERVOED)
    batch = corten.BatchSim(model, 3, threads=1)
    batch.vary("body_mass")
    batch.body_mass[1] *= 2.0
    batch.step_all(5)
    found = []
    for environment in batch:
        found.append(corten.transition_fd(environment.model, environment))
        assert_same(found[-1], naive_transition(environment.model, environment))
    assert (found[0].A != found[1].A).any()
    np.testing.assert_array_equal(found[0].A, found[2].A)


def test_a_model_without_motion():
    """Give empty matrices for a model in which nothing moves."""
    model = corten.Model.empty()
    found = corten.transition_fd(model, model.make_data())
    assert [matrix.shape for matrix in found] == [(0, 0)] * 4
