"""The disk cache of compiled kernels: one file for each, named by everything that its code depends on.

A name is a hash of the kernel's byte code, of every helper and constant it reaches, of the fields it touches, of the
compiler and of the machine, so a file is either right or not found: nothing is ever stale. Files appear whole or not at
all, so processes may share the folder; a folder that cannot be written costs time, never a run.
"""

import contextlib
import functools
import hashlib
import os
import sys
import warnings
from collections.abc import Iterator

import corten
from corten.runtime.backends import backend
from corten.runtime.cache_folder import cache_folder
from corten.runtime.fields import Layout
from corten.runtime.kept_files import prune_folder, read_file, write_file
from corten.runtime.kernel import Mode, Stage
from corten.runtime.target import SCALAR, Target

# [bytes] the room for kernels, tens of thousands of files: enough for several versions side by side
MOST_BYTES = 1 << 29
DIGEST = 32

# files beside the compiler that have no say in the code of kernels (that of the loops is kept under its own text), and
# those that have one in lanes alone
OTHER_FILES = (
    "backends/llvm/batch_runner.py",
    "backends/llvm/image.py",
    "backends/llvm/loader.py",
    "backends/llvm/runner.py",
    "backends/wgsl",
    "batch_plan.py",
    "cache.py",
    "cache_folder.py",
    "claims.py",
    "kept_files.py",
    "plan.py",
    "progress.py",
    "scratch.py",
    "storage.py",
    "workers.py",
)
LANE_FILES = ("backends/llvm/lanes", "passes/lanes.py", "passes/splitting.py")

# whether this process has written a file
_written = False


@functools.cache
def _compiler_identity(machine: str) -> str:
    """Return a hash of the compiler itself, of the machine and of the Python that reads kernels."""
    digest = hashlib.sha256(backend().identity().encode())
    digest.update(f"{sys.version_info[:2]} {corten.__version__}".encode())
    others = OTHER_FILES if machine == "lanes" else OTHER_FILES + LANE_FILES
    digest.update(sources_digest(os.path.dirname(__file__), others))
    return digest.hexdigest()


def sources_digest(folder: str, others: tuple[str, ...] = ()) -> bytes:
    """Return a hash of all Python files in a folder and all folders within, except for some of them."""
    digest = hashlib.sha256()
    for path in _python_files(folder, ""):
        if not path.startswith(others):
            with open(f"{folder}/{path}", "rb") as file:
                digest.update(file.read())
    return digest.digest()


def _python_files(folder: str, inside: str) -> Iterator[str]:
    """Yield the paths of Python files below a folder, by name, with slashes on every system."""
    for entry in sorted(os.scandir(f"{folder}/{inside}"), key=lambda entry: entry.name):
        if entry.name.endswith(".py"):
            yield f"{inside}{entry.name}"
        elif entry.is_dir() and entry.name != "__pycache__":
            yield from _python_files(folder, f"{inside}{entry.name}/")


@functools.cache
def cache_key(stage: Stage, layouts: tuple[Layout, Layout], mode: Mode, target: Target = SCALAR) -> str:
    """Return the name under which the stage's code is kept."""
    digest = hashlib.sha256(f"{_compiler_identity(target.machine)} {mode.value} {target}".encode())
    if mode is Mode.CHECKED:
        digest.update(str(stage.function.__code__.co_firstlineno).encode())
    stage.fingerprint(digest, layouts, set())
    return f"{stage.__name__}-{digest.hexdigest()[:40]}"


def code_key(name: str, content: str = "") -> str:
    """Return the name under which code is kept that is no stage: a part of the compiler, or made of some content."""
    return f"{name}-{hashlib.sha256(f'{_compiler_identity(SCALAR.machine)} {content}'.encode()).hexdigest()[:40]}"


def has(key: str) -> bool:
    """Tell whether code is kept under a name."""
    return (cache_folder() / f"{key}.o").exists()


def read(key: str) -> bytes | None:
    """Return the code kept under a name; damaged files count as missing."""
    try:
        content = read_file(f"{cache_folder()}/{key}.o")
    except OSError:
        return None
    code = content[DIGEST:]
    return code if hashlib.sha256(code).digest() == content[:DIGEST] else None


def has_written() -> bool:
    """Tell whether this process has had to make something that was not kept."""
    return _written


def write(key: str, code: bytes) -> bool:
    """Keep code under a name; tell whether that worked."""
    global _written
    _written = True
    folder = cache_folder()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_file(f"{folder}/{key}.o", hashlib.sha256(code).digest() + code)
    except OSError as error:
        _warn_once(str(folder), str(error))
        return False
    return True


def prune() -> None:
    """Remove the kernels used longest ago when they take too much room."""
    with contextlib.suppress(OSError):
        prune_folder(str(cache_folder()), MOST_BYTES, ".o")


@functools.cache
def _warn_once(folder: str, reason: str) -> None:
    warnings.warn(
        f"compiled kernels cannot be kept in {folder} ({reason}); they are compiled anew in every process. "
        "Set CORTEN_CACHE_DIR to a folder that can be written.",
        RuntimeWarning,
        stacklevel=2,
    )
