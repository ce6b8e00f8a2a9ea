"""Python to typed tree: expressions, names, calls and the fields of m and d."""

import ast
import builtins
from enum import IntEnum
from functools import partial
from types import ModuleType
from typing import TYPE_CHECKING, Any, NoReturn

from corten.errors import KernelError
from corten.runtime.kernel import Helper
from corten.runtime.language import intrinsics, records
from corten.runtime.typed import tree
from corten.runtime.typed.types import BOOL, FLOAT, INT, NONE, Array, Record, Struct, Table, Tuple, Type
from corten.runtime.value_types import at_precision, is_record, why_lost

if TYPE_CHECKING:
    from corten.runtime.language.functions import ProgramReader

ARITHMETIC = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%"}
BITWISE = {ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>"}
COMPARISON = {ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="}

# intrinsics on one float that give a float
FLOAT_UNARY = (intrinsics.sqrt, intrinsics.floor, intrinsics.trunc, intrinsics.rint)


class ExpressionReader:
    """Reads expressions in the scope of one function."""

    def __init__(self, program: "ProgramReader", helper: Helper):
        self.program, self.helper = program, helper
        self.locals: dict[str, Type] = {}
        self.assigned: frozenset[str] = frozenset()
        self.file = ""
        self.function: tree.Function
        closure = helper.function.__closure__ or ()
        names = helper.function.__code__.co_freevars
        self._outer = {name: cell.cell_contents for name, cell in zip(names, closure, strict=True)}

    def fail(self, node: ast.AST, message: str) -> NoReturn:
        """Refuse the kernel with the place of the mistake."""
        raise KernelError(f"{self.file}:{getattr(node, 'lineno', '?')}: {self.helper.name}: {message}")

    def expression(self, node: ast.expr) -> tree.Expression:
        """Return the typed form of an expression."""
        reader = getattr(self, f"read_{type(node).__name__}", None)
        if reader is None:
            self.fail(node, f"{type(node).__name__} expressions are not part of the kernel language")
        return reader(node)

    def fit(self, node: ast.AST, value: tree.Expression, kind: Type) -> tree.Expression:
        """Return the value as the wanted type; an int widens to float, nothing else converts by itself."""
        if value.type == kind:
            return value
        if value.type == INT and kind == FLOAT:
            return widened(value)
        self.fail(node, f"expected {kind}, got {value.type}")

    # ---------------------------------------------------------------- names and constants

    def read_Constant(self, node: ast.Constant) -> tree.Expression:
        return self._constant(node, node.value)

    def _constant(self, node: ast.AST, value: Any) -> tree.Expression:
        precision = self.program.target.precision
        value = at_precision(value, precision)
        if isinstance(value, bool):
            return tree.Constant(BOOL, value)
        if isinstance(value, int | float):
            if why := why_lost(value, precision):
                self.fail(node, f"the constant {value!r} must have a value for {precision} (per_precision): {why}")
            return tree.Constant(INT, int(value)) if isinstance(value, int) else tree.Constant(FLOAT, float(value))
        if isinstance(value, tuple) and value:
            return self._constant_tuple(node, value)
        self.fail(node, f"{value!r} cannot be used in a kernel")

    def _constant_tuple(self, node: ast.AST, value: tuple[Any, ...]) -> tree.Expression:
        items = [self._constant(node, item) for item in value]
        if is_record(type(value)):
            return records.make(self, node, records.record_type(type(value)), items)
        return tree.MakeTuple(Tuple(tuple(item.type for item in items)), items)

    def read_Name(self, node: ast.Name) -> tree.Expression:
        if node.id in self.locals:
            return tree.Local(self.locals[node.id], node.id)
        if node.id in self.assigned:
            self.fail(node, f"{node.id!r} is used before it has a value")
        return self._constant(node, self._global(node, node.id))

    def _global(self, node: ast.AST, name: str) -> Any:
        for scope in (self._outer, self.helper.function.__globals__, vars(builtins)):
            if name in scope:
                return scope[name]
        self.fail(node, f"{name!r} is not defined")

    def _static(self, node: ast.expr) -> Any:
        """Return the Python object behind a global name or a dotted path from one, or None."""
        if isinstance(node, ast.Name):
            return None if node.id in self.locals or node.id in self.assigned else self._global(node, node.id)
        if isinstance(node, ast.Attribute):
            owner = self._static(node.value)
            if isinstance(owner, ModuleType) or (isinstance(owner, type) and issubclass(owner, IntEnum)):
                return getattr(owner, node.attr, None)
        return None

    def read_Attribute(self, node: ast.Attribute) -> tree.Expression:
        static = self._static(node)
        if static is not None:
            return self._constant(node, static)
        struct = self.expression(node.value)
        if isinstance(struct.type, Record):
            return records.field(self, node, struct, node.attr)
        if not isinstance(struct.type, Struct):
            self.fail(node, f"{struct.type} has no attribute {node.attr!r}")
        layout = struct.type.layout
        if node.attr in layout.sizes:
            return tree.SizeRead(INT, struct, node.attr)
        array = self.field(node, struct.type, node.attr)
        if array.field.shape:
            return tree.FieldRead(array, struct, array)
        return tree.FieldRead(array.element, struct, array)

    def field(self, node: ast.AST, struct: Struct, name: str) -> Array:
        """Return the field of that name."""
        if name not in struct.layout.fields:
            self.fail(node, f"{struct} has no field {name!r}")
        return Array(struct.layout, struct.layout.fields[name])

    # ---------------------------------------------------------------- elements

    def read_Subscript(self, node: ast.Subscript) -> tree.Expression:
        static = at_precision(self._static(node.value), self.program.target.precision)
        if isinstance(static, tuple) and not is_record(type(static)):
            return self._table_element(node, static)
        operand = self.expression(node.value)
        if isinstance(operand.type, Tuple):
            place = self.expression(node.slice)
            if not isinstance(place, tree.Constant) or not 0 <= int(place.value) < len(operand.type.items):
                self.fail(node, f"{operand.type} is indexed by a constant from 0 to {len(operand.type.items) - 1}")
            return tree.Item(operand.type.items[int(place.value)], operand, int(place.value))
        array, index = self.element(node)
        return tree.Load(array.type.element, array, index, node.lineno)

    def _table_element(self, node: ast.Subscript, values: tuple[Any, ...]) -> tree.Expression:
        index = self.fit(node, self.expression(node.slice), INT)
        if isinstance(index, tree.Constant):
            if not 0 <= index.value < len(values):
                self.fail(node, f"the table has {len(values)} entries")
            return self._constant(node, values[int(index.value)])
        if any(isinstance(value, bool) or not isinstance(value, int | float) for value in values):
            self.fail(node, "only tuples of numbers can be indexed by a variable")
        element = INT if all(isinstance(value, int) for value in values) else FLOAT
        return tree.TableLoad(element, Table(element, tuple(values)), index, node.lineno)

    def element(self, node: ast.Subscript) -> tuple[Any, list[tree.Expression]]:
        """Return the array and the indices of `array[i, j]`."""
        array = self.expression(node.value)
        if not isinstance(array.type, Array):
            self.fail(node, f"{array.type} cannot be indexed")
        places = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        if len(places) != len(array.type.field.shape):
            shape = ", ".join(map(str, array.type.field.shape))
            self.fail(node, f"{array.type} has shape ({shape}); it takes {len(array.type.field.shape)} indices")
        return array, [self.fit(place, self.expression(place), INT) for place in places]

    def read_Tuple(self, node: ast.Tuple) -> tree.Expression:
        items = [self.expression(item) for item in node.elts]
        if not items or any(isinstance(item.type, Array | Struct) or item.type == NONE for item in items):
            self.fail(node, "a tuple holds numbers, bools and tuples")
        return tree.MakeTuple(Tuple(tuple(item.type for item in items)), items)

    # ---------------------------------------------------------------- operators

    def read_BinOp(self, node: ast.BinOp) -> tree.Expression:
        return self.binary(node, node.op, self.expression(node.left), self.expression(node.right))

    def binary(self, node: ast.AST, operator: ast.operator, left: tree.Expression, right: tree.Expression):
        """Return `left operator right`; ints widen where the other side is a float, `/` always gives a float."""
        if type(operator) in BITWISE:
            kind = left.type if left.type == BOOL and right.type == BOOL else INT
            return tree.Binary(kind, BITWISE[type(operator)], self.fit(node, left, kind), self.fit(node, right, kind))
        if type(operator) not in ARITHMETIC:
            self.fail(node, f"{type(operator).__name__} is not part of the kernel language; multiply for powers")
        symbol = ARITHMETIC[type(operator)]
        kind = FLOAT if symbol == "/" or FLOAT in (left.type, right.type) else INT
        if symbol in ("//", "%") and kind == FLOAT:
            self.fail(node, f"{symbol} works on ints; use floor()")
        return tree.Binary(kind, symbol, self.fit(node, left, kind), self.fit(node, right, kind))

    def read_UnaryOp(self, node: ast.UnaryOp) -> tree.Expression:
        operand = self.expression(node.operand)
        if isinstance(node.op, ast.Not):
            return tree.Unary(BOOL, "not", self.fit(node, operand, BOOL))
        if operand.type not in (INT, FLOAT):
            self.fail(node, f"{type(node.op).__name__} does not work on {operand.type}")
        if isinstance(node.op, ast.UAdd):
            return operand
        if isinstance(node.op, ast.Invert):
            return tree.Unary(INT, "~", self.fit(node, operand, INT))
        if isinstance(operand, tree.Constant):
            return tree.Constant(operand.type, -operand.value)
        return tree.Unary(operand.type, "-", operand)

    def read_Compare(self, node: ast.Compare) -> tree.Expression:
        if len(node.ops) != 1 or type(node.ops[0]) not in COMPARISON:
            self.fail(node, "compare two numbers at a time; join comparisons with `and`")
        left, right = self.expression(node.left), self.expression(node.comparators[0])
        kind = FLOAT if FLOAT in (left.type, right.type) else left.type
        left, right = self.fit(node, left, kind), self.fit(node, right, kind)
        if kind not in (INT, FLOAT, BOOL):
            self.fail(node, f"{kind} cannot be compared")
        return tree.Compare(BOOL, COMPARISON[type(node.ops[0])], left, right)

    def read_BoolOp(self, node: ast.BoolOp) -> tree.Expression:
        operator = "and" if isinstance(node.op, ast.And) else "or"
        result = self.fit(node, self.expression(node.values[0]), BOOL)
        for value in node.values[1:]:
            result = tree.Logic(BOOL, operator, result, self.fit(node, self.expression(value), BOOL))
        return result

    def read_IfExp(self, node: ast.IfExp) -> tree.Expression:
        condition = self.fit(node, self.expression(node.test), BOOL)
        return self._select(node, condition, self.expression(node.body), self.expression(node.orelse))

    def _select(self, node: ast.AST, condition: Any, chosen: tree.Expression, otherwise: tree.Expression):
        if FLOAT in (chosen.type, otherwise.type):
            chosen, otherwise = self.fit(node, chosen, FLOAT), self.fit(node, otherwise, FLOAT)
        if chosen.type != otherwise.type:
            self.fail(node, f"one side is {chosen.type}, the other {otherwise.type}")
        return tree.Select(chosen.type, condition, chosen, otherwise)

    # ---------------------------------------------------------------- calls

    def read_Call(self, node: ast.Call) -> tree.Expression:
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            self.fail(node, "arguments are given one by one")
        target = self._static(node.func)
        if is_record(target):
            return records.construct(self, node, records.record_type(target))
        if isinstance(node.func, ast.Attribute) and node.func.attr == "_replace":
            return records.replace(self, node, self.expression(node.func.value))
        if node.keywords:
            self.fail(node, "helpers are called with positional arguments")
        arguments = [self.expression(argument) for argument in node.args]
        if isinstance(target, Helper):
            kinds = tuple(argument.type for argument in arguments)
            function = self.program.specialise(target, kinds, partial(self.fail, node))
            return tree.Call(function.result, function, arguments)
        return self._intrinsic(node, target, arguments)

    def _intrinsic(self, node: ast.Call, target: Any, arguments: list[tree.Expression]) -> tree.Expression:
        kinds = [argument.type for argument in arguments]
        if target in (min, max) and len(arguments) == 2:
            kind = FLOAT if FLOAT in kinds else INT
            return tree.Intrinsic(kind, target.__name__, [self.fit(node, value, kind) for value in arguments])
        if target is intrinsics.select and len(arguments) == 3:
            return self._select(node, self.fit(node, arguments[0], BOOL), arguments[1], arguments[2])
        if target is intrinsics.copysign and len(arguments) == 2:
            return tree.Intrinsic(FLOAT, "copysign", [self.fit(node, value, FLOAT) for value in arguments])
        if len(arguments) == 1:
            return self._unary_intrinsic(node, target, arguments[0])
        self.fail(node, f"{ast.unparse(node.func)} with {len(arguments)} arguments cannot be called from a kernel")

    def _unary_intrinsic(self, node: ast.Call, target: Any, value: tree.Expression) -> tree.Expression:
        if target is abs and value.type in (INT, FLOAT):
            return tree.Intrinsic(value.type, "abs", [value])
        if target in FLOAT_UNARY:
            return tree.Intrinsic(FLOAT, target.__name__, [self.fit(node, value, FLOAT)])
        if target is float and value.type in (INT, FLOAT):
            return widened(value) if value.type == INT else value
        if target is int and value.type in (INT, FLOAT, BOOL):
            return value if value.type == INT else tree.Cast(INT, value)
        if target is intrinsics.any_lane:
            return tree.Intrinsic(BOOL, "any_lane", [self.fit(node, value, BOOL)])
        if target in (intrinsics.reduce_max, intrinsics.uniform):
            return tree.Intrinsic(INT, target.__name__, [self.fit(node, value, INT)])
        if target is intrinsics.float_to_bits:
            return tree.Intrinsic(INT, "float_to_bits", [self.fit(node, value, FLOAT)])
        if target is intrinsics.bits_to_float:
            return tree.Intrinsic(FLOAT, "bits_to_float", [self.fit(node, value, INT)])
        self.fail(node, f"{ast.unparse(node.func)} cannot be called from a kernel on {value.type}")


def widened(value: tree.Expression) -> tree.Expression:
    """Return an int as a float."""
    if isinstance(value, tree.Constant):
        return tree.Constant(FLOAT, float(value.value))
    return tree.Cast(FLOAT, value)
