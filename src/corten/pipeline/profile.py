"""Where the time of a step goes, stage by stage."""

import time
from dataclasses import dataclass

import numpy as np

from corten.data import Data
from corten.model import Model
from corten.pipeline.plans import get_plan
from corten.pipeline.step import recover, step
from corten.runtime.plan import Failure


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
    plan = get_plan(model, "step")
    step(model, data)
    ticks, left = np.zeros(len(plan.stages), np.int64), nstep
    start = time.perf_counter()
    while result := plan.profile(model, data, left, ticks):
        failure = Failure.read(result)
        recover(model, data, plan, failure)
        left -= failure.done
    seconds = time.perf_counter() - start
    # ticks of the time stamp counter are turned into seconds by the wall clock around all of them
    total = int(ticks.sum()) or 1
    return [
        StageTime(stage.__name__, seconds * int(tick) / total / nstep, int(tick) / total)
        for stage, tick in zip(plan.stages, ticks, strict=True)
    ]
