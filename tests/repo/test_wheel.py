"""The wheel holds all that users need, and works away from the checkout, with every Python that is at hand."""

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import corten
from support.repository import ROOT

OTHERS = ("python3.11", "python3.12", "python3.13", "python3.14")

PROGRAM = """
import corten, pathlib, sys
assert pathlib.Path(corten.__file__).is_relative_to(sys.argv[1]), corten.__file__
model = corten.load_model("cartpole")
data = model.make_data()
corten.step(model, data, nstep=3)
assert data.time > 0
from corten.cli.manual import sources
assert (sources()[0] / "index.md").is_file() and (sources()[1] / "CHANGELOG.md").is_file()
"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """Return a folder into which a fresh wheel was unpacked."""
    hatchling = pytest.importorskip("hatchling.build")
    folder = tmp_path_factory.mktemp("wheel")
    here = os.getcwd()
    os.chdir(ROOT)
    try:
        name = hatchling.build_wheel(str(folder))
    finally:
        os.chdir(here)
    with zipfile.ZipFile(folder / name) as wheel:
        wheel.extractall(folder / "site")
    return folder / "site"


def run(python: str, folder, *arguments: str) -> subprocess.CompletedProcess:
    """Run a Python outside of the checkout that finds corten in a folder only."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run([python, *arguments], cwd=folder.parent, env=environment, capture_output=True, text=True)


def candidates(name: str) -> list[str]:
    """Return where a Python may be: on the path, or among those of pyenv."""
    version = name.removeprefix("python")
    kept = sorted(Path.home().glob(f".pyenv/versions/{version}.*/bin/python"))
    return [path for path in (shutil.which(name), *map(str, kept)) if path]


def test_wheel_is_complete(installed):
    """Have every file of the package in the wheel, models and types among them, and nothing of the tests."""
    package = ROOT / "src" / "corten"
    ours = {file.relative_to(package) for file in package.rglob("*") if file.is_file() and file.suffix not in (".pyc",)}
    packed = {file.relative_to(installed / "corten") for file in (installed / "corten").rglob("*") if file.is_file()}
    assert ours <= packed
    assert {path.parts[0] for path in packed - ours} == {"manual"}
    (entry,) = installed.glob("*.dist-info/entry_points.txt")
    assert "corten = corten.cli:main" in entry.read_text()


def test_wheel_works_elsewhere(installed):
    """Load and step a model, and find the manual, with the wheel alone."""
    done = run(sys.executable, installed, "-c", PROGRAM, str(installed))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", OTHERS)
def test_other_pythons_read_it(name, installed):
    """Show the version, and compile every module, with other Pythons that are at hand."""
    python = next((path for path in candidates(name) if run(path, installed, "--version").returncode == 0), None)
    if python is None:
        pytest.skip(f"there is no {name} here")
    done = run(python, installed, "-m", "corten", "--version")
    assert (done.returncode, done.stdout) == (0, f"corten {corten.__version__}\n"), done.stderr
    done = run(python, installed, "-W", "error", "-m", "compileall", "-q", "-f", str(installed / "corten"))
    assert done.returncode == 0, done.stdout + done.stderr
