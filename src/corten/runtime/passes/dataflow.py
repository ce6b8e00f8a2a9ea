"""Data flow: which fields a function reads and writes, and which local names are live after each statement."""

from dataclasses import dataclass, field

from corten.runtime.typed import tree
from corten.runtime.typed.tree import expressions, walk
from corten.runtime.typed.types import Array


@dataclass(frozen=True, slots=True)
class Effects:
    """Names of fields, such as `Model.body_pos` and `Data.xpos`; taking an array into a local name reads nothing."""

    reads: frozenset[str]
    writes: frozenset[str]


def program_effects(program: tree.Program) -> dict[tree.Function, Effects]:
    """Return what each function of a program reads and writes."""
    result: dict[tree.Function, Effects] = {}
    for function in program.functions:
        result[function] = _effects(function, result)
    return result


def _effects(function: tree.Function, known: dict[tree.Function, Effects]) -> Effects:
    reads: set[str] = set()
    writes: set[str] = set()
    for node in walk(*function.body):
        if isinstance(node, tree.Load):
            reads.add(str(node.array.type))
        elif isinstance(node, tree.FieldRead) and not isinstance(node.type, Array):
            reads.add(str(node.array))
        elif isinstance(node, tree.Store):
            writes.add(str(node.array.type))
        elif isinstance(node, tree.FieldWrite):
            writes.add(str(node.array))
        elif isinstance(node, tree.Call):
            reads |= known[node.function].reads
            writes |= known[node.function].writes
    return Effects(frozenset(reads), frozenset(writes))


# ---------------------------------------------------------------- liveness of local names

Names = frozenset[str]
NOTHING: Names = frozenset()


@dataclass(slots=True)
class Liveness:
    """Names that live on, by the identity of statements: before and behind each one, and where loops begin anew."""

    before: dict[int, Names] = field(default_factory=dict)
    after: dict[int, Names] = field(default_factory=dict)
    around: dict[int, Names] = field(default_factory=dict)


def liveness(function: tree.Function) -> Liveness:
    """Return where the names of a function live."""
    result = Liveness()
    _block(function.body, NOTHING, (NOTHING, NOTHING), result)
    return result


def names_read(*nodes: tree.Expression) -> Names:
    """Return the local names that expressions mention."""
    return frozenset(node.name for node in walk(*nodes) if isinstance(node, tree.Local))


def _block(body: list[tree.Statement], after: Names, loop: tuple[Names, Names], result: Liveness) -> Names:
    """Return the names that live where a block begins; `loop` has those at the end and head of the loop around it."""
    live = after
    for node in reversed(body):
        result.after[id(node)] = live
        live = result.before[id(node)] = _statement(node, live, loop, result)
    return live


def _statement(node: tree.Statement, after: Names, loop: tuple[Names, Names], result: Liveness) -> Names:
    read = names_read(*expressions(node))
    if isinstance(node, tree.Assign):
        return (after - {node.name}) | read
    if isinstance(node, tree.If):
        return read | _block(node.then, after, loop, result) | _block(node.otherwise, after, loop, result)
    if isinstance(node, tree.For | tree.While):
        counter = {node.name} if isinstance(node, tree.For) else NOTHING
        # the bounds of a range are read once, a condition each time round
        head = after if isinstance(node, tree.For) else after | read
        while (new := head | (_block(node.body, head, (after, head), result) - counter)) != head:
            head = new
        result.around[id(node)] = head
        return head | read
    if isinstance(node, tree.Break):
        return loop[0]
    if isinstance(node, tree.Continue):
        return loop[1]
    if isinstance(node, tree.Return):
        return read
    return after | read
