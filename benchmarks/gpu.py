"""Environment steps a second on the CPU, in both precisions, and on the GPU: python benchmarks/gpu.py [MODEL ...].

Models are "links" (a pendulum of three) and those that come with corten; the two named in docs/gpu.md by default. On
software that stands for a GPU the figures tell how far it is from one, and nothing else; there seconds are those that
all cores together have worked.
"""

import argparse
import time
from collections.abc import Callable

import corten
from corten.gpu import GpuBatchSim, adapter_info

COUNTS = (64, 256, 1024, 4096)

# steps of a call and calls, of which the best counts; no further ones after some seconds
STEPS, CALLS, SECONDS = 10, 5, 5.0


def load(name: str) -> corten.Model:
    """Return a model by its name."""
    return corten.models.n_link_pendulum(3) if name == "links" else corten.load_model(corten.models.path(name))


def rate(batch: corten.BatchSim, clock: Callable[[], float]) -> float:
    """Return environment steps a second of a clock."""
    batch.qpos[:, -1] += 0.3
    batch.step_all()
    best, begin = 0.0, clock()
    batch.step_all()
    # on software a step of many environments takes long enough to be measured
    nstep = STEPS if clock() - begin < SECONDS / STEPS else 1
    for _ in range(CALLS):
        start = clock()
        batch.step_all(nstep)
        best = max(best, len(batch) * nstep / (clock() - start))
        if clock() - begin > SECONDS:
            break
    return best


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("models", nargs="*", default=["links", "humanoid"])
    parser.add_argument("--most", type=int, default=COUNTS[-1], help="largest number of environments")
    arguments = parser.parse_args()
    clock = time.process_time if adapter_info()["adapter_type"] == "CPU" else time.perf_counter
    print(f"GPU: {adapter_info()['device']}\n\n| | environments | CPU | CPU, float32 | GPU |\n|---|---|---|---|---|")
    for name in arguments.models:
        model = load(name)
        for n in (count for count in COUNTS if count <= arguments.most):
            batches = corten.BatchSim(model, n), corten.BatchSim(model, n, precision="float32"), GpuBatchSim(model, n)
            print(f"| {name} | {n:,} |", *(f"{rate(batch, clock):,.0f} |" for batch in batches), flush=True)


if __name__ == "__main__":
    main()
