"""The types that a kernel's values can have."""

from dataclasses import dataclass

from corten.runtime.fields import Field, Layout


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number or truth value held in a register."""

    name: str

    def __str__(self) -> str:
        return self.name


FLOAT, INT, BOOL, NONE = Scalar("float"), Scalar("int"), Scalar("bool"), Scalar("None")


@dataclass(frozen=True, slots=True)
class Tuple:
    """Several values side by side."""

    items: tuple["Type", ...]

    def __str__(self) -> str:
        return f"({', '.join(map(str, self.items))})"


@dataclass(frozen=True, slots=True)
class Record(Tuple):
    """Several values side by side that have names: a class of numbers derived from NamedTuple."""

    name: str
    fields: tuple[str, ...]

    def __str__(self) -> str:
        return self.name.rpartition(".")[2]


@dataclass(frozen=True)
class Struct:
    """`m` or `d`: the sizes and fields of one layout."""

    layout: Layout

    def __str__(self) -> str:
        return self.layout.name

    def __hash__(self) -> int:
        return hash(self.layout.name)


@dataclass(frozen=True)
class Array:
    """One field of a layout. Two fields never overlap, which is what the compiler tells LLVM."""

    layout: Layout
    field: Field

    @property
    def element(self) -> Scalar:
        return FLOAT if self.field.kind.scalar is float else INT

    @property
    def varies(self) -> bool:
        """Whether environments that share an instruction have values of their own."""
        return self.field.name in self.layout.varying

    def __str__(self) -> str:
        return f"{self.layout.name}.{self.field.name}"

    def __hash__(self) -> int:
        return hash(self.field.name)


@dataclass(frozen=True, slots=True)
class Table:
    """A constant tuple of numbers of one type at module level, indexable by a run-time int."""

    element: Scalar
    values: tuple[float | int, ...]

    def __str__(self) -> str:
        return f"table of {len(self.values)} {self.element}s"


Type = Scalar | Tuple | Struct | Array | Table
