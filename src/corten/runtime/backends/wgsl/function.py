"""Typed tree to WGSL: one function with its statements."""

from corten.runtime.backends.wgsl import spelling
from corten.runtime.backends.wgsl.expressions import ExpressionWriter, array_of, needs_statements
from corten.runtime.backends.wgsl.module import Line
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from corten.runtime.typed.types import INT, NONE, Tuple, Type


class FunctionWriter(ExpressionWriter):
    """Writes one function. Local names are variables at its top that begin as 0, as on the other machines."""

    def write(self) -> list[Line]:
        """Return the lines of the function."""
        function = self.function
        assigned = {node.name for node in walk(*function.body) if isinstance(node, tree.Assign | tree.For)}
        parameters = [(name, kind) for name, kind in function.parameters if not spelling.is_reference(kind)]
        # parameters cannot be assigned to; those that a kernel changes arrive under another name
        written = ", ".join(
            f"{spelling.local_name(name)}{'_in' * (name in assigned)}: {self.module.spell(kind)}"
            for name, kind in parameters
        )
        result = "" if function.result == NONE else f" -> {self.module.spell(function.result)}"
        self.lines.append(Line(f"fn {spelling.function_name(function.name)}({written}){result} {{"))
        for name, kind in parameters:
            if name in assigned:
                local = spelling.local_name(name)
                self.lines.append(Line(f"var {local}: {self.module.spell(kind)} = {local}_in;"))
        for name, kind in function.locals.items():
            spilled = self.spilled is not None and name in self.spilled
            if name in assigned and not spilled and not spelling.is_reference(kind):
                self.lines.append(Line(f"var {spelling.local_name(name)}: {self.module.spell(kind)};"))
        self.block(function.body)
        # a return on every way is not enough where the last one is in a loop
        if function.result != NONE and not isinstance(function.body[-1], tree.Return):
            self.lines.append(Line(f"return {self.module.spell(function.result)}();"))
        self.lines.append(Line("}"))
        return self.lines

    def block(self, statements: list[tree.Statement]) -> None:
        """Write statements until one of them leaves the block."""
        for statement in statements:
            self.line, self.file = statement.line, statement.file or self.function.file
            getattr(self, f"write_{type(statement).__name__}")(statement)
            if isinstance(statement, tree.Return | tree.Break | tree.Continue):
                return

    def write_Assign(self, node: tree.Assign) -> None:
        if not spelling.is_reference(node.value.type):
            self.assign(node.name, node.value.type, self.value(node.value))

    def assign(self, name: str, kind: Type, value: str) -> None:
        """Write an assignment to a variable, wherever it lies."""
        if self.spilled is None or name not in self.spilled:
            self.emit(f"{spelling.local_name(name)} = {value};")
            return
        for text in self.spilled.write(name, kind, self.named(value) if isinstance(kind, Tuple) else value):
            self.emit(text)

    def write_Store(self, node: tree.Store) -> None:
        # the value comes first; reading what a place was led by does not change it
        value, array = self.value(node.value), array_of(node.array)
        if any(isinstance(below, tree.Call) for below in walk(node.value, *node.index)):
            value = self.named(value)
        self.emit(f"{self.element(array, self.flat_index(array, node.index))} = {value};")

    def write_FieldWrite(self, node: tree.FieldWrite) -> None:
        value = self.value(node.value)
        self.emit(f"{self.element(node.array, '')} = {value};")

    def write_If(self, node: tree.If) -> None:
        self.emit(f"if ({self.value(node.condition)}) {{")
        self.block(node.then)
        if node.otherwise:
            self.lines.append(Line("} else {"))
            self.block(node.otherwise)
        self.lines.append(Line("}"))

    def write_For(self, node: tree.For) -> None:
        start, stop = self.values([node.start, node.stop])
        counter, end = self.fresh("i"), self.fresh("end")
        self.emit(f"let {end} = {stop};")
        compare = "<" if node.step > 0 else ">"
        advance = f"{counter} += {node.step}" if node.step > 0 else f"{counter} -= {-node.step}"
        self.emit(f"for (var {counter}: i32 = {start}; {counter} {compare} {end}; {advance}) {{")
        self.assign(node.name, INT, counter)
        self.block(node.body)
        self.lines.append(Line("}"))

    def write_While(self, node: tree.While) -> None:
        if needs_statements(node.condition):
            self.emit("loop {")
            self.emit(f"if (!({self.value(node.condition)})) {{ break; }}")
        else:
            self.emit(f"while ({self.value(node.condition)}) {{")
        self.block(node.body)
        self.lines.append(Line("}"))

    def write_Break(self, node: tree.Break) -> None:
        self.emit("break;")

    def write_Continue(self, node: tree.Continue) -> None:
        self.emit("continue;")

    def write_Return(self, node: tree.Return) -> None:
        self.emit("return;" if node.value is None else f"return {self.value(node.value)};")

    def write_Evaluate(self, node: tree.Evaluate) -> None:
        text = self.value(node.value)
        self.emit(f"{text};" if node.value.type == NONE else f"_ = {text};")
