"""Variables of a stage that is a loop over places of a program: those that outlive a part lie in memory.

A shader compiler that keeps a variable in registers joins, behind every part, its value from there with that from
before. With a thousand parts and variables that is a million values, of which some compilers die. So what one part
writes and another one reads has a place in an array, and no value where parts meet.
"""

from collections.abc import Callable, Iterable, Iterator

from corten.runtime.backends.wgsl import spelling
from corten.runtime.passes.dataflow import liveness
from corten.runtime.typed import tree
from corten.runtime.typed.types import BOOL, FLOAT, INT, NONE, Scalar, Tuple, Type

# arrays of floats and of ints; truth values are ints
ARRAYS = {FLOAT: "kept_floats", INT: "kept_ints", BOOL: "kept_ints"}


Spelling = Callable[[Type], str]


def outliving(parts: Iterable[list[tree.Statement]]) -> set[str]:
    """Return the names that are read in a part before it has assigned to them."""
    found: set[str] = set()
    for part in parts:
        if part:
            found |= liveness(tree.Function("", "", [], NONE, body=part)).before[id(part[0])]
    return found


class Kept:
    """Places of variables in two arrays, of floats and of ints, as WGSL writes them."""

    def __init__(self, variables: dict[str, Type]):
        self._counts = {"kept_floats": 0, "kept_ints": 0}
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
        kinds = {"kept_floats": "f32", "kept_ints": "i32"}
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
