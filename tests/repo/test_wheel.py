"""The wheel holds all that users need, and works away from the checkout, with every Python that is at hand."""

import base64
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import corten
from support.repository import ROOT, load_tool

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
def plain(tmp_path_factory):
    """Return a fresh wheel without kernels."""
    hatchling = pytest.importorskip("hatchling.build")
    folder = tmp_path_factory.mktemp("wheel")
    here = os.getcwd()
    os.chdir(ROOT)
    try:
        name = hatchling.build_wheel(str(folder))
    finally:
        os.chdir(here)
    return folder / name


@pytest.fixture(scope="module")
def installed(plain):
    """Return a folder into which a fresh wheel was unpacked."""
    with zipfile.ZipFile(plain) as wheel:
        wheel.extractall(plain.parent / "site")
    return plain.parent / "site"


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


# ---------------------------------------------------------------- wheels of platforms

WHEELS = load_tool("make_wheels")


@pytest.fixture(scope="module")
def kernels(tmp_path_factory):
    """Return a folder with archives that say what they are for."""
    folder = tmp_path_factory.mktemp("kernels")
    for name, system in {(name, each.system) for each in WHEELS.PLATFORMS for name in each.sets}:
        (folder / system).mkdir(exist_ok=True)
        (folder / system / f"{name}.bin").write_text(f"{system} {name}")
    return folder


@pytest.mark.parametrize("platform", WHEELS.PLATFORMS, ids=lambda platform: platform.tags[0])
def test_wheels_of_platforms(plain, kernels, tmp_path, platform):
    """Have the kernels of the architecture and the system alone, tags that say so, a right record, and no compiler."""
    made = WHEELS.platform_wheel(plain, platform, kernels, tmp_path)
    assert made.name == f"corten-{corten.__version__}-py3-none-{'.'.join(platform.tags)}.whl"
    with zipfile.ZipFile(made) as wheel, zipfile.ZipFile(plain) as before:
        names = set(wheel.namelist())
        archives = {name for name in names if name.startswith("corten/kernels/")}
        assert archives == {f"corten/kernels/{each}.bin" for each in platform.sets}
        for name in archives:
            assert wheel.read(name).decode() == f"{platform.system} {Path(name).stem}"
        assert names - archives == {name for name in before.namelist() if not name.startswith("corten/kernels/")}
        folder = f"corten-{corten.__version__}.dist-info"
        about = wheel.read(f"{folder}/WHEEL").decode().splitlines()
        assert {line for line in about if line.startswith("Tag")} == {f"Tag: py3-none-{tag}" for tag in platform.tags}
        assert "Root-Is-Purelib: false" in about
        needed = [line for line in wheel.read(f"{folder}/METADATA").decode().splitlines() if "llvmlite" in line]
        assert needed and all("extra ==" in line for line in needed)
        record = dict(line.split(",", 1) for line in wheel.read(f"{folder}/RECORD").decode().splitlines())
        assert set(record) == names
        for name in names - {f"{folder}/RECORD"}:
            content = wheel.read(name)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            assert record[name] == f"sha256={digest},{len(content)}"


def test_platforms_of_wheels():
    """Make wheels for Linux with both C libraries, macOS and Windows, on both architectures where they exist."""
    tags = {tag for platform in WHEELS.PLATFORMS for tag in platform.tags}
    for wanted in ("manylinux", "musllinux", "macosx"):
        assert {tag.endswith(("arm64", "aarch64")) for tag in tags if tag.startswith(wanted)} == {True, False}
    assert "win_amd64" in tags


# ---------------------------------------------------------------- what is checked before a release

CHECKS = load_tool("check_wheels")


def rewritten(wheel: Path, target: Path, changes: dict[str, bytes | None]) -> Path:
    """Write a wheel again with other contents of some files; None leaves one out. Names end as given."""
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(target / wheel.name, "w", zipfile.ZIP_DEFLATED) as out:
        for name in source.namelist():
            content = next((new for end, new in changes.items() if name.endswith(end)), source.read(name))
            if content is not None:
                out.writestr(name, content)
    return target / wheel.name


def test_check_of_wheels(plain, kernels, tmp_path, monkeypatch):
    """Find a wheel without a file or archive, with damage, too large, that asks for more, or for no platform."""
    platform = WHEELS.PLATFORMS[0]
    good = WHEELS.platform_wheel(plain, platform, kernels, tmp_path)
    assert CHECKS.problems(good) == []
    assert CHECKS.problems(plain) == ["its name has the tags of no platform"]
    for changes, said in (
        ({"corten/enums.py": None}, "it lacks 1 files of the package, such as corten/enums.py"),
        ({"corten/enums.py": b"X = 1\n"}, "corten/enums.py is damaged"),
        ({"x86-64-v3.bin": None}, "it has the kernels"),
        ({"METADATA": b"Requires-Dist: numpy>=1.26\nRequires-Dist: llvmlite>=0.46\n"}, "it asks for numpy, llvmlite"),
    ):
        folder = tmp_path / str(len(list(tmp_path.iterdir())))
        folder.mkdir()
        assert any(said in each for each in CHECKS.problems(rewritten(good, folder, changes))), said
    monkeypatch.setattr(CHECKS, "LARGEST", 1000)
    assert "MB; 0 are allowed" in CHECKS.problems(good)[0]
