"""The typed tree of a kernel: what the front end makes of Python and every back end reads.

Nothing in it depends on the machine. Names are resolved, helpers are specialised by argument types, ints are
widened explicitly (`Cast`), and constants are values. Lines are those of the source and count for nothing when nodes
are compared. `corten.runtime.typed.visit` walks over trees and rebuilds them.
"""

from dataclasses import dataclass, field

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
