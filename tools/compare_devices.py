"""Compare a batch on the GPU with float32 on the CPU, bit by bit: python tools/compare_devices.py MODEL [--steps 1000].

Environments begin with small random speeds and get new random controls every hundred steps. Drivers whose divisions and
square roots are rounded correctly, such as Mesa's llvmpipe, have to give the very bits. The physics has to hold:
nothing sinks into anything by more than `--deepest`, and energies stay those of a motion. Chromium's SwiftShader
compiles large stages sooner than llvmpipe:

    VK_ICD_FILENAMES=/usr/lib/chromium/vk_swiftshader_icd.json python tools/compare_devices.py MODEL
"""

import argparse
import sys

import numpy as np

import corten
from corten.gpu import GpuBatchSim

# steps between new controls, and how far controls and speeds reach
PORTION, CONTROL, SPEED = 100, 0.3, 0.1


def physics(batch: corten.BatchSim) -> tuple[float, float, float]:
    """Return the depth of the deepest contact of all environments [m], and their lowest and highest energy [J]."""
    depth, energies = 0.0, []
    for data in batch:
        depth = max([depth, *(-float(contact.dist) for contact in data.contact)])
        corten.energy_pos(data.model, data)
        corten.energy_vel(data.model, data)
        energies.append(float(data.energy.sum()))
    return depth, min(energies), max(energies)


def main() -> int:
    """Take steps on both, tell how far they are apart, and return 1 if they are or if an environment has failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", help="a file, or the name of a model that comes with corten")
    parser.add_argument("--steps", type=int, default=1000)
    parser.add_argument("--environments", type=int, default=8)
    parser.add_argument("--keyframe", type=int, help="begin there")
    parser.add_argument("--deepest", type=float, default=0.05, help="how far things may sink into each other [m]")
    arguments = parser.parse_args()
    n, named = arguments.environments, arguments.model in corten.models.names()
    model = corten.load_model(corten.models.path(arguments.model) if named else arguments.model)
    ours, theirs = GpuBatchSim(model, n, keep=("ncon",)), corten.BatchSim(model, n, precision="float32")
    rng, done, apart, sound = np.random.default_rng(0), 0, 0.0, True
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
        depth, low, high = physics(theirs)
        sound = sound and depth <= arguments.deepest and bool(np.isfinite([low, high]).all())
        words = f"up to {1000 * depth:.1f} mm deep, {low:.4g} to {high:.4g} J, {failed} of {n} failed"
        print(f"{done} steps: {apart:g} apart, up to {contacts} contacts, {words}", flush=True)
    return int(apart > 0.0 or ours.errors.any() or not sound)


if __name__ == "__main__":
    sys.exit(main())
