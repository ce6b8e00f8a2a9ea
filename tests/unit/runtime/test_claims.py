"""Of all processes that share a cache folder, one compiles a kernel."""

import errno
import fcntl
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from corten.runtime import cache
from corten.runtime.cache import CompileLocks

SUPPORT = str(Path(__file__).parents[2])

STAGES = "from corten.runtime import stage\n" + "".join(
    f"@stage\ndef fill{i}(m, d):\n    y = d.y\n    for k in range(m.n):\n        y[k] = {i}.0\n" for i in range(12)
)

# every process, those that help included, says what it puts into the folder
RECORD = """
import os
replace = os.replace
def recorded(source, target):
    replace(source, target)
    with open(os.environ["RECORD"], "a") as file:
        file.write(f"{target}\\n")
os.replace = recorded
"""

PROGRAM = """
import stages
from support.kernels import make
from corten.runtime.build import build
a, b = make()
a.layout.origin, b.layout.origin = "support.kernels:INPUT", "support.kernels:OUTPUT"
every = [getattr(stages, f"fill{i}") for i in range(12)]
build(every, (a.layout, b.layout))
every[7](a, b)
print(b.y[0])
"""

HOLDER = """
import sys
from corten.runtime import cache
from corten.runtime.cache import CompileLocks
with CompileLocks() as claims:
    assert claims.take("key")
    print("taken", flush=True)
    sys.stdin.readline()
    cache.write("key", b"theirs")
"""


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A cache folder of the test's own."""
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def holder(folder):
    """A process that holds a claim, and delivers when it is told to."""
    command = [sys.executable, "-c", HOLDER]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "taken\n"
        yield process
        process.kill()


def test_processes_that_start_together_compile_each_kernel_once(tmp_path):
    """Compile every kernel in one of eight processes and their helpers, and run it in all of them."""
    (tmp_path / "stages.py").write_text(STAGES)
    (tmp_path / "sitecustomize.py").write_text(RECORD)
    paths = os.pathsep.join([str(tmp_path), SUPPORT, os.environ.get("PYTHONPATH", "")])
    places = {"CORTEN_CACHE_DIR": str(tmp_path / "cache"), "RECORD": str(tmp_path / "record")}
    environment = {**os.environ, "PYTHONPATH": paths, "CORTEN_KERNELS": "compiled", **places}
    command = [sys.executable, "-c", PROGRAM]
    all_of_them = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(8)]
    assert [process.communicate()[0].strip() for process in all_of_them] == ["7.0"] * 8
    written = Counter(Path(line).name.split("-")[0] for line in (tmp_path / "record").read_text().split())
    assert {name: written[name] for name in written if name.startswith("fill")} == {f"fill{i}": 1 for i in range(12)}


def test_waiting_for_another_process(holder):
    """Take what another process makes, and tell meanwhile that nothing has come yet."""
    told = []

    def wait():
        told.append(cache.read("key"))
        if len(told) == 1:
            holder.stdin.write("\n")
            holder.stdin.flush()

    with CompileLocks() as own:
        assert own.produce("key", lambda: b"ours") is None
        assert own.wait_for("key", lambda: b"ours", wait) == b"theirs"
    assert told[0] is None


def test_a_killed_holder_holds_nothing(holder):
    """Make what a process had claimed that was killed."""
    with CompileLocks() as own:
        assert own.wait_for("key", lambda: b"ours", holder.kill) == b"ours"


def test_a_stopped_holder_is_not_waited_for(holder, monkeypatch):
    """Make what another process has claimed and does not deliver in good time."""
    monkeypatch.setattr(cache, "PATIENCE", 0.0)
    with CompileLocks() as own:
        assert own.wait_for("key", lambda: b"ours") == b"ours"


def test_a_maker_that_fails_drops_its_claim(folder):
    """Leave a kernel to others after an error."""
    with CompileLocks() as own:
        with pytest.raises(ZeroDivisionError):
            own.produce("key", lambda: bytes(1 // 0))
        done = subprocess.run([sys.executable, "-c", HOLDER], input="\n", capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert own.produce("key", lambda: b"ours") == b"theirs"


def test_folders_without_locks(folder, monkeypatch):
    """Compile without asking others where there are no locks."""

    def refuse(*arguments):
        raise OSError(errno.ENOLCK, "No locks available")

    monkeypatch.setattr(fcntl, "lockf", refuse)
    with CompileLocks() as own:
        assert not own.respected
        assert own.wait_for("key", lambda: b"ours") == b"ours"


def test_folders_that_cannot_be_made(tmp_path, monkeypatch):
    """Compile without asking others where there is no folder."""
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path / "file" / "cache"))
    with CompileLocks() as own:
        assert not own.respected
        assert own.wait_for("key", lambda: b"ours") == b"ours"
