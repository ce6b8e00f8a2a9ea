"""Pictures a second beside MuJoCo's renderer, which draws through OpenGL in software here, on the same cores.

Run `python benchmarks/rendering.py`: two minutes. Both take over the scene and draw it; times are the best of several
rounds, taken in turns, in milliseconds for a picture. `--compare MODEL ...` compares depth and segmentation of models
by all their cameras instead. Needs `mujoco`, EGL and Mesa.
"""

import argparse
import os
import time
from collections.abc import Callable

os.environ.setdefault("MUJOCO_GL", "egl")

import mujoco
import numpy as np
from rich.box import MARKDOWN
from rich.console import Console
from rich.table import Table

import corten
from corten.render.poses import Poser

ROUNDS, ENVIRONMENTS, FEW = 5, 1000, 10

# what counts as the same distance [m, and as a share]
SAME = 1e-3


def sheet(n: int) -> str:
    """Return a model with a hilly sheet of 2 (n - 1)^2 triangles, a light and a floor."""
    x, y = (grid.ravel() for grid in np.meshgrid(np.linspace(-1, 1, n), np.linspace(-1, 1, n)))
    corner = (np.arange(n - 1)[:, None] * n + np.arange(n - 1)).ravel()
    faces = np.concatenate([(corner, corner + 1, corner + n), (corner + 1, corner + n + 1, corner + n)], axis=1).T
    points = np.stack((x, y, 0.2 * np.sin(7 * x) * np.cos(5 * y)), axis=1)
    vertex, face = " ".join(map(str, points.ravel().round(6))), " ".join(map(str, faces.ravel()))
    return f"""<mujoco><asset><mesh name="sheet" vertex="{vertex}" face="{face}" inertia="shell"/></asset><worldbody>
        <light pos="0 0 3"/><geom type="plane" size="3 3 1" pos="0 0 -.3"/>
        <geom type="mesh" mesh="sheet" contype="0" conaffinity="0"/></worldbody></mujoco>"""


def ball(n: int) -> str:
    """Return a model with a bumpy ball of about 2 n^2 triangles, of which half are seen from behind, and a light."""
    around, down = np.meshgrid(np.arange(n) * 2 * np.pi / n, np.linspace(0.05, np.pi - 0.05, n))
    radius = 1 + 0.25 * np.sin(9 * around) * np.sin(8 * down)
    flat = radius * np.sin(down)
    points = np.stack((flat * np.cos(around), flat * np.sin(around), radius * np.cos(down)), axis=2)
    row, column = np.meshgrid(np.arange(n - 1) * n, np.arange(n), indexing="ij")
    a, b = (row + column).ravel(), (row + (column + 1) % n).ravel()
    faces = np.concatenate([(a, a + n, b), (b, a + n, b + n)], axis=1).T
    vertex, face = " ".join(map(str, points.ravel().round(6))), " ".join(map(str, faces.ravel()))
    return f"""<mujoco><asset><mesh name="ball" vertex="{vertex}" face="{face}" inertia="shell"/></asset><worldbody>
        <light pos="0 0 3"/><geom type="mesh" mesh="ball" contype="0" conaffinity="0"/></worldbody></mujoco>"""


def best(*calls: Callable[[], object], rounds: int = ROUNDS) -> list[float]:
    """Return the least time of each call [ms], taken in turns."""
    times = [[] for _ in calls]
    for _ in range(rounds):
        for call, found in zip(calls, times, strict=True):
            start = time.perf_counter()
            call()
            found.append(time.perf_counter() - start)
    return [1000.0 * min(found) for found in times]


def pair(text: str) -> tuple:
    """Return a model and its data in both engines."""
    model, mjm = corten.load_model_from_string(text), mujoco.MjModel.from_xml_string(text)
    data, mjd = model.make_data(), mujoco.MjData(mjm)
    corten.forward(model, data)
    mujoco.mj_forward(mjm, mjd)
    return model, data, mjm, mjd


def time_pictures(table: Table) -> None:
    """Add a row for each scene, size and kind."""
    humanoid = corten.models.path("humanoid").read_text(encoding="utf-8")
    cases = [
        ("humanoid", humanoid, 84, 84, "depth"),
        ("humanoid", humanoid, 84, 84, "rgb"),
        ("humanoid", humanoid, 480, 640, "rgb"),
        ("100,000 triangles", sheet(225), 480, 640, "depth"),
        ("100,000 triangles", sheet(225), 480, 640, "rgb"),
        ("ball of 100,000 triangles", ball(225), 480, 640, "depth"),
        ("ball of 100,000 triangles", ball(225), 480, 640, "rgb"),
    ]
    for name, text, height, width, kind in cases:
        model, data, mjm, mjd = pair(text)
        renderer, theirs = corten.Renderer(model, height, width), mujoco.Renderer(mjm, height, width)
        renderer.choose(kind)
        if kind == "depth":
            theirs.enable_depth_rendering()

        def ours(renderer=renderer, data=data) -> None:
            renderer.update_scene(data)
            renderer.render()

        def mujocos(theirs=theirs, mjd=mjd) -> None:
            theirs.update_scene(mjd)
            theirs.render()

        ours()
        own, other = best(ours, mujocos)
        table.add_row(name, f"{width} x {height} {kind}", f"{own:.1f}", f"{other:.1f}", f"{other / own:.1f}")
        theirs.close()


def time_batch(table: Table) -> None:
    """Add rows for pictures of all environments of a batch, in milliseconds for one; MuJoCo draws a few, one by one."""
    text = corten.models.path("humanoid").read_text(encoding="utf-8")
    model, _, mjm, mjd = pair(text)
    batch = corten.BatchSim(model, ENVIRONMENTS)
    batch.step_all(20)
    renderer, theirs = corten.Renderer(model, 84, 84), mujoco.Renderer(mjm, 84, 84)
    for kind in ("depth", "rgb"):
        renderer.choose(kind)
        (theirs.enable_depth_rendering if kind == "depth" else theirs.disable_depth_rendering)()

        def ours() -> None:
            renderer.render_batch(batch)

        def mujocos() -> None:
            for i in range(FEW):
                mjd.qpos[:] = batch.qpos[i]
                mujoco.mj_kinematics(mjm, mjd)
                mujoco.mj_camlight(mjm, mjd)
                theirs.update_scene(mjd)
                theirs.render()

        ours()
        own, other = best(ours, mujocos, rounds=2)
        own, other = own / ENVIRONMENTS, other / FEW
        table.add_row(
            f"{ENVIRONMENTS} humanoids", f"84 x 84 {kind}", f"{own:.2f}", f"{other:.1f}", f"{other / own:.0f}"
        )
    theirs.close()


def compare(paths: list[str], size: tuple[int, int]) -> None:
    """Print how many pixels of depth and segmentation agree, model by model and camera by camera."""
    table = Table("model", "camera", "depth", "segmentation", "of things")
    worst = [1.0, 1.0, 1.0]
    for path in paths:
        try:
            model, mjm = corten.load_model(path), mujoco.MjModel.from_xml_path(path)
        except ValueError as error:
            table.add_row(os.path.basename(path), str(error).splitlines()[0][:60])
            continue
        data, mjd = model.make_data(), mujoco.MjData(mjm)
        if mjm.nkey:
            corten.reset_data(model, data, 0)
            mujoco.mj_resetDataKeyframe(mjm, mjd, 0)
        Poser(model, corten.SceneOption()).place(data)
        mujoco.mj_forward(mjm, mjd)
        renderer, theirs = corten.Renderer(model, *size), mujoco.Renderer(mjm, *size, max_geom=20000)
        for camera in range(-1, mjm.ncam):
            shares = agreement((renderer, data), (theirs, mjd), mjm, camera)
            worst = [min(pair) for pair in zip(worst, shares, strict=True)]
            table.add_row(os.path.basename(path), str(camera), *(f"{share:.4f}" for share in shares))
        theirs.close()
    table.add_row("least", "", *(f"{share:.4f}" for share in worst))
    Console().print(table)


def agreement(own: tuple, other: tuple, mjm: mujoco.MjModel, camera: int) -> list[float]:
    """Return the shares of pixels that agree: depth, segmentation, and that where neither plane nor sky is."""
    for renderer, data in (own, other):
        renderer.update_scene(data, camera)
        renderer.enable_depth_rendering()
    ours, theirs = own[0].render(), other[0].render()
    same = np.abs(ours - theirs) <= np.maximum(SAME, SAME * np.abs(theirs))
    for renderer, _ in (own, other):
        renderer.enable_segmentation_rendering()
    ours, theirs = own[0].render(), other[0].render()
    other[0].disable_segmentation_rendering()
    seen, number = (ours == theirs).all(axis=2), theirs[..., 0]
    planes = np.flatnonzero(mjm.geom_type == mujoco.mjtGeom.mjGEOM_PLANE)
    things = (number >= 0) & ~((theirs[..., 1] == mujoco.mjtObj.mjOBJ_GEOM) & np.isin(number, planes))
    return [float(same.mean()), float(seen.mean()), float(seen[things].mean()) if things.any() else 1.0]


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compare", nargs="+", metavar="MODEL", help="compare pictures of these models instead")
    paths = parser.parse_args().compare
    if paths:
        compare(paths, (240, 320))
        return
    table = Table("scene", "picture", "corten [ms]", "MuJoCo [ms]", "ratio", box=MARKDOWN)
    time_pictures(table)
    time_batch(table)
    Console().print(table)


if __name__ == "__main__":
    main()
