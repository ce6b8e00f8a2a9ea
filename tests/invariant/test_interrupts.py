"""Ctrl-C ends a long call after a whole step."""

import sys

import pytest

from support.modes import run_python

# a call that only an interrupt ends; what it leaves behind is that of steps taken one by one
PROGRAM = """
import os, signal, threading
import corten

# processes in the background of a shell ignore Ctrl-C
signal.signal(signal.SIGINT, signal.default_int_handler)
model = corten.load_model(corten.models.path("cartpole"))
data, twin = model.make_data(), model.make_data()
data.qvel[:] = twin.qvel[:] = 0.1
CALL(model, data, 5)
before = round(data.time / model.opt.timestep)
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    CALL(model, data, 10**11)
except KeyboardInterrupt:
    steps = round(data.time / model.opt.timestep)
    assert before < steps < 10**11
    corten.step(model, twin, steps)
    print(data.snapshot() == twin.snapshot())
    corten.step(model, data)
"""

# the same for a batch: every environment, those that threads step as well, is at the same whole step
BATCH = """
import os, signal, threading
import corten

signal.signal(signal.SIGINT, signal.default_int_handler)
model = corten.load_model(corten.models.path("cartpole"))
batch, twin = corten.BatchSim(model, 9, threads=2, lanes=1), model.make_data()
batch.qvel[:] = twin.qvel[:] = 0.1
batch.step_all(5)
threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    batch.step_all(10**11)
except KeyboardInterrupt:
    steps = {round(time / model.opt.timestep) for time in batch.time}
    corten.step(model, twin, max(steps))
    print(len(steps), 5 < max(steps) < 10**11, all((batch.qpos == twin.qpos).ravel()))
    batch.step_all()
    print(len(set(batch.time)))
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent by other means there")
@pytest.mark.parametrize("call", ["step", "profile"])
def test_interrupts_end_long_calls(call):
    """Raise KeyboardInterrupt from a call of 10**11 steps, at a whole step, and go on afterwards."""
    done = run_python("-W", "ignore", "-c", PROGRAM.replace("CALL", f"corten.{call}"))
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.split() == ["True"]


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent by other means there")
def test_interrupts_end_batches():
    """Raise KeyboardInterrupt from a call of 10**11 steps of a batch, with all environments at the same whole step."""
    done = run_python("-W", "ignore", "-c", BATCH)
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stdout.split() == ["1", "True", "True", "1"]
