"""CO7: rays at meshes of a thousand to a hundred thousand triangles, beside MuJoCo's `mj_multiRay`.

Run `python benchmarks/mesh_rays.py`. The mesh is a hilly sheet; two thousand rays start at one point above it. Times
are the best of many rounds, in microseconds for one ray. Needs `mujoco`.
"""

import time

import mujoco
import numpy as np
from rich.console import Console
from rich.table import Table

import corten

SIDES = (23, 46, 91, 225)
NRAY, ROUNDS = 2000, 20


def sheet(n: int) -> str:
    """Return a model with a sheet of 2 (n - 1)^2 triangles."""
    x, y = (grid.ravel() for grid in np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n)))
    corner = (np.arange(n - 1)[:, None] * n + np.arange(n - 1)).ravel()
    faces = np.concatenate([(corner, corner + 1, corner + n), (corner + 1, corner + n + 1, corner + n)], axis=1).T
    points = np.stack((x, y, 0.2 * np.sin(7 * x) * np.cos(5 * y)), axis=1)
    vertex, face = " ".join(map(str, points.ravel().round(6))), " ".join(map(str, faces.ravel()))
    return f"""<mujoco><asset><mesh name="sheet" vertex="{vertex}" face="{face}" inertia="shell"/></asset>
        <worldbody><geom type="mesh" mesh="sheet" contype="0" conaffinity="0"/></worldbody></mujoco>"""


def best(call) -> float:
    """Return the least time of a call for one ray [us]."""
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return min(times) / NRAY * 1e6


def main() -> None:
    """Print a table."""
    table = Table("triangles", "corten", "MuJoCo")
    rng = np.random.default_rng(1)
    origin = np.array([0.0, 0.0, 2.0])
    target = np.column_stack((rng.uniform(-0.9, 0.9, (NRAY, 2)), np.zeros(NRAY)))
    direction = (target - origin) / np.linalg.norm(target - origin, axis=1, keepdims=True)
    for side in SIDES:
        xml = sheet(side)
        model, mjm = corten.load_model_from_string(xml), mujoco.MjModel.from_xml_string(xml)
        data, mjd = model.make_data(), mujoco.MjData(mjm)
        corten.kinematics(model, data)
        mujoco.mj_kinematics(mjm, mjd)
        geom, distance, rays = np.zeros((NRAY, 1), np.int32), np.zeros((NRAY, 1)), direction.reshape(-1, 1)

        def theirs(mjm=mjm, mjd=mjd, geom=geom, distance=distance, rays=rays) -> None:
            mujoco.mj_multiRay(mjm, mjd, origin, rays, None, 1, -1, geom, distance, None, NRAY, 100.0)

        def ours(model=model, data=data) -> None:
            corten.ray(model, data, origin, direction)

        ours()
        table.add_row(str(len(model.mesh_face)), f"{best(ours):.2f}", f"{best(theirs):.2f}")
    Console().print(table)


if __name__ == "__main__":
    main()
