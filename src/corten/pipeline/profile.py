"""Where the time of a step goes, stage by stage."""

import time
from dataclasses import dataclass

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

    The clock itself costs some 10 ns a stage. A stage that a step runs several times (RK4) is listed as often.
    """
    if check_count(nstep) == 0:
        raise ValueError("nstep is 0; a profile needs at least one step")
    with exclusive(model, data):
        step(model, data)
        plan = get_plan(model, "step")
        ticks = np.zeros(len(plan.stages), np.int64)
        start = time.perf_counter()
        take_in_portions(nstep, lambda count: _advance(plan, model, data, count, ticks))
        seconds = time.perf_counter() - start
    # ticks of the time stamp counter are turned into seconds by the wall clock around all of them
    total = int(ticks.sum()) or 1
    return [
        StageTime(stage.__name__, seconds * int(tick) / total / nstep, int(tick) / total)
        for stage, tick in zip(plan.stages, ticks, strict=True)
    ]


def _advance(plan: Plan, model: Model, data: Data, nstep: int, ticks: np.ndarray) -> None:
    while result := plan.profile(model, data, nstep, ticks):
        failure = Failure.read(result)
        recover(model, data, plan)
        nstep -= failure.done
