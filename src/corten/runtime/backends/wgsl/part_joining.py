"""Fewer parts of a loop over places: what only goes on is passed over, what has one way in joins the part before."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from corten.runtime.typed import tree
from corten.runtime.typed.types import INT

Part = list[tree.Statement]


def join_parts(parts: list[Part], places: set[str]) -> list[Part]:
    """Return parts that compute the same from the first on; `places` are the variables that hold numbers of parts.

    A part ends with an assignment to the place where the program goes on.
    """
    passing = {number: target for number, part in enumerate(parts) if (target := _only_target(part)) is not None}
    parts = [[_renumbered(node, places, lambda old: _end(old, passing)) for node in part] for part in parts]
    going = [part for number, part in enumerate(parts) if number == 0 or number not in passing]
    used = Counter(number for part in going for node in part for number in _numbers(node, places))
    # the first part has a way in from outside
    used[0] += 1
    joined: set[int] = set()
    for number, part in enumerate(parts):
        if number not in joined:
            while (target := _target(part)) is not None and target != number and used[target] == 1:
                part[-1:] = parts[target]
                joined.add(target)
    left = [number for number in range(len(parts)) if number not in joined and used[number]]
    new = {old: number for number, old in enumerate(left)}
    return [[_renumbered(node, places, lambda old: new.get(old, old)) for node in parts[number]] for number in left]


def _target(part: Part) -> int | None:
    """Return where a part goes on whatever happens; None if it may go to several places, or ends the stage."""
    last = part[-1]
    if isinstance(last, tree.Assign) and isinstance(last.value, tree.Constant) and int(last.value.value) >= 0:
        return int(last.value.value)
    return None


def _only_target(part: Part) -> int | None:
    return _target(part) if len(part) == 1 else None


def _end(number: int, passing: dict[int, int]) -> int:
    """Return where a way ends that leads through parts which do nothing."""
    seen: set[int] = set()
    while number in passing and number not in seen:
        seen.add(number)
        number = passing[number]
    return number


def _numbers(node: tree.Statement, places: set[str]) -> list[int]:
    """Return the numbers of parts that a statement mentions."""
    if not isinstance(node, tree.Assign) or node.name not in places:
        return []
    value = node.value
    constants = [value.chosen, value.otherwise] if isinstance(value, tree.Select) else [value]
    return [int(each.value) for each in constants if isinstance(each, tree.Constant)]


def _renumbered(node: tree.Statement, places: set[str], new: Callable[[int], int]) -> tree.Statement:
    """Return a statement with other numbers of parts."""
    if not isinstance(node, tree.Assign) or node.name not in places:
        return node

    def changed(value: tree.Expression) -> tree.Expression:
        return tree.Constant(INT, new(int(value.value))) if isinstance(value, tree.Constant) else value

    value = node.value
    if isinstance(value, tree.Select):
        return replace(node, value=replace(value, chosen=changed(value.chosen), otherwise=changed(value.otherwise)))
    return replace(node, value=changed(value))
