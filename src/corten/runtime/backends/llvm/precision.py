"""How LLVM spells what kernels compute with: types, numbers and operations, for one precision of floats.

Values: tuples are literal structs, m and d are the address of their table, an array is {address of its first element,
address of its struct's table}.
"""

import struct
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from corten.runtime.fields import Kind
from corten.runtime.typed.types import BOOL, FLOAT, NONE, Array, Struct, Tuple, Type

# an entry of the table of sizes, addresses and offsets, whatever kernels compute with
WORD = "i64"

FLOAT_OPERATION = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
INT_OPERATION = {"+": "add", "-": "sub", "*": "mul", "&": "and", "|": "or", "^": "xor", "<<": "shl", ">>": "ashr"}
FLOAT_COMPARISON = {"<": "olt", "<=": "ole", ">": "ogt", ">=": "oge", "==": "oeq", "!=": "une"}
INT_COMPARISON = {"<": "slt", "<=": "sle", ">": "sgt", ">=": "sge", "==": "eq", "!=": "ne"}

MEMORY = {Kind.F8: "double", Kind.F4: "float", Kind.I4: "i32", Kind.I8: "i64", Kind.U1: "i8", Kind.BOOL: "i8"}

# kernel intrinsics of floats, and what LLVM calls them
FLOAT_LIBRARY = {"sqrt": "sqrt", "floor": "floor", "trunc": "trunc", "rint": "rint", "abs": "fabs"}


@dataclass(frozen=True, slots=True)
class Precision:
    """The types of numbers in registers, and the ending of the names of LLVM's functions on floats."""

    real: str
    integer: str
    truth: str
    ending: str

    # instructions that bring numbers from what memory holds to what kernels compute with, and back
    widenings: Mapping[str, str]
    narrowings: Mapping[str, str]

    @property
    def bits(self) -> int:
        """How many bits a number has."""
        return int(self.ending[1:])

    def spell(self, kind: Type) -> str:
        """Return the LLVM name of a kernel type."""
        if isinstance(kind, Tuple):
            return f"{{{', '.join(map(self.spell, kind.items))}}}"
        if isinstance(kind, Array):
            return "{ptr, ptr}"
        if isinstance(kind, Struct):
            return "ptr"
        if kind == NONE:
            return "void"
        if kind == FLOAT:
            return self.real
        return self.truth if kind == BOOL else self.integer

    def constant(self, kind: Type, value: float | bool) -> str:
        """Return a number as LLVM writes it; floats as their bits, so that none is rounded once more."""
        if kind == FLOAT:
            # LLVM writes those of 32 bits as the 64 bits of the same number
            number = float(np.float32(value)) if self.real == "float" else float(value)
            return f"0x{struct.unpack('<Q', struct.pack('<d', number))[0]:016X}"
        if kind == BOOL:
            return "true" if value else "false"
        return str(int(value))

    def library(self, name: str) -> str:
        """Return the LLVM function of an intrinsic on floats."""
        return f"llvm.{FLOAT_LIBRARY.get(name, name)}.{self.ending}"

    def short(self, status: str) -> str:
        """Return the instructions by which a function returns an int as one of 32 bits."""
        if self.integer == "i32":
            return f"  ret i32 {status}"
        return f"  %short = trunc {self.integer} {status} to i32\n  ret i32 %short"

    def declarations(self) -> str:
        """Return the declarations of all functions that kernels may use."""
        lines = [f"declare {self.real} @{self.library(name)}({self.real})" for name in FLOAT_LIBRARY]
        lines.append(f"declare {self.real} @{self.library('copysign')}({self.real}, {self.real})")
        lines.append(f"declare {self.integer} @llvm.abs.{self.integer}({self.integer}, {self.truth})")
        return "\n".join(["", *lines, ""])


PRECISIONS = {
    "float64": Precision(
        *("double", "i64", "i1", "f64"),
        widenings={"i32": "sext", "i8": "zext", "float": "fpext"},
        narrowings={"i32": "trunc", "i8": "trunc", "float": "fptrunc"},
    ),
    "float32": Precision(*("float", "i32", "i1", "f32"), widenings={"i8": "zext"}, narrowings={"i8": "trunc"}),
}
