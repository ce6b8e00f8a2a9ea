"""Queries to a batch beside MuJoCo's functions in a loop over as many data: CPU time of each environment.

Run `python benchmarks/batch_queries.py [MODEL ...]`, of bundled models with a site. Both engines take turns in one
process; times are the least CPU time of many rounds, in microseconds for one environment, with one thread and with two.
"""

import sys
import time
from collections.abc import Callable

import mujoco
import numpy as np
from rich.console import Console
from rich.table import Table

import corten

N, NRAY, ROUNDS = 512, 16, 25

Call = Callable[[], object]


class Both:
    """Batches with one thread and with two, and MuJoCo's data, at the same states."""

    def __init__(self, path: str):
        self.model, self.mjm = corten.load_model(path), mujoco.MjModel.from_xml_path(path)
        self.batches = [corten.BatchSim(self.model, N, threads=threads, keep=("xpos",)) for threads in (1, 2)]
        self.datas, rng = [mujoco.MjData(self.mjm) for _ in range(N)], np.random.default_rng(0)
        qpos = self.batches[0].integrate_pos(qvel=rng.uniform(-1, 1, (N, self.model.nv)), dt=0.3)
        self.qpos, self.qvel = qpos, rng.uniform(-1, 1, (N, self.model.nv))
        self.qacc = rng.uniform(-1, 1, (N, self.model.nv))
        for batch in self.batches:
            batch.qpos[:], batch.qvel[:] = qpos, self.qvel
            batch.forward_all()
        for i, data in enumerate(self.datas):
            data.qpos[:], data.qvel[:] = qpos[i], self.qvel[i]
            mujoco.mj_forward(self.mjm, data)
        self.origins, self.directions = rng.uniform(-1, 1, (2, N, NRAY, 3))
        self.origins[..., 2], self.directions[..., 2] = 2.0, -1.0

    def queries(self) -> dict[str, tuple[list[Call], Call]]:
        """Return what is timed: the calls of both batches, and MuJoCo's loop."""
        m, geom = self.mjm, self.model.ngeom - 1
        jacp, jacr, moved, force = np.zeros((3, m.nv)), np.zeros((3, m.nv)), np.zeros(m.nq), np.zeros(m.nv)
        group, fromto = np.ones(6, np.uint8), np.zeros(6)
        geoms, distances = np.zeros(NRAY, np.int32), np.zeros(NRAY)

        def loop(function: Callable[[int, mujoco.MjData], object]) -> Call:
            return lambda: [function(i, data) for i, data in enumerate(self.datas)]

        def place(i: int, data: mujoco.MjData) -> None:
            mujoco.mj_kinematics(m, data)
            mujoco.mj_comPos(m, data)
            mujoco.mj_camlight(m, data)

        def cast(i: int, data: mujoco.MjData) -> None:
            for k in range(NRAY):
                distances[k] = mujoco.mj_ray(
                    m, data, self.origins[i, k], self.directions[i, k], group, 1, -1, geoms[k : k + 1], None
                )

        def integrate(i: int, data: mujoco.MjData) -> None:
            moved[:] = self.qpos[i]
            mujoco.mj_integratePos(m, moved, self.qvel[i], 0.01)

        def explain(i: int, data: mujoco.MjData) -> None:
            data.qacc[:] = self.qacc[i]
            mujoco.mj_inverse(m, data)

        found: dict[str, tuple[Callable[[corten.BatchSim], object], Call]] = {
            "kinematics_all": (lambda batch: batch.kinematics_all(), loop(place)),
            "jac_site": (
                lambda batch: batch.jac_site(0),
                loop(lambda i, data: mujoco.mj_jacSite(m, data, jacp, jacr, 0)),
            ),
            f"rays ({NRAY})": (lambda batch: batch.rays(self.origins, self.directions), loop(cast)),
            "geom_distance": (
                lambda batch: batch.geom_distance(1, geom, 5.0),
                loop(lambda i, data: mujoco.mj_geomDistance(m, data, 1, geom, 5.0, fromto)),
            ),
            "integrate_pos": (lambda batch: batch.integrate_pos(self.qpos, self.qvel, 0.01), loop(integrate)),
            "differentiate_pos": (
                lambda batch: batch.differentiate_pos(self.qpos, self.qpos, 0.01),
                loop(lambda i, data: mujoco.mj_differentiatePos(m, force, 0.01, self.qpos[i], self.qpos[i])),
            ),
            "inverse_all": (lambda batch: batch.inverse_all(self.qacc), loop(explain)),
            "get_state": (
                lambda batch: batch.get_state(),
                loop(lambda i, data: mujoco.mj_getState(m, data, states[i], corten.StateBit.INTEGRATION)),
            ),
        }
        states = np.zeros((N, mujoco.mj_stateSize(m, int(corten.StateBit.INTEGRATION))))
        return {
            name: ([lambda batch=batch, ask=ask: ask(batch) for batch in self.batches], theirs)
            for name, (ask, theirs) in found.items()
        }


def best(calls: list[Call]) -> list[float]:
    """Return the least CPU time of each call, which take turns, for one environment [us]."""
    least = [np.inf] * len(calls)
    for _ in range(ROUNDS):
        for k, call in enumerate(calls):
            start = time.process_time()
            call()
            least[k] = min(least[k], time.process_time() - start)
    return [seconds / N * 1e6 for seconds in least]


def main() -> None:
    """Print a table for each model."""
    for name in sys.argv[1:] or ["humanoid", "arm"]:
        table = Table(name, "one thread", "two threads", "MuJoCo", "ratio")
        for query, (ours, theirs) in Both(str(corten.models.path(name))).queries().items():
            one, two, loop = best([*ours, theirs])
            table.add_row(query, f"{one:.2f}", f"{two:.2f}", f"{loop:.2f}", f"{loop / one:.1f}")
        Console().print(table)


if __name__ == "__main__":
    main()
