"""Where the time of a step goes, stage by stage."""

from dataclasses import dataclass
from time import perf_counter as now

import numpy as np

from corten.data import Data
from corten.data.pair import exclusive
from corten.model import Model
from corten.pipeline.plans import get_plan
from corten.pipeline.step import check_count, recover, step, take_in_portions
from corten.runtime.plan import Failure, Plan


@dataclass(frozen=True, slots=True)
class StageTime:
    """Time that one stage of a step takes."""

    name: str
    seconds: float
    share: float


def profile(model: Model, data: Data, nstep: int = 1000) -> list[StageTime]:
    """Run steps with a clock around every stage; return the mean time of each, in the order in which they run.

    The clock itself costs some 10 ns a stage. A stage that a step runs several times (RK4) is listed as often. Calls in
    which storage grew do not count: a step was done twice, and memory was copied.
    """
    if check_count(nstep) == 0:
        raise ValueError("nstep is 0; a profile needs at least one step")
    with exclusive(model, data):
        step(model, data)
        plan = get_plan(model, "step")
        measured = _Measured(np.zeros(len(plan.stages), np.int64))
        take_in_portions(nstep, lambda count: _advance(plan, model, data, count, measured))
    # ticks of the time stamp counter are turned into seconds by the wall clock around all of them
    total, seconds = int(measured.ticks.sum()) or 1, measured.seconds / measured.steps
    return [
        StageTime(stage.__name__, seconds * int(tick) / total, int(tick) / total)
        for stage, tick in zip(plan.stages, measured.ticks, strict=True)
    ]


@dataclass(slots=True)
class _Measured:
    """Ticks of each stage, wall time and steps of all calls that count."""

    ticks: np.ndarray
    seconds: float = 0.0
    steps: int = 0


def _advance(plan: Plan, model: Model, data: Data, nstep: int, measured: _Measured) -> None:
    """Take steps; what the last call measures, in which all went well, counts."""
    while True:
        ticks, start = np.zeros_like(measured.ticks), now()
        result = plan.profile(model, data, nstep, ticks)
        seconds = now() - start
        if not result:
            break
        recover(model, data, plan)
        nstep -= Failure.read(result).done
    measured.ticks += ticks
    measured.seconds += seconds
    measured.steps += nstep
