"""Compare a batch on the GPU with float32 on the CPU, bit by bit: python tools/compare_devices.py MODEL [--steps 1000].

Environments begin with small random speeds and get new random controls every hundred steps. Drivers whose divisions and
square roots are rounded correctly, such as Mesa's llvmpipe, have to give the very bits.
"""

import argparse
import sys

import numpy as np

import corten
from corten.gpu import GpuBatchSim

# steps between new controls, and how far controls and speeds reach
PORTION, CONTROL, SPEED = 100, 0.3, 0.1


def main() -> int:
    """Take steps on both, tell how far they are apart, and return 1 if they are or if an environment has failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", help="a file, or the name of a model that comes with corten")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--environments", type=int, default=8)
    parser.add_argument("--keyframe", type=int, help="begin there")
    arguments = parser.parse_args()
    n, named = arguments.environments, arguments.model in corten.models.names()
    model = corten.load_model(corten.models.path(arguments.model) if named else arguments.model)
    ours, theirs = GpuBatchSim(model, n, keep=("ncon",)), corten.BatchSim(model, n, precision="float32")
    rng, done, apart = np.random.default_rng(0), 0, 0.0
    speeds = rng.uniform(-SPEED, SPEED, (n, model.nv))
    for batch in (ours, theirs):
        batch.reset_all(arguments.keyframe)
        batch.qvel[:] = speeds
    while done < arguments.steps:
        count, control = min(PORTION, arguments.steps - done), rng.uniform(-CONTROL, CONTROL, (n, model.nu))
        for batch in (ours, theirs):
            batch.ctrl[:] = control
            batch.step_all(count)
        done += count
        apart = float(abs(ours.qpos - theirs.qpos).max(initial=0.0))
        contacts, failed = ours.ncon.max(initial=0), len(ours.errors.indices)
        print(f"{done} steps: {apart:g} apart, up to {contacts} contacts, {failed} of {n} failed", flush=True)
    return int(apart > 0.0 or ours.errors.any())


if __name__ == "__main__":
    sys.exit(main())
