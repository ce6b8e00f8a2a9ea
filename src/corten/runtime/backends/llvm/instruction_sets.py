"""The instruction sets that code is made for: levels that many processors share, not the processor at hand.

    x86-64-v4   AVX-512 (F, BW, CD, DQ, VL)
    x86-64-v3   AVX2, FMA, BMI
    x86-64-v2   SSE4.2
    x86-64      SSE2, which all have
    aarch64     NEON

So kernels compiled ahead of time are, byte for byte, those that would be compiled where they run. All are objects of
one kind (ELF) with whole addresses of 64 bits, on every system: our own loader places them.
"""

from typing import NamedTuple


class InstructionSet(NamedTuple):
    """How LLVM calls it, and how many floats of 64 bits a vector register holds."""

    name: str
    triple: str
    cpu: str
    features: str
    floats: int


_X86, _ARM = "x86_64-unknown-linux-gnu", "aarch64-unknown-linux-gnu"

# registers of 512 bits are used where they are there; x18 belongs to the system on macOS and Windows
INSTRUCTION_SETS = {
    each.name: each
    for each in (
        InstructionSet("x86-64", _X86, "x86-64", "", 2),
        InstructionSet("x86-64-v2", _X86, "x86-64-v2", "", 2),
        InstructionSet("x86-64-v3", _X86, "x86-64-v3", "", 4),
        InstructionSet("x86-64-v4", _X86, "x86-64-v4", "-prefer-256-bit", 8),
        InstructionSet("aarch64", _ARM, "generic", "+reserve-x18", 2),
    )
}
