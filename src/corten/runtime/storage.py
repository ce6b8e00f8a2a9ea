"""Python owns the memory: one aligned block for all fields of a struct, NumPy views on it, and the table of
addresses that kernels receive."""

from typing import Any

import numpy as np

from corten.runtime.fields import Field, Layout

# [bytes] one cache line and one AVX-512 register; unaligned blocks halved the speed of a factorisation
ALIGNMENT = 64


class Storage:
    """The fields of one layout with given sizes, as attributes.

    Arrays are views; assigning to an attribute copies into the view, so addresses never change. Scalars read and
    write as plain numbers.
    """

    layout: Layout

    def __init__(self, sizes: dict[str, int]):
        layout = self.layout
        own = self.__dict__
        own.update({name: int(sizes.get(name, 0)) for name in layout.sizes})
        shapes = {field.name: field.resolve(own) for field in layout.fields.values()}
        offsets, total = _place(layout, shapes)
        memory = np.zeros(total + ALIGNMENT, np.uint8)
        base = memory.ctypes.data
        start = -base % ALIGNMENT
        table = np.empty(layout.nslot, np.int64)
        table[: len(layout.sizes)] = [own[name] for name in layout.sizes]
        own["_memory"] = memory[start : start + total]
        own["_table"] = table
        own["_address"] = int(table.ctypes.data)
        own["_scalars"] = scalars = {}
        block = own["_memory"]
        for name, field in layout.fields.items():
            table[layout.field_slot[name]] = base + start + offsets[name]
            view = np.ndarray(shapes[name], field.kind.dtype, block, offsets[name])
            if field.shape:
                own[name] = view
            else:
                scalars[name] = view

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if name in own["_scalars"]:
            own["_scalars"][name][()] = value
        elif name in self.layout.fields:
            own[name][...] = value
        elif name in own or hasattr(type(self), name):
            object.__setattr__(self, name, value)
        else:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def __getattr__(self, name: str) -> Any:
        scalars = self.__dict__.get("_scalars")
        if scalars is not None and name in scalars:
            return scalars[name].item()
        raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def sizes(self) -> dict[str, int]:
        """Return all counts by name."""
        return {name: self.__dict__[name] for name in self.layout.sizes}

    def copy_memory(self, other: "Storage") -> None:
        """Take over every field of another storage of the same sizes."""
        self._memory[:] = other._memory


def _place(layout: Layout, shapes: dict[str, tuple[int, ...]]) -> tuple[dict[str, int], int]:
    """Return the byte offset of every field and the size of the block; arrays begin on a cache line."""
    offsets, total = {}, 0
    for name, field in layout.fields.items():
        size = _bytes(field, shapes[name])
        boundary = ALIGNMENT if size >= ALIGNMENT else 8
        offsets[name] = -(-total // boundary) * boundary
        total = offsets[name] + size
    return offsets, total


def _bytes(field: Field, shape: tuple[int, ...]) -> int:
    return field.kind.dtype.itemsize * int(np.prod(shape, dtype=np.int64))
