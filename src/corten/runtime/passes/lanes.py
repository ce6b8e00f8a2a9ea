"""Uniform or varying: what is the same for all environments that share an instruction, and what is not.

The Model is the same for all, and so are all sizes; Data differs. A value made of uniform values is uniform. A
condition that varies switches some environments off; within its block a value counts as uniform if it is the same for
all that are on, so a counter that lives in the block alone stays uniform; behind the block whatever was assigned in it
varies. The same holds for loops that environments leave at different times.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from corten.runtime.fields import Layout
from corten.runtime.typed import tree
from corten.runtime.typed.types import NONE, Array, Struct, Table, Tuple, Type
from corten.runtime.typed.visit import children, walk

# whether each number of a value varies: one entry for a number, one for each of a tuple's, none for an array
Shape = tuple[bool, ...]
Shapes = dict[str, Shape]


@dataclass(frozen=True, slots=True, order=True)
class Site:
    """A place in the source, and the field that is accessed there, if any."""

    file: str
    line: int
    field: str = ""


@dataclass(slots=True)
class LaneReport:
    """What keeps environments from running in step: branches, loops and array accesses that differ among them."""

    branches: set[Site] = field(default_factory=set)
    loops: set[Site] = field(default_factory=set)
    gathers: set[Site] = field(default_factory=set)
    scatters: set[Site] = field(default_factory=set)

    def lines(self) -> list[str]:
        """Return the report as text, one line for each place."""
        kinds = (("branch", self.branches), ("loop", self.loops), ("gather", self.gathers), ("scatter", self.scatters))
        return [f"{site.file}:{site.line}: {kind} {site.field}".rstrip() for kind, all in kinds for site in sorted(all)]


def lane_report(program: tree.Program, shared: Layout) -> LaneReport:
    """Return where a program varies if fields of the layout `shared` are the same for all environments."""
    analysis = Lanes(shared)
    entry = program.entry
    analysis.call(entry, tuple(() for _ in entry.parameters))
    return analysis.report


def width(kind: Type) -> int:
    """Return how many numbers a value of this type consists of."""
    if isinstance(kind, Tuple):
        return sum(map(width, kind.items))
    return 0 if isinstance(kind, Array | Struct | Table) or kind == NONE else 1


class Lanes:
    """Follows programs with shapes in place of values."""

    def __init__(self, shared: Layout):
        self.shared, self.report = shared, LaneReport()
        self._results: dict[tuple[tree.Function, tuple[Shape, ...]], Shape] = {}

    def call(self, function: tree.Function, arguments: tuple[Shape, ...]) -> Shape:
        """Return the shape of what a function gives for arguments of these shapes."""
        key = (function, arguments)
        if key not in self._results:
            self._results[key] = FunctionLanes(self, function, arguments).run()
        return self._results[key]


@dataclass(slots=True)
class _Loop:
    """What is known of a loop while its body is followed."""

    depth: int
    varies: bool = False
    mixes: bool = False
    breaks: list[Shapes] = field(default_factory=list)
    continues: list[Shapes] = field(default_factory=list)


class FunctionLanes:
    """Follows one function; `names` has the shapes at the current place, or None where control never comes."""

    def __init__(self, lanes: Lanes, function: tree.Function, arguments: tuple[Shape, ...]):
        self.lanes, self.function = lanes, function
        parameters = (name for name, _ in function.parameters)
        self.names: Any = dict(zip(parameters, arguments, strict=True))
        self.depth = 0
        self.loops: list[_Loop] = []
        self.returns: list[Shape] = []

    def run(self) -> Shape:
        """Return the shape of the result."""
        self.block(self.function.body)
        return _joined(*self.returns) if self.returns else ()

    # ---------------------------------------------------------------- statements

    def block(self, body: list[tree.Statement]) -> None:
        """Follow statements until control leaves."""
        for node in body:
            if self.names is None:
                return
            getattr(self, f"follow_{type(node).__name__}")(node)

    def follow_Assign(self, node: tree.Assign) -> None:
        self.names[node.name] = self.shape(node.value)

    def follow_Store(self, node: tree.Store) -> None:
        self.shape(node.value)
        self._access(node.array, node.index, node.line, self.lanes.report.scatters)

    def follow_FieldWrite(self, node: tree.FieldWrite) -> None:
        self.shape(node.value)

    def follow_Evaluate(self, node: tree.Evaluate) -> None:
        self.shape(node.value)

    def follow_If(self, node: tree.If) -> None:
        varies = self._varies(node.condition)
        if varies:
            self.lanes.report.branches.add(self._site(node.line))
        before = dict(self.names)
        self.depth += varies
        self.block(node.then)
        then, self.names = self.names, before
        self.block(node.otherwise)
        self.depth -= varies
        if varies and then is not None and self.names is not None:
            self.names = self._mixed([then, self.names], [*node.then, *node.otherwise])
        else:
            self.names = _merged([then, self.names])

    def follow_While(self, node: tree.While) -> None:
        self._loop(node, lambda: self._varies(node.condition))

    def follow_For(self, node: tree.For) -> None:
        start, stop = self._varies(node.start), self._varies(node.stop)

        def begin() -> bool:
            self.names[node.name] = (start,)
            return start or stop

        self._loop(node, begin)

    def _loop(self, node: tree.For | tree.While, begin: Callable[[], bool]) -> None:
        """Follow a loop until the shapes at its head stand; `begin` tells whether going on differs."""
        head: Shapes | None = self.names
        while True:
            loop = _Loop(self.depth)
            self.names = dict(head or {})
            loop.varies |= begin()
            self.loops.append(loop)
            self.block(node.body)
            self.loops.pop()
            ends = [*loop.continues, self.names]
            tail = self._mixed(ends, node.body) if loop.mixes else _merged(ends)
            new = _merged([head, tail])
            if new == head:
                break
            head = new
        if loop.varies:
            self.lanes.report.loops.add(self._site(node.line))
        exits = [head, *loop.breaks]
        self.names = self._mixed(exits, [node]) if loop.varies else _merged(exits)

    def follow_Break(self, node: tree.Break) -> None:
        loop = self.loops[-1]
        loop.varies |= self.depth > loop.depth
        loop.breaks.append(self.names)
        self.names = None

    def follow_Continue(self, node: tree.Continue) -> None:
        loop = self.loops[-1]
        loop.mixes |= self.depth > loop.depth
        loop.continues.append(self.names)
        self.names = None

    def follow_Return(self, node: tree.Return) -> None:
        shape = () if node.value is None else self.shape(node.value)
        self.returns.append(tuple(varies or self.depth > 0 for varies in shape))
        self.names = None

    def _mixed(self, sides: list[Shapes | None], body: list[tree.Statement]) -> Shapes | None:
        """Return shapes where environments meet that come different ways: what was assigned on them varies."""
        result = _merged(sides)
        if result is not None:
            for node in walk(*body):
                if isinstance(node, tree.Assign | tree.For) and node.name in result:
                    result[node.name] = tuple(True for _ in result[node.name])
        return result

    # ---------------------------------------------------------------- expressions

    def shape(self, node: tree.Expression) -> Shape:
        """Return which numbers of an expression vary."""
        follow = getattr(self, f"shape_{type(node).__name__}", None)
        if follow is not None:
            return follow(node)
        # an operation on numbers varies with any of them
        varies = self._varies(*(child for child in children(node) if isinstance(child, tree.Expression)))
        return (varies,) * width(node.type)

    def _varies(self, *nodes: tree.Expression) -> bool:
        """Tell whether some number of some expressions varies; all of them are followed."""
        shapes = [self.shape(node) for node in nodes]
        return any(map(any, shapes))

    def shape_Local(self, node: tree.Local) -> Shape:
        return self.names.get(node.name, (False,) * width(node.type))

    def shape_FieldRead(self, node: tree.FieldRead) -> Shape:
        return (node.array.layout is not self.lanes.shared,) * width(node.type)

    def shape_Load(self, node: tree.Load) -> Shape:
        varies = self._access(node.array, node.index, node.line, self.lanes.report.gathers)
        assert isinstance(node.array.type, Array)
        return (varies or node.array.type.layout is not self.lanes.shared,)

    def shape_TableLoad(self, node: tree.TableLoad) -> Shape:
        varies = self._varies(node.index)
        if varies:
            self.lanes.report.gathers.add(self._site(node.line, "table"))
        return (varies,)

    def shape_MakeTuple(self, node: tree.MakeTuple) -> Shape:
        return tuple(varies for item in node.items for varies in self.shape(item))

    def shape_Item(self, node: tree.Item) -> Shape:
        assert isinstance(node.operand.type, Tuple)
        before = sum(map(width, node.operand.type.items[: node.index]))
        return self.shape(node.operand)[before : before + width(node.type)]

    def shape_Select(self, node: tree.Select) -> Shape:
        condition = self._varies(node.condition)
        both = _joined(self.shape(node.chosen), self.shape(node.otherwise))
        return tuple(condition or varies for varies in both)

    def shape_Intrinsic(self, node: tree.Intrinsic) -> Shape:
        varies = self._varies(*node.arguments)
        return (varies and node.name not in ("any_lane", "max_lane", "same_lane"),)

    def shape_Call(self, node: tree.Call) -> Shape:
        return self.lanes.call(node.function, tuple(self.shape(argument) for argument in node.arguments))

    def _access(self, array: tree.Expression, index: list[tree.Expression], line: int, sites: set[Site]) -> bool:
        """Tell whether the place of an access varies, and report it if so."""
        varies = self._varies(*index)
        if varies:
            sites.add(self._site(line, str(array.type)))
        return varies

    def _site(self, line: int, name: str = "") -> Site:
        return Site(self.function.file, line, name)


def _joined(*shapes: Shape) -> Shape:
    """Return the shape of a value that is one or the other."""
    return tuple(any(numbers) for numbers in zip(*shapes, strict=True))


def _merged(sides: list[Shapes | None]) -> Shapes | None:
    """Return the shapes where ways meet that all environments go together; None if no way leads there."""
    result: Shapes | None = None
    for side in sides:
        if side is None:
            continue
        if result is None:
            result = dict(side)
        else:
            for name, shape in side.items():
                result[name] = _joined(result[name], shape) if name in result else shape
    return result
