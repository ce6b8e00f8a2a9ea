"""What a step moves through the memory of a device: python benchmarks/gpu_traffic.py [MODEL ...] [--bandwidth 500].

Every stage reads and writes its fields once: those of Data that its code touches, with as many contacts and rows as are
in use after some steps, four bytes a number. Constants of the model are the same for all environments and stay in
caches. Operations follow from the time that one core takes, which does at most about four in a nanosecond.
Models are "links" (a pendulum of three) and those that come with corten.
"""

import argparse
import time
from math import prod

import corten
from corten.data import DATA, Data
from corten.model import MODEL
from corten.pipeline.plans import get_plan
from corten.runtime.build import stage_effects
from corten.runtime.kernel import Stage

# bytes of a number on a device, steps before and steps that are timed, of which the fastest calls count
NUMBER, SETTLING, STEPS, CALLS = 4, 200, 20, 20

# most operations of a core in a nanosecond: two at a time, at a few GHz, were it never to wait
OPERATIONS = 4


def load(name: str) -> corten.Model:
    """Return a model by its name."""
    return corten.models.n_link_pendulum(3) if name == "links" else corten.load_model(corten.models.path(name))


def numbers_in(data: Data, name: str) -> int:
    """Return how many numbers of a field are in use: rows of what grows, as far as they are counted."""
    shape, field = data._views[name].shape, DATA.fields[name]
    if name in DATA.growing:
        count = int(data._views[DATA.sizes[str(field.shape[0])].counted_by])
        shape = (min(count, shape[0]), *shape[1:])
    return prod(shape)


def stage_bytes(stage: Stage, data: Data) -> int:
    """Return what a stage reads and writes of one environment."""
    effects, own = stage_effects(stage, (MODEL, DATA)), f"{DATA.name}."
    touched = [*effects.reads, *effects.writes]
    return NUMBER * sum(numbers_in(data, name.removeprefix(own)) for name in touched if name.startswith(own))


def nanoseconds(model: corten.Model, data: Data) -> float:
    """Return how long one core takes for a step."""
    best = float("inf")
    for _ in range(CALLS):
        start = time.perf_counter()
        corten.step(model, data, nstep=STEPS)
        best = min(best, (time.perf_counter() - start) / STEPS)
    return 1e9 * best


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="*", default=["links", "quadruped", "humanoid"])
    parser.add_argument("--bandwidth", type=float, default=500.0, help="of the device [GB/s]")
    arguments = parser.parse_args()
    rate = f"steps/s at {arguments.bandwidth:g} GB/s"
    print(f"| | stages | bytes of Data | bytes moved | operations, at most | {rate} |\n|---|---|---|---|---|---|")
    for name in arguments.models:
        model = load(name)
        data = model.make_data()
        corten.step(model, data, nstep=SETTLING)
        stages = get_plan(model, "step").stages
        moved = sum(stage_bytes(stage, data) for stage in stages)
        held = NUMBER * sum(numbers_in(data, field) for field in DATA.fields)
        work, steps = OPERATIONS * nanoseconds(model, data), 1e9 * arguments.bandwidth / moved
        print(f"| {name} | {len(stages)} | {held:,} | {moved:,} | {work:,.0f} | {steps:,.0f} |", flush=True)


if __name__ == "__main__":
    main()
