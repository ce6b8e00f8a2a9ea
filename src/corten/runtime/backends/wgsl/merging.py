"""Makes one call of several: shader compilers copy a function to every place where it is called.

Copies multiply through callers of callers: a search among convex shapes grew twentyfold. So where a block calls a large
function several times outside of its inner loops, the block is cut at these calls, and its pieces become the turns of a
loop that has the call once:

    a                           for turn in range(3):
    x = f(1)                        needed = False
    b                               if turn == 0: a; argument = 1; needed = True
    if c:                           elif turn == 1: x = result; b; chosen = c; if chosen: argument = 2; needed = True
        y = f(2)                    else: if chosen: y = result
    d                               if needed: result = f(argument)
                                d

Branches are cut as the block is, and calls in both of them meet in one turn. What is computed stays the same, in the
same order.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import TypeGuard

from corten.runtime.backends.wgsl.spelling import is_reference
from corten.runtime.passes.dataflow import Effects, program_effects
from corten.runtime.typed import tree
from corten.runtime.typed.tree import Transformer, children, expressions, mapped, walk
from corten.runtime.typed.types import BOOL, INT, NONE, Array, Type

# nodes that a function has, with copies of all that it calls, from which on a second copy is worth a loop
LARGE = 60

Loop = tree.For | tree.While


def merge_calls(program: tree.Program) -> tree.Program:
    """Return a program that computes the same with fewer calls of large functions."""
    return Merging(program).program(program)


class Merging(Transformer):
    """Rewrites functions, callees before callers, and knows how large each has become."""

    def __init__(self, program: tree.Program):
        super().__init__()
        self._old_effects = program_effects(program)
        self.effects: dict[tree.Function, Effects] = {}
        self.sizes: dict[tree.Function, int] = {}

    def function(self, function: tree.Function) -> tree.Function:
        new = super().function(function)
        if new not in self.sizes:
            self.effects[new] = self._old_effects[function]
            self.sizes[new] = sum(
                self.sizes[node.function] if isinstance(node, tree.Call) else not isinstance(node, tree.Constant)
                for node in walk(*new.body)
            )
        return new

    def body(self, function: tree.Function) -> list[tree.Statement]:
        return FunctionMerging(self, function).region(super().body(function), in_loop=False)


class FunctionMerging:
    """Merges the calls of one function."""

    def __init__(self, merging: Merging, function: tree.Function):
        self._merging, self._function = merging, function

    def region(self, body: list[tree.Statement], in_loop: bool) -> list[tree.Statement]:
        """Return a block, which may be the body of a loop, with its calls merged and those of its inner loops."""
        body = [self._inside(statement) for statement in body]
        while (target := self._best(body)) is not None:
            body = self._merged(body, target, in_loop)
        return body

    def _inside(self, node: tree.Statement) -> tree.Statement:
        if isinstance(node, Loop):
            return replace(node, body=self.region(node.body, in_loop=True))
        if isinstance(node, tree.If):
            then, otherwise = ([self._inside(each) for each in part] for part in (node.then, node.otherwise))
            return replace(node, then=then, otherwise=otherwise)
        return node

    def _best(self, body: list[tree.Statement]) -> tree.Function | None:
        """Return the function of which most copies would be saved."""
        sizes, saved = self._merging.sizes, Counter[tree.Function]()
        for target, count in Counter(_called(body)).items():
            if count > 1 and sizes[target] >= LARGE:
                saved[target] = (len(self._sites(body, target)) - 1) * sizes[target]
        best = saved.most_common(1)
        return best[0][0] if best and best[0][1] > 0 else None

    # ---------------------------------------------------------------- which calls can be merged

    def _sites(self, body: list[tree.Statement], target: tree.Function) -> list[tree.Call]:
        """Return the calls of a function in a block, outside of its inner loops, that can stand alone."""
        found: list[tree.Call] = []
        for node in body:
            found += self._calls(node, target)
            if isinstance(node, tree.If):
                found += self._sites([*node.then, *node.otherwise], target)
        return found

    def _calls(self, node: tree.Statement, target: tree.Function) -> list[tree.Call]:
        """Return the calls of a function that a statement itself makes and that may come before all else of it."""
        found: list[tree.Call] = []
        others: list[tree.Expression] = []
        # a condition of a loop is evaluated many times
        for expression in [] if isinstance(node, tree.While) else self._in_order(node):
            self._collect(expression, target, found, others)
        return found

    @staticmethod
    def _in_order(node: tree.Statement) -> list[tree.Expression]:
        """Return the expressions of a statement in the order in which they are evaluated: values before places."""
        return [node.value, *node.index] if isinstance(node, tree.Store) else list(expressions(node))

    def _collect(
        self, node: tree.Expression, target: tree.Function, found: list[tree.Call], others: list[tree.Expression]
    ) -> None:
        """Add to the calls that can stand alone, or to what has been evaluated before and stays where it is."""
        if isinstance(node, tree.Logic):
            self._collect(node.left, target, found, others)
            others.extend(each for each in walk(node.right) if isinstance(each, tree.Expression))
            return
        for child in children(node):
            assert isinstance(child, tree.Expression)
            self._collect(child, target, found, others)
        if isinstance(node, tree.Call) and node.function is target and self._commutes(node, others):
            found.append(node)
        else:
            others.append(node)

    def _commutes(self, call: tree.Call, others: list[tree.Expression]) -> bool:
        """Tell whether a call may be made before what stands before it."""
        effects = self._merging.effects[call.function]
        for node in others:
            reads, writes = self._memory(node)
            if effects.writes & (reads | writes) or effects.reads & writes:
                return False
        return True

    def _memory(self, node: tree.Expression) -> tuple[frozenset[str], frozenset[str]]:
        """Return what an expression itself reads and writes."""
        if isinstance(node, tree.Call):
            effects = self._merging.effects[node.function]
            return effects.reads, effects.writes
        if isinstance(node, tree.Load):
            return frozenset((str(node.array.type),)), frozenset()
        if isinstance(node, tree.FieldRead) and not isinstance(node.type, Array):
            return frozenset((str(node.array),)), frozenset()
        return frozenset(), frozenset()

    # ---------------------------------------------------------------- the loop that has the call

    def new(self, hint: str, kind: Type) -> tree.Local:
        """Return a new local variable."""
        name = f".{hint}{len(self._function.locals)}"
        self._function.locals[name] = kind
        return tree.Local(kind, name)

    def _merged(self, body: list[tree.Statement], target: tree.Function, in_loop: bool) -> list[tree.Statement]:
        """Return a block in which a function is called once instead of several times."""
        places = [place for place, node in enumerate(body) if self._sites([node], target)]
        first, last = places[0], places[-1] + 1
        cut = Cut(self, target)
        pieces = cut.block(self._alone(body[first:last], target))
        turn, jump = self.new("turn", INT), self.new("jump", INT)
        line = body[first].line
        chain: list[tree.Statement] = []
        for number in reversed(range(len(pieces))):
            here = tree.Compare(BOOL, "==", turn, tree.Constant(INT, number))
            chain = [tree.If(here, pieces[number], chain, line=line)] if number < len(pieces) - 1 else pieces[number]
        inner = [tree.Assign(cut.needed.name, tree.Constant(BOOL, False), line=line), *chain, cut.call(line)]
        jumps = in_loop and any(_jumps(inner))
        inner = self.region(_rerouted(inner, jump) if jumps else inner, in_loop=True)
        start, stop = tree.Constant(INT, 0), tree.Constant(INT, len(pieces))
        made: list[tree.Statement] = [tree.For(turn.name, start, stop, 1, inner, line=line)]
        if jumps:
            made.insert(0, tree.Assign(jump.name, start, line=line))
            for number, leave in ((1, tree.Continue), (2, tree.Break)):
                here = tree.Compare(BOOL, "==", jump, tree.Constant(INT, number))
                made.append(tree.If(here, [leave(line=line)], [], line=line))
        return [*body[:first], *made, *body[last:]]

    def _alone(self, body: list[tree.Statement], target: tree.Function) -> list[tree.Statement]:
        """Return a block in which calls of a function stand alone: as the value of an assignment, or for nothing."""
        result: list[tree.Statement] = []
        for node in body:
            if isinstance(node, tree.If):
                then, otherwise = self._alone(node.then, target), self._alone(node.otherwise, target)
                node = replace(node, then=then, otherwise=otherwise)
            calls = self._calls(node, target)
            if calls and is_alone(node) and calls[-1] is node.value:
                calls.pop()
            names = {id(call): self.new("value", call.type) for call in calls}
            before: dict[int, tree.Statement] = {}

            def change(
                expression: tree.Expression,
                names: dict[int, tree.Local] = names,
                before: dict[int, tree.Statement] = before,
                line: int = node.line,
            ) -> tree.Expression:
                new = mapped(expression, change, lambda block: block)
                if id(expression) not in names:
                    return new
                before[id(expression)] = tree.Assign(names[id(expression)].name, new, line=line)
                return names[id(expression)]

            new = mapped(node, change, lambda block: block) if calls else node
            result += [*(before[id(call)] for call in calls), new]
        return result

    def has_site(self, node: tree.Statement, target: tree.Function) -> bool:
        """Tell whether a statement calls a function outside of inner loops, itself or in a branch."""
        return bool(self._sites([node], target))


class Cut:
    """Cuts blocks at the calls of a function."""

    def __init__(self, merging: FunctionMerging, target: tree.Function):
        self._merging, self._target = merging, target
        self.needed = merging.new("needed", BOOL)
        kinds = [kind for _, kind in target.parameters]
        self._arguments = [None if is_reference(kind) else merging.new("argument", kind) for kind in kinds]
        self._references: list[tree.Expression] = []
        self._result = None if target.result == NONE else merging.new("result", target.result)

    def block(self, body: list[tree.Statement]) -> list[list[tree.Statement]]:
        """Return the pieces of a block; between two of them the function is called where it is needed."""
        pieces: list[list[tree.Statement]] = [[]]
        for node in body:
            call = node.value if is_alone(node) else None
            if isinstance(call, tree.Call) and call.function is self._target:
                pieces[-1] += self._asked(call, node.line)
                pieces.append(self._taken(node))
            elif isinstance(node, tree.If) and self._merging.has_site(node, self._target):
                self._branch(node, pieces)
            else:
                pieces[-1].append(node)
        return pieces

    def _branch(self, node: tree.If, pieces: list[list[tree.Statement]]) -> None:
        chosen = self._merging.new("chosen", BOOL)
        then, otherwise = self.block(node.then), self.block(node.otherwise)
        for number in range(max(len(then), len(otherwise))):
            parts = [part[number] if number < len(part) else [] for part in (then, otherwise)]
            if number:
                pieces.append([])
            else:
                pieces[-1].append(tree.Assign(chosen.name, node.condition, line=node.line))
            pieces[-1].append(tree.If(chosen, *parts, line=node.line))

    def _asked(self, call: tree.Call, line: int) -> list[tree.Statement]:
        """Return what says that the function is needed, and for what."""
        self._references = call.arguments
        result: list[tree.Statement] = [
            tree.Assign(local.name, value, line=line)
            for local, value in zip(self._arguments, call.arguments, strict=True)
            if local is not None
        ]
        return [*result, tree.Assign(self.needed.name, tree.Constant(BOOL, True), line=line)]

    def _taken(self, node: tree.Statement) -> list[tree.Statement]:
        """Return what becomes of the function's result."""
        if isinstance(node, tree.Assign) and self._result is not None:
            return [tree.Assign(node.name, self._result, line=node.line)]
        return []

    def call(self, line: int) -> tree.Statement:
        """Return the call, where it is needed."""
        given = zip(self._arguments, self._references, strict=True)
        arguments = [reference if local is None else local for local, reference in given]
        call = tree.Call(self._target.result, self._target, arguments)
        made = (
            tree.Evaluate(call, line=line) if self._result is None else tree.Assign(self._result.name, call, line=line)
        )
        return tree.If(self.needed, [made], [], line=line)


def is_alone(node: tree.Statement) -> TypeGuard[tree.Assign | tree.Evaluate]:
    """Tell whether a statement is a call whose value gets a name or is not used."""
    return isinstance(node, tree.Assign | tree.Evaluate) and isinstance(node.value, tree.Call)


def _called(body: list[tree.Statement]) -> Iterator[tree.Function]:
    """Yield the functions that a block calls outside of its inner loops."""
    for node in body:
        for below in walk(*expressions(node)):
            if isinstance(below, tree.Call):
                yield below.function
        if isinstance(node, tree.If):
            yield from _called([*node.then, *node.otherwise])


def _jumps(body: list[tree.Statement]) -> Iterator[tree.Statement]:
    """Yield what leaves the loop around a block, or its turn."""
    for node in body:
        if isinstance(node, tree.Break | tree.Continue):
            yield node
        elif isinstance(node, tree.If):
            yield from _jumps(node.then)
            yield from _jumps(node.otherwise)


def _rerouted(body: list[tree.Statement], jump: tree.Local) -> list[tree.Statement]:
    """Return a block in which what left its loop leaves a loop within, and says how to go on: 1 continue, 2 break."""
    result: list[tree.Statement] = []
    for node in body:
        if isinstance(node, tree.Break | tree.Continue):
            number = tree.Constant(INT, 1 + isinstance(node, tree.Break))
            result += [tree.Assign(jump.name, number, line=node.line), tree.Break(line=node.line)]
        elif isinstance(node, tree.If):
            then, otherwise = _rerouted(node.then, jump), _rerouted(node.otherwise, jump)
            result.append(replace(node, then=then, otherwise=otherwise))
        else:
            result.append(node)
    return result
