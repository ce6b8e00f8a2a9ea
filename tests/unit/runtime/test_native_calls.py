"""Compiled functions that Python calls without ctypes: what they take, what they refuse, and turns."""

import gc
import sys
import threading

import numpy as np
import pytest

import corten
from corten.enums import Integrator
from corten.runtime import call, query, thread_lock
from corten.runtime.call import REFUSED
from corten.runtime.fields import F8, I4, Field
from corten.runtime.kernel import stage
from corten.runtime.parameters import array
from corten.runtime.query import BoundQuery, Query, query_layout
from corten.runtime.thread_lock import ThreadLock

SUM = query_layout(
    "ScaledSum",
    "",
    (
        Field("count", I4, (), "how many times"),
        Field("factor", F8, (), "a factor"),
        array("vector", F8, ("nrow", 3), "vectors"),
        array("index", I4, (2,), "two elements"),
        array("total", F8, ("nrow",), "sums"),
        Field("first", F8, (), "the first sum"),
        Field("chosen", I4, (), "sum of the elements"),
    ),
)


@stage
def add_up(m, d) -> int:
    """Compute count times factor times the sum of each vector; the status is 7 if count is 7."""
    if d.count == 7:
        return 7
    for i in range(d.nrow):
        d.total[i] = float(d.count) * d.factor * (d.vector[i, 0] + d.vector[i, 1] + d.vector[i, 2])
    d.first = d.total[0] if d.nrow > 0 else 0.0
    d.chosen = d.index[0] + d.index[1]
    return 0


class ScaledSum(Query):
    """Sums of vectors, as many as there are rows."""

    layout, stages = SUM, (add_up,)
    arguments, results, returns = ("count", "factor", "vector", "index"), ("total",), ("first", "chosen")


@pytest.fixture(params=["native", "python"])
def run(request, monkeypatch):
    """Return what runs the query: in one native call, and where the interpreter is not known."""
    if request.param == "python":
        monkeypatch.setattr(query, "looks_into_objects", lambda: False)
    return BoundQuery(ScaledSum(None)).run


GOOD = (2, 0.5, np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]), np.array([3, 4], np.int32), np.zeros(2))


def test_good_arguments_are_taken(run):
    """Return the numbers that the query names, and write the results."""
    total = np.zeros(2)
    assert run(*GOOD[:-1], total) == (6.0, 7)
    np.testing.assert_array_equal(total, [6.0, 15.0])
    for count, factor in ((True, 3), (Integrator.RK4, np.float64(3.0)), (1, 2**40)):
        assert run(count, factor, *GOOD[2:]) == (6.0 * int(count) * float(factor), 7)


def test_a_status_is_returned(run):
    """Return the status of a stage that stops."""
    assert run(7, *GOOD[1:]) == 7


BAD = [
    (0, None),
    (0, 1.0),
    (0, "1"),
    (0, 2**31),
    (0, -(2**70)),
    (0, np.int64(3)),
    (1, None),
    (1, "x"),
    (1, 10**400),
    (1, 1j),
    (2, [1.0, 2.0, 3.0]),
    (2, None),
    (2, np.zeros((2, 4))),
    (2, np.zeros((3, 3))),
    (2, np.zeros((2, 3), np.float32)),
    (2, np.zeros((2, 3), ">f8")),
    (2, np.zeros((2, 3), object)),
    (2, np.zeros((2, 2, 3))),
    (2, np.zeros((3, 2)).T),
    (2, np.zeros((2, 6))[:, ::2]),
    (2, np.zeros(25, np.uint8)[1:].view(np.float64).reshape(1, 3)),
    (2, np.ma.zeros((2, 3))),
    (2, np.float64(1.0)),
    (2, np.zeros(())),
    (3, np.zeros(2)),
    (3, np.zeros(2, np.int64)),
    (3, np.zeros((1, 2), np.int32)),
    (4, np.broadcast_to(np.zeros(1), (2,))),
    (4, np.zeros((2, 1))),
    (4, np.zeros(1)),
]


@pytest.mark.parametrize(("place", "value"), BAD, ids=lambda value: repr(value)[:24])
def test_everything_else_is_refused(run, place, value):
    """Refuse without an error what the compiled code does not take as it is."""
    arguments = list(GOOD)
    arguments[place] = value
    assert run(*arguments) == REFUSED


def test_wrong_numbers_of_arguments_are_refused(run):
    """Refuse too few arguments, too many, and none."""
    assert run() == run(*GOOD[:-1]) == run(*GOOD, 1) == REFUSED


def test_results_that_overlap_are_refused(run):
    """Refuse results that share memory with an argument."""
    room = np.arange(8.0)
    assert run(*GOOD[:2], room[:6].reshape(2, 3), GOOD[3], room[5:7]) == REFUSED
    assert run(*GOOD[:2], room[:6].reshape(2, 3), GOOD[3], room[6:]) == (3.0, 7)


def test_no_rows_are_fine(run):
    """Take arrays with no rows."""
    assert run(*GOOD[:2], np.zeros((0, 3)), GOOD[3], np.zeros(0)) == (0.0, 7)


def test_references_are_left_as_they_are(run):
    """Leave the number of references to arguments alone, and let go of what is returned."""
    values = (*GOOD[:2], GOOD[2].copy(), GOOD[3].copy(), np.zeros(2))
    counts = [sys.getrefcount(value) for value in (*values, None)]
    for _ in range(1000):
        run(*values)
        run(*values[:-1], None)
        run(7, *values[1:])
    assert [sys.getrefcount(value) for value in (*values, None)] == pytest.approx(counts, abs=20)
    gc.collect()
    before = sys.getallocatedblocks()
    for _ in range(10000):
        run(*values)
    gc.collect()
    assert sys.getallocatedblocks() - before < 1000


def test_arrays_look_as_expected():
    """Know the objects of this interpreter: without that nothing is called natively."""
    assert call.looks_into_objects()


# ---------------------------------------------------------------- turns


@pytest.fixture(params=["native", "python"])
def own_lock(request, monkeypatch):
    """Return a lock, as compiled code knows it, and one that Python alone knows."""
    if request.param == "python":
        monkeypatch.setattr(thread_lock, "looks_into_objects", lambda: False)
    return ThreadLock()


def elsewhere(function):
    """Return what a function returns in another thread."""
    found = []
    thread = threading.Thread(target=lambda: found.append(function()))
    thread.start()
    thread.join()
    return found[0]


def test_one_thread_has_the_lock(own_lock):
    """Let a thread take its lock as often as it likes, and others only when it was left as often."""
    assert own_lock.acquire() and own_lock.acquire()
    assert not elsewhere(own_lock.acquire)
    own_lock.release()
    assert not elsewhere(own_lock.acquire)
    own_lock.release()
    assert elsewhere(lambda: own_lock.acquire() and (own_lock.release(), True)[1])
    assert own_lock.acquire()


def test_many_threads_take_locks(own_lock):
    """Let one of many threads at a time have the lock."""
    inside, most, served = [], [], []

    def hurry():
        for _ in range(200):
            if own_lock.acquire():
                inside.append(1)
                most.append(len(inside))
                inside.pop()
                served.append(1)
                own_lock.release()

    threads = [threading.Thread(target=hurry) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert served and set(most) == {1}


# ---------------------------------------------------------------- plans


def test_choices_are_obeyed_by_every_data():
    """Obey choices that were changed and accepted while another Data was stepped."""
    model = corten.load_model(corten.models.path("hopper"))
    first, second = model.make_data(), model.make_data()
    for data in (first, second):
        corten.step(model, data)
    model.opt.integrator = Integrator.RK4
    corten.step(model, first)
    corten.step(model, second)
    fresh = model.make_data()
    model.opt.integrator = Integrator.EULER
    corten.step(model, fresh)
    model.opt.integrator = Integrator.RK4
    corten.step(model, fresh)
    assert first.qpos.tobytes() == second.qpos.tobytes() == fresh.qpos.tobytes()


def test_the_turn_is_left_after_errors():
    """Leave the lock when a step fails, so that another thread can go on."""
    model = corten.load_model(corten.models.path("hopper"))
    data = model.make_data()
    corten.step(model, data)
    for _ in range(3):
        data.qpos[0] = np.nan
        with pytest.raises(corten.StepError):
            corten.step(model, data)
        data.qpos[0] = 0.0
        elsewhere(lambda: corten.step(model, data))


def test_another_model_is_not_taken_for_the_first():
    """Compute with the Model that is given, and with the Data's own one afterwards."""
    model = corten.load_model(corten.models.path("hopper"))
    heavy, data = model.copy(), model.make_data()
    heavy.opt.gravity[2] = -1.0
    wanted = [each.make_data() for each in (model, heavy)]
    for each, alone in zip((model, heavy), wanted, strict=True):
        corten.step(each, alone)
    for each, alone in zip((model, heavy, model), (*wanted, wanted[0]), strict=True):
        corten.reset_data(each, data)
        corten.step(each, data)
        assert data.qvel.tobytes() == alone.qvel.tobytes()
