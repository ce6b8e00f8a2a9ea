"""How LLVM spells what kernels compute with: types, numbers and operations, for one precision of floats.

Values: tuples are literal structs, m and d are the address of their table, an array is {address of its first element,
address of its struct's table}.
"""

import struct
from dataclasses import dataclass

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
        """Return a number as LLVM writes it; floats as their bits, so that none is rounded."""
        if kind == FLOAT:
            return f"0x{struct.unpack('<Q', struct.pack('<d', float(value)))[0]:016X}"
        if kind == BOOL:
            return "true" if value else "false"
        return str(int(value))

    def library(self, name: str) -> str:
        """Return the LLVM function of an intrinsic on floats."""
        return f"llvm.{FLOAT_LIBRARY.get(name, name)}.{self.ending}"

    def declarations(self) -> str:
        """Return the declarations of all functions that kernels may use."""
        lines = [f"declare {self.real} @{self.library(name)}({self.real})" for name in FLOAT_LIBRARY]
        lines.append(f"declare {self.real} @{self.library('copysign')}({self.real}, {self.real})")
        lines.append(f"declare {self.integer} @llvm.abs.{self.integer}({self.integer}, {self.truth})")
        return "\n".join(["", *lines, ""])


FLOAT64 = Precision("double", "i64", "i1", "f64")
