"""Takes `break`, `continue` and early `return` out of a program, for machines without jumps.

What leaves a block sets a flag, and what would be skipped stands under a condition. Where one side of an `if` always
leaves, the rest of the block simply becomes the other side, without a flag. A loop over a range that can be left early
becomes a `while`. Every function ends in its only `return`, and computes the same bits.
"""

from dataclasses import replace

from corten.runtime.typed import tree
from corten.runtime.typed.tree import Transformer, walk
from corten.runtime.typed.types import BOOL, INT, NONE, Type

TRUE, FALSE = tree.Constant(BOOL, True), tree.Constant(BOOL, False)
LEAVES = (tree.Return, tree.Break, tree.Continue)


def lower(program: tree.Program) -> tree.Program:
    """Return the same program without jumps."""
    return Lowering().program(program)


class Lowering(Transformer):
    """Replaces the functions of a program one by one."""

    def body(self, function: tree.Function) -> list[tree.Statement]:
        return FunctionLowering(function.result, function.locals).body(super().body(function))


class FunctionLowering:
    """Lowers the body of one function, to whose local names it adds flags, counters and the result."""

    def __init__(self, result: Type, local_types: dict[str, Type]):
        self._result, self._locals = result, local_types
        self._flags: set[str] = set()

    def body(self, body: list[tree.Statement]) -> list[tree.Statement]:
        """Return the lowered body with one return at its end."""
        returns = sum(isinstance(node, tree.Return) for node in walk(*body))
        last = body[-1] if body else None
        if returns == 1 and isinstance(last, tree.Return):
            return [*self._without_idle_flags(self._block(body[:-1], {})), last]
        if not returns:
            return self._without_idle_flags(self._block(body, {}))
        returned = self._flag("returned")
        value = None if self._result == NONE else self._local(".result", self._result)
        new = [_assign(returned, FALSE), *self._block(body, {tree.Return: returned})]
        return [*self._without_idle_flags(new), tree.Return(value, line=body[-1].line)]

    def _local(self, name: str, kind: Type) -> tree.Local:
        self._locals[name] = kind
        return tree.Local(kind, name)

    def _flag(self, hint: str) -> tree.Local:
        name = f".{hint}{len(self._locals)}"
        self._flags.add(name)
        return self._local(name, BOOL)

    # ---------------------------------------------------------------- statements

    def _block(self, body: list[tree.Statement], flags: dict[type, tree.Local]) -> list[tree.Statement]:
        """Return the lowered statements; `flags` has the flag of each way in which they may leave."""
        new: list[tree.Statement] = []
        for place, node in enumerate(body):
            rest = body[place + 1 :]
            if isinstance(node, LEAVES):
                return new + self._leave(node, flags)
            if isinstance(node, tree.If):
                if _always_leaves(node.then):
                    return [*new, self._choice(node, node.then, node.otherwise + rest, flags)]
                if _always_leaves(node.otherwise):
                    return [*new, self._choice(node, node.then + rest, node.otherwise, flags)]
                new.append(self._choice(node, node.then, node.otherwise, flags))
            elif isinstance(node, tree.For | tree.While):
                new += self._loop(node, flags)
            else:
                new.append(node)
            if rest and (raised := [flags[way] for way in _ways_out(node)]):
                return [*new, tree.If(_none_of(raised), self._block(rest, flags), [])]
        return new

    def _choice(self, node: tree.If, then: list[tree.Statement], otherwise: list[tree.Statement], flags) -> tree.If:
        return tree.If(node.condition, self._block(then, flags), self._block(otherwise, flags), line=node.line)

    def _leave(self, node: tree.Statement, flags: dict[type, tree.Local]) -> list[tree.Statement]:
        raised = _assign(flags[type(node)], TRUE, node.line)
        if isinstance(node, tree.Return) and node.value is not None:
            return [tree.Assign(".result", node.value, line=node.line), raised]
        return [raised]

    def _loop(self, node: tree.For | tree.While, flags: dict[type, tree.Local]) -> list[tree.Statement]:
        ways = _ways_out(node, within=True)
        inner = dict(flags)
        first: list[tree.Statement] = []
        if tree.Continue in ways:
            inner[tree.Continue] = self._flag("continue")
            first.append(_assign(inner[tree.Continue], FALSE))
        ends = [way for way in (tree.Break, tree.Return) if way in ways]
        if not ends:
            return [replace(node, body=first + self._block(node.body, inner))]
        begin: list[tree.Statement] = []
        if tree.Break in ways:
            inner[tree.Break] = self._flag("break")
            begin.append(_assign(inner[tree.Break], FALSE, node.line))
        goes_on = _none_of([inner[way] for way in ends])
        if isinstance(node, tree.While):
            condition, step = node.condition, []
        else:
            number = len(self._locals)
            counter, stop = self._local(f".counter{number}", INT), self._local(f".stop{number}", INT)
            begin += [_assign(counter, node.start, node.line), _assign(stop, node.stop, node.line)]
            condition = tree.Compare(BOOL, "<" if node.step > 0 else ">", counter, stop)
            first.insert(0, tree.Assign(node.name, counter, line=node.line))
            following = tree.Binary(INT, "+", counter, tree.Constant(INT, node.step))
            step = [_assign(counter, following, node.line)]
        body = first + self._block(node.body, inner) + step
        return [*begin, tree.While(tree.Logic(BOOL, "and", goes_on, condition), body, line=node.line)]

    def _without_idle_flags(self, body: list[tree.Statement]) -> list[tree.Statement]:
        """Return statements without assignments to flags that nothing reads."""
        read = {node.name for node in walk(*body) if isinstance(node, tree.Local)}
        idle = self._flags - read
        for name in idle:
            del self._locals[name]
        return _Dropping(idle).block(body) if idle else body


class _Dropping(Transformer):
    """Leaves out assignments to some names."""

    def __init__(self, names: set[str]):
        super().__init__()
        self._names = names

    def expression(self, node: tree.Expression) -> tree.Expression:
        return node

    def change_Assign(self, node: tree.Assign) -> list[tree.Statement]:
        return [] if node.name in self._names else [node]


def _assign(target: tree.Local, value: tree.Expression, line: int = 0) -> tree.Assign:
    return tree.Assign(target.name, value, line=line)


def _none_of(flags: list[tree.Local]) -> tree.Expression:
    """Return the condition that no flag is raised."""
    result: tree.Expression = tree.Unary(BOOL, "not", flags[0])
    for flag in flags[1:]:
        result = tree.Logic(BOOL, "and", result, tree.Unary(BOOL, "not", flag))
    return result


def _always_leaves(body: list[tree.Statement]) -> bool:
    """Tell whether control never comes to the end of a block, as far as its `if`s show."""
    for node in body:
        if isinstance(node, LEAVES):
            return True
        if isinstance(node, tree.If) and _always_leaves(node.then) and _always_leaves(node.otherwise):
            return True
    return False


def _ways_out(node: tree.Statement, within: bool = False) -> list[type]:
    """Return the ways in which control may leave the block that a statement stands in (`within`: a loop's body)."""
    found: dict[type, None] = {}
    inner: list[tree.Statement] = []
    if isinstance(node, tree.If):
        inner = node.then + node.otherwise
    elif isinstance(node, tree.For | tree.While):
        inner = node.body
    elif isinstance(node, LEAVES):
        return [type(node)]
    for statement in inner:
        found.update(dict.fromkeys(_ways_out(statement)))
    if isinstance(node, tree.For | tree.While) and not within:
        return [way for way in found if way is tree.Return]
    return list(found)
