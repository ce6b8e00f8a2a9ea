"""Typed tree to LLVM: one module of text for a stage and everything it calls.

Local names live on the stack until LLVM lifts them into registers. Every access carries the name of its field as
type-based alias information: two fields never overlap, so LLVM may keep model constants in registers across stores and
vectorise without checks.
"""

from collections.abc import Iterator

from corten.runtime.backends.llvm.precision import INT_OPERATION, WORD, Precision
from corten.runtime.typed import tree
from corten.runtime.typed.types import NONE, Table

# numbers of metadata: fields come first, then what is wished of loops, in two parts each, then the loops themselves
PLAIN, SHORT, LOOPS = 100_000, 100_002, 100_004


class ModuleWriter:
    """Collects the functions of one stage, its constant tables and its alias information.

    With several `lanes` the elements of arrays that vary lie that far apart; code serves the lane whose table it gets.
    """

    def __init__(self, symbol: str, checked: bool, types: Precision, lanes: int = 1):
        self.symbol, self.checked, self.types, self.lanes = symbol, checked, types, lanes
        self._globals: list[str] = []
        self._functions: list[str] = []
        self._tables: dict[Table, str] = {}
        self._tags: dict[str, int] = {}
        self._loops: list[int] = []

    def write(self, program: tree.Program) -> str:
        """Return the text of the module; its symbol is a function (m, d) -> status that runs the entry."""
        from corten.runtime.backends.llvm.function import FunctionWriter

        for function in program.functions:
            self._functions.append(FunctionWriter(self, function).write())
        self._functions.append(self._entry(program.entry))
        if self.checked:
            self._globals.append(f"@violation = internal global [4 x {WORD}] zeroinitializer")
            self._globals.append(f"@violation.scrap = internal global {WORD} 0")
            self._functions.append(f'define ptr @"{self.symbol}.violation"() {{\n  ret ptr @violation\n}}')
        return "\n".join([self.types.declarations(), *self._globals, *self._functions, *self._metadata()])

    def _entry(self, function: tree.Function) -> str:
        call = f'call {self.types.spell(function.result)} @"{function.name}"(ptr %m, ptr %d)'
        if function.result == NONE:
            body = f"  {call}\n  ret i32 0"
        else:
            body = f"  %status = {call}\n{self.types.short('%status')}"
        return f'define i32 @"{self.symbol}"(ptr %m, ptr %d) {{\n{body}\n}}'

    def table(self, table: Table) -> str:
        """Return the name of a constant table, written once."""
        if table not in self._tables:
            name = f"@table.{len(self._tables)}"
            kind = self.types.spell(table.element)
            values = ", ".join(f"{kind} {self.types.constant(table.element, value)}" for value in table.values)
            self._globals.append(f"{name} = internal unnamed_addr constant [{len(table.values)} x {kind}] [{values}]")
            self._tables[table] = name
        return self._tables[table]

    def tag(self, name: str) -> str:
        """Return the alias tag of a field (or of the tables of sizes and addresses)."""
        return f"!tbaa !{self._tags.setdefault(name, 3 * len(self._tags) + 3)}"

    def plain_loop(self) -> str:
        """Return the tag of a loop that LLVM shall neither vectorise nor unroll."""
        return self._loop(PLAIN)

    def short_loop(self) -> str:
        """Return the tag of a loop that LLVM shall vectorise, but not unroll beyond that: it has few turns."""
        return self._loop(SHORT)

    def _loop(self, wish: int) -> str:
        self._loops.append(wish)
        return f"!llvm.loop !{LOOPS + len(self._loops)}"

    def _metadata(self) -> Iterator[str]:
        yield '!0 = !{!"corten"}'
        yield "!1 = !{}"
        yield f'!{PLAIN} = !{{!"llvm.loop.vectorize.enable", i1 false}}'
        yield f'!{PLAIN + 1} = !{{!"llvm.loop.unroll.disable"}}'
        yield f'!{SHORT} = !{{!"llvm.loop.interleave.count", i32 1}}'
        yield f'!{SHORT + 1} = !{{!"llvm.loop.unroll.runtime.disable"}}'
        for number, wish in enumerate(self._loops, LOOPS + 1):
            yield f"!{number} = distinct !{{!{number}, !{wish}, !{wish + 1}}}"
        for name, number in self._tags.items():
            yield f'!{number + 1} = !{{!"{name}", !0, i64 0}}'
            yield f"!{number} = !{{!{number + 1}, !{number + 1}, i64 0}}"


# ---------------------------------------------------------------- the text of one function


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
