"""Which local names are still needed: for each statement, those whose value may be read after it."""

from dataclasses import dataclass, field

from corten.runtime.typed import tree
from corten.runtime.typed.visit import expressions, walk

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
