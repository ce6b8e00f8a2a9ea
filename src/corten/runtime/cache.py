"""Compiled kernels by name: those that came with the package, then the disk cache, one file for each.

A name is a hash of everything that the code depends on: what the kernel says, every helper and constant that it
reaches, the fields that it touches, the compiler and the instruction set. So what is found is right: nothing is ever
stale. The version of Python and the processor have no say, so kernels can be compiled elsewhere (`kernel_archive`).
Those of one version of LLVM are kept apart from those of another, which may differ in speed. Files appear whole or not
at all, so processes may share the folder; a folder that cannot be written costs time, never a run.
"""

import functools
import hashlib
import os
import time
from collections.abc import Callable, Iterator

from corten.runtime.backends import backend
from corten.runtime.disk_cache import KERNEL_SUFFIX, cache_folder, keep_file, read_file, warn_unkept
from corten.runtime.fields import Layout
from corten.runtime.kernel import SCALAR, Mode, Stage, Target
from corten.runtime.kernel_archive import bundled_archive

DIGEST = 32

# files beside the compiler that have no say in the code of kernels (that of the loops is kept under its own text), and
# those that have one in lanes alone
OTHER_FILES = (
    "__init__.py",
    "archive.py",
    "backends/__init__.py",
    "backends/llvm/batch_loop.py",
    "backends/llvm/binding.py",
    "backends/llvm/conventions.py",
    "backends/llvm/copying.py",
    "backends/llvm/entry_call.py",
    "backends/llvm/entry_plans.py",
    "backends/llvm/loader.py",
    "backends/llvm/loops.py",
    "backends/llvm/span_copies.py",
    "backends/llvm/pages.py",
    "backends/llvm/plan_call.py",
    "backends/llvm/processor.py",
    "backends/llvm/query_call.py",
    "backends/llvm/transposing.py",
    "backends/wgsl",
    "batch_plan.py",
    "build.py",
    "cache.py",
    "call.py",
    "disk_cache.py",
    "entry.py",
    "entry_table.py",
    "job_queue.py",
    "kernel_archive.py",
    "notices.py",
    "parameters.py",
    "placing.py",
    "plan.py",
    "progress_bar.py",
    "query.py",
    "query_call.py",
    "rows.py",
    "span_copies.py",
    "scratch.py",
    "storage.py",
    "syntax_digest.py",
    "thread_lock.py",
    "workers.py",
)
LANE_FILES = ("backends/llvm/lanes", "passes/divergence.py", "passes/splitting.py")

# whether this process has written a file
_written = False


@functools.cache
def _compiler_identity(machine: str) -> str:
    """Return a hash of the compiler itself and of the instruction set."""
    digest = hashlib.sha256(backend().identity().encode())
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
    if target.machine == "scalar":
        # scalar code serves one environment, whatever differs among others
        layouts = layouts[0].base, layouts[1].base
    if mode is Mode.CHECKED:
        digest.update(str(stage.function.__code__.co_firstlineno).encode())
    stage.fingerprint(digest, layouts, set())
    return f"{stage.__name__}-{digest.hexdigest()[:40]}"


def code_key(name: str, content: str = "") -> str:
    """Return the name under which code is kept that is no stage: a part of the compiler, or made of some content."""
    return f"{name}-{hashlib.sha256(f'{_compiler_identity(SCALAR.machine)} {content}'.encode()).hexdigest()[:40]}"


def kept_path(key: str) -> str:
    """Return where code that is compiled here is kept under a name."""
    return f"{cache_folder()}/{key}-{backend().compiler()}{KERNEL_SUFFIX}"


def has(key: str) -> bool:
    """Tell whether there is code under a name."""
    return bundled_archive().has(key) or os.path.exists(kept_path(key))


def read(key: str) -> bytes | None:
    """Return the code under a name; damaged files count as missing."""
    if (code := bundled_archive().read(key)) is not None:
        return code
    try:
        content = read_file(kept_path(key))
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
        keep_file(kept_path(key), hashlib.sha256(code).digest() + code)
    except OSError:
        warn_unkept(str(folder))
        return False
    return True


# ---------------------------------------------------------------- locks on kernels

# Of all processes that share a cache folder, one compiles a kernel while the others go on or wait. A lock is on one
# byte of a file in the folder, at an offset that follows from the kernel's name. The system drops it when its holder
# ends, however that comes about, so nothing is ever stale. Where a system or a folder has no locks, every process
# compiles for itself.

FILE = "claims.lock"

# [s] how often somebody who waits looks again, and when he compiles himself since the holder seems to be stopped
INTERVAL, PATIENCE = 0.02, 120.0


class CompileLocks:
    """The locks that this process holds; one thread at a time."""

    def __init__(self) -> None:
        self._file: int | None = None

    def __enter__(self) -> "CompileLocks":
        try:
            cache_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
            self._file = os.open(cache_folder() / FILE, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o600)
            if self.take("probe"):
                self.drop("probe")
        except OSError:
            self._file = None
        return self

    @property
    def respected(self) -> bool:
        """Whether other processes respect these locks."""
        return self._file is not None

    def take(self, name: str) -> bool:
        """Lock a name unless another process has it; tell whether it is ours."""
        return self._lock(name, take=True)

    def drop(self, name: str) -> None:
        """Unlock a name."""
        self._lock(name, take=False)

    def _lock(self, name: str, take: bool) -> bool:
        if self._file is None:
            return True
        try:
            import fcntl

            how = fcntl.LOCK_EX | fcntl.LOCK_NB if take else fcntl.LOCK_UN
            fcntl.lockf(self._file, how, 1, _offset(name))
        except (BlockingIOError, PermissionError):
            return False
        except (ImportError, OSError):
            # no locks on this system or in this folder
            os.close(self._file)
            self._file = None
        return True

    def produce(self, key: str, make: Callable[[], bytes]) -> bytes | None:
        """Return what is kept under a name, made here if it is missing; None if another process is making it."""
        if (code := read(key)) is not None:
            return code
        if not self.take(key):
            return None
        try:
            # another process may have come to its end in between
            return read(key) or make()
        finally:
            self.drop(key)

    def wait_for(self, key: str, make: Callable[[], bytes], waiting: Callable[[], None] = lambda: None) -> bytes:
        """Return what is kept under a name as soon as it is there; made here if nobody else makes it."""
        end = time.monotonic() + PATIENCE
        while (code := self.produce(key, make)) is None:
            if time.monotonic() > end:
                return make()
            waiting()
            time.sleep(INTERVAL)
        return code

    def __exit__(self, *error: object) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None


def _offset(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:7], "little")
