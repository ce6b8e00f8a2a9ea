"""Calls of the stand-in that compiled code serves: which thread may make them, and what they leave to Python."""

import copy
import threading

import numpy as np
import pytest

import corten.compat.mujoco as mj
from corten.compat.mujoco import _callbacks

SCENE = """<mujoco><size nkey="1"/><worldbody><geom type="plane" size="5 5 .1"/>
<body pos="0 0 .09"><freejoint/><geom size=".1"/>
  <body pos=".3 0 0"><joint name="j" damping=".2"/><geom size=".05" pos=".2 0 0"/></body></body></worldbody>
<actuator><motor joint="j"/></actuator><sensor><accelerometer site="s"/></sensor></mujoco>""".replace(
    '<geom size=".05"', '<site name="s"/><geom size=".05"'
)

# functions, each of a way of its own: kernels that read and that write, plans, memory, and a step
CALLS = {
    "mj_fullM": lambda m, d: mj.mj_fullM(m, d, np.zeros((m.nv, m.nv))),
    "mj_mulM2": lambda m, d: mj.mj_mulM2(m, d, np.zeros(m.nv), np.ones(m.nv)),
    "mj_checkPos": mj.mj_checkPos,
    "mj_resetCtrl": mj.mj_resetCtrl,
    "mj_setKeyframe": lambda m, d: mj.mj_setKeyframe(m, d, 0),
    "mj_copyState": lambda m, d: mj.mj_copyState(m, copy.copy(d), d, 7),
    "mj_copyState from": lambda m, d: mj.mj_copyState(m, d, copy.copy(d), 7),
    "mj_kinematics": mj.mj_kinematics,
    "mj_compareFwdInv": mj.mj_compareFwdInv,
    "mj_rne": lambda m, d: mj.mj_rne(m, d, 0, np.zeros(m.nv)),
    "mj_resetData": mj.mj_resetData,
    "mj_copyData": lambda m, d: mj.mj_copyData(d, m, OTHER[m]),
    "mj_step": mj.mj_step,
}
OTHER = {}


@pytest.fixture
def pair():
    """Return a model and a data after a step."""
    m = mj.MjModel.from_xml_string(SCENE)
    d = OTHER[m] = mj.MjData(m)
    mj.mj_step(m, d)
    yield m, copy.copy(d)
    OTHER.clear()


@pytest.mark.parametrize("name", CALLS)
def test_one_thread_computes_with_a_data(pair, name):
    """Refuse a call for a data that another thread computes with, the first and later ones; go on when it is free."""
    m, d = pair
    taken, free = threading.Event(), threading.Event()

    def hold():
        assert d._data._thread_lock.acquire()
        taken.set()
        free.wait(60)
        d._data._thread_lock.release()

    call = CALLS[name]
    for first in (True, False):
        if not first:
            call(m, d)
        thread = threading.Thread(target=hold)
        thread.start()
        taken.wait(60)
        before = d._data.snapshot()
        try:
            with pytest.raises(RuntimeError, match="another thread is computing with"):
                call(m, d)
            assert d._data.snapshot() == before
        finally:
            free.set()
            thread.join()
        taken.clear()
        free.clear()
    call(m, d)


def test_a_thread_may_call_while_it_computes(pair):
    """Let the thread that has a data make calls with it."""
    m, d = pair
    for call in CALLS.values():
        call(m, d)
    assert d._data._thread_lock.acquire()
    for call in CALLS.values():
        call(m, d)
    d._data._thread_lock.release()


def test_another_model_of_the_same_sizes(pair):
    """Compute with the model that is given, whether the data was made for it or not."""
    m, d = pair
    other = copy.copy(m)
    other.dof_damping[:] = 3.0
    d.qvel[:] = 1.0
    mj.mj_passive(m, d)
    own = d.qfrc_passive.copy()
    mj.mj_passive(other, d)
    assert not np.array_equal(own, d.qfrc_passive)
    mj.mj_passive(m, d)
    np.testing.assert_array_equal(own, d.qfrc_passive)


def test_callbacks_are_called_by_parts(pair):
    """Call the callback of passive forces once for each call, and not at all when it is gone."""
    m, d = pair
    seen = []
    mj.mj_passive(m, d)
    mj.set_mjcb_passive(lambda *given: seen.append(given))
    try:
        mj.mj_passive(m, d)
        mj.mj_kinematics(m, d)
        assert seen == [(m, d)]
    finally:
        mj.set_mjcb_passive(None)
    mj.mj_passive(m, d)
    assert len(seen) == 1 and _callbacks.INSIDE_COUNT[0] == 0


def test_parts_are_remembered(pair):
    """Tell of energy that was asked for until the next step or reset."""
    m, d = pair
    for _ in range(2):
        assert not d.flg_energypos and not d.flg_energyvel
        mj.mj_energyPos(m, d)
        assert d.flg_energypos and not d.flg_energyvel
        mj.mj_energyVel(m, d)
        assert d.flg_energypos and d.flg_energyvel
        mj.mj_step(m, d)
    mj.mj_energyPos(m, d)
    mj.mj_resetData(m, d)
    assert not d.flg_energypos


def test_copies_have_everything():
    """Copy all of a data, statistics of the solver included, again and again, into one that had more of them."""
    m = mj.MjModel.from_xml_string(SCENE)
    d, other = mj.MjData(m), mj.MjData(m)
    for steps in (3, 1, 2):
        mj.mj_step(m, other, 7)
        mj.mj_resetData(m, d)
        assert not d.solver_niter.any() and not d._data.solver_improvement.any()
        mj.mj_step(m, d, steps)
        mj.mj_copyData(other, m, d)
        assert other._data.snapshot() == d._data.snapshot()
        assert (other.timer.number == d.timer.number).all()
    small = mj.MjModel.from_xml_string("<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>")
    with pytest.raises(mj.FatalError, match="a model of other sizes"):
        mj.mj_copyData(mj.MjData(small), m, d)
