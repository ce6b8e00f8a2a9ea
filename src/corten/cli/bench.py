"""`corten bench`: how fast a model steps, and where the time goes."""

import time
from collections import Counter
from collections.abc import Callable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

from corten.cli.arguments import INTEGRATOR, MODEL, Option, UsageError, describe, load
from corten.enums import Integrator

if TYPE_CHECKING:
    from corten.batch import BatchSim
    from corten.model import Model

# the best of this many passes counts: whatever else the machine does only makes a pass longer
PASSES = 5

# steps of each environment in a pass, unless they take longer than this [s]: those after a reset are like no others
STEPS_EACH, LONG_PASS = 100, 0.5

STAGES = "Show the time that each stage takes, in their order or the slowest first."

# environments that are stepped on a device unless users say how many
MANY = 1024


class Device(StrEnum):
    """Where a batch runs."""

    CPU = "cpu"
    GPU = "gpu"
    AUTO = "auto"


class Precision(StrEnum):
    """How floats of a batch are represented."""

    FLOAT64 = "float64"
    FLOAT32 = "float32"


def bench(
    model: Annotated[str, MODEL],
    steps: Annotated[int, Option(min=1, help="Steps in each pass.")] = 2000,
    profile: Annotated[bool | None, Option("--profile/--by-time", help=STAGES)] = None,
    integrator: Annotated[Integrator | None, INTEGRATOR] = None,
    batch: Annotated[int | None, Option(min=1, help="Step so many environments together, too.")] = None,
    threads: Annotated[int | None, Option(min=1, help="With --batch: one for each core by default.")] = None,
    device: Annotated[Device, Option(help="Where a batch runs; a GPU has float32 only.")] = Device.CPU,
    precision: Annotated[Precision | None, Option(help="Of a batch; float64 on the CPU by default.")] = None,
) -> None:
    """Measure the speed of a model. With many steps in one call, with one step in each, in a batch, and by stage."""
    import corten
    from corten.cli.text import show, table

    if device is Device.GPU and precision is Precision.FLOAT64:
        raise UsageError("--precision: a GPU computes with float32 only")
    loaded = load(model, integrator)
    show(f"{describe(loaded)}\n")
    corten.step(loaded, loaded.make_data())

    def in_one_call(data):
        corten.step(loaded, data, nstep=steps)

    def call_by_call(data):
        for _ in range(steps):
            corten.step(loaded, data)

    rows = list[tuple[str, str, str]]()
    for name, work in (("many steps in one call", in_one_call), ("one step in each call", call_by_call)):
        seconds = best_time(loaded, work) / steps
        rows.append((name, f"{1 / seconds:,.0f}", f"{1e6 * seconds:.2f}"))
    if batch or precision or device is not Device.CPU:
        many = corten.BatchSim(
            loaded, batch or MANY, threads=threads, device=device.value, precision=precision and precision.value
        )
        seconds = batch_time(many, steps)
        where = " on the GPU" if many.device == "gpu" else f" in {precision}" if precision else ""
        from corten.runtime.notices import counted

        what = f"{counted(len(many), 'environment')}{where}, all of them"
        rows.append((what, f"{1 / seconds:,.0f}", f"{1e6 * seconds:.2f}"))
    show(table(("", "steps/s", "µs per step"), rows))
    if profile is not None:
        show()
        show(profile_table(loaded, steps, by_time=not profile))


def best_time(model: "Model", work: Callable) -> float:
    """Return the shortest time of several passes [s], each from the initial state."""
    times = []
    for _ in range(PASSES):
        data = model.make_data()
        start = time.perf_counter()
        work(data)
        times.append(time.perf_counter() - start)
    return min(times)


def batch_time(batch: "BatchSim", steps: int) -> float:
    """Return the time of one step of one environment of a batch, the shortest of several passes [s]."""
    count, times = len(batch), list[float]()
    batch.step_all()
    start = time.perf_counter()
    batch.step_all()
    once = time.perf_counter() - start
    calls = max(1, steps // count, min(STEPS_EACH, int(LONG_PASS / once)))
    for _ in range(PASSES):
        batch.reset_all()
        start = time.perf_counter()
        for _ in range(calls):
            batch.step_all()
        times.append(time.perf_counter() - start)
    return min(times) / (calls * count)


def profile_table(model: "Model", steps: int, by_time: bool) -> str:
    """Return the time of each stage, in the order of the pipeline or the slowest first."""
    from corten.cli.text import table
    from corten.pipeline.profile import profile

    # RK4 runs most stages four times in a step
    calls, times = Counter(), Counter()
    passes = [profile(model, model.make_data(), steps) for _ in range(PASSES)]
    for stage in zip(*passes, strict=True):
        calls[stage[0].name] += 1
        times[stage[0].name] += min(timed.seconds for timed in stage)
    total = sum(times.values())
    rows = [
        (name, str(calls[name]), f"{1e6 * seconds:.3f}", f"{100 * seconds / total:.1f} %")
        for name, seconds in (times.most_common() if by_time else times.items())
    ]
    head, last = (
        ("stage", "calls", "µs per step", "share"),
        ("sum", str(calls.total()), f"{1e6 * total:.3f}", "100.0 %"),
    )
    return table(head, rows, title="where the time goes", last=last)
