"""Loading beside MuJoCo: real models given as files or folders, and large ones that are written here.

Run `python benchmarks/loading.py FOLDER...`; without a folder it loads the large models alone. Each model is loaded
twice by either, all in one process; `--rounds` repeats that in new processes and takes the best. Times are CPU
seconds of the whole process, threads included. Sorted by the seconds that are lost to MuJoCo. Needs `mujoco`.
"""

import argparse
import json
import logging
import struct
import subprocess
import sys
import tempfile
import time
import warnings
import zlib
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table

SIDES = (71, 317)
NGEOM, NBODY, PIXELS = 10_000, 1000, 1024


# ---------------------------------------------------------------- large models


def ball(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Return points and triangles, 2 n^2 of them, of a dented ball; the poles are many points at one place."""
    u, v = (grid.ravel() for grid in np.meshgrid(np.linspace(0, np.pi, n + 1), np.linspace(0, 2 * np.pi, n + 1)))
    radius = 1 + 0.1 * np.sin(5 * u) * np.cos(3 * v)
    points = radius[:, None] * np.stack((np.sin(u) * np.cos(v), np.sin(u) * np.sin(v), np.cos(u)), axis=1)
    corner = (np.arange(n)[:, None] * (n + 1) + np.arange(n)).ravel()
    pairs = ((corner, corner + 1, corner + n + 1), (corner + 1, corner + n + 2, corner + n + 1))
    return points, np.concatenate(pairs, axis=1).T


def write_mesh(folder: Path, kind: str, n: int) -> Path:
    """Write a mesh and a model that shows and touches with it; return the path of the model."""
    points, faces = ball(n)
    name = f"{kind}_{len(faces)}"
    if kind == "obj":
        lines = [f"v {x:.6f} {y:.6f} {z:.6f}" for x, y, z in points]
        lines += [f"f {a} {b} {c}" for a, b, c in faces + 1]
        (folder / f"{name}.obj").write_text("\n".join(lines))
    else:
        rows = np.zeros(len(faces), np.dtype([("normal", "<f4", 3), ("corner", "<f4", (3, 3)), ("rest", "<u2")]))
        rows["corner"] = points[faces]
        (folder / f"{name}.stl").write_bytes(bytes(80) + np.uint32(len(faces)).tobytes() + rows.tobytes())
    return write_model(
        folder,
        name,
        f'<asset><mesh name="m" file="{name}.{kind}"/></asset>'
        '<worldbody><body><freejoint/><geom type="mesh" mesh="m"/></body></worldbody>',
    )


def write_model(folder: Path, name: str, content: str) -> Path:
    """Write a model and return its path."""
    path = folder / f"{name}.xml"
    path.write_text(f"<mujoco>{content}</mujoco>")
    return path


def write_texture(folder: Path) -> Path:
    """Write a model with a large picture, noisy as photographs are."""
    row, column = np.mgrid[:PIXELS, :PIXELS]
    noise = np.random.default_rng(0).integers(0, 9, (PIXELS, PIXELS, 3))
    picture = (row[:, :, None] // 8 + column[:, :, None] // 16 + noise).astype(np.uint8)
    header = struct.pack(">IIBBBBB", PIXELS, PIXELS, 8, 2, 0, 0, 0)
    rows = np.insert(np.diff(picture, axis=0, prepend=np.uint8(0)).reshape(PIXELS, -1), 0, 2, axis=1)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(rows.tobytes())), (b"IEND", b""))
    parts = [struct.pack(">I", len(b)) + kind + b + struct.pack(">I", zlib.crc32(kind + b)) for kind, b in chunks]
    (folder / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))
    asset = '<asset><texture name="t" type="2d" file="picture.png"/><material name="m" texture="t"/></asset>'
    return write_model(folder, "texture", asset + '<worldbody><geom size="1" material="m"/></worldbody>')


def write_bodies(folder: Path) -> Path:
    """Write a model of many bodies, each with two joints, three geoms and an actuator."""
    bodies, actuators = [], []
    for i in range(NBODY):
        bodies.append(
            f'<body name="b{i}" pos="{i % 40} {i // 40} 1"><joint name="x{i}" axis="1 0 0" damping=".1"/>'
            f'<joint name="y{i}" axis="0 1 0"/><geom name="g{i}" type="capsule" fromto="0 0 0 0 0 .5" size=".05"/>'
            f'<geom type="box" size=".1 .1 .1" pos="0 0 .5" rgba="1 0 0 1"/><geom size=".1" euler="10 20 30"/></body>'
        )
        actuators.append(f'<motor name="a{i}" joint="x{i}" gear="10"/>')
    content = f"<worldbody>{''.join(bodies)}</worldbody><actuator>{''.join(actuators)}</actuator>"
    return write_model(folder, f"bodies_{NBODY}", content)


def write_replicas(folder: Path) -> Path:
    """Write a model with as many geoms as a replica makes of one."""
    content = f'<worldbody><replicate count="{NGEOM}" offset=".1 0 0"><geom size=".04"/></replicate></worldbody>'
    return write_model(folder, f"replicated_{NGEOM}", content)


def large_models(folder: Path) -> list[Path]:
    """Write all large models into a folder and return their paths."""
    meshes = [write_mesh(folder, kind, side) for kind in ("obj", "stl") for side in SIDES]
    return [*meshes, write_texture(folder), write_bodies(folder), write_replicas(folder)]


# ---------------------------------------------------------------- measuring


def time_all(paths: list[str]) -> dict[str, list[float]]:
    """Return for each model that both can load the CPU times of MuJoCo's and corten's first and second load."""
    import mujoco

    import corten

    warnings.simplefilter("ignore")
    logging.disable(logging.CRITICAL)

    # what the process needs once, such as imports and compiled kernels, is not part of any model
    corten.load_model_from_string("<mujoco><worldbody><geom size='1'/></worldbody></mujoco>")
    times = {}
    for path in paths:
        try:
            load = mujoco.MjModel.from_xml_path
            times[path] = [seconds(call, path) for call in (load, load, corten.load_model, corten.load_model)]
        except (ValueError, corten.ModelError):
            continue
    return times


def seconds(call, path: str) -> float:
    """Return the CPU seconds of a call."""
    start = time.process_time()
    result = call(path)
    end = time.process_time()
    del result
    return end - start


def best_of(paths: list[str], rounds: int) -> dict[str, np.ndarray]:
    """Return the least times over several processes."""
    best: dict[str, np.ndarray] = {}
    for _ in range(rounds):
        run = subprocess.run(
            [sys.executable, __file__, "--child", *paths], check=True, stdout=subprocess.PIPE, text=True
        )
        for path, times in json.loads(run.stdout.splitlines()[-1]).items():
            best[path] = np.minimum(best.get(path, np.inf), times)
    return best


def show(best: dict[str, np.ndarray]) -> None:
    """Print a table, the model with which most is lost first."""
    table = Table("model", "MuJoCo [ms]", "again", "corten [ms]", "again", "first", "second")
    for path, times in sorted(best.items(), key=lambda item: item[1][:2].sum() - item[1][2:].sum()):
        ratios = times[2:] / times[:2]
        name = "/".join(Path(path).parts[-2:])
        table.add_row(name, *(f"{1000 * each:.1f}" for each in times), *(f"{each:.1f}" for each in ratios))
    Console(width=120).print(table)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", help="models, or folders of which all models are loaded")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--write", help="folder for the large models, kept afterwards")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.child:
        print(json.dumps(time_all(given.paths)))
        return
    roots = [Path(path) for path in given.paths]
    paths = [str(path) for root in roots for path in (sorted(root.rglob("*.xml")) if root.is_dir() else [root])]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(given.write or temporary)
        folder.mkdir(parents=True, exist_ok=True)
        large = [] if roots and not given.write else large_models(folder)
        show(best_of([*paths, *map(str, large)], given.rounds))


if __name__ == "__main__":
    main()
