"""The kernel cache is never stale, and trouble with its folder never breaks a run."""

import os
import subprocess
import sys
import textwrap

import pytest

from corten.runtime import cache, stage
from corten.runtime.backends.llvm import binding, processor
from corten.runtime.build import build, compile_stage
from corten.runtime.disk_cache import cache_folder
from corten.runtime.kernel import Mode
from support.kernels import make

CALLEE = """
from corten.runtime import helper
from other import FACTOR, Line

@helper
def scaled(x):
    line = Line(FACTOR, 1)
    return x * line.slope + line.shift
"""
OTHER = """
from typing import NamedTuple

FACTOR = 2.0
Number = float

class Line(NamedTuple):
    slope: Number
    shift: int
"""
KERNEL = """
from callee import scaled
from corten.runtime import stage
from corten.runtime.fields import F8, Field, Layout, Size
from corten.runtime.storage import Storage

FIELDS = Layout("Pair", (Size("n", ""),), (Field("x", F8, ("n",), ""), Field("y", F8, ("n",), "")))

class Pair(Storage):
    layout = FIELDS

@stage
def double(m, d):
    x, y = m.x, d.y
    for i in range(m.n):
        y[i] = scaled(x[i])

source, result = Pair({"n": 3}), Pair({"n": 3})
source.x = 5.0
double(source, result)
print(result.y[0])
"""


@stage
def ones(m, d):
    """Fill y with ones."""
    y = d.y
    for i in range(m.n):
        y[i] = 1.0


@pytest.fixture
def program(tmp_path):
    """A small program of three files with a cache folder of its own."""
    for name, text in (("callee", CALLEE), ("other", OTHER), ("kernel", KERNEL)):
        (tmp_path / f"{name}.py").write_text(text)
    return tmp_path


def run(program, folder=None):
    """Run the program in a fresh process; return what it printed."""
    environment = {**os.environ, "CORTEN_CACHE_DIR": str(folder or program / "cache"), "CORTEN_KERNELS": "compiled"}
    # byte code on disk goes by seconds and sizes, which edits of a test do not change
    command = [sys.executable, "-B", "-W", "ignore::RuntimeWarning", "kernel.py"]
    done = subprocess.run(command, cwd=program, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def kept(program):
    """Return the names of the program's kernels in the cache folder."""
    return sorted(file.name for file in (program / "cache").glob("double-*.o"))


def edit(program, name, old, new):
    """Change a source file in place."""
    file = program / f"{name}.py"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


def test_second_run_compiles_nothing(program):
    """Find the kernel of an earlier process."""
    assert run(program) == "11.0"
    before = kept(program)
    assert run(program) == "11.0"
    assert kept(program) == before and len(before) == 1


@pytest.mark.parametrize(
    ("name", "old", "new", "expected"),
    [
        ("callee", "FACTOR, 1", "FACTOR, 3", "13.0"),
        ("callee", "x * line", "x / line", "3.5"),
        ("other", "2.0", "4.0", "21.0"),
        ("other", "shift: int", "shift: Number", "11.0"),
        ("other", "slope: Number\n    shift: int", "shift: Number\n    slope: int", "7.0"),
        ("kernel", 'Field("y", F8', 'Field("extra", F8, ("n",), ""), Field("y", F8', "11.0"),
    ],
)
def test_an_edit_recompiles(program, name, old, new, expected):
    """Compile anew when a callee, its operator, a constant or record in a third file or a field's place has changed."""
    assert run(program) == "11.0"
    edit(program, name, old, new)
    assert run(program) == expected
    assert len(kept(program)) == 2


def test_a_comment_does_not_recompile(program):
    """Keep the code when only text has changed."""
    run(program)
    edit(program, "callee", "    return", "    # a reason\n    return")
    run(program)
    assert len(kept(program)) == 1


def test_damaged_file_is_compiled_again(program):
    """Treat a truncated file as missing."""
    run(program)
    file = next((program / "cache").glob("double-*.o"))
    file.write_bytes(file.read_bytes()[:100])
    assert run(program) == "11.0"
    assert file.stat().st_size > 100


def test_folder_that_cannot_be_made(program):
    """Run without a cache where no folder can be made."""
    (program / "file").write_text("in the way")
    assert run(program, program / "file" / "cache") == "11.0"


def test_full_disk(monkeypatch, tmp_path):
    """Warn and go on when the disk is full, leaving no half-written file."""

    class Full:
        def __enter__(self):
            return self

        def __exit__(self, *error):
            return None

        def write(self, content):
            raise OSError(28, "No space left on device")

    source, result = make()
    layouts = (source.layout, result.layout)
    key = cache.cache_key(ones, layouts, Mode.COMPILED)
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(cache.os, "fdopen", lambda handle, mode: (os.close(handle), Full())[1])
    with pytest.warns(RuntimeWarning, match="No space left on device"):
        code = compile_stage(ones, layouts, Mode.COMPILED, key)
    assert code and not list(tmp_path.iterdir())


def test_processes_may_share_a_folder(program):
    """Give both of two processes that compile at once the right result."""
    environment = {**os.environ, "CORTEN_CACHE_DIR": str(program / "cache"), "CORTEN_KERNELS": "compiled"}
    command = [sys.executable, "kernel.py"]
    both = [
        subprocess.Popen(command, cwd=program, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)
    ]
    assert [process.communicate()[0].strip() for process in both] == ["11.0", "11.0"]
    assert len(kept(program)) == 1


def test_folder_order(monkeypatch, tmp_path):
    """Prefer CORTEN_CACHE_DIR, then NUMBA_CACHE_DIR, then the user's cache folder."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.delenv("CORTEN_CACHE_DIR", raising=False)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    if sys.platform == "linux":
        assert cache_folder() == tmp_path / "user" / "corten"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "numba"))
    assert cache_folder() == tmp_path / "numba" / "corten"
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path / "own"))
    assert cache_folder() == tmp_path / "own"


def test_modes_have_code_of_their_own():
    """Never run unchecked code where checks were asked for."""
    source, result = make()
    layouts = (source.layout, result.layout)
    keys = {cache.cache_key(ones, layouts, mode) for mode in (Mode.COMPILED, Mode.CHECKED)}
    assert len(keys) == 2
    assert build([ones], layouts, Mode.COMPILED) != build([ones], layouts, Mode.CHECKED)


def test_checked_kernels_name_the_line(tmp_path):
    """Raise IndexError with the line, the index and the extent for an access outside of an array."""
    code = textwrap.dedent("""
        import sys
        sys.path.insert(0, sys.argv[1])
        from support.kernels import make
        from beyond import beyond
        source, result = make(n=4)
        beyond(source, result)
    """)
    kernel = textwrap.dedent("""
        from corten.runtime import stage

        @stage
        def beyond(m, d):
            y = d.y
            for i in range(m.n + 1):
                y[i] = 1.0
    """)
    tests = os.path.join(os.path.dirname(__file__), "..", "..")
    (tmp_path / "beyond.py").write_text(kernel)
    environment = {**os.environ, "CORTEN_KERNELS": "checked", "CORTEN_CACHE_DIR": str(tmp_path)}
    command = [sys.executable, "-c", code, os.path.abspath(tests)]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert "IndexError: beyond.beyond: line 8: index 4 of an extent of 4" in done.stderr


def test_unknown_mode_is_refused(monkeypatch):
    """List the allowed values of CORTEN_KERNELS."""
    monkeypatch.setenv("CORTEN_KERNELS", "fast")
    with pytest.raises(ValueError, match="allowed are compiled, checked, python"):
        ones(*make())


def test_every_file_of_the_compiler_counts(tmp_path):
    """Change the identity of the compiler with a file in a new folder, at any depth, and with its content."""
    deep = tmp_path / "backends" / "new" / "parts"
    deep.mkdir(parents=True)
    (tmp_path / "kernel.py").write_text("")
    found = [cache.sources_digest(str(tmp_path))]
    for content in ("", "x = 1", "x = 2"):
        (deep / "plan.py").write_text(content + "\n")
        found.append(cache.sources_digest(str(tmp_path)))
    assert len(set(found)) == 4


def test_identity_of_the_compiler_covers_its_own_folder(monkeypatch):
    """Take the files of the compiler itself into the identity."""
    seen = []
    monkeypatch.setattr(cache, "sources_digest", lambda folder, others: seen.append(folder) or b"")
    cache._compiler_identity.__wrapped__("scalar")
    assert seen == [os.path.dirname(cache.__file__)]


def test_code_of_another_instruction_set_is_never_run(program):
    """Compile anew in a folder that has code for another instruction set, and find the own code again."""
    assert run(program) == "11.0"
    own = kept(program)
    kernel = (program / "kernel.py").read_text()
    lower = "from corten.runtime.backends.llvm import processor\nprocessor.build_for(processor.runnable()[0])\n"
    if len(processor.runnable()) == 1:
        pytest.skip("this machine runs one instruction set")
    (program / "kernel.py").write_text(lower + kernel)
    assert run(program) == "11.0"
    assert len(set(kept(program)) - set(own)) == 1
    (program / "kernel.py").write_text(kernel)
    both = kept(program)
    assert run(program) == "11.0" and kept(program) == both


def test_files_are_those_of_one_version_of_llvm(monkeypatch, tmp_path):
    """Keep apart what two versions of LLVM's binding compile, under the same name."""
    monkeypatch.setenv("CORTEN_CACHE_DIR", str(tmp_path))
    cache.write("name", b"code")
    assert cache.read("name") == b"code" and cache.has("name")
    monkeypatch.setattr(binding, "binding_version", lambda: "another")
    binding.binding_word.cache_clear()
    assert cache.read("name") is None and not cache.has("name")
    monkeypatch.undo()
    binding.binding_word.cache_clear()


def test_identity_does_not_ask_llvm():
    """Name kernels without importing LLVM."""
    code = "import sys; from corten.runtime import cache; cache.code_key('x'); assert 'llvmlite' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)
