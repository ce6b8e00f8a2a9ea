"""What this machine's processor can do, and the instruction set that code is made for.

`CORTEN_INSTRUCTION_SET` names a lower one than the best: `x86-64-v3` where a processor slows down in wide registers,
or to compare machines. Processors of the x86 family are asked by their own instruction, whatever the system; all
64-bit ARMs have what is used of them.
"""

import ctypes
import functools
import os
import platform
import sys

from corten.errors import UnsupportedFeatureError
from corten.runtime.backends.llvm.instruction_sets import INSTRUCTION_SETS, InstructionSet
from corten.runtime.backends.llvm.pages import system_pages

VARIABLE = "CORTEN_INSTRUCTION_SET"

# how systems call the kinds of machines
X86, ARM = {"x86_64", "amd64"}, {"aarch64", "arm64"}

# what an instruction set asks for: leaf and register of CPUID (eax, ebx, ecx, edx are 0 to 3), and bits of it
LEVELS = {
    "x86-64-v2": (
        # SSE3, SSSE3, CMPXCHG16B, SSE4.1, SSE4.2, POPCNT; LAHF in 64 bits
        (1, 2, (0, 9, 13, 19, 20, 23)),
        (0x80000001, 2, (0,)),
    ),
    # FMA, MOVBE, OSXSAVE, AVX, F16C; LZCNT; BMI1, AVX2, BMI2
    "x86-64-v3": ((1, 2, (12, 22, 27, 28, 29)), (0x80000001, 2, (5,)), (7, 1, (3, 5, 8))),
    # AVX-512 F, DQ, CD, BW, VL
    "x86-64-v4": ((7, 1, (16, 17, 28, 30, 31)),),
}

# bits of XCR0: registers that the system keeps for each thread. Those of AVX; masks and registers of AVX-512, which
# macOS adds when they are first used
KEPT = {"x86-64-v3": 0x6, "x86-64-v4": 0x6 if sys.platform == "darwin" else 0xE6}

# cpuid(leaf, &registers) and xgetbv(leaf, &registers) in machine code: the first argument is in edi and the second in
# rsi, on Windows in ecx and rdx
_WINDOWS, _OTHERS = bytes.fromhex("4989d0 89c8"), bytes.fromhex("4989f0 89f8")
_CPUID = bytes.fromhex("53 31c9 0fa2 418900 41895804 41894808 4189500c 5b c3")
_XGETBV = bytes.fromhex("31c9 0f01d0 418900 41895008 c3")


@functools.cache
def _instructions() -> tuple[int, int]:
    """Return the addresses of both functions."""
    begin = _WINDOWS if sys.platform == "win32" else _OTHERS
    code = (begin + _CPUID).ljust(64, b"\x90") + begin + _XGETBV
    pages = system_pages()
    address = pages.allocate(len(code))
    pages.write(address, code)
    pages.make_executable(address, len(code))
    return address, address + 64


def _ask(function: int, leaf: int) -> tuple[int, ...]:
    registers = (ctypes.c_uint32 * 4)()
    ctypes.CFUNCTYPE(None, ctypes.c_uint32, ctypes.c_void_p)(function)(leaf, ctypes.addressof(registers))
    return tuple(registers)


def processor_registers(leaf: int) -> tuple[int, ...]:
    """Return what CPUID says of a leaf: eax, ebx, ecx and edx; zeros for a leaf that it does not have."""
    cpuid = _instructions()[0]
    return _ask(cpuid, leaf) if leaf <= _ask(cpuid, leaf & 0x80000000)[0] else (0, 0, 0, 0)


def kept_registers() -> int:
    """Return which registers the system keeps for each thread (XCR0)."""
    return _ask(_instructions()[1], 0)[0]


def x86_level() -> str:
    """Return the highest instruction set that an x86 processor, and its system, can run."""
    best = "x86-64"
    for level, wanted in LEVELS.items():
        if not all(processor_registers(leaf)[place] >> bit & 1 for leaf, place, bits in wanted for bit in bits):
            break
        if kept_registers() & KEPT[level] != KEPT[level] if level in KEPT else False:
            break
        best = level
    return best


def machine_kind() -> str:
    """Return the family of this process's processor; of others LLVM makes code for the processor itself."""
    kind = platform.machine().lower()
    if ctypes.sizeof(ctypes.c_void_p) != 8:
        return "other"
    return "x86-64" if kind in X86 else "aarch64" if kind in ARM else "other"


@functools.cache
def runnable() -> tuple[str, ...]:
    """Return the names of the instruction sets that this machine runs, the best one last; none on other families."""
    kind = machine_kind()
    if kind == "aarch64":
        return ("aarch64",)
    if kind != "x86-64":
        return ()
    names = [name for name in INSTRUCTION_SETS if name.startswith("x86-64")]
    return tuple(names[: names.index(x86_level()) + 1])


# the instruction set that this process makes code for but does not run
_other: InstructionSet | None = None


def build_for(name: str) -> None:
    """Let this process make code for an instruction set that it need not be able to run."""
    global _other
    _other = INSTRUCTION_SETS[name]
    instruction_set.cache_clear()


@functools.cache
def instruction_set() -> InstructionSet | None:
    """Return what code is made for: the best instruction set, or what the environment names; None on other families."""
    if _other is not None:
        return _other
    names, wanted = runnable(), os.environ.get(VARIABLE)
    if wanted is not None and wanted not in names:
        allowed = ", ".join(names) or "none, for it is of another family"
        raise UnsupportedFeatureError(f"{VARIABLE} is {wanted!r}; this machine runs {allowed}")
    return INSTRUCTION_SETS[wanted or names[-1]] if names else None
