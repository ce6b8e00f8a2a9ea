"""Parameters of compiled queries: what compiled code takes as it is, and what else can be made of it."""

import operator
from dataclasses import dataclass
from typing import Any

import numpy as np

from corten.runtime.fields import Block, Field, Kind, Size

# where arrays of the caller stand in the layout of a query, which has no memory for them
ARGUMENTS = Block("arguments", "arrays of the caller")

# the size that counts the rows of arrays that may have many
ROWS = Size("nrow", "rows of the arguments")


def array(name: str, kind: Kind, shape: tuple[int | str, ...], meaning: str) -> Field:
    """Return an array of the caller as a field; with `nrow` in front of its shape it may have many rows."""
    return Field(name, kind, shape, meaning, block=ARGUMENTS)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number or an array that a query takes; `shape` is that of a row, `low` and `high` bound an int."""

    name: str
    field: Field
    shape: tuple[int, ...]
    written: bool
    low: int
    high: int

    @property
    def is_array(self) -> bool:
        """Whether it is an array of the caller."""
        return self.field.block is ARGUMENTS

    @property
    def in_rows(self) -> bool:
        """Whether it may have many rows."""
        return self.field.shape[:1] == (ROWS.name,)

    def has_rows(self, array: np.ndarray) -> bool:
        """Tell whether an array has an axis of rows."""
        return self.in_rows and array.ndim == len(self.shape) + 1

    def fits(self, shape: tuple[int, ...]) -> bool:
        """Tell whether an array may have a shape; numbers in rows have that axis always."""
        many = self.in_rows and len(shape) == len(self.shape) + 1 and shape[1:] == self.shape
        return many or (shape == self.shape and not (self.in_rows and not self.shape))

    def expected(self) -> str:
        """Return the shape that it must have, for people."""
        if not self.in_rows:
            return str(self.shape)
        many = f"(n, {str(self.shape)[1:]}".replace(",)", ")") if self.shape else "(n,)"
        return f"{self.shape} or {many}" if self.shape else many

    # ---------------------------------------------------------------- what compiled code takes

    def is_plain(self, value: Any) -> bool:
        """Tell whether a value is what compiled code takes as it is."""
        if not self.is_array:
            if self.field.kind.scalar is float:
                return isinstance(value, float) or (isinstance(value, int) and -(2**63) <= value < 2**63)
            return isinstance(value, int) and self.low <= value < self.high
        if type(value) is not np.ndarray or value.dtype != self.field.kind.dtype or not self.fits(value.shape):
            return False
        flags = value.flags
        return flags.c_contiguous and flags.aligned and (flags.writeable or not self.written)

    # ---------------------------------------------------------------- what can be made of others

    def number(self, value: Any) -> int | float:
        """Return a number; refuse what is none, and an int out of its range."""
        if self.field.kind.scalar is float:
            try:
                return float(value)
            except (TypeError, ValueError):
                raise TypeError(f"{self.name} is {value!r}; it must be a number") from None
            except OverflowError:
                raise ValueError(f"{self.name} is too large for a float") from None
        number = operator.index(value)
        if not self.low <= number < self.high:
            raise ValueError(f"{self.name} is {number}; it must be from {self.low} to {self.high - 1}")
        return number

    def numbers(self, value: Any) -> np.ndarray:
        """Return an array of numbers; refuse what is none or has another shape."""
        dtype = self.field.kind.dtype
        try:
            given = np.asarray(value)
            if given.dtype.kind not in "biuf" and given.size:
                raise TypeError
            if dtype.kind == "i" and given.dtype.kind == "f":
                raise TypeError
            found = np.require(given, dtype, ["C", "A"])
        except (TypeError, ValueError):
            words = "whole numbers" if dtype.kind == "i" else "numbers"
            raise TypeError(f"{self.name} must be {words} of shape {self.expected()}, not {value!r:.80}") from None
        if not self.fits(found.shape):
            raise ValueError(f"{self.name} has the shape {found.shape}; expected {self.expected()}")
        # of a plain type, whatever array was given
        return found.view(np.ndarray)

    def check_in_place(self, value: Any) -> None:
        """Refuse what cannot be changed in place."""
        if not isinstance(value, np.ndarray):
            raise TypeError(f"{self.name} is changed in place: it must be a NumPy array, not {type(value).__name__}")
        if value.dtype.kind != "f":
            raise TypeError(f"{self.name} is changed in place: its elements must be floats, not {value.dtype}")
        check_writable(self.name, value)


def check_out(name: str, value: Any, shape: tuple[int, ...], dtype: np.dtype) -> np.ndarray:
    """Refuse what results of some shape cannot be written to."""
    wanted = f"a NumPy array of {dtype} of shape {shape}"
    if not isinstance(value, np.ndarray):
        raise TypeError(f"{name} is {type(value).__name__}; it must be {wanted}")
    if value.dtype != dtype:
        raise TypeError(f"{name} has elements of type {value.dtype}; it must be {wanted}")
    if value.shape != shape:
        raise ValueError(f"{name} has the shape {value.shape}; it must be {wanted}")
    check_writable(name, value)
    return value


def check_writable(name: str, value: np.ndarray) -> None:
    """Refuse an array that cannot be written."""
    if not value.flags.writeable:
        raise ValueError(f"{name} is read-only; give an array that can be written")
