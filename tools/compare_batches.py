#!/usr/bin/env python3
"""Compare batches with environments that are stepped alone, bit for bit, however they are grouped.

    python tools/compare_batches.py [MODEL ...] [--steps 40] [--lanes 1 2 4 8] [--threads 1 2 3]

Each model, all that are bundled if none is named, runs in two fresh processes, whose hashes must agree, too.
Environments begin with different velocities, get different controls, and some of them are reset on the way. Then all
fields that a batch can keep are hashed for each environment: for every number of lanes and threads, for batches of one,
three and all environments, and in the opposite order.
"""

import argparse
import hashlib
import subprocess
import sys

import numpy as np

import corten
from corten.data import DATA, blocks
from corten.pipeline.parts import RESULTS

# environments of a whole batch, and the smaller groups that they are stepped in
COUNT, GROUPS = 9, (1, 3, 9)

# not compared: a count that includes steps done again, sparse arrays whose ends mean nothing, and what a batch
# computes where it is asked to keep it, but a single step for sensors alone
NOT_COMPARED = ("ntrinode", "moment", "moment_colind", *(name for results in RESULTS.values() for name in results))

# what has a row for each environment
FIELDS = tuple(
    name
    for name, field in DATA.fields.items()
    if field.block is not blocks.WORK and name not in DATA.growing and name not in NOT_COMPARED
)
KEPT = tuple(name for name in FIELDS if DATA.fields[name].block not in (blocks.STATE, blocks.INPUTS))


def controls(model: corten.Model, steps: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the first velocity of each environment, and its controls at each step."""
    rng = np.random.default_rng(0)
    return rng.uniform(-0.3, 0.3, (COUNT, model.nv)), rng.uniform(-1, 1, (steps, COUNT, model.nu))


def is_reset(step: int, environment: int, steps: int) -> bool:
    """Tell whether an environment is reset before a step."""
    return step == steps // 2 and environment % 3 == 1


def alone(model: corten.Model, steps: int) -> list[str]:
    """Return the hash of each environment that is stepped alone; one that fails stays as it is."""
    qvel, ctrl = controls(model, steps)
    hashes = []
    for i in range(COUNT):
        data, failed = model.make_data(), False
        data.qvel[:] = qvel[i]
        for step in range(steps):
            if is_reset(step, i, steps):
                corten.reset_data(model, data)
                failed = False
            data.ctrl[:] = ctrl[step, i]
            try:
                failed or corten.step(model, data)
            except corten.StepError:
                failed = True
        hashes.append(digest({name: getattr(data.engine_view(), name) for name in FIELDS}))
    return hashes


def together(model: corten.Model, steps: int, numbers: list[int], lanes: int, threads: int) -> list[str]:
    """Return the hash of each environment of a batch of some of them."""
    qvel, ctrl = controls(model, steps)
    batch = corten.BatchSim(model, len(numbers), lanes=lanes, threads=threads, keep=KEPT)
    batch.qvel[:] = qvel[numbers]
    for step in range(steps):
        batch.reset_where(np.array([is_reset(step, i, steps) for i in numbers]))
        batch.ctrl[:] = ctrl[step, numbers]
        batch.step_all()
    return [digest({name: getattr(batch, name)[k] for name in FIELDS}) for k in range(len(numbers))]


def digest(values: dict[str, np.ndarray]) -> str:
    """Return a hash of the bytes of fields."""
    found = hashlib.blake2b(digest_size=8)
    for name, value in values.items():
        found.update(np.asarray(value, DATA.fields[name].kind.dtype).tobytes())
    return found.hexdigest()


def compare(path: str, steps: int, widths: list[int], threads: list[int]) -> list[str]:
    """Return the groupings of a model that differ from stepping alone, after the hash of all environments."""
    model = corten.load_model(path)
    wanted, wrong = alone(model, steps), []
    for width in widths:
        for count in threads:
            for size in GROUPS:
                found = []
                for first in range(0, COUNT, size):
                    found += together(model, steps, list(range(first, first + size)), width, count)
                if found != wanted:
                    wrong.append(f"{width} lanes, {count} threads, groups of {size}")
            if together(model, steps, list(range(COUNT))[::-1], width, count)[::-1] != wanted:
                wrong.append(f"{width} lanes, {count} threads, opposite order")
    return ["".join(wanted), *wrong]


def main() -> int:
    """Compare the models and return the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("models", nargs="*")
    parser.add_argument("--steps", type=int, default=40)
    parser.add_argument("--lanes", type=int, nargs="*", default=[1, 2, 4, 8])
    parser.add_argument("--threads", type=int, nargs="*", default=[1, 2, 3])
    parser.add_argument("--here", action="store_true", help="in this process: print hash and differences")
    given = parser.parse_args()
    models = given.models or [str(corten.models.path(name)) for name in corten.models.names()]
    if given.here:
        print(*compare(models[0], given.steps, given.lanes, given.threads), sep="\n")
        return 0
    failures = 0
    for path in models:
        options = [f"--steps={given.steps}", "--lanes", *map(str, given.lanes), "--threads", *map(str, given.threads)]
        command = [sys.executable, __file__, path, "--here", *options]
        runs = [subprocess.run(command, capture_output=True, text=True) for _ in range(2)]
        lines = [run.stdout.split("\n")[:-1] for run in runs]
        same = not any(run.returncode for run in runs) and lines[0] == lines[1] and len(lines[0]) == 1
        failures += not same
        print("same     " if same else "DIFFERENT", path, flush=True)
        for text in [] if same else [*lines[0][1:], *lines[1][1:], *(run.stderr[-500:] for run in runs)]:
            print("   ", text)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
