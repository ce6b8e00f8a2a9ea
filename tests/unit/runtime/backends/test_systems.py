"""What differs between systems: pages of memory, the way functions are called, and what processors can do."""

import ctypes
import mmap
import re
import sys

import pytest

from corten.errors import UnsupportedFeatureError
from corten.runtime.backends import backend
from corten.runtime.backends.llvm import LOOPS, conventions, processor
from corten.runtime.backends.llvm.instruction_sets import INSTRUCTION_SETS
from corten.runtime.backends.llvm.loader import Loader
from corten.runtime.backends.llvm.machine import compile_object
from corten.runtime.backends.llvm.pages import MacArmPages, PosixPages, WindowsPages, system_pages

on_x86 = pytest.mark.skipif(processor.machine_kind() != "x86-64", reason="this is no x86 processor")
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows has no mmap")


class FakeLibrary:
    """A library of the system whose functions note their calls; `answers` has what they return."""

    def __init__(self, **answers):
        self.calls, self._answers = [], answers

    def __getattr__(self, name):
        def function(*arguments):
            self.calls.append((name, *(getattr(each, "value", each) for each in arguments)))
            return self._answers.get(name, 0)

        self.__dict__[name] = function
        return function


# ---------------------------------------------------------------- pages


@posix
def test_posix_pages():
    """Map pages that can be written, and let them be executed but no more written."""
    library = FakeLibrary(mmap=4096)
    pages = PosixPages(library)
    assert pages.allocate(100) == 4096
    pages.make_executable(4096, 100)
    (_, _, size, rights, *_), protect = library.calls
    assert (size, rights) == (100, mmap.PROT_READ | mmap.PROT_WRITE)
    assert protect == ("mprotect", 4096, 100, mmap.PROT_READ | mmap.PROT_EXEC)


@posix
def test_pages_of_macs_with_arm():
    """Ask for pages for code, write them while the thread may, and tell the caches."""
    memory = ctypes.create_string_buffer(16)
    library = FakeLibrary(mmap=ctypes.addressof(memory))
    pages = MacArmPages(library)
    address = pages.allocate(16)
    pages.write(address, b"code")
    pages.make_executable(address, 16)
    assert memory.raw[:4] == b"code"
    assert library.calls[0][3:5] == (7, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x800)
    assert library.calls[1:] == [
        ("pthread_jit_write_protect_np", 0),
        ("pthread_jit_write_protect_np", 1),
        ("sys_icache_invalidate", address, 16),
    ]
    pages.allocate(16, code=False)
    assert library.calls[-1][3:5] == (3, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


def test_pages_of_windows():
    """Commit pages that can be written, let them be executed but no more written, and flush the caches."""
    memory = ctypes.create_string_buffer(16)
    library = FakeLibrary(VirtualAlloc=ctypes.addressof(memory), VirtualProtect=1, GetCurrentProcess=7)
    pages = WindowsPages(library)
    address = pages.allocate(16)
    pages.write(address, b"code")
    pages.make_executable(address, 16)
    assert memory.raw[:4] == b"code"
    assert library.calls[0] == ("VirtualAlloc", None, 16, 0x3000, 0x04)
    assert library.calls[1][:4] == ("VirtualProtect", address, 16, 0x20)
    assert library.calls[-1] == ("FlushInstructionCache", 7, address, 16)


@pytest.mark.parametrize(
    ("make", "answers"),
    [
        pytest.param(PosixPages, {"mmap": ctypes.c_void_p(-1).value, "mprotect": -1}, marks=posix),
        (WindowsPages, {"VirtualAlloc": 0, "VirtualProtect": 0}),
    ],
)
def test_a_system_may_refuse(make, answers):
    """Say that there is no memory, or that the system does not let it be executed."""
    pages = make(FakeLibrary(**answers))
    with pytest.raises(OSError, match="no memory for compiled kernels"):
        pages.allocate(16)
    with pytest.raises(OSError, match="refuses to run compiled kernels"):
        pages.make_executable(4096, 16)


# ---------------------------------------------------------------- calls


@pytest.fixture
def windows(monkeypatch):
    """Make loops for Windows."""
    monkeypatch.setattr(conventions, "_windows", True)


@pytest.mark.parametrize("loop", sorted(set(LOOPS) - {"library"}))
def test_loops_follow_the_conventions_of_windows(loop, windows):
    """Let Python call loops, and loops call Python, as the system does; kernels are called as everywhere."""
    text = backend().loop_text(loop, "symbol")
    assert not re.search(r'^define (?!win64cc)\S+ @"', text, re.MULTILINE) and "define win64cc" in text
    calls = re.findall(r"\bcall (win64cc )?(\w+) %([\w.]+)\(", text)
    assert all(bool(system) != (name in conventions.KERNELS and kind == "i32") for system, kind, name in calls)


def test_library_has_the_conventions_of_kernels(windows):
    """Leave functions that kernels call as they are."""
    text = backend().loop_text("library", "symbol")
    assert "define ptr @memset" in text and "define win64cc ptr @memset" not in text


@on_x86
@posix
def test_calls_pass_between_conventions(windows):
    """Call a kernel through a loop for Windows, as Windows would."""
    trampoline = """
define i64 @"from_here"(ptr %function, ptr %m, ptr %d) {
  %status = call win64cc i64 @"for_windows"(ptr %function, ptr %m, ptr %d)
  ret i64 %status
}
define i32 @"kernel"(ptr %m, ptr %d) {
  %first = ptrtoint ptr %m to i32
  %second = ptrtoint ptr %d to i32
  %difference = sub i32 %first, %second
  ret i32 %difference
}
"""
    loader = Loader()
    loader.load([compile_object(backend().loop_text("kernel_call", "for_windows") + trampoline)])
    call = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_void_p] * 3)(loader.address("from_here"))
    assert call(loader.address("kernel"), 50, 8) == 42


@on_x86
@posix
def test_own_library_copies_and_clears():
    """Copy, move over itself in both directions, and fill memory, without the system's functions."""
    text = re.sub(r"@(mem\w+)", r"@own_\1", conventions.library_text("library"))
    code = compile_object(text)
    assert not re.search(rb"\0mem(set|cpy|move)\0", code)
    loader = Loader()
    loader.load([code])
    kind = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64)
    fill, copy, move = (kind(loader.address(f"own_{name}")) for name in ("memset", "memcpy", "memmove"))
    memory = ctypes.create_string_buffer(b"abcdefgh", 16)
    at = ctypes.addressof(memory)
    assert move(at + 2, at, 6) == at + 2 and memory.raw[:8] == b"ababcdef"
    assert move(at, at + 2, 6) == at and memory.raw[:8] == b"abcdefef"
    assert copy(at + 8, at, 8) == at + 8 and memory.raw[8:] == b"abcdefef"
    assert fill(at, 0x141, 3) == at and memory.raw[:4] == b"AAAd"


# ---------------------------------------------------------------- processors

# leaf, register and bits that each level adds to the one before
FLAGS = {
    level: [(leaf, place, bit) for leaf, place, bits in asked for bit in bits]
    for level, asked in processor.LEVELS.items()
}


def fake_processor(monkeypatch, lacking=None, kept=0xE6):
    """Let the processor have all that levels ask for but for one flag."""
    registers = {}
    for flag in (flag for flags in FLAGS.values() for flag in flags if flag != lacking):
        registers.setdefault(flag[0], [0, 0, 0, 0])[flag[1]] |= 1 << flag[2]
    monkeypatch.setattr(processor, "processor_registers", lambda leaf: tuple(registers[leaf]))
    monkeypatch.setattr(processor, "kept_registers", lambda: kept)


@pytest.mark.parametrize("level", FLAGS)
def test_each_flag_counts(monkeypatch, level):
    """Choose the level below where any of its instructions is lacking."""
    levels = list(INSTRUCTION_SETS)
    fake_processor(monkeypatch)
    assert processor.x86_level() == "x86-64-v4"
    for flag in FLAGS[level]:
        fake_processor(monkeypatch, lacking=flag)
        assert processor.x86_level() == levels[levels.index(level) - 1]


@pytest.mark.parametrize(("kept", "level"), [(0x0, "x86-64-v2"), (0x2, "x86-64-v2"), (0x6, "x86-64-v3")])
def test_the_system_must_keep_registers(monkeypatch, kept, level):
    """Use no registers that the system does not keep for each thread."""
    fake_processor(monkeypatch, kept=kept)
    monkeypatch.setitem(processor.KEPT, "x86-64-v4", 0xE6)
    assert processor.x86_level() == level


@on_x86
@pytest.mark.skipif(sys.platform != "linux", reason="there is no /proc/cpuinfo")
def test_the_processor_says_what_the_system_says():
    """Read the same flags from the processor as Linux has in its file."""
    with open("/proc/cpuinfo") as file:
        flags = re.search(r"^flags\s*: (.*)$", file.read(), re.MULTILINE)[1].split()
    wanted = {"avx512vl": "x86-64-v4", "avx2": "x86-64-v3", "sse4_2": "x86-64-v2"}
    best = next((level for flag, level in wanted.items() if flag in flags), "x86-64")
    assert processor.x86_level() == best


@pytest.fixture
def fresh():
    """Let the instruction set be chosen anew, and again afterwards."""
    processor.instruction_set.cache_clear()
    yield
    processor.instruction_set.cache_clear()


def test_environment_chooses_a_lower_level(monkeypatch, fresh):
    """Take the best instruction set, or the one that the environment names; refuse what this machine does not run."""
    monkeypatch.setattr(processor, "runnable", lambda: ("x86-64", "x86-64-v2", "x86-64-v3"))
    monkeypatch.delenv(processor.VARIABLE, raising=False)
    assert processor.instruction_set().name == "x86-64-v3"
    for name, fits in (("x86-64-v2", True), ("x86-64-v4", False)):
        monkeypatch.setenv(processor.VARIABLE, name)
        processor.instruction_set.cache_clear()
        if fits:
            assert processor.instruction_set().name == name
        else:
            with pytest.raises(UnsupportedFeatureError, match="this machine runs x86-64, x86-64-v2, x86-64-v3"):
                processor.instruction_set()


def test_other_families(monkeypatch, fresh):
    """Leave code for processors of other families to LLVM."""
    monkeypatch.setattr(processor.platform, "machine", lambda: "riscv64")
    monkeypatch.delenv(processor.VARIABLE, raising=False)
    assert processor.runnable.__wrapped__() == ()
    monkeypatch.setattr(processor, "runnable", tuple)
    assert processor.instruction_set() is None


def test_pages_can_be_run():
    """Give this system's pages the right to be executed."""
    assert isinstance(system_pages(), PosixPages | WindowsPages)
    assert processor.machine_kind() != "x86-64" or processor.x86_level() in processor.runnable()
