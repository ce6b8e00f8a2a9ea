"""Refuses kernels in which `any_lane` would let an environment's bits depend on its neighbours.

Environments that share an instruction all take a branch if one of them has to, and all stay in a loop until the last
is done. So whatever such a block changes and leaves behind is kept, by a `select` or an `if` on the same condition, for
those that did not ask for it. Two forms are allowed, and nothing else:

    if any_lane(far):                            while any_lane(moving):      # or: if not any_lane(moving): break
        other = slow_way(x)                          x = select(moving, x - step, x)
        result = select(far, other, result)          moving = moving and abs(step) > LAST_STEP
"""

from collections.abc import Iterator
from typing import NoReturn

from corten.errors import KernelError
from corten.runtime.passes.dataflow import Effects, Liveness, Names, liveness, names_read, program_effects
from corten.runtime.typed import tree
from corten.runtime.typed.tree import expressions, walk
from corten.runtime.typed.types import Tuple


def check_lanes(program: tree.Program) -> None:
    """Raise KernelError with file and line for the first place that would mix environments."""
    asking = [function for function in program.functions if any(map(_asks, walk(*function.body)))]
    if asking:
        effects = program_effects(program)
        for function in asking:
            _Check(function, effects).block(function.body, None)


class _Check:
    """Checks one function."""

    def __init__(self, function: tree.Function, effects: dict[tree.Function, Effects]):
        self.function, self.effects = function, effects
        self.live: Liveness = liveness(function)

    def fail(self, node: tree.Statement, message: str) -> NoReturn:
        """Refuse the kernel with the place of the mistake."""
        name = self.function.name.rpartition(".")[0]
        raise KernelError(f"{self.function.file}:{node.line}: {name}: {message}")

    def block(self, body: list[tree.Statement], loop: tree.For | tree.While | None) -> None:
        """Check statements outside of blocks that neighbours share; `loop` is the one whose body they are."""
        for node in body:
            if isinstance(node, tree.If) and (condition := _asked(node.condition)):
                self.shared_branch(node, condition)
            elif isinstance(node, tree.If) and (condition := _asked(_negated(node.condition))):
                if loop is None or node.otherwise or node.then != [tree.Break()]:
                    self.fail(node, "`if not any_lane(c):` is for `break`, directly in the body of a loop")
                self.shared_loop(loop, condition)
            elif isinstance(node, tree.While) and (condition := _asked(node.condition)):
                self.shared_loop(node, condition)
            else:
                self.no_question(node)
            if isinstance(node, tree.If):
                self.block(node.then, None)
                self.block(node.otherwise, None)
            elif isinstance(node, tree.For | tree.While):
                self.block(node.body, node)

    def no_question(self, node: tree.Statement) -> None:
        """Refuse `any_lane` anywhere else than as a condition of its own."""
        if any(map(_asks, walk(*expressions(node)))):
            self.fail(
                node, "any_lane stands alone: `if any_lane(c):`, `while any_lane(c):`, `if not any_lane(c): break`"
            )

    # ---------------------------------------------------------------- blocks that neighbours share

    def shared_branch(self, node: tree.If, condition: tree.Expression) -> None:
        """Check `if any_lane(condition)`."""
        if node.otherwise:
            self.fail(node, "`if any_lane(c)` has no else: whether it runs depends on neighbours")
        if changed := names_read(condition) & _assigned(node.then):
            self.fail(node, f"{min(changed)!r} is part of the condition of any_lane and changes in its block")
        fields = _fields_read(condition) & self._fields_written(node.then)
        if fields or any(isinstance(below, tree.Call) for below in walk(condition)):
            self.fail(node, "give the condition of any_lane a name: it could change in its block")
        if any(isinstance(way, tree.Break | tree.Continue) for way in _ways_out(node.then)):
            self.fail(node, "break and continue stand in a block that neighbours share; use `if` without any_lane")
        self.kept(node.then, condition, self.live.after[id(node)])

    def shared_loop(self, node: tree.For | tree.While, condition: tree.Expression) -> None:
        """Check a loop that is left when `any_lane(condition)` fails."""
        if not isinstance(condition, tree.Local):
            self.fail(node, "name the condition that keeps a loop going, and write `moving = moving and ...` in it")
        after = self.live.after[id(node)]
        if isinstance(node, tree.For) and node.name in after:
            self.fail(node, f"{node.name!r} is used behind a loop that neighbours may prolong")
        self.kept(node.body, condition, after | self.live.around[id(node)])

    def kept(self, body: list[tree.Statement], condition: tree.Expression, needed: Names) -> None:
        """Refuse whatever changes something that is needed later where the condition does not hold."""
        for node in body:
            if isinstance(node, tree.If) and _implies(node.condition, condition):
                self.kept(node.otherwise, condition, needed)
                continue
            self._check_change(node, condition, needed)
            if isinstance(node, tree.If):
                leaves = _asked(_negated(node.condition)) == condition
                self.kept(node.then if not leaves else [], condition, needed)
                self.kept(node.otherwise, condition, needed)
            elif isinstance(node, tree.For | tree.While):
                if isinstance(node, tree.For) and node.name in needed:
                    self._refuse(node, node.name)
                self.kept(node.body, condition, needed)

    def _check_change(self, node: tree.Statement, condition: tree.Expression, needed: Names) -> None:
        if isinstance(node, tree.Assign):
            target = tree.Local(node.value.type, node.name)
            narrows = target == condition and _implies(node.value, condition)
            if node.name in needed and not narrows and not _keeps(node.value, target, condition):
                self._refuse(node, node.name)
        elif isinstance(node, tree.Store):
            if not _keeps(node.value, tree.Load(node.value.type, node.array, node.index, node.line), condition):
                self._refuse(node, str(node.array.type))
        elif isinstance(node, tree.FieldWrite):
            if not _keeps(node.value, tree.FieldRead(node.value.type, node.struct, node.array), condition):
                self._refuse(node, str(node.array))
        elif isinstance(node, tree.Return):
            self.fail(node, "return stands in a block that neighbours share; use `if` without any_lane")
        for below in walk(*expressions(node)):
            if isinstance(below, tree.Call) and (written := self.effects[below.function].writes):
                self._refuse(node, min(written))

    def _refuse(self, node: tree.Statement, name: str) -> NoReturn:
        name = "" if name.startswith(".") else f" {name!r}"
        self.fail(
            node,
            f"changes{name} for neighbours, too: write `x = select(c, new, x)` with the condition c of any_lane, "
            "or put it under `if c:`",
        )

    def _fields_written(self, body: list[tree.Statement]) -> set[str]:
        found: set[str] = set()
        for node in walk(*body):
            if isinstance(node, tree.Store):
                found.add(str(node.array.type))
            elif isinstance(node, tree.FieldWrite):
                found.add(str(node.array))
            elif isinstance(node, tree.Call):
                found |= self.effects[node.function].writes
        return found


def _asks(node: object) -> bool:
    return isinstance(node, tree.Intrinsic) and node.name == "any_lane"


def _asked(node: tree.Expression | None) -> tree.Expression | None:
    """Return c if an expression is `any_lane(c)`."""
    return node.arguments[0] if isinstance(node, tree.Intrinsic) and node.name == "any_lane" else None


def _negated(node: tree.Expression) -> tree.Expression | None:
    """Return c if an expression is `not c`."""
    return node.operand if isinstance(node, tree.Unary) and node.operator == "not" else None


def _implies(node: tree.Expression, condition: tree.Expression) -> bool:
    """Tell whether an expression is the condition or `... and` the condition."""
    if isinstance(node, tree.Logic) and node.operator == "and":
        return _implies(node.left, condition) or _implies(node.right, condition)
    return node == condition


def _keeps(value: tree.Expression, old: tree.Expression, condition: tree.Expression) -> bool:
    """Tell whether a value is the old one wherever the condition does not hold."""
    if value == old:
        return True
    if isinstance(value, tree.Select):
        return _implies(value.condition, condition) and _keeps(value.otherwise, old, condition)
    if isinstance(value, tree.MakeTuple) and isinstance(old.type, Tuple):
        parts = [tree.Item(kind, old, place) for place, kind in enumerate(old.type.items)]
        return all(_keeps(item, part, condition) for item, part in zip(value.items, parts, strict=True))
    return False


def _ways_out(body: list[tree.Statement]) -> Iterator[tree.Statement]:
    """Yield the statements of a block outside of the loops in it."""
    for node in body:
        yield node
        if isinstance(node, tree.If):
            yield from _ways_out(node.then + node.otherwise)


def _assigned(body: list[tree.Statement]) -> set[str]:
    return {node.name for node in walk(*body) if isinstance(node, tree.Assign | tree.For)}


def _fields_read(condition: tree.Expression) -> set[str]:
    """Return the fields that an expression reads itself."""
    found = {str(node.array.type) for node in walk(condition) if isinstance(node, tree.Load)}
    return found | {str(node.array) for node in walk(condition) if isinstance(node, tree.FieldRead)}
