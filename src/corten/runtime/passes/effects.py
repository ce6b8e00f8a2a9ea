"""Which fields a function reads and writes, itself and through what it calls."""

from dataclasses import dataclass

from corten.runtime.typed import tree
from corten.runtime.typed.types import Array
from corten.runtime.typed.visit import walk


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
