"""Collision of a ball, a capsule and a box with meshes of triangles, from a thousand triangles to a hundred thousand.

Run `python benchmarks/triangles.py`. The mesh is a ball of radius 0.5 m made finer and finer; the other geom has sunk
into it by a tenth of a millimetre. Times are the best of many rounds of the collision stages alone, in microseconds;
nodes are boxes of the tree tried.
"""

import time

import numpy as np
import trimesh
from rich.console import Console
from rich.table import Table

import corten
from corten.data import DATA
from corten.model import MODEL
from corten.runtime.plan import Plan
from corten.stages.collision import collision_stages

SUBDIVISIONS = (3, 4, 5, 6)
GEOMS = {
    "sphere": 'type="sphere" size="0.05"',
    "capsule": 'type="capsule" size="0.03 0.05" euler="0 90 0"',
    "box": 'type="box" size="0.04 0.03 0.02"',
}
ROUNDS, RUNS, DEPTH = 30, 300, 1e-4
SCENE = """
<mujoco>
  <asset><mesh name="ball" file="ball.obj"/></asset>
  <worldbody>
    <geom type="mesh" mesh="ball"/>
    <body pos="{} 2"><freejoint/><geom {}/></body>
  </worldbody>
</mujoco>
"""


def measure(mesh: trimesh.Trimesh, name: str) -> tuple[float, int]:
    """Return (microseconds of collision, boxes tried)."""
    scene = SCENE.format("0.01 0.02", GEOMS[name])
    assets = {"ball.obj": mesh.export(file_type="obj")}
    model = corten.load_model_from_string(scene, assets, mesh_collision="triangles")
    data = model.make_data()
    corten.forward(model, data)
    apart, _ = corten.geom_distance(model, data, 0, 1, 2.0)
    data.qpos[2] -= apart + DEPTH
    corten.forward(model, data)
    plan, best = Plan(collision_stages(model), (MODEL, DATA)), np.inf
    data.ntrinode = 0
    plan.run(model, data, 1)
    nodes = int(data.ntrinode)
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        plan.run(model, data, RUNS)
        best = min(best, (time.perf_counter() - begin) / RUNS)
    return 1e6 * best, nodes


def main() -> None:
    """Measure all meshes and print the table."""
    table = Table("triangles", *(f"{name} {what}" for name in GEOMS for what in ("us", "nodes")))
    for count in SUBDIVISIONS:
        mesh = trimesh.creation.icosphere(subdivisions=count, radius=0.5)
        cells = [cell for name in GEOMS for cell in measure(mesh, name)]
        table.add_row(str(len(mesh.faces)), *(f"{cell:.3g}" for cell in cells))
    Console().print(table)


if __name__ == "__main__":
    main()
