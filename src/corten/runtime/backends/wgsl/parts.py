"""Parts of a stage that is a loop over places of a program (`sharing`): basic blocks, in the words of compilers.

A shader compiler that has a variable in registers joins, behind every part, its value from there with that from before
(a phi). With a thousand parts and variables that is a million values, of which some compilers die. So what one part
writes and another one reads is spilled: it has a place in an array, and no value where parts meet. Parts that only go
on are passed over, and those with one way in join the part before.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from corten.runtime.backends.wgsl import spelling
from corten.runtime.passes.dataflow import liveness
from corten.runtime.typed import tree
from corten.runtime.typed.types import BOOL, FLOAT, INT, NONE, Scalar, Tuple, Type

# arrays of floats and of ints; truth values are ints
ARRAYS = {FLOAT: "spilled_floats", INT: "spilled_ints", BOOL: "spilled_ints"}


Spelling = Callable[[Type], str]


def live_across_parts(parts: Iterable[list[tree.Statement]]) -> set[str]:
    """Return the names that are read in a part before it has assigned to them."""
    found: set[str] = set()
    for part in parts:
        if part:
            found |= liveness(tree.Function("", "", [], NONE, body=part)).before[id(part[0])]
    return found


class SpilledVariables:
    """Places of variables in two arrays, of floats and of ints, as WGSL writes them."""

    def __init__(self, variables: dict[str, Type]):
        self._counts = {"spilled_floats": 0, "spilled_ints": 0}
        self._places = {
            name: [self._next(kind) for kind in _scalars(whole)] for name, whole in sorted(variables.items())
        }

    def _next(self, kind: Scalar) -> str:
        array = ARRAYS[kind]
        self._counts[array] += 1
        return f"{array}[{self._counts[array] - 1}]"

    def __contains__(self, name: str) -> bool:
        return name in self._places

    def declarations(self) -> list[str]:
        """Return the declarations of the arrays."""
        kinds = {"spilled_floats": "f32", "spilled_ints": "i32"}
        return [f"var<private> {array}: array<{kinds[array]}, {count + 2}>;" for array, count in self._counts.items()]

    def beginning(self) -> list[str]:
        """Return what a stage begins with: an index that only the run knows lets compilers leave the arrays whole."""
        return [f"{array}[no_bits + {count}u] = {array}[{count + 1}];" for array, count in self._counts.items()]

    def read(self, name: str, kind: Type, spell: Spelling) -> str:
        """Return the value of a variable; `spell` gives the names of types."""
        return self._value(iter(self._places[name]), kind, spell)

    def _value(self, places: Iterator[str], kind: Type, spell: Spelling) -> str:
        if isinstance(kind, Tuple):
            items = [self._value(places, item, spell) for item in kind.items if not spelling.is_reference(item)]
            return f"{spell(kind)}({', '.join(items)})"
        return f"({next(places)} != 0)" if kind == BOOL else next(places)

    def write(self, name: str, kind: Type, value: str) -> list[str]:
        """Return the statements that assign to a variable; a value of several numbers has a name."""
        return [
            f"{place} = {f'select(0, 1, {value}{path})' if scalar == BOOL else f'{value}{path}'};"
            for place, (scalar, path) in zip(self._places[name], _paths(kind, ""), strict=True)
        ]


def _paths(kind: Type, path: str) -> Iterator[tuple[Scalar, str]]:
    """Yield the numbers of a type, each with the way to it."""
    if isinstance(kind, Tuple):
        for place, item in enumerate(kind.items):
            if not spelling.is_reference(item):
                yield from _paths(item, f"{path}.a{place}")
    else:
        assert isinstance(kind, Scalar)
        yield kind, path


def _scalars(kind: Type) -> list[Scalar]:
    return [scalar for scalar, _ in _paths(kind, "")]


# ---------------------------------------------------------------- fewer parts

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
