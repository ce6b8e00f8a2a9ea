"""Typed tree to LLVM: one function with its statements."""

from corten.runtime.backends.llvm.expressions import ExpressionWriter
from corten.runtime.backends.llvm.memory import array_of
from corten.runtime.backends.llvm.module import ModuleWriter
from corten.runtime.backends.llvm.precision import MEMORY
from corten.runtime.typed import tree
from corten.runtime.typed.types import NONE, Array

# functions of at most so many statements are worth copying to where they are called
SHORT = 24


class FunctionWriter(ExpressionWriter):
    """Writes one function: statements change the current block, expressions return the name of a value."""

    def __init__(self, module: ModuleWriter, function: tree.Function):
        super().__init__(module, function)
        self.loops: list[tuple[str, str]] = []

    def write(self) -> str:
        """Return the text of the function."""
        function = self.function
        parameters = ", ".join(f'{self.spell(kind)} %"{name}.in"' for name, kind in function.parameters)
        hint = " inlinehint" if _statements(function.body) <= SHORT else ""
        self.lines.append(f'define internal {self.spell(function.result)} @"{function.name}"({parameters}){hint} {{')
        self.lines.append("entry:")
        for name, kind in [*function.parameters, *function.locals.items()]:
            if isinstance(kind, Array) or self.spell(kind) == "ptr":
                continue
            self.lines.append(f'  %"{name}.at" = alloca {self.spell(kind)}')
        for name, kind in function.parameters:
            if isinstance(kind, Array) or self.spell(kind) == "ptr":
                self.values[name] = f'%"{name}.in"'
            else:
                self.lines.append(f'  store {self.spell(kind)} %"{name}.in", ptr %"{name}.at"')
        for name, kind in function.locals.items():
            if not isinstance(kind, Array) and self.spell(kind) != "ptr":
                self.lines.append(f'  store {self.spell(kind)} zeroinitializer, ptr %"{name}.at"')
        self.block(function.body)
        if self.open:
            self.lines.append("  ret void" if function.result == NONE else "  unreachable")
        self.lines.append("}")
        return "\n".join(self.lines)

    # ---------------------------------------------------------------- statements

    def block(self, statements: list[tree.Statement]) -> None:
        """Write statements until one of them leaves the block."""
        for statement in statements:
            if not self.open:
                return
            getattr(self, f"write_{type(statement).__name__}")(statement)

    def write_Assign(self, node: tree.Assign) -> None:
        value = self.value(node.value)
        kind = node.value.type
        if isinstance(kind, Array) or self.spell(kind) == "ptr":
            self.values[node.name] = value
        else:
            self.lines.append(f'  store {self.spell(kind)} {value}, ptr %"{node.name}.at"')

    def write_Store(self, node: tree.Store) -> None:
        value = self.value(node.value)
        array = array_of(node.array)
        address = self.address(node.array, node.index, node.line)
        memory = MEMORY[array.field.kind]
        value = self.narrow(value, memory)
        self.lines.append(f"  store {memory} {value}, ptr {address}, {self.module.tag(str(array))}")

    def write_FieldWrite(self, node: tree.FieldWrite) -> None:
        value = self.value(node.value)
        memory = MEMORY[node.array.field.kind]
        address = self.field_address(self.value(node.struct), node.array)
        value = self.narrow(value, memory)
        self.lines.append(f"  store {memory} {value}, ptr {address}, {self.module.tag(str(node.array))}")

    def write_If(self, node: tree.If) -> None:
        yes, no, end = self.label("then"), self.label("else"), self.label("end")
        self.branch(self.value(node.condition), yes, no)
        reachable = False
        for label, body in ((yes, node.then), (no, node.otherwise)):
            self.begin(label)
            self.block(body)
            reachable |= self.open
            self.jump(end)
        if reachable:
            self.begin(end)

    def write_For(self, node: tree.For) -> None:
        start, stop = self.value(node.start), self.value(node.stop)
        counter = f"%counter{self.label('')}"
        self.lines.insert(2, f"  {counter} = alloca {self.int}")
        self.lines.append(f"  store {self.int} {start}, ptr {counter}")
        head, body, advance, end = (self.label(hint) for hint in ("head", "body", "next", "end"))
        self.jump(head)
        self.begin(head)
        current = self.emit(f"load {self.int}, ptr {counter}")
        self.branch(self.emit(f"icmp {'slt' if node.step > 0 else 'sgt'} {self.int} {current}, {stop}"), body, end)
        self.begin(body)
        self.lines.append(f'  store {self.int} {current}, ptr %"{node.name}.at"')
        self.loops.append((advance, end))
        self.block(node.body)
        self.loops.pop()
        self.jump(advance)
        self.begin(advance)
        following = self.emit(f"add nsw {self.int} {current}, {node.step}")
        self.lines.append(f"  store {self.int} {following}, ptr {counter}")
        # a loop in larger steps was unrolled by hand: LLVM packs its body and leaves the loop alone
        tag = self.module.plain_loop() if abs(node.step) > 1 else self.module.short_loop()
        self.lines.append(f"  br label %{head}, {tag}")
        self.begin(end)

    def write_While(self, node: tree.While) -> None:
        head, body, end = self.label("head"), self.label("body"), self.label("end")
        self.jump(head)
        self.begin(head)
        self.branch(self.value(node.condition), body, end)
        self.begin(body)
        self.loops.append((head, end))
        self.block(node.body)
        self.loops.pop()
        if self.open:
            self.lines.append(f"  br label %{head}, {self.module.short_loop()}")
        self.begin(end)

    def write_Break(self, node: tree.Break) -> None:
        self.jump(self.loops[-1][1])

    def write_Continue(self, node: tree.Continue) -> None:
        self.jump(self.loops[-1][0])

    def write_Return(self, node: tree.Return) -> None:
        result = "void" if node.value is None else f"{self.spell(node.value.type)} {self.value(node.value)}"
        self.lines.append(f"  ret {result}")
        self.open = False

    def write_Evaluate(self, node: tree.Evaluate) -> None:
        self.value(node.value)


def _statements(body: list[tree.Statement]) -> int:
    """Return how many statements a function has."""
    count = len(body)
    for statement in body:
        if isinstance(statement, tree.For | tree.While):
            count += _statements(statement.body)
        elif isinstance(statement, tree.If):
            count += _statements(statement.then) + _statements(statement.otherwise)
    return count
