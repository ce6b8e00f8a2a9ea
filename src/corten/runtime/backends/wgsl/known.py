"""Leaves out of a shader what a model does not need: its sizes and options decide about branches before it is compiled.

A branch that is never taken costs nothing when it runs, but shader compilers take time over it, some of them time that
grows with the square of what there is.
"""

from corten.runtime.passes.folding import Folding
from corten.runtime.typed import tree
from corten.runtime.typed.types import INT, Struct

# names of sizes and single ints, with the values that they have
Known = tuple[tuple[str, int], ...]


def fold_known(program: tree.Program, layout: str, known: Known) -> tree.Program:
    """Return a program that computes the same where some sizes and single ints of a layout have the values given."""
    return KnownFolding(program, layout, known).program(program)


class KnownFolding(Folding):
    """Folds what follows from known values, and calls of functions that turn out to return a constant."""

    def __init__(self, program: tree.Program, layout: str, known: Known):
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
