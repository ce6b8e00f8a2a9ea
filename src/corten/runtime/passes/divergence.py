"""Divergence analysis: what is uniform among environments that share an instruction, and what varies (ISPC's words).

All sizes are uniform, and so is the Model, except for fields that its layout lets vary; Data varies. A value made of
uniform values is uniform. A condition that varies switches some environments off:

    n = m.nv                    n uniform      a size
    x = d.qpos[i]               x varying      one vector: i is uniform
    if x > 0.0:                 mask = x > 0   a varying branch
        k = 3                   k uniform, if nobody reads the old k behind the branch; else k is blended and varies
        y = d.qvel[j]           j varying: a gather, one load for each lane
    while err > tol:            mask shrinks until no lane is left; the longest one counts

Within a block under a mask a value counts as uniform if it is the same for all environments that are on. Where those
that are off will still need the old value of a name (it is live there), an assignment is blended,
`name = select(mask, new, old)`, and the name varies. The same holds for loops that environments leave at different
times.

The analysis follows a program without jumps (`lowering`) in which names are split (`splitting`), so each name has one
shape in its function; it repeats until shapes stand. A function is followed anew for each combination of shapes of its
arguments. See Pharr and Mark, "ispc: A SPMD compiler for high-performance CPU programming", 2012.
"""

from dataclasses import dataclass, field

from corten.runtime.passes.dataflow import NOTHING, Liveness, Names, liveness
from corten.runtime.passes.folding import fold
from corten.runtime.passes.lowering import lower
from corten.runtime.passes.splitting import split
from corten.runtime.typed import tree
from corten.runtime.typed.tree import children
from corten.runtime.typed.types import NONE, Array, Struct, Table, Tuple, Type

# whether each number of a value varies: one entry for a number, one for each of a tuple's, none for an array
Shape = tuple[bool, ...]
Shapes = dict[str, Shape]

# intrinsics that give the same number to all environments
UNIFORM = ("any_lane", "reduce_max", "uniform")


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


@dataclass(slots=True)
class LaneFunction:
    """A function for arguments of some shapes; a parameter that is assigned may vary more than its argument.

    `divergent` has the statements at which environments part, by identity and side (1: the else of an if), with the
    names whose old value those that are off still need.
    """

    function: tree.Function
    arguments: tuple[Shape, ...]
    shapes: Shapes
    result: Shape = ()
    divergent: dict[tuple[int, int], Names] = field(default_factory=dict)


def lane_report(program: tree.Program) -> LaneReport:
    """Return where a program varies."""
    analysis = Divergence()
    entry = prepared(program).entry
    analysis.call(entry, tuple(() for _ in entry.parameters))
    return analysis.report


def prepared(program: tree.Program) -> tree.Program:
    """Return a program as the analysis and the machines with lanes take it."""
    return split(lower(fold(program)))


def width(kind: Type) -> int:
    """Return how many numbers a value of this type consists of."""
    if isinstance(kind, Tuple):
        return sum(map(width, kind.items))
    return 0 if isinstance(kind, Array | Struct | Table) or kind == NONE else 1


class Divergence:
    """Follows programs with shapes in place of values."""

    def __init__(self) -> None:
        self.report = LaneReport()
        self._known: dict[tuple[tree.Function, tuple[Shape, ...]], LaneFunction] = {}
        self._live: dict[tree.Function, Liveness] = {}

    def call(self, function: tree.Function, arguments: tuple[Shape, ...]) -> LaneFunction:
        """Return a function for arguments of these shapes."""
        key = (function, arguments)
        if key not in self._known:
            self._known[key] = FunctionDivergence(self, function, arguments).run()
        return self._known[key]

    def live(self, function: tree.Function) -> Liveness:
        """Return where the names of a function live."""
        if function not in self._live:
            self._live[function] = liveness(function)
        return self._live[function]


class FunctionDivergence:
    """Follows one function, again and again until the shapes of its names stand."""

    def __init__(self, lanes: Divergence, function: tree.Function, arguments: tuple[Shape, ...]):
        self.lanes, self.function, self.live = lanes, function, lanes.live(function)
        parameters = (name for name, _ in function.parameters)
        self.result = LaneFunction(function, arguments, dict(zip(parameters, arguments, strict=True)))
        # names whose old value environments that are off still need
        self.blended: Names = NOTHING

    def run(self) -> LaneFunction:
        """Return the function with the shapes of all names."""
        before: tuple[Shapes, int] | None = None
        while before != (self.result.shapes, len(self.result.divergent)):
            before = dict(self.result.shapes), len(self.result.divergent)
            self.block(self.function.body)
        return self.result

    # ---------------------------------------------------------------- statements

    def block(self, body: list[tree.Statement]) -> None:
        """Follow statements."""
        for node in body:
            getattr(self, f"follow_{type(node).__name__}")(node)

    def within(self, node: tree.Statement, side: int, body: list[tree.Statement], blended: Names) -> None:
        """Follow a block that only some environments enter."""
        self.result.divergent[id(node), side] = blended
        outside, self.blended = self.blended, blended
        self.block(body)
        self.blended = outside

    def assign(self, name: str, shape: Shape) -> None:
        """Let a name vary where its new value does, or where its old value is still needed."""
        old = self.result.shapes.get(name, (False,) * len(shape))
        blends = name in self.blended
        self.result.shapes[name] = tuple(a or b or blends for a, b in zip(old, shape, strict=True))

    def follow_Assign(self, node: tree.Assign) -> None:
        self.assign(node.name, self.shape(node.value))

    def follow_Store(self, node: tree.Store) -> None:
        self.shape(node.value)
        self._access(node.array, node.index, node.line, self.lanes.report.scatters)

    def follow_FieldWrite(self, node: tree.FieldWrite) -> None:
        self.shape(node.value)

    def follow_Evaluate(self, node: tree.Evaluate) -> None:
        self.shape(node.value)

    def follow_Return(self, node: tree.Return) -> None:
        if node.value is not None:
            self.result.result = self.shape(node.value)

    def follow_If(self, node: tree.If) -> None:
        if not self._varies(node.condition):
            self.block(node.then)
            self.block(node.otherwise)
            return
        self._report(self.lanes.report.branches, node.line)
        after = self.live.after[id(node)]
        # the other side is run by the environments that wait here
        waiting = self.live.before[id(node.otherwise[0])] if node.otherwise else NOTHING
        self.within(node, 0, node.then, after | waiting)
        self.within(node, 1, node.otherwise, after)

    def follow_While(self, node: tree.While) -> None:
        if self._varies(node.condition):
            self._report(self.lanes.report.loops, node.line)
            self.within(node, 0, node.body, self.live.after[id(node)])
        else:
            self.block(node.body)

    def follow_For(self, node: tree.For) -> None:
        start, stop = self._varies(node.start), self._varies(node.stop)
        if start or stop:
            self._report(self.lanes.report.loops, node.line)
            after = self.live.after[id(node)]
            outside, self.blended = self.blended, after
            self.assign(node.name, (start,))
            self.blended = outside
            self.within(node, 0, node.body, after)
        else:
            self.assign(node.name, (False,))
            self.block(node.body)

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
        return self.result.shapes.get(node.name, (False,) * width(node.type))

    def shape_FieldRead(self, node: tree.FieldRead) -> Shape:
        return (node.array.varies,) * width(node.type)

    def shape_Load(self, node: tree.Load) -> Shape:
        varies = self._access(node.array, node.index, node.line, self.lanes.report.gathers)
        assert isinstance(node.array.type, Array)
        return (varies or node.array.type.varies,)

    def shape_TableLoad(self, node: tree.TableLoad) -> Shape:
        varies = self._varies(node.index)
        if varies:
            self._report(self.lanes.report.gathers, node.line, "table")
        return (varies,)

    def shape_MakeTuple(self, node: tree.MakeTuple) -> Shape:
        return tuple(varies for item in node.items for varies in self.shape(item))

    def shape_Item(self, node: tree.Item) -> Shape:
        assert isinstance(node.operand.type, Tuple)
        before = sum(map(width, node.operand.type.items[: node.index]))
        return self.shape(node.operand)[before : before + width(node.type)]

    def shape_Select(self, node: tree.Select) -> Shape:
        condition = self._varies(node.condition)
        sides = zip(self.shape(node.chosen), self.shape(node.otherwise), strict=True)
        return tuple(condition or first or second for first, second in sides)

    def shape_Intrinsic(self, node: tree.Intrinsic) -> Shape:
        varies = self._varies(*node.arguments)
        return (varies and node.name not in UNIFORM,)

    def shape_Call(self, node: tree.Call) -> Shape:
        shapes = tuple(self.shape(argument) for argument in node.arguments)
        return self.lanes.call(node.function, shapes).result

    def _access(self, array: tree.Expression, index: list[tree.Expression], line: int, sites: set[Site]) -> bool:
        """Tell whether the place of an access varies, and report it if so."""
        varies = self._varies(*index)
        if varies:
            self._report(sites, line, str(array.type))
        return varies

    def _report(self, sites: set[Site], line: int, field: str = "") -> None:
        # conditions that lowering made have no line
        if line:
            sites.add(Site(self.function.file, line, field))
