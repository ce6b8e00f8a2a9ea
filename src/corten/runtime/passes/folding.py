"""Folds what is known before a kernel runs: arithmetic of constant ints and bools, choices, branches never taken.

Floats are left to the machine: what `0.1 + 0.2` gives depends on its precision. Ints wrap around at 64 bits as they do
at run time, and what has no result there (a division by zero, a shift by 64 bits) stays.
"""

import operator
from typing import TypeGuard

from corten.runtime.passes.dataflow import program_effects
from corten.runtime.typed import tree
from corten.runtime.typed.tree import Transformer, walk
from corten.runtime.typed.types import BOOL, INT, Struct

BITS = 64
BINARY = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "//": operator.floordiv,
    "%": operator.mod,
    "<<": operator.lshift,
    ">>": operator.rshift,
}
COMPARISON = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
UNARY = {"not": operator.not_, "~": operator.invert, "-": operator.neg}
INTRINSIC = {"min": min, "max": max, "abs": abs}


def fold(program: tree.Program) -> tree.Program:
    """Return a program that computes the same bits, with everything folded that can be."""
    return Folding(program).program(program)


class Folding(Transformer):
    """Replaces nodes whose value or way is known."""

    def __init__(self, program: tree.Program) -> None:
        super().__init__()
        self._effects = program_effects(program)
        self._writes: set[tree.Function] = set()

    def function(self, function: tree.Function) -> tree.Function:
        new = super().function(function)
        if function in self._effects and self._effects[function].writes:
            self._writes.add(new)
        return new

    def _can_be_dropped(self, node: tree.Expression) -> bool:
        """Tell whether nobody can see that an expression is not evaluated: it calls nothing that writes."""
        return not any(isinstance(below, tree.Call) and below.function in self._writes for below in walk(node))

    # ---------------------------------------------------------------- expressions

    def change_Unary(self, node: tree.Unary) -> tree.Expression:
        if _is_whole(node.operand):
            return _whole(node.type, UNARY[node.operator](node.operand.value))
        return node

    def change_Binary(self, node: tree.Binary) -> tree.Expression:
        if not (_is_whole(node.left) and _is_whole(node.right)):
            return node
        left, right = int(node.left.value), int(node.right.value)
        if node.type == BOOL:
            return _whole(BOOL, BINARY[node.operator](left, right))
        if node.operator in ("//", "%") and (right == 0 or right == -1):
            return node
        if node.operator in ("<<", ">>") and not 0 <= right < BITS:
            return node
        return _whole(node.type, BINARY[node.operator](left, right)) if node.type == INT else node

    def change_Compare(self, node: tree.Compare) -> tree.Expression:
        if _is_whole(node.left) and _is_whole(node.right):
            return _whole(BOOL, COMPARISON[node.operator](node.left.value, node.right.value))
        return node

    def change_Logic(self, node: tree.Logic) -> tree.Expression:
        neutral = node.operator == "and"
        if isinstance(node.left, tree.Constant):
            return node.right if node.left.value is neutral else node.left
        if isinstance(node.right, tree.Constant) and node.right.value is neutral:
            return node.left
        return node

    def change_Select(self, node: tree.Select) -> tree.Expression:
        if not isinstance(node.condition, tree.Constant):
            return node
        taken, other = node.chosen, node.otherwise
        if not node.condition.value:
            taken, other = other, taken
        return taken if self._can_be_dropped(other) else node

    def change_Cast(self, node: tree.Cast) -> tree.Expression:
        if node.type == INT and _is_whole(node.operand):
            return _whole(INT, node.operand.value)
        return node

    def change_Intrinsic(self, node: tree.Intrinsic) -> tree.Expression:
        values = [argument.value for argument in node.arguments if _is_whole(argument)]
        if len(values) < len(node.arguments) or node.name not in INTRINSIC:
            return node
        return _whole(node.type, INTRINSIC[node.name](*values))

    def change_TableLoad(self, node: tree.TableLoad) -> tree.Expression:
        values = node.table.values
        if _is_whole(node.index) and 0 <= node.index.value < len(values):
            return tree.Constant(node.type, values[int(node.index.value)])
        return node

    # ---------------------------------------------------------------- statements

    def block(self, statements: list[tree.Statement]) -> list[tree.Statement]:
        new = super().block(statements)
        leaves = (place for place, item in enumerate(new) if isinstance(item, tree.Return | tree.Break | tree.Continue))
        return new[: next(leaves, len(new)) + 1]

    def change_If(self, node: tree.If) -> list[tree.Statement]:
        if isinstance(node.condition, tree.Constant):
            return node.then if node.condition.value else node.otherwise
        if not node.then and not node.otherwise and self._can_be_dropped(node.condition):
            return []
        return [node]

    def change_While(self, node: tree.While) -> list[tree.Statement]:
        return [] if isinstance(node.condition, tree.Constant) and not node.condition.value else [node]

    def change_For(self, node: tree.For) -> list[tree.Statement]:
        if _is_whole(node.start) and _is_whole(node.stop):
            distance = int(node.stop.value) - int(node.start.value)
            if distance * node.step <= 0:
                return []
        return [node]


def _is_whole(node: tree.Expression) -> TypeGuard[tree.Constant]:
    """Tell whether an expression is a constant int or bool."""
    return isinstance(node, tree.Constant) and node.type in (INT, BOOL)


def _whole(kind: object, value: float) -> tree.Constant:
    """Return a constant int as 64 bits hold it, or a constant bool."""
    if kind == BOOL:
        return tree.Constant(BOOL, bool(value))
    half = 1 << (BITS - 1)
    return tree.Constant(INT, (int(value) + half) % (1 << BITS) - half)


# ---------------------------------------------------------------- sizes and options of a model

# They decide about branches before a program is compiled. A branch that is never taken costs nothing when it runs, but
# shader compilers take time over it, some of them time that grows with the square of what there is.

# names of sizes and single ints, with the values that they have
KnownSizes = tuple[tuple[str, int], ...]


def fold_sizes(program: tree.Program, layout: str, known: KnownSizes) -> tree.Program:
    """Return a program that computes the same where some sizes and single ints of a layout have the values given."""
    return SizeFolding(program, layout, known).program(program)


class SizeFolding(Folding):
    """Folds what follows from known values, and calls of functions that turn out to return a constant."""

    def __init__(self, program: tree.Program, layout: str, known: KnownSizes):
        super().__init__(program)
        self._layout, self._known = layout, dict(known)

    def change_SizeRead(self, node: tree.SizeRead) -> tree.Expression:
        return self._value(node, node.struct, node.name)

    def change_FieldRead(self, node: tree.FieldRead) -> tree.Expression:
        return self._value(node, node.struct, node.array.field.name) if node.type == INT else node

    def _value(self, node: tree.Expression, struct: tree.Expression, name: str) -> tree.Expression:
        here = isinstance(struct.type, Struct) and struct.type.layout.name == self._layout
        return tree.Constant(INT, self._known[name]) if here and name in self._known else node

    def change_Call(self, node: tree.Call) -> tree.Expression:
        body = node.function.body
        value = body[0].value if body and isinstance(body[0], tree.Return) else None
        return value if isinstance(value, tree.Constant) and self._can_be_dropped(node) else node
