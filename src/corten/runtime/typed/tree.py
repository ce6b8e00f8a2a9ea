"""The typed tree of a kernel: what the front end makes of Python and every back end reads.

Nothing in it depends on the machine. Names are resolved, helpers are specialised by argument types, ints are
widened explicitly (`Cast`), and constants are values. Lines are those of the source and count for nothing when nodes
are compared. `corten.runtime.typed.tree` walks over trees and rebuilds them.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

from corten.runtime.typed.types import Array, Table, Type


@dataclass(slots=True)
class Expression:
    type: Type


@dataclass(slots=True)
class Constant(Expression):
    value: float | int | bool


@dataclass(slots=True)
class Local(Expression):
    name: str


@dataclass(slots=True)
class SizeRead(Expression):
    """`m.nbody`"""

    struct: Expression
    name: str


@dataclass(slots=True)
class FieldRead(Expression):
    """`m.body_pos` as an array, or `m.opt_timestep` as a number."""

    struct: Expression
    array: Array


@dataclass(slots=True)
class Load(Expression):
    array: Expression
    index: list[Expression]
    line: int = field(compare=False)


@dataclass(slots=True)
class TableLoad(Expression):
    table: Table
    index: Expression
    line: int = field(compare=False)


@dataclass(slots=True)
class Unary(Expression):
    operator: str
    operand: Expression


@dataclass(slots=True)
class Binary(Expression):
    operator: str
    left: Expression
    right: Expression


@dataclass(slots=True)
class Compare(Expression):
    operator: str
    left: Expression
    right: Expression


@dataclass(slots=True)
class Logic(Expression):
    """`and` / `or` with Python's short circuit."""

    operator: str
    left: Expression
    right: Expression


@dataclass(slots=True)
class Select(Expression):
    condition: Expression
    chosen: Expression
    otherwise: Expression


@dataclass(slots=True)
class Cast(Expression):
    operand: Expression


@dataclass(slots=True)
class MakeTuple(Expression):
    items: list[Expression]


@dataclass(slots=True)
class Item(Expression):
    operand: Expression
    index: int


@dataclass(slots=True)
class Intrinsic(Expression):
    name: str
    arguments: list[Expression]


@dataclass(slots=True)
class Call(Expression):
    function: "Function"
    arguments: list[Expression]


@dataclass(slots=True)
class Statement:
    """`file` is given where it is not that of the function, since a pass has moved the statement."""

    line: int = field(default=0, kw_only=True, compare=False)
    file: str = field(default="", kw_only=True, compare=False)


@dataclass(slots=True)
class Assign(Statement):
    name: str
    value: Expression


@dataclass(slots=True)
class Store(Statement):
    array: Expression
    index: list[Expression]
    value: Expression


@dataclass(slots=True)
class FieldWrite(Statement):
    """`d.time = x`"""

    struct: Expression
    array: Array
    value: Expression


@dataclass(slots=True)
class If(Statement):
    condition: Expression
    then: list[Statement]
    otherwise: list[Statement]


@dataclass(slots=True)
class For(Statement):
    name: str
    start: Expression
    stop: Expression
    step: int
    body: list[Statement]


@dataclass(slots=True)
class While(Statement):
    condition: Expression
    body: list[Statement]


@dataclass(slots=True)
class Break(Statement):
    pass


@dataclass(slots=True)
class Continue(Statement):
    pass


@dataclass(slots=True)
class Return(Statement):
    value: Expression | None


@dataclass(slots=True)
class Evaluate(Statement):
    value: Expression


@dataclass(slots=True, eq=False)
class Function:
    """A helper or stage specialised to the types of its arguments; where it `wraps`, its ints may overflow."""

    name: str
    file: str
    parameters: list[tuple[str, Type]]
    result: Type
    wraps: bool = False
    locals: dict[str, Type] = field(default_factory=dict)
    body: list[Statement] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Program:
    """A stage with everything that it calls: callees stand before their callers, the stage itself is the last."""

    functions: list[Function]

    @property
    def entry(self) -> Function:
        return self.functions[-1]


# ---------------------------------------------------------------- walks over trees, and their rebuilding

# What the children of a node are is read off the fields of its class, so that a new kind of node needs no entry here
# nor in any pass that has nothing to say about it.

Node = Expression | Statement


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


def expressions(statement: Statement) -> Iterator[Expression]:
    """Yield the expressions that a statement itself evaluates, without those of the statements within."""
    return (child for child in children(statement) if isinstance(child, Expression))


def mapped(node: Any, change: Callable[[Any], Any], block: Callable[[list[Any]], list[Any]]) -> Any:
    """Return a node with its expressions replaced by `change` and its lists of statements by `block`."""
    new = {}
    for name in _names(type(node)):
        value = getattr(node, name)
        if isinstance(value, Expression):
            new[name] = change(value)
        elif isinstance(value, list) and value:
            new[name] = block(value) if isinstance(value[0], Statement) else [change(item) for item in value]
    return replace(node, **new) if any(new[name] is not getattr(node, name) for name in new) else node


class Transformer:
    """Rebuilds trees from the leaves up.

    A subclass has a method `change_X` for each class X of nodes that it replaces: it receives the node with its
    children done, and returns an expression for an expression, and a list of statements for a statement.
    """

    def __init__(self) -> None:
        self._functions: dict[Function, Function] = {}

    def program(self, program: Program) -> Program:
        """Return a program in which every function is transformed."""
        return Program([self.function(function) for function in program.functions])

    def function(self, function: Function) -> Function:
        """Return the transformed function, the same one each time; callees have to come before their callers."""
        if function not in self._functions:
            new = replace(function, locals=dict(function.locals))
            new.body = self.body(new)
            self._functions[function] = new
        return self._functions[function]

    def body(self, function: Function) -> list[Statement]:
        """Return the new body of a function, to whose locals a subclass may add."""
        return self.block(function.body)

    def block(self, statements: list[Statement]) -> list[Statement]:
        """Return the transformed statements."""
        return [new for statement in statements for new in self.statement(statement)]

    def statement(self, node: Statement) -> list[Statement]:
        """Return what takes the place of a statement."""
        new = mapped(node, self.expression, self.block)
        change = getattr(self, f"change_{type(node).__name__}", None)
        return change(new) if change else [new]

    def expression(self, node: Expression) -> Expression:
        """Return what takes the place of an expression."""
        new = mapped(node, self.expression, self.block)
        if isinstance(new, Call):
            new = replace(new, function=self.function(new.function))
        change = getattr(self, f"change_{type(node).__name__}", None)
        return change(new) if change else new
