"""A field is declared once: its name, element type, shape and meaning, and the block of memory that it lives in.

Memory, the kernels' view, copies, state vectors, batches and the reference page are derived from the tables
that hold these declarations (`corten.model.fields`, `corten.data.fields`).
"""

import copy
from dataclasses import dataclass, replace
from enum import Enum, IntEnum

import numpy as np


class Kind(Enum):
    """Element type of a field: its NumPy type, and what a kernel reads (`float` or `int`)."""

    F8 = ("float64", float)
    F4 = ("float32", float)
    I4 = ("int32", int)
    I8 = ("int64", int)
    U1 = ("uint8", int)
    BOOL = ("bool", int)

    def __init__(self, dtype: str, scalar: type):
        self.dtype = np.dtype(dtype)
        self.scalar = scalar


F8, F4, I4, I8, U1, BOOL = Kind.F8, Kind.F4, Kind.I4, Kind.I8, Kind.U1, Kind.BOOL

# what memory holds of a field in each precision: with floats of 32 bits there are no ints of 64
KINDS = {"float64": {}, "float32": {Kind.F8: Kind.F4, Kind.I8: Kind.I4}}


class Access(Enum):
    """What users may do with a field: any value is safe to write, or only the engine writes it."""

    WRITE = "write"
    READ = "read"


@dataclass(frozen=True, slots=True)
class Block:
    """Fields that lie together in memory, because they belong to the same owner.

    `integers` is the access to fields of integers, which mostly hold counts, indices and addresses: a wrong one would
    lead a kernel out of its memory. Plans are made from what a `watched` block says, so a change of it is noticed.
    """

    name: str
    meaning: str
    integers: Access = Access.WRITE
    watched: bool = False


ANY_BLOCK = Block("fields", "fields of a table that does not tell blocks apart")


@dataclass(frozen=True, slots=True)
class Size:
    """A count that shapes are made of.

    `counted_by` makes it a capacity: arrays of that size keep room for as many rows, of which the scalar field of that
    name counts those in use, and can be enlarged between runs.
    """

    name: str
    meaning: str
    counted_by: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One array of a struct; an empty shape is a scalar, a string in the shape names a size.

    `allowed` says which integers mean something: members of an enumeration, some numbers, or with the name of a size
    the indices below it; `none` allows -1, too. `access` is that of the block unless it is given.
    """

    name: str
    kind: Kind
    shape: tuple[str | int, ...]
    meaning: str
    allowed: type[IntEnum] | tuple[int, ...] | str | None = None
    none: bool = False
    access: Access | None = None
    block: Block = ANY_BLOCK

    @property
    def writable(self) -> bool:
        """Whether users may write it."""
        integer = self.kind in (Kind.I4, Kind.I8)
        return (self.access or (self.block.integers if integer else Access.WRITE)) is Access.WRITE

    def resolve(self, sizes: dict[str, int]) -> tuple[int, ...]:
        """Return the shape in numbers."""
        return tuple(sizes[extent] if isinstance(extent, str) else extent for extent in self.shape)


def in_block(block: Block, *fields: Field) -> tuple[Field, ...]:
    """Return fields as parts of a block."""
    return tuple(replace(field, block=block) for field in fields)


@dataclass(frozen=True, slots=True)
class Part:
    """What is allocated at once: the fields of a block of fixed size, or those that grow with a capacity."""

    block: Block
    growing: bool
    fields: dict[str, Field]


class Layout:
    """Where each size and field stands in the table of int64 that kernels receive.

    The table begins with three entries about the watched block, if there is one: its address, that of a copy from when
    plans were made, and its length in bytes. Then follow the counts, the address of each part of each block, for each
    field its offset in its part, and for each field the sum of both, which is what kernels read: adding inside of them
    cost four percent of a step. So a block is exchanged for another of the same layout by adding its offsets anew.
    Extents that are numbers turn into constant strides, so only the first extent of a hot field should be a size.
    """

    # entries about the watched block
    nwatch = 3

    # the precision that kernels compute with
    precision = "float64"

    def __init__(
        self, name: str, sizes: tuple[Size, ...], fields: tuple[Field, ...], origin: str = "", varies: bool = False
    ):
        """`origin` ("module:NAME") lets another process find the layout to compile for it.

        Where several environments share an instruction, each has its own fields of a layout that `varies`; sizes, and
        all other layouts, are the same for all of them, except for fields that `with_varying` names.
        """
        self.name, self.origin = name, origin
        self.sizes = {size.name: size for size in sizes}
        self.fields = {field.name: field for field in fields}
        self._check(sizes, fields)
        self.varying = frozenset(self.fields if varies else ())
        self._twins: dict[frozenset[str], Layout] = {self.varying: self}
        self._precisions = {self.precision: self}
        capacities = {size.name for size in sizes if size.counted_by}
        self.growing = {field.name: field for field in fields if field.shape and field.shape[0] in capacities}
        self.parts = self._parts()
        part_slot = self.nwatch + len(sizes)
        self.part_slots = range(part_slot, part_slot + len(self.parts))
        self.size_slot = {size: self.nwatch + slot for slot, size in enumerate(self.sizes)}
        self.base_slot = {
            field: slot for slot, part in zip(self.part_slots, self.parts, strict=True) for field in part.fields
        }
        self.offset_slot = {field: self.part_slots.stop + slot for slot, field in enumerate(self.fields)}
        self.address_slot = {field: slot + len(fields) for field, slot in self.offset_slot.items()}
        self.nslot = self.part_slots.stop + 2 * len(fields)

    @property
    def base(self) -> "Layout":
        """This layout as it was declared, whatever `with_varying` has made of it."""
        return next(iter(self._twins.values()))

    def with_varying(self, names: frozenset[str]) -> "Layout":
        """Return this layout for environments of which each has its own values of some fields."""
        if names not in self._twins:
            twin = self._twins[names] = copy.copy(self)
            twin.varying = names
        return self._twins[names]

    def at(self, precision: str) -> "Layout":
        """Return this layout with floats, and ints, of another precision."""
        if precision not in self._precisions:
            twin = self._precisions[precision] = copy.copy(self)
            twin.precision, kinds = precision, KINDS[precision]
            twin.fields = {
                name: replace(each, kind=kinds.get(each.kind, each.kind)) for name, each in self.fields.items()
            }
            twin.growing = {name: twin.fields[name] for name in self.growing}
            twin.parts = twin._parts()
            twin._twins = {twin.varying: twin}
        return self._precisions[precision]

    def _parts(self) -> tuple[Part, ...]:
        """Return the blocks in the order of the table, what grows of them behind what does not."""
        found: dict[tuple[Block, bool], dict[str, Field]] = {}
        for field in self.fields.values():
            found.setdefault((field.block, False), {})
        for name, field in self.fields.items():
            found.setdefault((field.block, name in self.growing), {})[name] = field
        return tuple(Part(block, growing, fields) for (block, growing), fields in found.items() if fields)

    def _check(self, sizes: tuple[Size, ...], fields: tuple[Field, ...]) -> None:
        if len(self.sizes) != len(sizes) or len(self.fields) != len(fields):
            raise ValueError(f"{self.name}: a size or field is declared twice")
        for field in fields:
            unknown = [extent for extent in field.shape if isinstance(extent, str) and extent not in self.sizes]
            if unknown:
                raise ValueError(f"{self.name}.{field.name}: unknown size {unknown[0]}")
