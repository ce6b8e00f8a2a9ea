#!/usr/bin/env python3
"""Check wheels before a release: python tools/check_wheels.py [FOLDER].

Each must be complete and undamaged, no larger than it may be, and ask for NumPy alone. The one for this machine is
installed into an empty environment, without LLVM, and steps a model there.
"""

import argparse
import base64
import csv
import hashlib
import io
import os
import subprocess
import sys
import tempfile
import venv
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from make_wheels import PLATFORMS, Platform

ROOT = Path(__file__).resolve().parent.parent

# [bytes] so that it and NumPy stay below 60 MB
LARGEST = 40_000_000

PROGRAM = """
import importlib.util
import corten
assert importlib.util.find_spec("llvmlite") is None
model = corten.load_model("humanoid")
data = model.make_data()
corten.step(model, data, nstep=3)
batch = corten.BatchSim(model, 64)
batch.step_all(3)
assert (batch.qpos[5] == data.qpos).all()
"""


def platform_of(wheel: Path) -> Platform | None:
    """Return the platform that a wheel is for, by its name."""
    tags = tuple(wheel.stem.split("-")[-1].split("."))
    return next((each for each in PLATFORMS if each.tags == tags), None)


def problems(wheel: Path) -> list[str]:
    """Return what is wrong with a wheel."""
    platform = platform_of(wheel)
    if platform is None:
        return ["its name has the tags of no platform"]
    found = []
    if wheel.stat().st_size > LARGEST:
        found.append(f"it has {wheel.stat().st_size / 1e6:.1f} MB; {LARGEST / 1e6:.0f} are allowed")
    with zipfile.ZipFile(wheel) as packed:
        content = {name: packed.read(name) for name in packed.namelist()}
    wanted = {f"corten/kernels/{each}.bin" for each in platform.sets}
    archives = {name for name in content if name.startswith("corten/kernels/")}
    if archives != wanted:
        found.append(f"it has the kernels {sorted(archives)}; expected {sorted(wanted)}")
    package = {f"corten/{file.relative_to(ROOT / 'src' / 'corten').as_posix()}" for file in _sources()}
    if missing := sorted(package - content.keys()):
        found.append(f"it lacks {len(missing)} files of the package, such as {missing[0]}")
    (info,) = (name for name in content if name.endswith(".dist-info/METADATA"))
    lines = [line for line in content[info].decode().splitlines() if line.startswith("Requires-Dist:")]
    plain = [line.split()[1].partition(">")[0] for line in lines if "extra ==" not in line]
    if plain != ["numpy"]:
        found.append(f"it asks for {', '.join(plain)}; expected NumPy alone")
    (record,) = (name for name in content if name.endswith(".dist-info/RECORD"))
    for name, digest, _ in csv.reader(io.StringIO(content[record].decode())):
        if digest and digest != _digest(content.get(name, b"")):
            found.append(f"{name} is damaged")
    return found


def _sources() -> list[Path]:
    """Return the Python files and models of the package."""
    package = ROOT / "src" / "corten"
    return [*package.rglob("*.py"), *package.rglob("*.xml"), *package.rglob("*.toml")]


def _digest(content: bytes) -> str:
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def try_out(wheel: Path) -> None:
    """Install a wheel into an empty environment, and step a model and a batch there."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder) / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        install = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", str(wheel)]
        subprocess.run(install, check=True)
        environment = {**os.environ, "CORTEN_CACHE_DIR": f"{folder}/cache", "PYTHONPATH": ""}
        subprocess.run([str(python), "-c", PROGRAM], check=True, cwd=folder, env=environment)


def runs_here(platform: Platform) -> bool:
    """Tell whether wheels of a platform are for this system and processor."""
    machine = os.uname().machine if hasattr(os, "uname") else "AMD64"
    system = {"linux": "manylinux", "darwin": "macosx", "win32": "win"}.get(sys.platform, "")
    mine = any(tag.startswith(system) for tag in platform.tags)
    return mine and any(tag.lower().endswith(machine.lower()) for tag in platform.tags)


def main() -> None:
    """Check all wheels of a folder."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "dist")
    wheels = sorted(parser.parse_args().folder.glob("*.whl"))
    wrong = 0 if wheels else 1
    for wheel in wheels:
        found = problems(wheel)
        wrong += bool(found)
        print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB; {'; '.join(found) or 'complete'}", flush=True)
        platform = platform_of(wheel)
        if not found and platform is not None and runs_here(platform):
            try_out(wheel)
            print("    steps a model in an empty environment")
    sys.exit(f"{wrong} of {len(wheels)} wheels are not as they should be" if wrong else 0)


if __name__ == "__main__":
    main()
