"""Python owns the memory: aligned blocks for the fields of a struct, NumPy views on them, and the table of addresses
that kernels receive."""

import functools
import hashlib
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from corten.runtime.fields import Block, Field, Layout, Part
from corten.runtime.placing import Views, address_of, aligned_bytes, place_parts, tables_of
from corten.runtime.scratch import ScratchField, private_sizes, scratch_fields

# share of a capacity beyond which it grows together with others
NEARLY_FULL = 0.7


class Storage:
    """The fields of one layout with given sizes, as attributes.

    Arrays are views, made when they are first asked for; assigning to an attribute copies into the view. Scalars read
    and write as plain numbers. Arrays whose first extent is a capacity lie in parts of their own, which `grow`
    replaces; as attributes they show the rows in use. Once sealed, users can only read sizes, counts and what else the
    engine keeps; `engine_view` writes all. Work space of stages is no attribute: `ScratchView` shows it.
    """

    layout: Layout

    # what users can do instead of writing a field that the engine keeps
    _remedy = ""
    _table: np.ndarray
    _address: int
    _memory: list[np.ndarray]
    _views: "Views"
    _scalars: "Views"
    _growing: "Views"
    _shown: dict[str, np.ndarray]
    _attached: dict[Any, Any]
    _watched: np.ndarray
    _seen: np.ndarray
    _sealed: bool

    def __init_subclass__(cls) -> None:
        """Give a class that has a layout a property for each scalar and each growing array; others are attributes."""
        super().__init_subclass__()
        layout: Layout | None = cls.__dict__.get("layout")
        if layout is None:
            return
        for name, field in layout.fields.items():
            if isinstance(field, ScratchField):
                continue
            if not field.shape:
                setattr(cls, name, _scalar_property(field))
            elif name in layout.growing:
                setattr(cls, name, _rows_property(field, layout.sizes[str(field.shape[0])].counted_by))

    def __init__(self, sizes: dict[str, int], precision: str = "float64"):
        """`precision` is that of floats in memory and in kernels."""
        own = self.__dict__
        layout = own["layout"] = type(self).layout.at(precision)
        known = {name: int(sizes.get(name, 0)) for name in layout.sizes}
        own.update(known)
        table = own["_table"] = np.zeros(layout.nslot, np.int64)
        own["_address"] = address_of(table)
        table[Layout.nwatch : Layout.nwatch + len(layout.sizes)] = extents = tuple(known.values())
        own["_memory"], own["_sealed"] = [aligned_bytes(0)] * len(layout.parts), False
        # one for all: whoever looks after an environment of a batch tells reading a number from reaching its memory
        views = Views(layout, own["_memory"], known, place_parts(layout, extents))
        own["_views"] = own["_scalars"] = own["_growing"] = views
        # growing arrays, and rows of objects, as users saw them last; what else knows where the arrays lie
        own["_shown"], own["_attached"] = {}, {}
        for number in range(len(layout.parts)):
            self._allocate(number)
        self._watch()

    def _take_copies(self, other: "Storage") -> None:
        """Begin, in place of `__init__`, as an unsealed copy of another storage of this class."""
        own, layout = self.__dict__, other.layout
        own["layout"] = layout
        own.update(zip(layout.sizes, _sizes_of(layout)(other.__dict__), strict=True))
        table = own["_table"] = other._table.copy()
        own["_address"], own["_sealed"], own["_shown"], own["_attached"] = address_of(table), False, {}, {}
        memory: list[np.ndarray] = []
        for number, (slot, (_, theirs)) in enumerate(zip(layout.part_slots, other.blocks(), strict=True)):
            mine, (offsets, addresses) = aligned_bytes(len(theirs)), tables_of(layout).slots[number]
            mine[:] = theirs
            table[slot] = start = address_of(mine)
            table[addresses] = table[offsets] + start
            memory.append(mine)
        own["_memory"], known = memory, other._views
        own["_views"] = own["_scalars"] = own["_growing"] = Views(layout, memory, known.sizes, known.placing)
        self._watch()
        self._seen[:] = other._seen

    def _allocate(self, number: int) -> None:
        """Give a part of a block its memory, all zeros, and enter addresses and offsets into the table."""
        layout, views, tables = self.layout, self._views, tables_of(self.layout)
        memory = aligned_bytes(views.placing.totals[number])
        start = address_of(memory)
        self._memory[number], self._table[layout.part_slots[number]] = memory, start
        slots, offsets = tables.slots[number], views.placing.offsets[tables.begins[number] : tables.ends[number] + 1]
        self._table[slots[0]], self._table[slots[1]] = offsets, offsets + start
        views.forget(layout.parts[number].fields)

    def exchange(self, block: Block, memory: np.ndarray) -> None:
        """Let the fields of fixed size of a block lie in other memory of the same layout, which has their values."""
        own, layout, start = self.__dict__, self.layout, int(memory.ctypes.data)
        own["_attached"] = {}
        for number, part in enumerate(layout.parts):
            if part.block is not block or part.growing:
                continue
            self._memory[number], self._table[layout.part_slots[number]] = memory, start
            for name in part.fields:
                offset = int(self._table[layout.offset_slot[name]])
                self._table[layout.address_slot[name]] = start + offset
                own.pop(name, None)
            self._views.forget(part.fields)

    def borrow(self, other: "Storage", block: Block) -> None:
        """Let the fields of a block lie where another storage has fields of these names; it must not move them."""
        own, layout = self.__dict__, self.layout
        for number, part in enumerate(layout.parts):
            if part.block is not block:
                continue
            self._memory[number] = aligned_bytes(0)
            for name in part.fields:
                self._table[layout.address_slot[name]] = other._table[other.layout.address_slot[name]]
                self._views[name] = other._views[name]
                own.pop(name, None)

    # ---------------------------------------------------------------- what plans depend on

    def _watch(self) -> None:
        """Enter the watched block and a copy of it into the table."""
        self.__dict__["_watched"] = self.__dict__["_seen"] = aligned_bytes(0)
        for memory, part in zip(self._memory, self.layout.parts, strict=True):
            if part.block.watched and not part.growing:
                self.__dict__["_watched"], self.__dict__["_seen"] = memory, aligned_bytes(len(memory))
                self._table[: Layout.nwatch] = address_of(memory), address_of(self._seen), len(memory)

    def changed(self) -> bool:
        """Tell whether the watched block differs from when it was last accepted."""
        return self._watched.tobytes() != self._seen.tobytes()

    def _accept_changes(self) -> None:
        """Remember the watched block as it is."""
        self._seen[:] = self._watched

    def accepted(self, name: str) -> np.ndarray:
        """Return a field of the watched block as it was when it was last accepted."""
        view, offset = self._views[name], self._table[self.layout.offset_slot[name]]
        return np.ndarray(view.shape, view.dtype, self._seen, int(offset))

    # ---------------------------------------------------------------- growing

    def grow(self, **capacities: int) -> None:
        """Enlarge growing arrays; the rows in use are kept. Never while a kernel runs."""
        own, before = self.__dict__, {name: self._growing[name] for name in self.layout.growing}
        for name, capacity in capacities.items():
            own[name] = self._table[self.layout.size_slot[name]] = max(own[name], int(capacity))
        self._views.resize({name: own[name] for name in self.layout.sizes})
        for number, part in enumerate(self.layout.parts):
            if part.growing:
                self._allocate(number)
        own["_shown"], own["_attached"] = {}, {}
        for name, old in before.items():
            own["_growing"][name][: len(old)] = old

    def make_room(self) -> bool:
        """Double every capacity that is below its count until it holds it; tell whether there was one.

        Then those that are nearly full are doubled, too: they would be the next, and a step done again for each.
        """
        own = self.__dict__
        counters = {name: size.counted_by for name, size in self.layout.sizes.items() if size.counted_by}
        counts = {name: self._scalars[counter].item() for name, counter in counters.items()}
        wanted = {}
        for name, count in counts.items():
            while wanted.get(name, own[name]) < count:
                wanted[name] = max(2 * wanted.get(name, own[name]), 1)
        if wanted:
            near = {name: 2 * own[name] for name, count in counts.items() if count > NEARLY_FULL * own[name]}
            self.grow(**(near | wanted))
        return bool(wanted)

    # ---------------------------------------------------------------- attributes

    def seal(self) -> None:
        """Let users read only what the engine keeps, and accept the watched block as it is."""
        self._accept_changes()
        self._close()

    def _close(self) -> None:
        own = self.__dict__
        own["_sealed"], own["_shown"] = True, {}
        for name in _kept_arrays(self.layout) & own.keys():
            del own[name]

    def unseal(self) -> None:
        """Let everything be written again, at one's own risk: for tests of single stages."""
        own = self.__dict__
        own["_sealed"], own["_shown"] = False, {}
        for name in _kept_arrays(self.layout) & own.keys():
            del own[name]

    def _read_only(self, name: str, array: np.ndarray) -> "ReadOnly":
        """Return an array that users can read but not write."""
        shown = array.view(ReadOnly)
        shown.refusal = f"{type(self).__name__}.{name} is read-only{self._remedy}"
        shown.flags.writeable = False
        return shown

    # hidden from type checkers, which know the fields from the stubs
    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            own = self.__dict__
            if "_views" not in own or name not in _plain_arrays(own["layout"]):
                raise AttributeError(self._missing(name))
            return self._show_array(name)

    def _show_array(self, name: str) -> np.ndarray:
        """Make the attribute of an array of fixed size, and return it."""
        own = self.__dict__
        view = own["_views"][name]
        if own["_sealed"] and name in _kept_arrays(own["layout"]):
            view = self._read_only(name, view)
        own[name] = view
        return view

    def _missing(self, name: str) -> str:
        """Return the message that there is no attribute of a name."""
        return f"{type(self).__name__!r} object has no attribute {name!r}"

    def __setattr__(self, name: str, value: Any) -> None:
        own, field = self.__dict__, self.layout.fields.get(name)
        if isinstance(field, ScratchField):
            raise AttributeError(f"{name} is work space of {field.owner}")
        if field is not None and (field.writable or not own["_sealed"]):
            if field.shape:
                getattr(self, name)[...] = value
            else:
                own["_scalars"][name][()] = value
        elif field is not None or name in own or hasattr(type(self), name):
            raise AttributeError(f"{type(self).__name__}.{name} can be read, not assigned{self._remedy}")
        else:
            raise AttributeError(f"{type(self).__name__} has no field {name!r}")

    def __dir__(self) -> list[str]:
        names = {*object.__dir__(self), *_plain_arrays(self.layout)}
        return [name for name in names if name not in private_sizes(self.layout)]

    def sizes(self) -> dict[str, int]:
        """Return all counts by name."""
        return {name: self.__dict__[name] for name in self.layout.sizes}

    def nbytes(self) -> int:
        """Return the size of all blocks [bytes]."""
        return sum(len(memory) for memory in self._memory)

    def engine_view(self) -> "EngineView":
        """Return the fields as kernels see them: all of them writable, growing arrays in full length."""
        return EngineView(self)

    def clear(self) -> None:
        """Set every field of fixed size to zero."""
        for part, memory in self.blocks():
            if not part.growing:
                memory[:] = 0

    # ---------------------------------------------------------------- copies

    def blocks(self) -> Iterator[tuple[Part, np.ndarray]]:
        """Yield the parts of all blocks with their bytes."""
        return zip(self.layout.parts, self._memory, strict=True)

    def snapshot(self) -> bytes:
        """Return the bytes of all fields of fixed size."""
        return b"".join(memory.tobytes() for part, memory in self.blocks() if not part.growing)

    def copy_memory(self, other: "Storage", without: tuple[Block, ...] = ()) -> None:
        """Take over every field of another storage of the same fixed sizes, except for some blocks."""
        wanted = {name: other.__dict__[name] for name, size in self.layout.sizes.items() if size.counted_by}
        if any(self.__dict__[name] < size for name, size in wanted.items()):
            self.grow(**wanted)
        same = all(self.__dict__[name] == size for name, size in wanted.items())
        for (part, own), (_, theirs) in zip(self.blocks(), other.blocks(), strict=True):
            if part.growing and not same:
                for name in part.fields:
                    self._views[name][: len(other._views[name])] = other._views[name]
            elif part.growing or part.block not in without:
                own[:] = theirs
        self._seen[:] = other._seen

    def __getstate__(self) -> "PackedState":
        sizes, memory = self.sizes(), [memory.tobytes() for memory in (*self._memory, self._seen)]
        return PackedState(sizes, memory, _fingerprint(self.layout), _checksum(sizes, memory))

    def take_state(self, state: "PackedState") -> None:
        """Take over blocks that a storage of the same sizes has given away."""
        for own, theirs in zip((*self._memory, self._seen), state.memory, strict=True):
            own[:] = np.frombuffer(theirs, np.uint8)


@functools.cache
def _sizes_of(layout: Layout) -> Callable[[dict[str, Any]], tuple[int, ...]]:
    """Return what reads all sizes of a storage from its attributes."""
    return itemgetter(*layout.sizes)


@functools.cache
def _plain_arrays(layout: Layout) -> dict[str, None]:
    """Return the arrays of fixed size that are attributes."""
    others = {*layout.growing, *scratch_fields(layout)}
    return {name: None for name, field in layout.fields.items() if field.shape and name not in others}


@functools.cache
def _kept_arrays(layout: Layout) -> frozenset[str]:
    """Return those of them that users can only read."""
    return frozenset(name for name in _plain_arrays(layout) if not layout.fields[name].writable)


class PackedState(NamedTuple):
    """The memory of a storage on its way to another process or another day."""

    sizes: dict[str, int]
    memory: list[bytes]
    fingerprint: str
    checksum: str

    def check(self, layout: Layout) -> None:
        """Refuse memory that was laid out by other tables, or that is no longer what it was."""
        if self.fingerprint != _fingerprint(layout):
            raise ValueError(f"this {layout.name} was pickled by another version of corten, with other fields")
        if self.checksum != _checksum(self.sizes, self.memory):
            raise ValueError(f"this pickled {layout.name} is damaged: its checksum differs")


@functools.cache
def _fingerprint(layout: Layout) -> str:
    """Return a hash of all that the places of fields in memory depend on."""
    fields = [(name, str(field.kind), field.shape) for part in layout.parts for name, field in part.fields.items()]
    return hashlib.sha256(repr((list(layout.sizes), fields)).encode()).hexdigest()


def _checksum(sizes: dict[str, int], memory: list[bytes]) -> str:
    digest = hashlib.sha256(repr(sorted(sizes.items())).encode())
    for block in memory:
        digest.update(len(block).to_bytes(8, "little"))
        digest.update(block)
    return digest.hexdigest()


def _scalar_property(field: Field) -> property:
    """Return what reads a scalar field of a storage as a plain number."""
    name = field.name

    def read(storage: Storage) -> Any:
        return storage._scalars[name].item()

    return property(read, doc=field.meaning)


def _rows_property(field: Field, counter: str) -> property:
    """Return what shows the rows in use of a growing array; the same view again while their number stays."""
    name, writable = field.name, field.writable

    def read(storage: Storage) -> np.ndarray:
        count, rows = storage._scalars[counter].item(), storage._shown.get(name)
        if rows is None or len(rows) != count:
            rows = storage._growing[name][:count]
            if storage._sealed and not writable:
                rows = storage._read_only(name, rows)
            storage._shown[name] = rows
        return rows

    return property(read, doc=field.meaning)


class ReadOnly(np.ndarray):
    """An array that the engine keeps: writing into it is an error that says which one it is and what to do instead."""

    # parts of it have it as their base, and say what it says
    refusal: str

    def __array_wrap__(self, array: np.ndarray, context: Any = None, return_scalar: bool = False) -> Any:
        """Give results of arithmetic as plain arrays and numbers."""
        return np.asarray(array)[()]

    def __setitem__(self, key: Any, value: Any) -> None:
        if not self.flags.writeable:
            raise ValueError(self._reason())
        super().__setitem__(key, value)

    def _reason(self) -> str:
        """Return why it cannot be written."""
        array: Any = self
        while isinstance(array, ReadOnly):
            if "refusal" in array.__dict__:
                return array.refusal
            array = array.base
        return "read-only"


class ScratchView:
    """Work space of stages and its sizes as attributes, for tests and debuggers; growing arrays show rows in use."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage):
        object.__setattr__(self, "_storage", storage)

    def __getattr__(self, name: str) -> Any:
        storage = self._storage
        if name in private_sizes(storage.layout):
            return storage.sizes()[name]
        field, view = self._field(name), storage._views[name]
        if not field.shape:
            return view.item()
        if name in storage.layout.growing:
            view = view[: storage._scalars[storage.layout.sizes[str(field.shape[0])].counted_by].item()]
        return view if field.writable or not storage._sealed else storage._read_only(name, view)

    def __setattr__(self, name: str, value: Any) -> None:
        if self._storage._sealed and not self._field(name).writable:
            raise AttributeError(f"work.{name} can be read, not assigned")
        if self._field(name).shape:
            getattr(self, name)[...] = value
        else:
            self._storage._scalars[name][()] = value

    def __dir__(self) -> list[str]:
        return [*private_sizes(self._storage.layout), *scratch_fields(self._storage.layout)]

    def _field(self, name: str) -> Field:
        field = self._storage.layout.fields.get(name)
        if not isinstance(field, ScratchField):
            raise AttributeError(f"no stage declares work space {name!r}")
        return field


class EngineView:
    """A storage as kernels see it: every array in full length, everything writable."""

    __slots__ = ("_storage",)

    def __init__(self, storage: Storage):
        object.__setattr__(self, "_storage", storage)

    def __getattr__(self, name: str) -> Any:
        storage = self._storage
        if name not in storage.layout.fields:
            return getattr(storage, name)
        view = storage._views[name]
        return view if view.ndim else view.item()

    def __setattr__(self, name: str, value: Any) -> None:
        self._storage._views[name][...] = value

    @property
    def work(self) -> "EngineView":
        """Work space, which is among all fields here."""
        return self
