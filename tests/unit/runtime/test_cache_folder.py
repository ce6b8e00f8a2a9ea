"""What lies in the cache folder is run, so nobody else may be able to put something there."""

import os
import stat
import sys
import tempfile
import warnings
from pathlib import Path

import pytest

from corten.runtime import cache
from corten.runtime.disk_cache import VARIABLES, _wanted_folder, cache_folder, distrust
from support.modes import run_python

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="folders have other rights there")

SHARED = 0o777


def make_shared(folder):
    """Make a folder that everybody can write."""
    folder.mkdir()
    folder.chmod(SHARED)
    return folder


def test_new_folders_are_private(monkeypatch, tmp_path):
    """Make a folder that only the user can enter."""
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path / "new"))
    assert cache.write("key", b"code")
    assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700


@pytest.mark.parametrize("inner", ["", "sub"], ids=["the folder", "a folder above"])
def test_folders_that_others_can_write_are_not_used(monkeypatch, tmp_path, inner):
    """Warn, and use the user's own folder in place of one that everybody can write, or exchange."""
    shared = make_shared(tmp_path / "shared") / inner
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(shared))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    with pytest.warns(RuntimeWarning, match="others can write to"):
        folder = cache_folder()
    assert distrust(folder) == "" and shared not in (folder, *folder.parents)
    assert cache.write("key", b"code") and cache.read("key") == b"code"
    assert not list((tmp_path / "shared").rglob("*.o"))


def test_a_private_folder_is_made_where_there_is_none(monkeypatch, tmp_path):
    """Use a folder for this process alone where the user's own is no better, and stay silent from then on."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(make_shared(tmp_path / "home")))
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(make_shared(tmp_path / "shared")))
    with pytest.warns(RuntimeWarning, match="is used instead"):
        folder = cache_folder()
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700 and distrust(folder) == ""
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cache_folder() == folder


def test_users_without_a_home_have_a_folder(monkeypatch, tmp_path):
    """Keep kernels among temporary files where neither the environment nor the system knows a home."""

    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in VARIABLES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    assert _wanted_folder().is_relative_to(tmp_path / f"corten-{os.geteuid()}")


def test_folders_of_others_are_not_used(monkeypatch, tmp_path):
    """Distrust a folder of another user, and of the system only what others can write."""
    folder = tmp_path / "cache"
    folder.mkdir(0o700)
    assert distrust(folder) == ""
    monkeypatch.setattr(os, "geteuid", lambda: folder.stat().st_uid + 1)
    assert (distrust(folder) == "") == (folder.stat().st_uid == 0)
    if os.getuid() == 0:
        os.chown(folder, 12345, -1)
        assert "belongs to another user" in distrust(folder)


def test_sticky_folders_above_are_fine(tmp_path):
    """Trust a private folder in one where everybody can make files of their own, such as /tmp."""
    above = make_shared(tmp_path / "above")
    above.chmod(SHARED | stat.S_ISVTX)
    (above / "cache").mkdir(0o700)
    assert distrust(above / "cache") == ""
    assert "others can write" in distrust(above)


STAGES = """
from corten.runtime import stage
""" + "".join(
    f"""
@stage
def fill{i}(m, d):
    y = d.y
    for k in range(m.n):
        y[k] = {i}.0
"""
    for i in range(12)
)


# what other processes have to compile alone: this one waits until they have made everything, if there are any
HELPED = """
import os
import stages
from support.kernels import make
from corten.runtime import build, cache, workers
from corten.runtime.kernel import Mode

a, b = make()
layouts = a.layout, b.layout
a.layout.origin, b.layout.origin = "support.kernels:INPUT", "support.kernels:OUTPUT"
every = [getattr(stages, f"fill{i}") for i in range(12)]
workers.compile_ahead(every, layouts)
keys = [cache.cache_key(stage, layouts, Mode.COMPILED) for stage in every]
while workers._others.processes and not all(map(cache.has, keys)):
    os.sched_yield()
own, compile_stage = [], build.compile_stage
build.compile_stage = lambda stage, *rest: own.append(stage) or compile_stage(stage, *rest)
build.build(every, layouts)
print(len(workers._others.processes), len(own))
"""


def test_compiling_processes_run_nothing_that_lies_about(tmp_path):
    """Take Python's own modules in the processes that compile, whatever lies in the current folder."""
    work, library = tmp_path / "work", tmp_path / "library"
    work.mkdir()
    library.mkdir()
    marker = tmp_path / "was run"
    for name in ("json", "subprocess", "ctypes", "numpy", "typing"):
        (work / f"{name}.py").write_text(f"open({str(marker)!r}, 'w').close()")
    (library / "stages.py").write_text(STAGES)
    program = f"import sys; sys.path.append({str(library)!r})" + HELPED
    done = run_python("-P", "-c", program, folder=work, CORTEN_CACHE_DIR=str(tmp_path / "cache"))
    assert done.returncode == 0, done.stderr[-3000:]
    assert not marker.exists()
    helpers, own = map(int, done.stdout.split())
    assert own == (0 if helpers else 12)
