"""Gives values that never meet names of their own.

A name that serves twice, as `i` in two loops, becomes two names. So whether a name is the same for all environments can
be told once for each name, and what one part of a kernel does with it says nothing about another part. Works on
programs without jumps (`corten.runtime.passes.lowering`).
"""

from dataclasses import replace

from corten.runtime.typed import tree
from corten.runtime.typed.tree import Transformer, children, expressions, mapped
from corten.runtime.typed.types import Array, Struct, Type

# for each name the assignments from which its value may come
Sources = dict[str, frozenset[int]]


def split(program: tree.Program) -> tree.Program:
    """Return the same program with names split."""
    return Splitting().program(program)


class Splitting(Transformer):
    """Replaces the functions of a program one by one."""

    def body(self, function: tree.Function) -> list[tree.Statement]:
        """Return the body with split names, which become the function's locals."""
        whole = replace(function, body=super().body(function))
        return FunctionSplitting(whole).run(function.locals)


class FunctionSplitting:
    """Joins the assignments whose values meet in some place, and gives each group a name."""

    def __init__(self, function: tree.Function):
        self._function = function
        self._parents: list[int] = []
        self._written: dict[tuple[int, str], int] = {}
        self._heads: dict[int, Sources] = {}
        self._names: dict[int, str] = {}

    def run(self, local_types: dict[str, Type]) -> list[tree.Statement]:
        """Return the new body; `local_types` receives the new names."""
        function = self._function
        begin = {name: self._source(0, name) for name, _ in function.parameters}
        self._follow(function.body, begin)
        # parameters keep their names
        for name, source in begin.items():
            self._names[self._root(min(source))] = name
        body = self._renamed(function.body, begin)
        types = dict(function.parameters) | function.locals
        parameters = {name for name, _ in function.parameters}
        kept = {new: types[new.partition("/")[0]] for new in self._names.values() if new not in parameters}
        references = {name: kind for name, kind in function.locals.items() if isinstance(kind, Array | Struct)}
        local_types.clear()
        local_types.update(references | kept)
        return body

    # ---------------------------------------------------------------- groups of assignments

    def _source(self, statement: int, name: str) -> frozenset[int]:
        """Return the set of one assignment, by the identity of its statement (0: before the function begins)."""
        key = (statement, name)
        if key not in self._written:
            self._written[key] = len(self._parents)
            self._parents.append(len(self._parents))
        return frozenset((self._written[key],))

    def _root(self, source: int) -> int:
        while self._parents[source] != source:
            self._parents[source] = self._parents[self._parents[source]]
            source = self._parents[source]
        return source

    def _meet(self, sources: frozenset[int]) -> int:
        """Join assignments into one group; return it."""
        first, *others = sorted(sources)
        for other in others:
            self._parents[self._root(other)] = self._root(first)
        return self._root(first)

    def _of(self, name: str, sources: Sources) -> frozenset[int]:
        return sources.get(name) or self._source(0, name)

    # ---------------------------------------------------------------- where values come from

    def _follow(self, body: list[tree.Statement], sources: Sources) -> Sources:
        """Return the sources at the end of a block, and join those that meet in it."""
        for node in body:
            for expression in expressions(node) if not isinstance(node, tree.While) else ():
                self._read(expression, sources)
            if isinstance(node, tree.Assign) and not isinstance(node.value.type, Array | Struct):
                sources = sources | {node.name: self._source(id(node), node.name)}
            elif isinstance(node, tree.If):
                sources = _union(self._follow(node.then, sources), self._follow(node.otherwise, sources))
            elif isinstance(node, tree.For | tree.While):
                sources = self._loop(node, sources)
        return sources

    def _loop(self, node: tree.For | tree.While, sources: Sources) -> Sources:
        head = sources
        while True:
            begin = head
            if isinstance(node, tree.While):
                self._read(node.condition, head)
            else:
                begin = head | {node.name: self._source(id(node), node.name)}
            new = _union(head, self._follow(node.body, begin))
            if new == head:
                self._heads[id(node)] = head
                return head
            head = new

    def _read(self, node: tree.Expression, sources: Sources) -> None:
        if isinstance(node, tree.Local) and not isinstance(node.type, Array | Struct):
            self._meet(self._of(node.name, sources))
        for child in children(node):
            assert isinstance(child, tree.Expression)
            self._read(child, sources)

    # ---------------------------------------------------------------- new names

    def _name(self, group: int, name: str) -> str:
        """Return the name of a group: the old one for the first group, then numbered ones."""
        group = self._root(group)
        if group not in self._names:
            taken = set(self._names.values()) | {parameter for parameter, _ in self._function.parameters}
            number = 0
            new = name
            while new in taken:
                number += 1
                new = f"{name}/{number}"
            self._names[group] = new
        return self._names[group]

    def _renamed(self, body: list[tree.Statement], sources: Sources) -> list[tree.Statement]:
        """Return a block with new names."""
        result: list[tree.Statement] = []
        for node in body:
            if isinstance(node, tree.For | tree.While):
                result.append(self._renamed_loop(node, sources))
                sources = self._heads[id(node)]
                continue
            before = sources

            def change(expression: tree.Expression, at: Sources = before) -> tree.Expression:
                return self._expression(expression, at)

            if isinstance(node, tree.If):
                then, otherwise = self._renamed(node.then, sources), self._renamed(node.otherwise, sources)
                result.append(replace(node, condition=change(node.condition), then=then, otherwise=otherwise))
                sources = _union(self._follow(node.then, sources), self._follow(node.otherwise, sources))
                continue
            new = mapped(node, change, lambda block: block)
            if isinstance(node, tree.Assign) and not isinstance(node.value.type, Array | Struct):
                source = self._source(id(node), node.name)
                new = replace(new, name=self._name(min(source), node.name))
                sources = sources | {node.name: source}
            result.append(new)
        return result

    def _renamed_loop(self, node: tree.For | tree.While, sources: Sources) -> tree.Statement:
        head = self._heads[id(node)]
        if isinstance(node, tree.While):
            return replace(node, condition=self._expression(node.condition, head), body=self._renamed(node.body, head))
        counter = self._source(id(node), node.name)
        start, stop = self._expression(node.start, sources), self._expression(node.stop, sources)
        body = self._renamed(node.body, head | {node.name: counter})
        return replace(node, name=self._name(min(counter), node.name), start=start, stop=stop, body=body)

    def _expression(self, node: tree.Expression, sources: Sources) -> tree.Expression:
        if isinstance(node, tree.Local):
            if isinstance(node.type, Array | Struct):
                return node
            return replace(node, name=self._name(min(self._of(node.name, sources)), node.name))
        return mapped(node, lambda child: self._expression(child, sources), lambda block: block)


def _union(first: Sources, second: Sources) -> Sources:
    return {name: first.get(name, frozenset()) | second.get(name, frozenset()) for name in first | second}
