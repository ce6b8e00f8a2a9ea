"""Typed tree to LLVM: the text of one function under construction."""

from corten.runtime.backends.llvm.module import ModuleWriter
from corten.runtime.backends.llvm.precision import INT_OPERATION, WORD
from corten.runtime.typed import tree


class TextWriter:
    """Collects lines: instructions, labels and jumps between blocks."""

    def __init__(self, module: ModuleWriter, function: tree.Function):
        self.module, self.function = module, function
        self.real, self.int, self.bool = module.types.real, module.types.integer, module.types.truth
        self.spell = module.types.spell
        # addresses are wider than ints of 32 bits: sums for them are short if they are known to stay in range
        self.in_range = self.int != WORD and not function.wraps
        self.lines: list[str] = []
        self.count = 0
        self.open = True

    def emit(self, instruction: str) -> str:
        """Append an instruction that gives a value; return the value's name."""
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {instruction}")
        return name

    def int_operation(self, operator: str) -> str:
        """Return the instruction of an operator on ints."""
        return f"{INT_OPERATION[operator]} nsw" if self.in_range and operator in "+-*" else INT_OPERATION[operator]

    def label(self, hint: str) -> str:
        """Return a fresh label."""
        self.count += 1
        return f"{hint}{self.count}"

    def jump(self, label: str) -> None:
        """End the current block with a jump, unless it has ended already."""
        if self.open:
            self.lines.append(f"  br label %{label}")
        self.open = False

    def branch(self, condition: str, yes: str, no: str) -> None:
        """End the current block with a choice."""
        self.lines.append(f"  br {self.bool} {condition}, label %{yes}, label %{no}")
        self.open = False

    def begin(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")
        self.open = True
