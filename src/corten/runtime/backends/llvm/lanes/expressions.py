"""Typed tree to LLVM in lanes: expressions, each of which returns the numbers of its value."""

from corten.runtime.backends.llvm.lanes.memory import LaneMemoryWriter
from corten.runtime.backends.llvm.lanes.module import LaneModule, Part, Reference, Value, divides, leaves
from corten.runtime.backends.llvm.precision import (
    FLOAT_COMPARISON,
    FLOAT_LIBRARY,
    FLOAT_OPERATION,
    INT_COMPARISON,
)
from corten.runtime.passes.divergence import LaneFunction
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from corten.runtime.typed.types import BOOL, FLOAT, INT, NONE, Array, Struct, Tuple

# what must not be done for lanes for which Python would not do it
GUARDED = (tree.Load, tree.TableLoad, tree.Call)


class LaneExpressionWriter(LaneMemoryWriter):
    """Writes the instructions of expressions; `references` has the arrays and structs that names stand for."""

    lanes: LaneFunction

    def __init__(self, module: LaneModule, function: tree.Function):
        super().__init__(module, function)
        self.references: dict[tuple[str, int], Reference] = {}

    def values(self, node: tree.Expression) -> list[Part]:
        """Write the instructions of an expression; return all numbers of its value."""
        return getattr(self, f"values_{type(node).__name__}")(node)

    def values_Constant(self, node: tree.Constant) -> list[Part]:
        return [Value(self.types.scalar.constant(node.type, node.value))]

    def values_Local(self, node: tree.Local) -> list[Part]:
        found: list[Part] = []
        shape = iter(self.lanes.shapes.get(node.name, ()))
        for place, kind in enumerate(leaves(node.type)):
            if isinstance(kind, Array | Struct):
                found.append(self.references[node.name, place])
                continue
            varies = next(shape, False)
            text = self.emit(f'load {self.types.spell(kind, varies)}, ptr %"{node.name}.{place}"')
            found.append(Value(text, varies))
        return found

    def values_SizeRead(self, node: tree.SizeRead) -> list[Part]:
        struct = node.struct.type
        assert isinstance(struct, Struct)
        return [Value(self.size(self.reference(node.struct).struct, struct.layout.size_slot[node.name]))]

    def values_FieldRead(self, node: tree.FieldRead) -> list[Part]:
        struct = self.reference(node.struct).struct
        address = self.field_address(struct, node.array)
        if isinstance(node.type, Array):
            return [Reference(address, struct)]
        return [self.load(node.array, address, Value("0"))]

    def values_Load(self, node: tree.Load) -> list[Part]:
        reference = self.reference(node.array)
        assert isinstance(node.array.type, Array)
        return [self.load(node.array.type, reference.base, self.place(node.array.type, reference, node.index))]

    def values_TableLoad(self, node: tree.TableLoad) -> list[Part]:
        index, table = self.value(node.index), self.module.table(node.table)
        kind = self.types.spell(node.type, False)
        if not index.varies:
            address = self.emit(f"getelementptr {kind}, ptr {table}, {self.int} {index.text}")
            return [Value(self.emit(f"load {kind}, ptr {address}"))]
        ints, vector, result = self.types.spell(INT, True), self.types.spell(node.type, True), "poison"
        flat = self.blend(ints, index.text, "zeroinitializer") if self.mask else index.text
        for lane in range(self.width):
            number = self.emit(f"extractelement {ints} {flat}, i64 {lane}")
            entry = self.emit(
                f"load {kind}, ptr {self.emit(f'getelementptr {kind}, ptr {table}, {self.int} {number}')}"
            )
            result = self.emit(f"insertelement {vector} {result}, {kind} {entry}, i64 {lane}")
        return [Value(result, True)]

    # ---------------------------------------------------------------- operators

    def values_Unary(self, node: tree.Unary) -> list[Part]:
        operand = self.value(node.operand)
        kind, varies = self.types.spell(node.type, operand.varies), operand.varies
        if node.operator == "-" and node.type == FLOAT:
            return [Value(self.emit(f"fneg {kind} {operand.text}"), varies)]
        if node.operator == "-":
            return [Value(self.emit(f"sub {kind} {'zeroinitializer' if varies else '0'}, {operand.text}"), varies)]
        plain, ones = (self.bool, "true") if node.operator == "not" else (self.int, "-1")
        return [
            Value(
                self.emit(f"xor {kind} {operand.text}, {self.types.repeated(plain, ones) if varies else ones}"), varies
            )
        ]

    def values_Binary(self, node: tree.Binary) -> list[Part]:
        kind, varies, (left, right) = self.promote(node.type, self.value(node.left), self.value(node.right))
        if node.operator in ("//", "%"):
            return [Value(self.floor_division(node.operator, left, right, varies), varies)]
        operation = FLOAT_OPERATION[node.operator] if node.type == FLOAT else self.int_operation(node.operator)
        return [Value(self.emit(f"{operation} {kind} {left}, {right}"), varies)]

    def floor_division(self, operator: str, left: str, right: str, varies: bool) -> str:
        """Return the quotient or remainder of ints rounded towards minus infinity, as Python does."""
        kind, truth = self.types.spell(INT, varies), self.types.spell(BOOL, varies)
        zero = "zeroinitializer" if varies else "0"
        if varies and self.mask:
            # a lane that is off may hold a zero
            right = self.blend(kind, right, self.types.repeated(self.int, "1"))
        quotient, rest = self.emit(f"sdiv {kind} {left}, {right}"), self.emit(f"srem {kind} {left}, {right}")
        opposite = self.emit(f"icmp slt {kind} {self.emit(f'xor {kind} {rest}, {right}')}, {zero}")
        adjust = self.emit(f"and {truth} {opposite}, {self.emit(f'icmp ne {kind} {rest}, {zero}')}")
        if operator == "//":
            return self.emit(f"sub {kind} {quotient}, {self.emit(f'zext {truth} {adjust} to {kind}')}")
        return self.emit(f"add {kind} {rest}, {self.emit(f'select {truth} {adjust}, {kind} {right}, {kind} {zero}')}")

    def values_Compare(self, node: tree.Compare) -> list[Part]:
        operands = self.value(node.left), self.value(node.right)
        kind, varies, (left, right) = self.promote(node.left.type, *operands)
        if node.left.type == FLOAT:
            return [Value(self.emit(f"fcmp {FLOAT_COMPARISON[node.operator]} {kind} {left}, {right}"), varies)]
        return [Value(self.emit(f"icmp {INT_COMPARISON[node.operator]} {kind} {left}, {right}"), varies)]

    def values_Logic(self, node: tree.Logic) -> list[Part]:
        left = self.value(node.left)
        if not any(isinstance(part, GUARDED) or divides(part) for part in walk(node.right)):
            return [self.joined(node.operator, left, self.value(node.right))]
        # the right side is evaluated only where the left side leaves a doubt
        decided = self.stack_slot(self.types.spell(BOOL, True))
        self.lines.append(f"  store {self.types.mask} {self.broadcast(left, BOOL)}, ptr {decided}")
        more, end = self.label("more"), self.label("end")
        outside = self.mask
        if left.varies:
            self.mask = self.and_mask(outside, left.text if node.operator == "and" else self.not_mask(left.text))
            self.branch(self.any(self.mask), more, end)
        else:
            self.branch(left.text, *((more, end) if node.operator == "and" else (end, more)))
        self.begin(more)
        right = self.value(node.right)
        self.mask = outside
        if not left.varies and not right.varies:
            return [self.short_circuit(node.operator, left, right, end)]
        joined = self.joined(node.operator, left, right)
        self.lines.append(f"  store {self.types.mask} {self.broadcast(joined, BOOL)}, ptr {decided}")
        self.jump(end)
        self.begin(end)
        return [Value(self.emit(f"load {self.types.mask}, ptr {decided}"), True)]

    def short_circuit(self, operator: str, left: Value, right: Value, end: str) -> Value:
        """Return the result where all lanes agree on both sides; the right side was written last."""
        decided = self.stack_slot(self.bool)
        self.lines.append(f"  store {self.bool} {right.text}, ptr {decided}")
        self.jump(end)
        self.begin(end)
        # the room is as old as the function: what is in it counts only where the right side was asked
        asked = left.text if operator == "and" else self.emit(f"xor {self.bool} {left.text}, true")
        known = self.emit(f"load {self.bool}, ptr {decided}")
        return Value(self.emit(f"select {self.bool} {asked}, {self.bool} {known}, {self.bool} {left.text}"))

    def joined(self, operator: str, left: Value, right: Value) -> Value:
        """Return `and` or `or` of two conditions, the second of which counts only where the first leaves a doubt."""
        kind, varies, (first, second) = self.promote(BOOL, left, right)
        never = self.types.all if varies else "true"
        sides = f"{kind} {second}, {kind} {'zeroinitializer' if varies else 'false'}"
        if operator == "or":
            sides = f"{kind} {never}, {kind} {second}"
        return Value(self.emit(f"select {kind} {first}, {sides}"), varies)

    def values_Select(self, node: tree.Select) -> list[Part]:
        condition = self.value(node.condition)
        truth, found = self.types.spell(BOOL, condition.varies), []
        for leaf, one, other in zip(
            leaves(node.type), self.values(node.chosen), self.values(node.otherwise), strict=True
        ):
            assert isinstance(one, Value) and isinstance(other, Value)
            if condition.varies:
                one = Value(self.broadcast(one, leaf), True)
            kind, varies, (first, second) = self.promote(leaf, one, other)
            text = self.emit(f"select {truth} {condition.text}, {kind} {first}, {kind} {second}")
            found.append(Value(text, varies))
        return found

    def values_Cast(self, node: tree.Cast) -> list[Part]:
        operand = self.value(node.operand)
        have, want = (self.types.spell(kind, operand.varies) for kind in (node.operand.type, node.type))
        if node.type == FLOAT:
            return [Value(self.emit(f"sitofp {have} {operand.text} to {want}"), operand.varies)]
        if node.operand.type == BOOL:
            return [Value(self.emit(f"zext {have} {operand.text} to {want}"), operand.varies)]
        number = self.emit(f"fptosi {have} {operand.text} to {want}")
        return [Value(self.emit(f"freeze {want} {number}"), operand.varies)]

    def values_MakeTuple(self, node: tree.MakeTuple) -> list[Part]:
        return [part for item in node.items for part in self.values(item)]

    def values_Item(self, node: tree.Item) -> list[Part]:
        assert isinstance(node.operand.type, Tuple)
        before = sum(len(leaves(kind)) for kind in node.operand.type.items[: node.index])
        return self.values(node.operand)[before : before + len(leaves(node.type))]

    # ---------------------------------------------------------------- calls

    def values_Call(self, node: tree.Call) -> list[Part]:
        arguments, shapes = [], []
        for argument in node.arguments:
            parts = self.values(argument)
            shapes.append(tuple(part.varies for part in parts if isinstance(part, Value)))
            for kind, part in zip(leaves(argument.type), parts, strict=True):
                if isinstance(part, Value):
                    arguments.append(f"{self.types.spell(kind, part.varies)} {part.text}")
                else:
                    arguments += (
                        [f"ptr {part.base}", f"ptr {part.struct}"] if isinstance(kind, Array) else [f"ptr {part.base}"]
                    )
        masked = self.mask is not None and self.module.needs_mask(node.function)
        callee = self.module.analysis.call(node.function, tuple(shapes))
        symbol = self.module.symbol_of(callee, masked)
        if masked:
            arguments.append(f"{self.types.mask} {self.mask}")
        result = self.types.structure(leaves(node.type), callee.result)
        call = f'call {result} @"{symbol}"({", ".join(arguments)})'
        if node.type == NONE:
            self.lines.append(f"  {call}")
            return []
        whole = self.emit(call)
        return [
            Value(self.emit(f"extractvalue {result} {whole}, {place}"), varies)
            for place, varies in enumerate(callee.result)
        ]

    def values_Intrinsic(self, node: tree.Intrinsic) -> list[Part]:
        values = [self.value(argument) for argument in node.arguments]
        if node.name in ("any_lane", "reduce_max", "uniform"):
            return [getattr(self, node.name)(values[0])]
        kind, varies, names = self.promote(node.arguments[0].type, *values)
        if node.name in ("min", "max"):
            word = (
                ("olt" if node.name == "min" else "ogt")
                if node.type == FLOAT
                else ("slt" if node.name == "min" else "sgt")
            )
            comparison = f"{'fcmp' if node.type == FLOAT else 'icmp'} {word}"
            second = self.emit(f"{comparison} {kind} {names[1]}, {names[0]}")
            truth = self.types.spell(BOOL, varies)
            return [Value(self.emit(f"select {truth} {second}, {kind} {names[1]}, {kind} {names[0]}"), varies)]
        if node.name in ("float_to_bits", "bits_to_float"):
            return [Value(self.emit(f"bitcast {kind} {names[0]} to {self.types.spell(node.type, varies)}"), varies)]
        whole = node.name == "abs" and node.type == INT
        function = self.types.library(
            node.name if whole else FLOAT_LIBRARY.get(node.name, node.name), node.type, varies
        )
        # the absolute value of ints is told not to mind the one that has none
        kinds, arguments = [kind] * len(names) + ["i1"] * whole, [*names, *["false"] * whole]
        self.module.declare(f"declare {kind} @{function}({', '.join(kinds)})")
        call = ", ".join(f"{have} {name}" for have, name in zip(kinds, arguments, strict=True))
        return [Value(self.emit(f"call {kind} @{function}({call})"), varies)]

    # ---------------------------------------------------------------- questions to all lanes

    def any_lane(self, condition: Value) -> Value:
        """Tell whether a condition holds in a lane that is on."""
        return Value(self.any(self.and_mask(self.mask, condition.text))) if condition.varies else condition

    def reduce_max(self, number: Value) -> Value:
        """Return the largest number among lanes that are on."""
        if not number.varies:
            return number
        kind, text = self.types.spell(INT, True), number.text
        if self.mask:
            text = self.blend(kind, text, self.types.repeated(self.int, str(-(2 ** (self.module.types.bits - 1)))))
        function = self.types.library("vector.reduce.smax", INT, True)
        self.module.declare(f"declare {self.int} @{function}({kind})")
        return Value(self.emit(f"call {self.int} @{function}({kind} {text})"))

    def uniform(self, number: Value) -> Value:
        """Return the number of a lane that is on; all have the same."""
        if self.mask:
            return self.reduce_max(number)
        if not number.varies:
            return number
        return Value(self.emit(f"extractelement {self.types.spell(INT, True)} {number.text}, i64 0"))
