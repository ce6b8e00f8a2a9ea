"""A field is declared once: its name, element type, shape and meaning.

Memory, the kernels' view, copies, state vectors, batches and the reference page are derived from the tables
that hold these declarations (`corten.model.fields`, `corten.data.fields`).
"""

from dataclasses import dataclass
from enum import Enum

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


@dataclass(frozen=True, slots=True)
class Size:
    """A count that shapes are made of.

    `holds` makes it a capacity: arrays of that size keep room for as many rows, of which the scalar field of that
    name counts those in use, and can be enlarged between runs.
    """

    name: str
    about: str
    holds: str = ""


@dataclass(frozen=True, slots=True)
class Field:
    """One array of a struct; an empty shape is a scalar, a string in the shape names a size."""

    name: str
    kind: Kind
    shape: tuple[str | int, ...]
    about: str

    def resolve(self, sizes: dict[str, int]) -> tuple[int, ...]:
        """Return the shape in numbers."""
        return tuple(sizes[extent] if isinstance(extent, str) else extent for extent in self.shape)


class Layout:
    """Where each size and each field's address stands in the table of int64 that kernels receive.

    The first `len(sizes)` entries are the counts, then follows one address for each field. Extents that are
    numbers turn into constant strides, so only the first extent of a hot field should be a size.
    """

    def __init__(self, name: str, sizes: tuple[Size, ...], fields: tuple[Field, ...], origin: str = ""):
        """`origin` ("module:NAME") lets another process find the layout to compile for it."""
        self.name, self.origin = name, origin
        self.sizes = {size.name: size for size in sizes}
        self.fields = {field.name: field for field in fields}
        self.size_slot = {size: slot for slot, size in enumerate(self.sizes)}
        self.field_slot = {field: len(sizes) + slot for slot, field in enumerate(self.fields)}
        self.nslot = len(sizes) + len(fields)
        self._check(sizes, fields)
        capacities = {size.name for size in sizes if size.holds}
        self.growing = {field.name: field for field in fields if field.shape and field.shape[0] in capacities}

    def _check(self, sizes: tuple[Size, ...], fields: tuple[Field, ...]) -> None:
        if len(self.sizes) != len(sizes) or len(self.fields) != len(fields):
            raise ValueError(f"{self.name}: a size or field is declared twice")
        for field in fields:
            unknown = [extent for extent in field.shape if isinstance(extent, str) and extent not in self.sizes]
            if unknown:
                raise ValueError(f"{self.name}.{field.name}: unknown size {unknown[0]}")
