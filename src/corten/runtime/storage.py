"""Python owns the memory: aligned blocks for all fields of a struct, NumPy views on them, and the table of addresses
that kernels receive."""

from math import prod
from typing import Any

import numpy as np

from corten.runtime.fields import Field, Layout

# [bytes] one cache line and one AVX-512 register; unaligned blocks halved the speed of a factorisation
ALIGNMENT = 64


class Storage:
    """The fields of one layout with given sizes, as attributes.

    Arrays are views; assigning to an attribute copies into the view, so addresses never change. Scalars read and
    write as plain numbers. Arrays whose first extent is a capacity lie in a block of their own, which `grow` replaces;
    as attributes they show the rows in use.
    """

    layout: Layout

    def __init__(self, sizes: dict[str, int]):
        layout, own = self.layout, self.__dict__
        own.update({name: int(sizes.get(name, 0)) for name in layout.sizes})
        own["_table"] = np.empty(layout.nslot, np.int64)
        own["_address"] = int(own["_table"].ctypes.data)
        own["_table"][: len(layout.sizes)] = [own[name] for name in layout.sizes]
        fixed = {name: field for name, field in layout.fields.items() if name not in layout.growing}
        own["_memory"], views = self._allocate(fixed)
        own["_scalars"] = {name: view for name, view in views.items() if not fixed[name].shape}
        own.update({name: view for name, view in views.items() if fixed[name].shape})
        own["_arena"], own["_growing"] = self._allocate(layout.growing)

    def _allocate(self, fields: dict[str, Field]) -> tuple[np.ndarray, dict[str, np.ndarray]]:
        """Return a block of zeros for some fields and their views, and enter the addresses into the table."""
        shapes = {name: field.resolve(self.__dict__) for name, field in fields.items()}
        offsets, total = _place(fields, shapes)
        memory = np.zeros(total + ALIGNMENT, np.uint8)
        address = memory.ctypes.data
        start = -address % ALIGNMENT
        block, views, slots = memory[start : start + total], {}, self.layout.field_slot
        for name, field in fields.items():
            self._table[slots[name]] = address + start + offsets[name]
            views[name] = np.ndarray(shapes[name], field.kind.dtype, block, offsets[name])
        return block, views

    def grow(self, **capacities: int) -> None:
        """Enlarge growing arrays; the rows in use are kept. Never while a kernel runs."""
        own, before = self.__dict__, self._growing
        for name, capacity in capacities.items():
            own[name] = self._table[self.layout.size_slot[name]] = max(own[name], int(capacity))
        own["_arena"], own["_growing"] = self._allocate(self.layout.growing)
        for name, old in before.items():
            own["_growing"][name][: len(old)] = old

    def make_room(self) -> bool:
        """Double every capacity that is below its count until it holds it; tell whether there was one."""
        wanted = {}
        for name, size in self.layout.sizes.items():
            capacity, count = self.__dict__[name], getattr(self, size.holds) if size.holds else 0
            while capacity < count:
                capacity = wanted[name] = max(2 * capacity, 1)
        if wanted:
            self.grow(**wanted)
        return bool(wanted)

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if name in own["_scalars"]:
            own["_scalars"][name][()] = value
        elif name in self.layout.fields:
            getattr(self, name)[...] = value
        elif name in own or hasattr(type(self), name):
            object.__setattr__(self, name, value)
        else:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        if name in own.get("_scalars", ()):
            return own["_scalars"][name].item()
        if name in own.get("_growing", ()):
            capacity = self.layout.sizes[str(self.layout.growing[name].shape[0])]
            return own["_growing"][name][: getattr(self, capacity.holds)]
        raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def sizes(self) -> dict[str, int]:
        """Return all counts by name."""
        return {name: self.__dict__[name] for name in self.layout.sizes}

    def plain_view(self) -> Any:
        """Return what a kernel that runs as plain Python sees: growing arrays in full length."""
        return PlainView(self) if self.layout.growing else self

    def copy_memory(self, other: "Storage") -> None:
        """Take over every field of another storage of the same fixed sizes."""
        self._memory[:] = other._memory
        if self.layout.growing:
            self.grow(**{name: other.__dict__[name] for name, size in self.layout.sizes.items() if size.holds})
            for name, array in other._growing.items():
                self._growing[name][: len(array)] = array

    def __getstate__(self) -> tuple[dict[str, int], bytes, bytes]:
        return self.sizes(), self._memory.tobytes(), self._arena.tobytes()

    def take_state(self, memory: bytes, arena: bytes) -> None:
        """Take over blocks that a storage of the same sizes has given away."""
        self._memory[:] = np.frombuffer(memory, np.uint8)
        self._arena[:] = np.frombuffer(arena, np.uint8)


class PlainView:
    """A storage as kernels see it: every array in full length, every scalar assignable."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage):
        object.__setattr__(self, "_storage", storage)

    def __getattr__(self, name: str) -> Any:
        growing = self._storage._growing
        return growing[name] if name in growing else getattr(self._storage, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._storage, name, value)


def _place(fields: dict[str, Field], shapes: dict[str, tuple[int, ...]]) -> tuple[dict[str, int], int]:
    """Return the byte offset of every field and the size of the block; arrays begin on a cache line."""
    offsets, total = {}, 0
    for name, field in fields.items():
        size = field.kind.dtype.itemsize * prod(shapes[name])
        boundary = ALIGNMENT if size >= ALIGNMENT else 8
        offsets[name] = -(-total // boundary) * boundary
        total = offsets[name] + size
    return offsets, total
