"""Threads that step Data of their own get the bits of single stepping, whatever model each of them has."""

import threading

import pytest

import corten
from corten.data.pair import exclusive
from support.modes import run_python

NTHREAD, NSTEP = 4, 200
NAMES = ("boxes", "hopper", "humanoid", "quadruped")


def start(model, number: int):
    """Return a Data of a model in a state that belongs to a number."""
    data = model.make_data()
    data.qvel[:] = 0.01 * (number + 1)
    return data


def run_at_once(tasks) -> None:
    """Run functions in threads of their own that begin together; raise what one of them raised."""
    barrier, errors = threading.Barrier(len(tasks)), []

    def run(task):
        try:
            barrier.wait()
            task()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run, args=(task,)) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]


def step_often(model, data) -> None:
    """Take steps by calls of their own and by one call for many."""
    for _ in range(NSTEP // 2):
        corten.step(model, data)
    corten.step(model, data, nstep=NSTEP // 2)


def check_threads(models) -> None:
    """Step a Data of each model alone, then all at once, and compare everything that they hold."""
    alone = [start(model, number) for number, model in enumerate(models)]
    for model, data in zip(models, alone, strict=True):
        step_often(model, data)
    together = [start(model, number) for number, model in enumerate(models)]
    pairs = zip(models, together, strict=True)
    run_at_once([lambda model=model, data=data: step_often(model, data) for model, data in pairs])
    for first, second in zip(alone, together, strict=True):
        assert first.snapshot() == second.snapshot()
        assert first.contact.tobytes() == second.contact.tobytes()
    assert len({data.snapshot() for data in together}) == len(models)


@pytest.mark.parametrize("name", NAMES)
def test_threads_share_a_model(name):
    """Step several Data of one Model at once."""
    model = corten.load_model(corten.models.path(name))
    check_threads([model] * NTHREAD)


def test_threads_have_models_of_their_own():
    """Step different models at once, with different plans."""
    check_threads([corten.load_model(corten.models.path(name)) for name in NAMES])


def test_queries_run_beside_steps():
    """Let one thread cast rays and find Jacobians in its Data while others step theirs."""
    model = corten.load_model(corten.models.path("quadruped"))
    watched = start(model, 0)
    corten.forward(model, watched)

    def look():
        distance, geom = corten.ray(model, watched, [0.0, 0.0, 2.0], [0.0, 0.0, -1.0])
        return distance, geom, corten.jac_body(model, watched, model.nbody - 1)[0].tobytes()

    wanted, seen = look(), set()
    stepped = [start(model, number) for number in range(2)]
    tasks = [lambda data=data: step_often(model, data) for data in stepped]
    run_at_once([*tasks, lambda: seen.update(look() for _ in range(NSTEP))])
    assert seen == {wanted}


PROGRAM = """
import threading
import corten

barrier, stepped = threading.Barrier(len(NAMES)), []

def begin(name):
    barrier.wait()
    model = corten.load_model(corten.models.path(name))
    data = model.make_data()
    corten.step(model, data, nstep=10)
    corten.geom_distance(model, data, 0, 1, 1.0)
    corten.ray(model, data, [0.0, 0.0, 2.0], [0.0, 0.0, -1.0])
    corten.mul_mass(model, data, data.qvel)
    stepped.append(name)

names = NAMES
threads = [threading.Thread(target=begin, args=(name,)) for name in names]
[thread.start() for thread in threads]
[thread.join() for thread in threads]
print(*sorted(stepped))
"""


@pytest.mark.parametrize("names", [2 * NAMES, 8 * ("hopper",)], ids=["different models", "one model"])
def test_threads_may_be_the_first_to_step(names):
    """Load, compile, step and ask in eight threads of a fresh process that begin together."""
    done = run_python("-W", "ignore", "-c", PROGRAM.replace("NAMES", repr(names)))
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.split() == sorted(names)


def test_two_threads_cannot_share_a_data():
    """Refuse what would write to a Data while another thread steps it, and let that one go on."""
    model = corten.load_model(corten.models.path("humanoid"))
    data, alone = start(model, 0), start(model, 0)
    refused, begun, go_on = [], threading.Event(), threading.Event()

    def wait_in_turn():
        with exclusive(model, data):
            begun.set()
            go_on.wait()
            corten.step(model, data, nstep=NSTEP)

    thread = threading.Thread(target=wait_in_turn)
    thread.start()
    begun.wait()
    calls = (corten.step, corten.forward, corten.inverse, corten.reset_data, corten.profile, corten.kinematics)
    for call in (*calls, lambda m, d: corten.geom_distance(m, d, 0, 1, 1.0)):
        with pytest.raises(RuntimeError, match="another thread is computing with"):
            call(model, data)
        refused.append(call)
    go_on.set()
    thread.join()
    corten.step(model, alone, nstep=NSTEP)
    assert data.snapshot() == alone.snapshot()


def test_a_crowd_on_one_data_ends_in_errors_alone():
    """Let eight threads step one Data that grows: each is served or refused, and the process lives."""
    model = corten.load_model(corten.models.path("boxes"))
    data, served, refused = model.make_data(), [], []

    def hurry():
        for _ in range(NSTEP):
            try:
                corten.step(model, data, nstep=3)
                served.append(1)
            except RuntimeError:
                refused.append(1)

    run_at_once([hurry] * 8)
    assert len(served) + len(refused) == 8 * NSTEP
    assert round(data.time / model.opt.timestep) == 3 * len(served)
