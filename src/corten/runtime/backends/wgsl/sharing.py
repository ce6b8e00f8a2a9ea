"""Gives large functions one copy, however many places call them.

Shader compilers copy a function to every place where it is called, and copies multiply: a search among convex shapes is
called by others that are called several times themselves. Where that makes a stage very large, it becomes a loop over
places of the program, in which every large function stands once. A call notes where to go on and goes to the place
where the function begins; its end goes back:

    x = f(1)                    while place >= 0:
    for i in range(n):              if place == 0: argument = 1; back = 1; place = 5
        x += f(i)                   if place == 1: x = result; i = 0; place = 2
                                    if place == 2: place = 3 if i < n else 7
                                    if place == 3: argument = i; back = 4; place = 5
                                    if place == 4: x += result; i += 1; place = 2
                                    if place == 5: ... result = ...; place = back
                                    ...

Only what calls such functions is taken apart; loops and branches that do not are left as they are, and parts that need
not stand alone are joined afterwards. There is no recursion, so the variables of a function have one place. What is
computed stays the same, in the same order.
"""

from collections import Counter
from dataclasses import replace
from typing import NamedTuple

from corten.runtime.backends.wgsl.flattening import FlattenedFunction
from corten.runtime.backends.wgsl.parts import join_parts, live_across_parts
from corten.runtime.typed import tree
from corten.runtime.typed.tree import walk
from corten.runtime.typed.types import BOOL, INT, Array, Struct, Type

# nodes that a stage has, with copies of what it calls, from which on its large functions are to stand once: shader
# compilers take minutes then, and each turn of the loop costs a little
HUGE = 100_000

# nodes that a function has, with copies of what it calls, from which on it is large, and calls that are too few
LARGE, FEW = 40, 1

# parts that one comparison passes over
GROUP = 32


class Shared(NamedTuple):
    """A program in which large functions stand once, and the variables of the stage that outlive a part of it."""

    program: tree.Program
    spilled: dict[str, Type]


def is_huge(program: tree.Program) -> bool:
    """Tell whether a program with all copies is too large for shader compilers."""
    sizes: dict[tree.Function, int] = {}
    for function in program.functions:
        calls = [node.function for node in walk(*function.body) if isinstance(node, tree.Call)]
        sizes[function] = own_size(function) + sum(sizes[callee] for callee in calls)
    return sizes[program.entry] > HUGE


def own_size(function: tree.Function) -> int:
    """Return how many nodes a function has itself, but for constants."""
    return sum(not isinstance(node, tree.Constant) for node in walk(*function.body))


def share_functions(program: tree.Program) -> Shared:
    """Return a program that computes the same and has no large function twice."""
    return Sharing(program, large_functions(program)).run()


def large_functions(program: tree.Program) -> set[tree.Function]:
    """Return the functions that are to stand once: large ones that are called in several places, and their callers."""
    sites = Counter(
        node.function for function in program.functions for node in walk(*function.body) if isinstance(node, tree.Call)
    )
    sizes: dict[tree.Function, int] = {}
    found: set[tree.Function] = set()
    for function in program.functions:
        called = [node.function for node in walk(*function.body) if isinstance(node, tree.Call)]
        sizes[function] = own_size(function) + sum(sizes[callee] for callee in called if callee not in found)
        if (sites[function] > FEW and sizes[function] >= LARGE) or any(callee in found for callee in called):
            found.add(function)
    return found


class Sharing:
    """Takes functions apart, those that are to stand once, and puts the parts into the stage."""

    def __init__(self, program: tree.Program, shared: set[tree.Function]):
        self._program, self._entry = program, program.entry
        self._shared = shared | {program.entry}
        self._locals: dict[str, Type] = {}
        self._structs = {kind: tree.Local(kind, name) for name, kind in self._entry.parameters}
        self._place = self._new("place", INT)
        self._flattened: dict[tree.Function, FlattenedFunction] = {}
        self._parts: list[list[tree.Statement]] = [[]]

    def run(self) -> Shared:
        """Return the new program, and its variables that outlive a part."""
        entry = self._entry
        self._flattened[entry] = FlattenedFunction(self, entry, 0)
        self._flattened[entry].write()
        places = {self._place.name} | {flattened.back.name for flattened in self._flattened.values()}
        self._parts = join_parts(self._parts, places)
        groups = [self._group(first) for first in range(0, len(self._parts), GROUP)]
        end = tree.Return(self._flattened[entry].result)
        body = [self.go(0), tree.While(self._compare(">=", 0), groups), end]
        wraps = any(function.wraps for function in self._shared)
        new = replace(entry, locals=self._locals, body=body, wraps=wraps)
        names = live_across_parts([*self._parts, [end]]) - {self._place.name}
        functions = [each for each in self._program.functions if each not in self._shared]
        spilled = {name: self._locals[name] for name in names if name in self._locals}
        return Shared(tree.Program([*functions, new]), spilled)

    def _group(self, first: int) -> tree.Statement:
        """Return some parts, each of which knows its number, that are passed over together."""
        parts = self._parts[first : first + GROUP]
        each: list[tree.Statement] = [
            tree.If(self._compare("==", number), part, []) for number, part in enumerate(parts, first)
        ]
        here = self._compare(">=", first), self._compare("<", first + len(parts))
        return tree.If(tree.Logic(BOOL, "and", *here), each, [])

    def _compare(self, operator: str, place: int) -> tree.Expression:
        return tree.Compare(BOOL, operator, self._place, tree.Constant(INT, place))

    # ---------------------------------------------------------------- what functions ask for

    def is_shared(self, node: tree.Expression | tree.Statement) -> bool:
        """Tell whether something calls a function that stands once."""
        return any(isinstance(below, tree.Call) and below.function in self._shared for below in walk(node))

    def stands_once(self, function: tree.Function) -> bool:
        """Tell whether a function is one of those."""
        return function in self._shared

    def _new(self, name: str, kind: Type) -> tree.Local:
        self._locals[f".{name}"] = kind
        return tree.Local(kind, f".{name}")

    def variable(self, function: int, name: str, kind: Type) -> tree.Local:
        """Return the variable that stands for a name of a function; those of the compiler apart from a kernel's."""
        return self._new(f"{function}t{name[1:]}" if name.startswith(".") else f"{function}v{name}", kind)

    def reference(self, kind: Type) -> tree.Expression:
        """Return what stands for m, d or an array, which the type says."""
        if isinstance(kind, Struct):
            return self._structs[kind]
        assert isinstance(kind, Array)
        return tree.FieldRead(kind, self._structs[Struct(kind.layout)], kind)

    # ---------------------------------------------------------------- places

    def begin(self) -> int:
        """Begin another part; return its number."""
        self._parts.append([])
        return len(self._parts) - 1

    def append(self, statement: tree.Statement) -> None:
        """Add a statement to the part that was begun last."""
        self._parts[-1].append(statement)

    def here(self) -> list[tree.Statement]:
        """Return the part that was begun last."""
        return self._parts[-1]

    def go(self, place: int | tree.Expression) -> tree.Statement:
        """Return what goes to a place."""
        where = tree.Constant(INT, place) if isinstance(place, int) else place
        return tree.Assign(self._place.name, where)

    def choose(self, condition: tree.Expression, then: int, otherwise: int, line: int) -> tree.Statement:
        """Return what goes to one of two places."""
        places = tree.Constant(INT, then), tree.Constant(INT, otherwise)
        return tree.Assign(self._place.name, tree.Select(INT, condition, *places), line=line)

    def enter(self, function: tree.Function) -> FlattenedFunction:
        """Return a function that is called by the part begun last; its own parts follow if they do not stand yet."""
        if function not in self._flattened:
            flattened = self._flattened[function] = FlattenedFunction(self, function, len(self._flattened))
            calling = self.here()
            flattened.first = self.begin()
            flattened.write()
            calling.append(self.go(flattened.first))
        else:
            self.append(self.go(self._flattened[function].first))
        return self._flattened[function]
