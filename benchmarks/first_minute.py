"""Measure the first minute: python benchmarks/first_minute.py WHEEL [--repeat N].

Installs a wheel, and `mujoco`, each into an empty environment, and says what was fetched and what lies on disk. Then,
with nothing cached, each program runs in a new interpreter: import, first step of the humanoid, first batch, first
vector of environments, in seconds from the start of the interpreter; the best of several.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import venv
from pathlib import Path

PROGRAMS = {
    "import": "import corten",
    "first step": """
import corten
model = corten.load_model("humanoid")
corten.step(model, model.make_data())
""",
    "first batch": """
import corten
batch = corten.BatchSim(corten.load_model("humanoid"), 64)
batch.step_all()
""",
    "first vector of environments": """
import corten.envs
from gymnasium import make_vec
envs = make_vec("corten/Humanoid-v5", num_envs=16)
envs.reset(seed=0)
envs.step(envs.action_space.sample())
""",
}
MUJOCO = {
    "import": "import mujoco",
    "first step": """
import mujoco
model = mujoco.MjModel.from_xml_path({humanoid!r})
mujoco.mj_step(model, mujoco.MjData(model))
""",
}


def install(folder: Path, package: str, extra: str = "") -> tuple[Path, float, float]:
    """Install a package into a new environment; return its Python, megabytes fetched, and megabytes on disk."""
    fetched = folder / "fetched"
    download = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check", "--dest", str(fetched)]
    subprocess.run([*download, package], check=True)
    venv.create(folder / "venv", with_pip=True)
    python = folder / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    add = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*add, "--no-index", "--find-links", str(fetched), package], check=True)
    size = megabytes(folder / "venv")
    if extra:
        subprocess.run([*add, extra], check=True)
    return python, megabytes(fetched), size


def megabytes(folder: Path) -> float:
    """Return what the files of a folder take."""
    return sum(file.stat().st_size for file in folder.rglob("*") if file.is_file()) / 1e6


def seconds(python: Path, program: str, folder: Path) -> float:
    """Return how long a program takes in a new interpreter, with nothing kept by earlier ones."""
    with tempfile.TemporaryDirectory(dir=folder) as cache:
        environment = {**os.environ, "CORTEN_CACHE_DIR": cache, "PYTHONPATH": ""}
        begin = time.perf_counter()
        subprocess.run([str(python), "-c", program], check=True, env=environment, cwd=folder)
        return time.perf_counter() - begin


def main() -> None:
    """Print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("wheel", help="a wheel for this machine, by tools/make_wheels.py")
    parser.add_argument("--repeat", type=int, default=3)
    given = parser.parse_args()
    wheel = str(Path(given.wheel).resolve())
    with tempfile.TemporaryDirectory() as place:
        ours, theirs = Path(place, "corten"), Path(place, "mujoco")
        python, fetched, size = install(ours, wheel, "gymnasium")
        print(f"corten: {fetched:.1f} MB fetched, {size:.1f} MB on disk with pip")
        other, fetched, size = install(theirs, "mujoco==4.0.0")
        print(f"mujoco: {fetched:.1f} MB fetched, {size:.1f} MB on disk with pip")
        (humanoid,) = ours.rglob("corten/models/humanoid.xml")
        for name, program in PROGRAMS.items():
            best = min(seconds(python, program, ours) for _ in range(given.repeat))
            beside = ""
            if name in MUJOCO:
                text = MUJOCO[name].format(humanoid=str(humanoid))
                beside = f"   mujoco {min(seconds(other, text, theirs) for _ in range(given.repeat)):6.2f} s"
            print(f"{name:30s} {best:6.2f} s{beside}", flush=True)


if __name__ == "__main__":
    main()
