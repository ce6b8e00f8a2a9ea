"""One function of those that stand once in a shader: its statements as parts that are reached by their places.

What calls no such function is left as it is. A branch or a loop that does becomes parts of its own, and a call ends a
part. Names of the function become variables of the stage.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from corten.runtime.backends.wgsl.spelling import is_reference
from corten.runtime.passes.dataflow import liveness
from corten.runtime.passes.lowering import FunctionLowering
from corten.runtime.typed import tree
from corten.runtime.typed.tree import children, mapped
from corten.runtime.typed.types import BOOL, INT, NONE, Tuple, Type

if TYPE_CHECKING:
    from corten.runtime.backends.wgsl.sharing import Sharing

END = -1

# what a call gives that returns nothing
NOTHING = tree.Constant(NONE, 0)


class FlattenedFunction:
    """A function whose control flow is flattened: its branches, loops and calls are parts of the stage's loop."""

    def __init__(self, sharing: "Sharing", function: tree.Function, number: int):
        self._sharing, self._number = sharing, number
        self._file = function.file
        local_types = dict(function.locals)
        self._body = FunctionLowering(function.result, local_types).body(function.body)
        self._types = local_types | dict(function.parameters)
        self._function = function
        self._count = 0
        self.first = 0
        self.back = sharing.variable(number, ".back", INT)
        empty = function.result == NONE
        self.result = None if empty else sharing.variable(number, ".returned", function.result)
        self.parameters = [
            None if is_reference(kind) else self._variable(name, kind) for name, kind in function.parameters
        ]

    def write(self) -> None:
        """Write the parts of the function, from the part on that was begun last."""
        self._begin_as_zero()
        self._block(self._body)
        self._add(self._sharing.go(self.back if self._number else END))

    def _begin_as_zero(self) -> None:
        """Let names be 0 that may be read before they are assigned to, as they are wherever a function begins."""
        whole = replace(self._function, locals=self._types, body=self._body)
        if not self._body:
            return
        names = liveness(whole).before[id(self._body[0])] - {name for name, _ in self._function.parameters}
        for name in sorted(names):
            kind = self._types[name]
            if not is_reference(kind):
                self._add(tree.Assign(self._variable(name, kind).name, zero(kind)))

    def _variable(self, name: str, kind: Type) -> tree.Local:
        return self._sharing.variable(self._number, name, kind)

    def _fresh(self, kind: Type) -> tree.Local:
        self._count += 1
        return self._variable(f".value{self._count}", kind)

    def _add(self, statement: tree.Statement) -> None:
        self._sharing.append(self._placed(statement))

    def _placed(self, node: tree.Statement) -> tree.Statement:
        """Return a statement, and all within, that know which file they come from."""
        new = mapped(node, lambda expression: expression, lambda block: [self._placed(each) for each in block])
        return new if new.file else replace(new, file=self._file)

    # ---------------------------------------------------------------- statements

    def _block(self, body: list[tree.Statement]) -> None:
        for node in body:
            if not self._sharing.is_shared(node):
                for each in self._renamed(node):
                    self._add(each)
            elif isinstance(node, tree.If):
                self._branch(self._value(node.condition, node.line), node)
            elif isinstance(node, tree.For):
                self._range(node)
            elif isinstance(node, tree.While):
                self._while(node)
            else:
                self._simple(node)

    def _simple(self, node: tree.Statement) -> None:
        """Write a statement that calls, after its calls."""
        if isinstance(node, tree.Return):
            assert node.value is not None and self.result is not None
            self._add(tree.Assign(self.result.name, self._value(node.value, node.line), line=node.line))
        elif isinstance(node, tree.Store):
            # values come before places
            value, *index = self._values([node.value, *node.index], node.line)
            array = self._sharing.reference(node.array.type)
            self._add(replace(node, array=array, index=index, value=value))
        elif isinstance(node, tree.FieldWrite):
            struct = self._sharing.reference(node.struct.type)
            self._add(replace(node, struct=struct, value=self._value(node.value, node.line)))
        elif isinstance(node, tree.Assign):
            name = self._variable(node.name, node.value.type).name
            self._add(tree.Assign(name, self._value(node.value, node.line), line=node.line))
        else:
            assert isinstance(node, tree.Evaluate)
            value = self._value(node.value, node.line)
            if isinstance(value, tree.Call):
                self._add(replace(node, value=value))

    def _branch(self, condition: tree.Expression, node: tree.If) -> None:
        sharing, choosing = self._sharing, self._sharing.here()
        then = sharing.begin()
        self._block(node.then)
        then_end, otherwise = sharing.here(), 0
        if node.otherwise:
            otherwise = sharing.begin()
            self._block(node.otherwise)
        otherwise_end, behind = sharing.here(), sharing.begin()
        then_end.append(sharing.go(behind))
        if node.otherwise:
            otherwise_end.append(sharing.go(behind))
        choosing.append(self._placed(sharing.choose(condition, then, otherwise or behind, node.line)))

    def _range(self, node: tree.For) -> None:
        start, stop = self._values([node.start, node.stop], node.line)
        counter, end = self._fresh(INT), self._fresh(INT)
        self._add(tree.Assign(counter.name, start, line=node.line))
        self._add(tree.Assign(end.name, stop, line=node.line))
        going_on = tree.Compare(BOOL, "<" if node.step > 0 else ">", counter, end)
        following = tree.Binary(INT, "+", counter, tree.Constant(INT, node.step))
        first = tree.Assign(self._variable(node.name, INT).name, counter, line=node.line)
        self._loop(lambda: going_on, node, [first], [tree.Assign(counter.name, following, line=node.line)])

    def _while(self, node: tree.While) -> None:
        self._loop(lambda: self._value(node.condition, node.line), node, [], [])

    def _loop(
        self,
        condition: Callable[[], tree.Expression],
        node: tree.For | tree.While,
        first: list[tree.Statement],
        last: list[tree.Statement],
    ) -> None:
        """Write a loop: its head, which may call, its body, and the way back."""
        sharing, before = self._sharing, self._sharing.here()
        head = sharing.begin()
        before.append(sharing.go(head))
        going_on, choosing = condition(), sharing.here()
        body = sharing.begin()
        for statement in first:
            self._add(statement)
        self._block(node.body)
        for statement in [*last, sharing.go(head)]:
            self._add(statement)
        behind = sharing.begin()
        choosing.append(self._placed(sharing.choose(going_on, body, behind, node.line)))

    # ---------------------------------------------------------------- expressions

    def _values(self, nodes: list[tree.Expression], line: int) -> list[tree.Expression]:
        """Return expressions that are evaluated one after the other, once what they call has been done."""
        result: list[tree.Expression] = []
        for place, node in enumerate(nodes):
            value = self._value(node, line)
            changes = any(self._sharing.is_shared(other) for other in nodes[place + 1 :])
            if changes and not is_reference(node.type) and not isinstance(value, tree.Constant):
                kept = self._fresh(node.type)
                self._add(tree.Assign(kept.name, value, line=line))
                value = kept
            result.append(value)
        return result

    def _value(self, node: tree.Expression, line: int) -> tree.Expression:
        """Return an expression of variables of the new function, once what it calls has been done."""
        if not self._sharing.is_shared(node):
            return self._expression(node)
        if isinstance(node, tree.Logic):
            return self._logic(node, line)
        values = iter(self._values([each for each in children(node) if isinstance(each, tree.Expression)], line))
        new = mapped(node, lambda _: next(values), lambda block: block)
        calls = isinstance(new, tree.Call) and self._sharing.stands_once(new.function)
        return self._call(new, line) if calls else new

    def _logic(self, node: tree.Logic, line: int) -> tree.Expression:
        kept = self._fresh(BOOL)
        self._add(tree.Assign(kept.name, self._value(node.left, line), line=line))
        sharing, choosing = self._sharing, self._sharing.here()
        right = sharing.begin()
        self._add(tree.Assign(kept.name, self._value(node.right, line), line=line))
        end, behind = sharing.here(), sharing.begin()
        end.append(sharing.go(behind))
        ways = (right, behind) if node.operator == "and" else (behind, right)
        choosing.append(self._placed(sharing.choose(kept, *ways, line)))
        return kept

    def _call(self, node: tree.Call, line: int) -> tree.Expression:
        """Go to a function and come back; return its result."""
        sharing = self._sharing
        calling = sharing.here()
        callee = sharing.enter(node.function)
        back = sharing.begin()
        asked: list[tree.Statement] = [
            tree.Assign(parameter.name, value, line=line)
            for parameter, value in zip(callee.parameters, node.arguments, strict=True)
            if parameter is not None
        ]
        asked.append(tree.Assign(callee.back.name, tree.Constant(INT, back), line=line))
        calling[-1:] = [*(self._placed(each) for each in asked), calling[-1]]
        if callee.result is None:
            return NOTHING
        # the function may be called again before the result is used
        kept = self._fresh(node.type)
        self._add(tree.Assign(kept.name, callee.result, line=line))
        return kept

    def _expression(self, node: tree.Expression) -> tree.Expression:
        """Return an expression of variables of the new function."""
        if is_reference(node.type) and isinstance(node, tree.Local | tree.FieldRead):
            return self._sharing.reference(node.type)
        if isinstance(node, tree.Local):
            return self._variable(node.name, node.type)
        return mapped(node, self._expression, lambda block: block)

    def _renamed(self, node: tree.Statement) -> list[tree.Statement]:
        """Return a statement of variables of the new function, and all within."""
        if isinstance(node, tree.Return):
            if node.value is None:
                return []
            assert self.result is not None
            return [tree.Assign(self.result.name, self._expression(node.value), line=node.line)]
        if isinstance(node, tree.Assign) and is_reference(node.value.type):
            return []
        new = mapped(node, self._expression, lambda block: [new for each in block for new in self._renamed(each)])
        if isinstance(new, tree.Assign):
            new = replace(new, name=self._variable(new.name, new.value.type).name)
        elif isinstance(new, tree.For):
            new = replace(new, name=self._variable(new.name, INT).name)
        return [new]


def zero(kind: Type) -> tree.Expression:
    """Return what variables of a type begin as."""
    if isinstance(kind, Tuple):
        return tree.MakeTuple(kind, [zero(item) for item in kind.items])
    return tree.Constant(kind, False if kind == BOOL else 0 if kind == INT else 0.0)
