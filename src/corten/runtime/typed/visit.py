"""Walks over typed trees and rebuilds them.

What the children of a node are is read off the fields of its class, so that a new kind of node needs no entry here nor
in any pass that has nothing to say about it.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from functools import cache
from typing import Any

from corten.runtime.typed import tree

Node = tree.Expression | tree.Statement


@cache
def _names(kind: type) -> tuple[str, ...]:
    """Return the fields of a class of nodes; those that hold a node or a list of nodes hold its children."""
    return tuple(field.name for field in fields(kind))


def children(node: Node) -> Iterator[Node]:
    """Yield what stands directly below a node, in the order of the source; not the bodies of functions it calls."""
    for name in _names(type(node)):
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, list):
            yield from value


def walk(*nodes: Node) -> Iterator[Node]:
    """Yield nodes and all that stands below them, parents before children."""
    for node in nodes:
        yield node
        yield from walk(*children(node))


def expressions(statement: tree.Statement) -> Iterator[tree.Expression]:
    """Yield the expressions that a statement itself evaluates, without those of the statements within."""
    return (child for child in children(statement) if isinstance(child, tree.Expression))


def mapped(node: Any, change: Callable[[Any], Any], block: Callable[[list[Any]], list[Any]]) -> Any:
    """Return a node with its expressions replaced by `change` and its lists of statements by `block`."""
    new = {}
    for name in _names(type(node)):
        value = getattr(node, name)
        if isinstance(value, tree.Expression):
            new[name] = change(value)
        elif isinstance(value, list) and value:
            new[name] = block(value) if isinstance(value[0], tree.Statement) else [change(item) for item in value]
    return replace(node, **new) if any(new[name] is not getattr(node, name) for name in new) else node


class Transformer:
    """Rebuilds trees from the leaves up.

    A subclass has a method `change_X` for each class X of nodes that it replaces: it receives the node with its
    children done, and returns an expression for an expression, and a list of statements for a statement.
    """

    def __init__(self) -> None:
        self._functions: dict[tree.Function, tree.Function] = {}

    def program(self, program: tree.Program) -> tree.Program:
        """Return a program in which every function is transformed."""
        return tree.Program([self.function(function) for function in program.functions])

    def function(self, function: tree.Function) -> tree.Function:
        """Return the transformed function, the same one each time; callees have to come before their callers."""
        if function not in self._functions:
            new = replace(function, locals=dict(function.locals))
            new.body = self.body(new)
            self._functions[function] = new
        return self._functions[function]

    def body(self, function: tree.Function) -> list[tree.Statement]:
        """Return the new body of a function, to whose locals a subclass may add."""
        return self.block(function.body)

    def block(self, statements: list[tree.Statement]) -> list[tree.Statement]:
        """Return the transformed statements."""
        return [new for statement in statements for new in self.statement(statement)]

    def statement(self, node: tree.Statement) -> list[tree.Statement]:
        """Return what takes the place of a statement."""
        new = mapped(node, self.expression, self.block)
        change = getattr(self, f"change_{type(node).__name__}", None)
        return change(new) if change else [new]

    def expression(self, node: tree.Expression) -> tree.Expression:
        """Return what takes the place of an expression."""
        new = mapped(node, self.expression, self.block)
        if isinstance(new, tree.Call):
            new = replace(new, function=self.function(new.function))
        change = getattr(self, f"change_{type(node).__name__}", None)
        return change(new) if change else new
