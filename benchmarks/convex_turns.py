"""Measure what a batch gains where environments go through the convex engine together (`convex/turns.py`).

Run `python benchmarks/convex_turns.py`. Eight shapes fall into a box; environments are all apart, or sixteen of each
are alike. CPU times of one thread, the best of several, beside a batch that has the engine lane by lane.
"""

import time
from unittest.mock import patch

import numpy as np

import corten
from corten.batch import thread_engine
from corten.pipeline.scalar_stages import SCALAR_STAGES
from corten.stages.collision.convex.convex_pairs import convex_pairs

COUNT, FIRST_STEPS, STEPS, RUNS = 256, 150, 20, 5
WALLS = "".join(
    f'<geom type="box" pos="{x * 0.25} {y * 0.25} .2" size="{0.1 if x else 0.3} {0.1 if y else 0.3} .3"/>'
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
)
SHAPES = {
    "ellipsoids": 'type="ellipsoid" size=".06 .05 .04"',
    "cylinders": 'type="cylinder" size=".04 .05"',
    "meshes": 'type="mesh" mesh="m"',
}


def pile(shape: str) -> corten.Model:
    """Return a model of eight shapes above a box without a lid."""
    points = np.random.default_rng(0).normal(size=(40, 3))
    points *= np.array([0.06, 0.05, 0.04]) / np.linalg.norm(points, axis=1, keepdims=True)
    vertices = " ".join(f"{x:.4f}" for x in points.ravel())
    bodies = "".join(
        f'<body pos="{i % 2 * 0.12 - 0.06} {i // 2 % 2 * 0.12 - 0.06} {0.1 + i // 4 * 0.12}" euler="{10 * i} 0 30">'
        f'<freejoint/><geom {shape} density="500"/></body>'
        for i in range(8)
    )
    return corten.load_model_from_string(
        f'<mujoco><asset><mesh name="m" vertex="{vertices}"/></asset><worldbody>'
        f'<geom type="box" pos="0 0 -.1" size="1 1 .1"/>{WALLS}{bodies}</worldbody></mujoco>'
    )


def batch_of(model: corten.Model, *, lane_by_lane: bool) -> corten.BatchSim:
    """Return a batch that is ready to step."""
    scalar = SCALAR_STAGES | ({convex_pairs.name} if lane_by_lane else set())
    with patch.object(thread_engine, "scalar_stages", lambda width: scalar):
        batch = corten.BatchSim(model, COUNT, threads=1)
        batch.step_all()
    return batch


def main() -> None:
    """Measure and print."""
    for name, shape in SHAPES.items():
        model = pile(shape)
        batches = [batch_of(model, lane_by_lane=way) for way in (True, False)]
        batches[0].reset_all()
        batches[0].qvel[:] = np.random.default_rng(1).normal(size=(COUNT, model.nv))
        batches[0].step_all(nstep=FIRST_STEPS)
        starts = batches[0].get_state()
        for kind, numbers in (("apart", np.arange(COUNT)), ("alike", np.arange(COUNT) // 16)):
            best = [np.inf, np.inf]
            for _ in range(RUNS):
                for way, batch in enumerate(batches):
                    batch.set_state(starts[numbers])
                    begin = time.process_time()
                    batch.step_all(nstep=STEPS)
                    best[way] = min(best[way], time.process_time() - begin)
            print(f"{name:10} {kind}: {best[0] / best[1]:.2f} times the steps of the engine lane by lane")


if __name__ == "__main__":
    main()
