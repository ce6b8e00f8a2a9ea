"""The types that signatures of kernels and helpers name.

`int`, `float` and `bool` are themselves, records stand under their own names, other tuples as `tuple[int, int]`. As for
every type checker an int serves where a float is wanted. The compiler specialises a helper for the types it is called
with; it refuses a call that does not fit the signature (`language.annotations`). `m` and `d`, the Model and the Data,
need no type.
"""

from typing import Protocol

Vec2 = tuple[float, float]
Vec3 = tuple[float, float, float]
Vec4 = tuple[float, float, float, float]

# (w, x, y, z)
Quat = tuple[float, float, float, float]

# a spatial vector (rotation before translation), or the upper triangle of a symmetric matrix
Vec6 = tuple[float, float, float, float, float, float]

# row by row
Mat3 = tuple[float, float, float, float, float, float, float, float, float]


class FloatArray(Protocol):
    """A field of floats, of any number of dimensions: `array[i]`, `array[i, j]`."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | tuple[int, ...], /) -> float: ...
    def __setitem__(self, index: int | tuple[int, ...], value: float, /) -> None: ...


class IntArray(Protocol):
    """A field of ints, of any number of dimensions."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | tuple[int, ...], /) -> int: ...
    def __setitem__(self, index: int | tuple[int, ...], value: int, /) -> None: ...
