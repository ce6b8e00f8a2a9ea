"""Processes that help to compile: what they make ahead, and when they end."""

import os
import select
import signal
import subprocess
import sys

import pytest

import corten
from corten.pipeline import plans
from corten.runtime import cache, workers

# asks for kernels of a model that is never run, says who helps, and waits for a word
PROGRAM = """
import os
import sys
from corten.data import DATA
from corten.model import MODEL
from corten.runtime import cache, workers
from corten.runtime.kernel import Mode
from corten.stages.collision.primitive import plane, sphere
from corten.stages.integrate import check_acceleration, check_state
from corten.stages.velocity import com_vel
stages = [
    plane.plane_sphere, plane.plane_capsule, sphere.sphere_sphere, sphere.sphere_capsule,
    check_acceleration, check_state, com_vel,
]
workers.compile_ahead(stages, (MODEL, DATA))
print(*(process.pid for process in workers._others.processes), flush=True)
sys.stdin.readline()
"""

# waits for their end, looks for what they were to make, and asks again when it is gone
LATER = """
keys = [cache.cache_key(stage, (MODEL, DATA), Mode.COMPILED) for stage in stages]
codes = [process.wait() for process in workers._others.processes]
made = all(map(cache.has, keys))
for key in keys if made else ():
    os.unlink(cache.kept_path(key))
workers.compile_ahead(stages, (MODEL, DATA))
print(codes, made, len(workers._others.processes))
"""


def start(tmp_path, program=PROGRAM):
    """Start a process that asks for kernels in a folder of its own; return it and the numbers of those that help."""
    process = subprocess.Popen(
        [sys.executable, "-W", "always::ResourceWarning", "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "CORTEN_CACHE_DIR": str(tmp_path / "cache"), "CORTEN_KERNELS": "compiled"},
    )
    helpers = [int(word) for word in process.stdout.readline().split()]
    assert len(helpers) == workers._processors() - 1
    return process, helpers


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="the system cannot tell when a process ends")
@pytest.mark.parametrize("killed", [False, True])
def test_helpers_end_with_their_process(tmp_path, killed):
    """Let no helper outlive the process that it helps, whether that ends or is killed."""
    process, helpers = start(tmp_path)
    handles = [os.pidfd_open(pid) for pid in helpers]
    if killed:
        process.send_signal(signal.SIGKILL)
    process.communicate("\n")
    for handle in handles:
        # pytest's timeout ends what waits for ever
        assert select.select([handle], [], []) == ([handle], [], [])
        os.close(handle)


def test_helpers_end_when_nobody_asks_any_more(tmp_path):
    """Let helpers end in peace when they have made all that was asked for, start others later, leave nothing open."""
    process, helpers = start(tmp_path, PROGRAM + LATER)
    output, errors = process.communicate("\n")
    assert output.strip() == f"{[0] * len(helpers)} {bool(helpers)} {len(helpers)}"
    assert not errors


def test_warm_processes_look_for_nothing_ahead(monkeypatch):
    """Ask for no kernels ahead while all that was needed so far was found on disk."""
    monkeypatch.setenv("CORTEN_KERNELS", "compiled")
    model = corten.load_model_from_string("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")
    asked = []
    monkeypatch.setattr(workers, "compile_ahead", lambda stages, layouts: asked.append(stages))
    monkeypatch.setattr(cache, "_written", False)
    monkeypatch.setattr(plans, "_begun", set())
    plans.start_compiling(model)
    assert not asked
    monkeypatch.setattr(cache, "_written", True)
    plans.start_compiling(model)
    assert asked == [tuple(plans.KINDS["step"](model))]


def test_no_more_helpers_than_processors(tmp_path):
    """Start no second helper for a place that the first has not claimed yet, and others for another folder."""
    more = """
workers.compile_ahead(stages, (MODEL, DATA))
first = workers._others.processes
import os
os.environ["CORTEN_CACHE_DIR"] += "2"
workers.compile_ahead(stages, (MODEL, DATA))
print(len(first), len(workers._others.processes), set(first) & set(workers._others.processes))
"""
    process, helpers = start(tmp_path, PROGRAM + more)
    output, errors = process.communicate("\n")
    assert output.strip() == f"{len(helpers)} {len(helpers)} set()"
    assert not errors
