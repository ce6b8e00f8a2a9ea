"""Typed tree to LLVM: expressions, each of which returns the name of its value."""

from corten.runtime.backends.llvm.memory import MemoryWriter, array_of
from corten.runtime.backends.llvm.module import ModuleWriter
from corten.runtime.backends.llvm.precision import (
    FLOAT_COMPARISON,
    FLOAT_OPERATION,
    INT_COMPARISON,
    MEMORY,
)
from corten.runtime.typed import tree
from corten.runtime.typed.types import BOOL, FLOAT, INT, NONE, Array, Struct


class ExpressionWriter(MemoryWriter):
    """Writes the instructions of expressions; `values` has the arrays and structs that local names stand for."""

    def __init__(self, module: ModuleWriter, function: tree.Function):
        super().__init__(module, function)
        self.values: dict[str, str] = {}

    def value(self, node: tree.Expression) -> str:
        """Write the instructions of an expression; return its value."""
        return getattr(self, f"value_{type(node).__name__}")(node)

    def value_Constant(self, node: tree.Constant) -> str:
        return self.module.types.constant(node.type, node.value)

    def value_Local(self, node: tree.Local) -> str:
        if node.name in self.values:
            return self.values[node.name]
        return self.emit(f'load {self.spell(node.type)}, ptr %"{node.name}.at"')

    def value_SizeRead(self, node: tree.SizeRead) -> str:
        struct = node.struct.type
        assert isinstance(struct, Struct)
        return self.size(self.value(node.struct), struct.layout.size_slot[node.name])

    def value_FieldRead(self, node: tree.FieldRead) -> str:
        struct = self.value(node.struct)
        address = self.field_address(struct, node.array)
        if isinstance(node.type, Array):
            half = self.emit(f"insertvalue {{ptr, ptr}} poison, ptr {address}, 0")
            return self.emit(f"insertvalue {{ptr, ptr}} {half}, ptr {struct}, 1")
        memory = MEMORY[node.array.field.kind]
        return self.widen(self.emit(f"load {memory}, ptr {address}, {self.module.tag(str(node.array))}"), memory)

    def value_Load(self, node: tree.Load) -> str:
        array = array_of(node.array)
        memory = MEMORY[array.field.kind]
        address = self.address(node.array, node.index, node.line)
        return self.widen(self.emit(f"load {memory}, ptr {address}, {self.module.tag(str(array))}"), memory)

    def value_TableLoad(self, node: tree.TableLoad) -> str:
        kind, index = self.spell(node.type), self.value(node.index)
        address = self.emit(f"getelementptr {kind}, ptr {self.module.table(node.table)}, {self.int} {index}")
        if self.module.checked:
            address = self.check(address, index, str(len(node.table.values)), node.line)
        return self.emit(f"load {kind}, ptr {address}")

    def value_Unary(self, node: tree.Unary) -> str:
        operand = self.value(node.operand)
        if node.operator == "not":
            return self.emit(f"xor {self.bool} {operand}, true")
        if node.operator == "~":
            return self.emit(f"xor {self.int} {operand}, -1")
        return self.emit(f"fneg {self.real} {operand}" if node.type == FLOAT else f"sub {self.int} 0, {operand}")

    def value_Binary(self, node: tree.Binary) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if node.type == FLOAT:
            return self.emit(f"{FLOAT_OPERATION[node.operator]} {self.real} {left}, {right}")
        if node.operator in ("//", "%"):
            return self.floor_division(node.operator, left, right)
        return self.emit(f"{self.int_operation(node.operator)} {self.spell(node.type)} {left}, {right}")

    def floor_division(self, operator: str, left: str, right: str) -> str:
        """Return the quotient or remainder of ints rounded towards minus infinity, as Python does."""
        quotient, rest = self.emit(f"sdiv {self.int} {left}, {right}"), self.emit(f"srem {self.int} {left}, {right}")
        opposite = self.emit(f"icmp slt {self.int} {self.emit(f'xor {self.int} {rest}, {right}')}, 0")
        adjust = self.emit(f"and {self.bool} {opposite}, {self.emit(f'icmp ne {self.int} {rest}, 0')}")
        if operator == "//":
            return self.emit(f"sub {self.int} {quotient}, {self.emit(f'zext {self.bool} {adjust} to {self.int}')}")
        return self.emit(
            f"add {self.int} {rest}, {self.emit(f'select {self.bool} {adjust}, {self.int} {right}, {self.int} 0')}"
        )

    def value_Compare(self, node: tree.Compare) -> str:
        left, right = self.value(node.left), self.value(node.right)
        if node.left.type == FLOAT:
            return self.emit(f"fcmp {FLOAT_COMPARISON[node.operator]} {self.real} {left}, {right}")
        return self.emit(f"icmp {INT_COMPARISON[node.operator]} {self.spell(node.left.type)} {left}, {right}")

    def value_Logic(self, node: tree.Logic) -> str:
        result = f"%logic{self.label('')}"
        self.lines.insert(2, f"  {result} = alloca {self.bool}")
        more, end = self.label("more"), self.label("end")
        left = self.value(node.left)
        self.lines.append(f"  store {self.bool} {left}, ptr {result}")
        self.branch(left, *((more, end) if node.operator == "and" else (end, more)))
        self.begin(more)
        self.lines.append(f"  store {self.bool} {self.value(node.right)}, ptr {result}")
        self.jump(end)
        self.begin(end)
        return self.emit(f"load {self.bool}, ptr {result}")

    def value_Select(self, node: tree.Select) -> str:
        condition, chosen, otherwise = (self.value(part) for part in (node.condition, node.chosen, node.otherwise))
        kind = self.spell(node.type)
        return self.emit(f"select {self.bool} {condition}, {kind} {chosen}, {kind} {otherwise}")

    def value_Cast(self, node: tree.Cast) -> str:
        operand = self.value(node.operand)
        if node.type == FLOAT:
            return self.emit(f"sitofp {self.int} {operand} to {self.real}")
        if node.operand.type == BOOL:
            return self.emit(f"zext {self.bool} {operand} to {self.int}")
        # NaN and numbers too large for an int give some int, which the kernel must not use
        return self.emit(f"freeze {self.int} {self.emit(f'fptosi {self.real} {operand} to {self.int}')}")

    def value_MakeTuple(self, node: tree.MakeTuple) -> str:
        result = "poison"
        for place, item in enumerate(node.items):
            value = self.value(item)
            result = self.emit(
                f"insertvalue {self.spell(node.type)} {result}, {self.spell(item.type)} {value}, {place}"
            )
        return result

    def value_Item(self, node: tree.Item) -> str:
        return self.emit(f"extractvalue {self.spell(node.operand.type)} {self.value(node.operand)}, {node.index}")

    def value_Call(self, node: tree.Call) -> str:
        arguments = ", ".join(f"{self.spell(argument.type)} {self.value(argument)}" for argument in node.arguments)
        call = f'call {self.spell(node.type)} @"{node.function.name}"({arguments})'
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
            kind = self.spell(node.type)
            second = self.emit(f"{comparison} {kind} {values[1]}, {values[0]}")
            return self.emit(f"select {self.bool} {second}, {kind} {values[1]}, {kind} {values[0]}")
        if node.name in ("any_lane", "reduce_max", "uniform"):
            return values[0]
        if node.name == "float_to_bits":
            return self.emit(f"bitcast {self.real} {values[0]} to {self.int}")
        if node.name == "bits_to_float":
            return self.emit(f"bitcast {self.int} {values[0]} to {self.real}")
        if node.name == "copysign":
            function = self.module.types.library("copysign")
            return self.emit(f"call {self.real} @{function}({self.real} {values[0]}, {self.real} {values[1]})")
        if node.name == "abs" and node.type == INT:
            return self.emit(f"call {self.int} @llvm.abs.{self.int}({self.int} {values[0]}, {self.bool} false)")
        return self.emit(f"call {self.real} @{self.module.types.library(node.name)}({self.real} {values[0]})")
