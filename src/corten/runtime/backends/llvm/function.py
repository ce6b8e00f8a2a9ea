"""Typed tree to LLVM: the body of one function."""

from corten.runtime.backends.llvm.module import (
    FLOAT_COMPARISON,
    FLOAT_OPERATION,
    INT_COMPARISON,
    INT_OPERATION,
    LIBRARY,
    MEMORY,
    ModuleWriter,
    constant,
    spell,
)
from corten.runtime.typed import tree
from corten.runtime.typed.types import BOOL, FLOAT, INT, NONE, Array, Struct

# functions of at most so many statements are worth copying to where they are called
SHORT = 24


class FunctionWriter:
    """Writes one function: statements change the current block, expressions return the name of a value."""

    def __init__(self, module: ModuleWriter, function: tree.Function):
        self.module, self.function = module, function
        self.lines: list[str] = []
        self.count = 0
        self.open = True
        self.loops: list[tuple[str, str]] = []
        self.values: dict[str, str] = {}

    def write(self) -> str:
        """Return the text of the function."""
        function = self.function
        parameters = ", ".join(f'{spell(kind)} %"{name}.in"' for name, kind in function.parameters)
        hint = " inlinehint" if _statements(function.body) <= SHORT else ""
        self.lines.append(f'define internal {spell(function.result)} @"{function.name}"({parameters}){hint} {{')
        self.lines.append("entry:")
        for name, kind in [*function.parameters, *function.locals.items()]:
            if isinstance(kind, Array) or spell(kind) == "ptr":
                continue
            self.lines.append(f'  %"{name}.at" = alloca {spell(kind)}')
        for name, kind in function.parameters:
            if isinstance(kind, Array) or spell(kind) == "ptr":
                self.values[name] = f'%"{name}.in"'
            else:
                self.lines.append(f'  store {spell(kind)} %"{name}.in", ptr %"{name}.at"')
        for name, kind in function.locals.items():
            if not isinstance(kind, Array) and spell(kind) != "ptr":
                self.lines.append(f'  store {spell(kind)} zeroinitializer, ptr %"{name}.at"')
        self.block(function.body)
        if self.open:
            self.lines.append("  ret void" if function.result == NONE else "  unreachable")
        self.lines.append("}")
        return "\n".join(self.lines)

    # ---------------------------------------------------------------- the text under construction

    def emit(self, instruction: str) -> str:
        """Append an instruction that gives a value; return the value's name."""
        self.count += 1
        name = f"%v{self.count}"
        self.lines.append(f"  {name} = {instruction}")
        return name

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
        self.lines.append(f"  br i1 {condition}, label %{yes}, label %{no}")
        self.open = False

    def begin(self, label: str) -> None:
        """Begin a block."""
        self.lines.append(f"{label}:")
        self.open = True

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
        if isinstance(kind, Array) or spell(kind) == "ptr":
            self.values[node.name] = value
        else:
            self.lines.append(f'  store {spell(kind)} {value}, ptr %"{node.name}.at"')

    def write_Store(self, node: tree.Store) -> None:
        value = self.value(node.value)
        array = _array(node.array)
        address = self.address(node.array, node.index, node.line)
        memory = MEMORY[array.field.kind]
        value = self.narrow(value, node.value.type, memory)
        self.lines.append(f"  store {memory} {value}, ptr {address}, {self.module.tag(str(array))}")

    def write_FieldWrite(self, node: tree.FieldWrite) -> None:
        value = self.value(node.value)
        memory = MEMORY[node.array.field.kind]
        address = self.field_address(self.value(node.struct), node.array)
        value = self.narrow(value, node.value.type, memory)
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
        self.lines.insert(2, f"  {counter} = alloca i64")
        self.lines.append(f"  store i64 {start}, ptr {counter}")
        head, body, advance, end = (self.label(hint) for hint in ("head", "body", "next", "end"))
        self.jump(head)
        self.begin(head)
        current = self.emit(f"load i64, ptr {counter}")
        self.branch(self.emit(f"icmp {'slt' if node.step > 0 else 'sgt'} i64 {current}, {stop}"), body, end)
        self.begin(body)
        self.lines.append(f'  store i64 {current}, ptr %"{node.name}.at"')
        self.loops.append((advance, end))
        self.block(node.body)
        self.loops.pop()
        self.jump(advance)
        self.begin(advance)
        following = self.emit(f"add nsw i64 {current}, {node.step}")
        self.lines.append(f"  store i64 {following}, ptr {counter}")
        # a loop in larger steps was unrolled by hand: LLVM packs its body and leaves the loop alone
        hint = f", {self.module.plain_loop()}" if abs(node.step) > 1 else ""
        self.lines.append(f"  br label %{head}{hint}")
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
        self.jump(head)
        self.begin(end)

    def write_Break(self, node: tree.Break) -> None:
        self.jump(self.loops[-1][1])

    def write_Continue(self, node: tree.Continue) -> None:
        self.jump(self.loops[-1][0])

    def write_Return(self, node: tree.Return) -> None:
        result = "void" if node.value is None else f"{spell(node.value.type)} {self.value(node.value)}"
        self.lines.append(f"  ret {result}")
        self.open = False

    def write_Evaluate(self, node: tree.Evaluate) -> None:
        self.value(node.value)

    # ---------------------------------------------------------------- memory

    def slot(self, struct: str, number: int, kind: str) -> str:
        """Read an entry of a struct's table; tables never change while kernels run."""
        address = self.emit(f"getelementptr inbounds i64, ptr {struct}, i64 {number}")
        return self.emit(f"load {kind}, ptr {address}, {self.module.tag('table')}, !invariant.load !1")

    def field_address(self, struct: str, array: Array) -> str:
        """Return the address of a field's first element: that of its block, and its offset there."""
        base = self.slot(struct, array.layout.base_slot[array.field.name], "ptr")
        offset = self.slot(struct, array.layout.offset_slot[array.field.name], "i64")
        return self.emit(f"getelementptr inbounds i8, ptr {base}, i64 {offset}")

    def address(self, array: tree.Expression, index: list[tree.Expression], line: int) -> str:
        """Return the address of `array[index]`."""
        kind = array.type
        assert isinstance(kind, Array)
        pair = self.value(array)
        base = self.emit(f"extractvalue {{ptr, ptr}} {pair}, 0")
        struct = self.emit(f"extractvalue {{ptr, ptr}} {pair}, 1")
        places = [self.value(place) for place in index]
        extents = [self.extent(struct, kind, axis) for axis in range(len(places))]
        flat = places[0]
        for place, extent in zip(places[1:], extents[1:], strict=True):
            flat = self.emit(f"add nsw i64 {self.emit(f'mul nsw i64 {flat}, {extent}')}, {place}")
        address = self.emit(f"getelementptr inbounds {MEMORY[kind.field.kind]}, ptr {base}, i64 {flat}")
        if not self.module.checked:
            return address
        for place, extent in zip(places, extents, strict=True):
            address = self.check(address, place, extent, line)
        return address

    def extent(self, struct: str, array: Array, axis: int) -> str:
        """Return an extent of an array: a constant, or an entry of the table."""
        extent = array.field.shape[axis]
        if isinstance(extent, int):
            return str(extent)
        if axis == 0 and not self.module.checked:
            return ""
        return self.slot(struct, array.layout.size_slot[extent], "i64")

    def check(self, address: str, place: str, extent: str, line: int) -> str:
        """Record an index outside of its extent and lead the access to scrap memory."""
        inside, outside, end = self.emit(f"icmp ult i64 {place}, {extent}"), self.label("outside"), self.label("inside")
        self.branch(inside, end, outside)
        self.begin(outside)
        for position, value in enumerate(("1", str(line), place, extent)):
            target = self.emit(f"getelementptr i64, ptr @violation, i64 {position}")
            self.lines.append(f"  store i64 {value}, ptr {target}")
        self.jump(end)
        self.begin(end)
        return self.emit(f"select i1 {inside}, ptr {address}, ptr @violation.scrap")

    def narrow(self, value: str, kind: object, memory: str) -> str:
        """Return a value in the type that memory holds."""
        if memory == "float":
            return self.emit(f"fptrunc double {value} to float")
        if memory in ("i32", "i8"):
            return self.emit(f"trunc i64 {value} to {memory}")
        return value

    def widen(self, value: str, memory: str) -> str:
        """Return a value from memory in the type that kernels compute with."""
        if memory == "float":
            return self.emit(f"fpext float {value} to double")
        if memory == "i32":
            return self.emit(f"sext i32 {value} to i64")
        if memory == "i8":
            return self.emit(f"zext i8 {value} to i64")
        return value

    # ---------------------------------------------------------------- expressions

    def value(self, node: tree.Expression) -> str:
        """Write the instructions of an expression; return its value."""
        return getattr(self, f"value_{type(node).__name__}")(node)

    def value_Constant(self, node: tree.Constant) -> str:
        return constant(node.type, node.value)

    def value_Local(self, node: tree.Local) -> str:
        if node.name in self.values:
            return self.values[node.name]
        return self.emit(f'load {spell(node.type)}, ptr %"{node.name}.at"')

    def value_SizeRead(self, node: tree.SizeRead) -> str:
        struct = node.struct.type
        assert isinstance(struct, Struct)
        return self.slot(self.value(node.struct), struct.layout.size_slot[node.name], "i64")

    def value_FieldRead(self, node: tree.FieldRead) -> str:
        struct = self.value(node.struct)
        address = self.field_address(struct, node.array)
        if isinstance(node.type, Array):
            half = self.emit(f"insertvalue {{ptr, ptr}} poison, ptr {address}, 0")
            return self.emit(f"insertvalue {{ptr, ptr}} {half}, ptr {struct}, 1")
        memory = MEMORY[node.array.field.kind]
        return self.widen(self.emit(f"load {memory}, ptr {address}, {self.module.tag(str(node.array))}"), memory)

    def value_Load(self, node: tree.Load) -> str:
        array = _array(node.array)
        memory = MEMORY[array.field.kind]
        address = self.address(node.array, node.index, node.line)
        return self.widen(self.emit(f"load {memory}, ptr {address}, {self.module.tag(str(array))}"), memory)

    def value_TableLoad(self, node: tree.TableLoad) -> str:
        kind, index = spell(node.type), self.value(node.index)
        address = self.emit(f"getelementptr {kind}, ptr {self.module.table(node.table)}, i64 {index}")
        if self.module.checked:
            address = self.check(address, index, str(len(node.table.values)), node.line)
        return self.emit(f"load {kind}, ptr {address}")

    def value_Unary(self, node: tree.Unary) -> str:
        operand = self.value(node.operand)
        if node.operator == "not":
            return self.emit(f"xor i1 {operand}, true")
        if node.operator == "~":
            return self.emit(f"xor i64 {operand}, -1")
        return self.emit(f"fneg double {operand}" if node.type == FLOAT else f"sub i64 0, {operand}")

    def value_Binary(self, node: tree.Binary) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if node.type == FLOAT:
            return self.emit(f"{FLOAT_OPERATION[node.operator]} double {left}, {right}")
        if node.operator in ("//", "%"):
            return self.floor_division(node.operator, left, right)
        return self.emit(f"{INT_OPERATION[node.operator]} {spell(node.type)} {left}, {right}")

    def floor_division(self, operator: str, left: str, right: str) -> str:
        """Return the quotient or remainder of ints rounded towards minus infinity, as Python does."""
        quotient, rest = self.emit(f"sdiv i64 {left}, {right}"), self.emit(f"srem i64 {left}, {right}")
        opposite = self.emit(f"icmp slt i64 {self.emit(f'xor i64 {rest}, {right}')}, 0")
        adjust = self.emit(f"and i1 {opposite}, {self.emit(f'icmp ne i64 {rest}, 0')}")
        if operator == "//":
            return self.emit(f"sub i64 {quotient}, {self.emit(f'zext i1 {adjust} to i64')}")
        return self.emit(f"add i64 {rest}, {self.emit(f'select i1 {adjust}, i64 {right}, i64 0')}")

    def value_Compare(self, node: tree.Compare) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if node.left.type == FLOAT:
            return self.emit(f"fcmp {FLOAT_COMPARISON[node.operator]} double {left}, {right}")
        return self.emit(f"icmp {INT_COMPARISON[node.operator]} {spell(node.left.type)} {left}, {right}")

    def value_Logic(self, node: tree.Logic) -> str:
        result = f"%logic{self.label('')}"
        self.lines.insert(2, f"  {result} = alloca i1")
        more, end = self.label("more"), self.label("end")
        left = self.value(node.left)
        self.lines.append(f"  store i1 {left}, ptr {result}")
        self.branch(left, *((more, end) if node.operator == "and" else (end, more)))
        self.begin(more)
        self.lines.append(f"  store i1 {self.value(node.right)}, ptr {result}")
        self.jump(end)
        self.begin(end)
        return self.emit(f"load i1, ptr {result}")

    def value_Select(self, node: tree.Select) -> str:
        condition, chosen, otherwise = (self.value(part) for part in (node.condition, node.chosen, node.otherwise))
        kind = spell(node.type)
        return self.emit(f"select i1 {condition}, {kind} {chosen}, {kind} {otherwise}")

    def value_Cast(self, node: tree.Cast) -> str:
        operand = self.value(node.operand)
        if node.type == FLOAT:
            return self.emit(f"sitofp i64 {operand} to double")
        if node.operand.type == BOOL:
            return self.emit(f"zext i1 {operand} to i64")
        # NaN and numbers beyond 64 bits give some int, which the kernel must not use
        return self.emit(f"freeze i64 {self.emit(f'fptosi double {operand} to i64')}")

    def value_MakeTuple(self, node: tree.MakeTuple) -> str:
        result = "poison"
        for place, item in enumerate(node.items):
            value = self.value(item)
            result = self.emit(f"insertvalue {spell(node.type)} {result}, {spell(item.type)} {value}, {place}")
        return result

    def value_Item(self, node: tree.Item) -> str:
        return self.emit(f"extractvalue {spell(node.operand.type)} {self.value(node.operand)}, {node.index}")

    def value_Call(self, node: tree.Call) -> str:
        arguments = ", ".join(f"{spell(argument.type)} {self.value(argument)}" for argument in node.arguments)
        call = f'call {spell(node.type)} @"{node.function.name}"({arguments})'
        if node.type != NONE:
            return self.emit(call)
        self.lines.append(f"  {call}")
        return ""

    def value_Intrinsic(self, node: tree.Intrinsic) -> str:
        values = [self.value(argument) for argument in node.arguments]
        if node.name in ("min", "max"):
            comparison = (
                ("fcmp olt" if node.name == "min" else "fcmp ogt")
                if node.type == FLOAT
                else ("icmp slt" if node.name == "min" else "icmp sgt")
            )
            kind = spell(node.type)
            second = self.emit(f"{comparison} {kind} {values[1]}, {values[0]}")
            return self.emit(f"select i1 {second}, {kind} {values[1]}, {kind} {values[0]}")
        if node.name == "any_lane":
            return values[0]
        if node.name == "float_to_bits":
            return self.emit(f"bitcast double {values[0]} to i64")
        if node.name == "bits_to_float":
            return self.emit(f"bitcast i64 {values[0]} to double")
        if node.name == "copysign":
            return self.emit(f"call double @llvm.copysign.f64(double {values[0]}, double {values[1]})")
        if node.name == "abs" and node.type == INT:
            return self.emit(f"call i64 @llvm.abs.i64(i64 {values[0]}, i1 false)")
        library = "llvm.fabs.f64" if node.name == "abs" else LIBRARY[node.name]
        return self.emit(f"call double @{library}(double {values[0]})")


def _array(node: tree.Expression) -> Array:
    """Return the field that an expression stands for."""
    assert isinstance(node.type, Array)
    return node.type


def _statements(body: list[tree.Statement]) -> int:
    """Return how many statements a function has."""
    count = len(body)
    for statement in body:
        if isinstance(statement, tree.For | tree.While):
            count += _statements(statement.body)
        elif isinstance(statement, tree.If):
            count += _statements(statement.then) + _statements(statement.otherwise)
    return count
