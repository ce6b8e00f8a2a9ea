"""Typed tree to WGSL: expressions, each of which returns its text.

WGSL evaluates operands from left to right, as Python does. Where a part of an expression needs statements of its own (a
call that `and` may leave out), what stands before it is given a name, so that the order stays what it was.
"""

from corten.runtime.backends.wgsl import spelling
from corten.runtime.backends.wgsl.module import Line, ModuleWriter, at, place_of, refuse
from corten.runtime.backends.wgsl.parts import SpilledVariables
from corten.runtime.backends.wgsl.slots import TILE
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from corten.runtime.typed.types import BOOL, FLOAT, INT, Array, Struct, Tuple

# naga follows expressions to a limited depth
DEEPEST = 40


class ExpressionWriter:
    """Writes expressions, and the statements that some of them need before."""

    def __init__(self, module: ModuleWriter, function: tree.Function, spilled: SpilledVariables | None = None):
        """Variables that are `spilled` lie in memory."""
        self.module, self.function, self.spilled = module, function, spilled
        self.lines: list[Line] = []
        self.line, self.file = 0, function.file
        self._count = 0

    def emit(self, text: str) -> None:
        """Append a line that comes from the current statement."""
        self.lines.append(Line(text, place_of(self.file, self.line)))

    def fresh(self, hint: str) -> str:
        """Return a name that nothing else has; `i32` is a type."""
        self._count += 1
        return f"{hint}_{self._count}"

    def named(self, text: str) -> str:
        """Give a value a name, so that it is computed here and once."""
        if text.replace("_", "a").isalnum():
            return text
        name = self.fresh("x")
        self.emit(f"let {name} = {text};")
        return name

    def refuse(self, why: str) -> Exception:
        """Return the error for what WGSL cannot express."""
        return refuse(self.function, self.file, self.line, why)

    # ---------------------------------------------------------------- order

    def value(self, node: tree.Expression) -> str:
        """Return the text of an expression."""
        text = getattr(self, f"value_{type(node).__name__}")(node)
        return self.named(text) if _depth(text) > DEEPEST else text

    def values(self, nodes: list[tree.Expression]) -> list[str]:
        """Return the texts of expressions that are evaluated one after the other."""
        texts: list[str] = []
        for place, node in enumerate(nodes):
            text = self.value(node)
            if any(needs_statements(other) for other in nodes[place + 1 :]) and not isinstance(node, tree.Constant):
                text = self.named(text)
            texts.append(text)
        return texts

    # ---------------------------------------------------------------- names, constants and memory

    def value_Constant(self, node: tree.Constant) -> str:
        if node.type == FLOAT and node.value == 0.0:
            # drivers take 0 * x for 0 and x + 0 for x, and lose the sign of a zero
            return f"{self.module.library('from_bits')}({spelling.float_bits(node.value)})"
        return self.literal(node)

    def literal(self, node: tree.Constant) -> str:
        """Return a constant as WGSL writes it."""
        try:
            return self.module.constant(node.type, node.value)
        except spelling.NotExpressible as error:
            raise self.refuse(str(error)) from None

    def value_Local(self, node: tree.Local) -> str:
        if self.spilled and node.name in self.spilled:
            return self.spilled.read(node.name, node.type, self.module.spell)
        return spelling.local_name(node.name)

    def value_SizeRead(self, node: tree.SizeRead) -> str:
        assert isinstance(node.struct.type, Struct)
        return self.module.size(node.struct.type.layout.name, node.name)

    def value_FieldRead(self, node: tree.FieldRead) -> str:
        return self.element(node.array, "")

    def value_Load(self, node: tree.Load) -> str:
        return self.element(array_of(node.array), self.flat_index(array_of(node.array), node.index))

    def flat_index(self, array: Array, index: list[tree.Expression]) -> str:
        """Return the number of an element among all of its array."""
        texts = self.values(index)
        flat = texts[0]
        for text, extent in zip(texts[1:], array.field.shape[1:], strict=True):
            count = str(extent) if isinstance(extent, int) else self.module.size(array.layout.name, extent)
            flat = f"({flat} * {count} + {text})"
        return flat

    def element(self, array: Array, flat: str) -> str:
        """Return an element of a field, by its number; a field that is a scalar has no numbers."""
        pool, place = self.module.pool(array), self.module.offset(array)
        place = f"{place} + {flat}" if flat else place
        if pool.shared:
            return f"{pool.variable}[{place}]"
        return f"{pool.variable}[{at(pool)} + ({place}) * {TILE}]"

    def value_TableLoad(self, node: tree.TableLoad) -> str:
        try:
            name = self.module.table(node.table)
        except spelling.NotExpressible as error:
            raise self.refuse(str(error)) from None
        return f"{name}[{self.value(node.index)}]"

    # ---------------------------------------------------------------- operators

    def value_Unary(self, node: tree.Unary) -> str:
        inner = node.operand
        if node.operator == "not":
            if isinstance(inner, tree.Compare) and inner.left.type == FLOAT and inner.operator in spelling.NEGATED:
                function = self.module.library(spelling.NEGATED[inner.operator])
                return f"{function}({', '.join(self.values([inner.left, inner.right]))})"
            return f"!({self.value(inner)})"
        return f"({node.operator}({self.value(inner)}))"

    def value_Binary(self, node: tree.Binary) -> str:
        left, right = self.values([node.left, node.right])
        if node.operator in ("//", "%"):
            return (
                f"{self.module.library('floor_quotient' if node.operator == '//' else 'floor_rest')}({left}, {right})"
            )
        if node.operator in ("<<", ">>"):
            if isinstance(node.right, tree.Constant) and not 0 <= int(node.right.value) < 32:
                raise self.refuse(f"ints have 32 bits; they cannot be shifted by {node.right.value}")
            return f"({left} {node.operator} u32({right}))"
        if node.operator == "^" and node.type == BOOL:
            return f"({left} != {right})"
        if node.type != FLOAT:
            return f"({left} {node.operator} {right})"
        exact = self.module.library("exact")
        if node.operator == "/":
            # a quotient with a constant becomes a product with its rounded inverse
            right = f"{exact}({right})"
        # drivers take (a + b) - a for b, and a * b + a * c for a * (b + c)
        return f"{exact}({left} {node.operator} {right})"

    def value_Compare(self, node: tree.Compare) -> str:
        if node.left.type == FLOAT and node.operator in ("==", "!=") and node.left == node.right:
            test = f"{self.module.library('is_nan')}({self.value(node.left)})"
            return test if node.operator == "!=" else f"!{test}"
        left, right = self.values([node.left, node.right])
        # zeros of both signs compare the same
        left = self.literal(node.left) if isinstance(node.left, tree.Constant) else left
        right = self.literal(node.right) if isinstance(node.right, tree.Constant) else right
        return f"({left} {node.operator} {right})"

    def value_Logic(self, node: tree.Logic) -> str:
        symbol = "&&" if node.operator == "and" else "||"
        left = self.value(node.left)
        # elements outside of their pool read as something, so reading them in vain does no harm
        if not _calls(node.right):
            return f"({left} {symbol} {self.value(node.right)})"
        name = self.fresh("b")
        self.emit(f"var {name} = {left};")
        self.emit(f"if ({name if node.operator == 'and' else f'!{name}'}) {{")
        right = self.value(node.right)
        self.emit(f"{name} = {right};")
        self.emit("}")
        return name

    def value_Select(self, node: tree.Select) -> str:
        parts = [node.condition, node.chosen, node.otherwise]
        condition, chosen, otherwise = (
            [self.named(self.value(part)) for part in parts] if _calls(node) else self.values(parts)
        )
        if isinstance(node.type, Tuple):
            return f"{self.module.select(node.type)}({condition}, {chosen}, {otherwise})"
        return f"select({otherwise}, {chosen}, {condition})"

    def value_Cast(self, node: tree.Cast) -> str:
        operand = self.value(node.operand)
        if node.type == FLOAT:
            return f"f32({operand})"
        return f"select(0, 1, {operand})" if node.operand.type == BOOL else f"i32({operand})"

    # ---------------------------------------------------------------- tuples and calls

    def value_MakeTuple(self, node: tree.MakeTuple) -> str:
        items = [item for item in node.items if not spelling.is_reference(item.type)]
        return f"{self.module.spell(node.type)}({', '.join(self.values(items))})"

    def value_Item(self, node: tree.Item) -> str:
        operand = node.operand
        if isinstance(operand, tree.MakeTuple) and not any(_calls(item) for item in operand.items):
            return self.value(operand.items[node.index])
        return f"{self.value(operand)}.a{node.index}"

    def value_Call(self, node: tree.Call) -> str:
        arguments = [argument for argument in node.arguments if not spelling.is_reference(argument.type)]
        return f"{spelling.function_name(node.function.name)}({', '.join(self.values(arguments))})"

    def value_Intrinsic(self, node: tree.Intrinsic) -> str:
        values = self.values(node.arguments)
        if node.name in ("any_lane", "reduce_max", "uniform"):
            return values[0]
        if node.name in ("min", "max"):
            name = self.module.library(f"{node.name}_float") if node.type == FLOAT else node.name
        elif node.name in ("float_to_bits", "bits_to_float"):
            name = f"bitcast<{'i32' if node.type == INT else 'f32'}>"
        elif node.name == "copysign":
            name = self.module.library("copy_sign")
        elif node.name in spelling.FLOAT_LIBRARY:
            name = spelling.FLOAT_LIBRARY[node.name]
        else:
            raise self.refuse(f"{node.name} has no counterpart in WGSL")
        return f"{name}({', '.join(values)})"


def array_of(node: tree.Expression) -> Array:
    """Return which field an expression stands for."""
    assert isinstance(node.type, Array)
    return node.type


def needs_statements(node: tree.Expression) -> bool:
    """Tell whether a part of an expression is written as statements before it."""
    return any(
        (isinstance(below, tree.Logic) and _calls(below.right)) or (isinstance(below, tree.Select) and _calls(below))
        for below in walk(node)
    )


def _calls(node: tree.Expression) -> bool:
    """Tell whether an expression calls a function of a kernel."""
    return any(isinstance(below, tree.Call) for below in walk(node))


def _depth(text: str) -> int:
    """Return how deep the brackets of a text are nested."""
    depth = deepest = 0
    for character in text:
        if character in "([":
            depth += 1
            deepest = max(deepest, depth)
        elif character in ")]":
            depth -= 1
    return deepest
