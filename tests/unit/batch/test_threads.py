"""Threads of a batch: each has memory of its own, and stays on the CPU that users give it."""

import os
import threading
from collections.abc import Callable

import numpy as np
import pytest

import corten
from corten.batch.threads import Team
from corten.errors import UnsupportedFeatureError
from corten.runtime.batch_plan import batch_runner, region_bounds

needs_affinity = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="this system pins no threads")


def test_functions_run_in_the_threads_of_their_numbers():
    """Call a function in the same thread each time, the first in the calling one, and raise what one raises."""
    team = Team(batch_runner())
    functions: dict[int, Callable[[], int]] = dict.fromkeys((0, 2, 1), threading.get_ident)
    first, again = team.each(functions), team.each(functions)
    assert first == again
    assert first[0] == threading.get_ident()
    assert len(set(first)) == 3
    with pytest.raises(ZeroDivisionError):
        team.each({1: lambda: 1 // 0})


@needs_affinity
def test_threads_stay_on_their_cpus():
    """Pin each thread to the CPU of its number, the calling one only while it computes."""
    cpus = sorted(os.sched_getaffinity(0))
    wanted = [cpus[-1], cpus[0], cpus[-1]]
    found = Team(batch_runner(), wanted).each(dict.fromkeys(range(3), lambda: os.sched_getaffinity(0)))
    assert found == [{cpu} for cpu in wanted]
    assert sorted(os.sched_getaffinity(0)) == cpus


@needs_affinity
def test_pinned_batches_compute_the_same():
    """Give the same bits with pinned threads, and leave the calling thread where it may run."""
    model, cpus = corten.load_model(corten.models.path("hopper")), sorted(os.sched_getaffinity(0))
    free, pinned = corten.BatchSim(model, 40), corten.BatchSim(model, 40, affinity=cpus)
    for batch in (free, pinned):
        batch.qvel[:] = np.random.default_rng(0).normal(size=batch.qvel.shape)
        batch.step_all(20)
    np.testing.assert_array_equal(free.qpos, pinned.qpos)
    assert sorted(os.sched_getaffinity(0)) == cpus


@needs_affinity
@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"affinity": [10**6]}, ValueError, "affinity names CPU 1000000; this process may use"),
        ({"affinity": []}, ValueError, "affinity names 0 CPUs; it must name at least one"),
        ({"affinity": [0, 0], "threads": 3}, ValueError, "affinity names 2 CPUs; it must name 3, one for each thread"),
        ({"affinity": 0}, TypeError, "affinity is 0; it must be numbers of CPUs, one for each thread"),
        ({"affinity": "0"}, TypeError, "affinity is '0'; it must be numbers of CPUs, one for each thread"),
        ({"affinity": [0.5]}, TypeError, "affinity is 0.5; it must be a whole number"),
    ],
)
def test_bad_affinity_is_refused(monkeypatch, options, error, message):
    """Say which CPUs there are, and how many are wanted."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    with pytest.raises(error, match=message):
        corten.BatchSim(corten.Model.empty(), 2, **options)


def test_affinity_is_refused_where_systems_have_none(monkeypatch):
    """Name the system that pins no threads."""
    monkeypatch.delattr(os, "sched_setaffinity", raising=False)
    with pytest.raises(UnsupportedFeatureError, match="affinity is not supported on"):
        corten.BatchSim(corten.Model.empty(), 2, affinity=[0])


def test_regions_hold_all_packs():
    """Give each of some threads as many packs as the others, or one more."""
    for npack, workers in ((7, 3), (2, 5), (512, 64)):
        bounds = region_bounds(npack, workers)
        assert bounds[0] == 0
        assert bounds[-1] == npack
        assert set(np.diff(bounds)) <= {npack // workers, npack // workers + 1}
