"""What expressions give in lanes: numbers that are the same for all lanes or not, and references to arrays."""

from typing import NamedTuple

from corten.runtime.backends.llvm.precision import Precision
from corten.runtime.typed.types import BOOL, FLOAT, NONE, Array, Struct, Tuple, Type


class Value(NamedTuple):
    """A number: its name in the text, and whether it varies from lane to lane."""

    text: str
    varies: bool = False


class Reference(NamedTuple):
    """An array: the address of its first element and that of its struct's table. For a struct both are its table."""

    base: str
    struct: str


Part = Value | Reference


def leaves(kind: Type) -> list[Type]:
    """Return the types of the numbers and arrays that a value of a type consists of."""
    if isinstance(kind, Tuple):
        return [leaf for item in kind.items for leaf in leaves(item)]
    return [] if kind == NONE else [kind]


class LaneTypes:
    """How LLVM spells types of some width."""

    def __init__(self, scalar: Precision, width: int):
        self.scalar, self.width = scalar, width
        self.mask = f"<{width} x i1>"
        self.all = self.repeated("i1", "true")

    def repeated(self, kind: str, value: str) -> str:
        """Return a vector of equal constants."""
        return f"<{', '.join([f'{kind} {value}'] * self.width)}>"

    def spell(self, kind: Type, varies: bool) -> str:
        """Return the type of a number."""
        plain = self.scalar.spell(kind)
        return f"<{self.width} x {plain}>" if varies else plain

    def structure(self, kinds: list[Type], shape: tuple[bool, ...]) -> str:
        """Return the type of several numbers that a function gives back."""
        parts = [self.spell(kind, varies) for kind, varies in zip(kinds, shape, strict=True)]
        return f"{{{', '.join(parts)}}}" if parts else "void"

    def arguments(self, kind: Type, shape: tuple[bool, ...], name: str) -> list[str]:
        """Return the parameters that stand for a parameter of a kernel."""
        if isinstance(kind, Struct):
            return [f'ptr %"{name}.in"']
        if isinstance(kind, Array):
            return [f'ptr %"{name}.base"', f'ptr %"{name}.struct"']
        pairs = zip(leaves(kind), shape, strict=True)
        return [f'{self.spell(leaf, varies)} %"{name}.{place}.in"' for place, (leaf, varies) in enumerate(pairs)]

    def library(self, name: str, kind: Type, varies: bool) -> str:
        """Return LLVM's function for an operation on a type."""
        ending = self.scalar.ending if kind == FLOAT else ("i1" if kind == BOOL else self.scalar.integer)
        return f"llvm.{name}.{f'v{self.width}' if varies else ''}{ending}"
