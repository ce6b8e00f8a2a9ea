"""Memory of a worker: all fields of Data for a few environments, with the lane as the innermost index.

Element e of a field of lane l lies at `e * width + l`, so that one instruction loads an element of all lanes:

    width 1, as a Data:   qpos[0] qpos[1] qpos[2] ...
    width 4:              qpos[0]: lane 0 1 2 3   qpos[1]: lane 0 1 2 3   ...

Fields of the Model are the same for all lanes, unless they vary (`ModelPack`). Stages that lose in this layout run
their scalar code in plain memory, one lane after the other (`ScalarMemory`).
"""

from collections.abc import Collection, Iterable
from math import prod

import numpy as np

from corten.data import DATA, Data, blocks
from corten.model import MODEL, Model
from corten.pipeline.scalar_fields import SCALAR_FIELDS
from corten.runtime.batch_plan import EXCHANGE, SEGMENT, BatchPlan, ScalarFields
from corten.runtime.fields import Field
from corten.runtime.kernel import Stage
from corten.runtime.placing import ALIGNMENT, aligned_bytes, place_fields
from corten.runtime.storage import Storage
from corten.stages.solver import finish_dual, finish_solver, is_solved_in_lanes, make_efc_Y, noslip

CAPACITIES = tuple(name for name, size in DATA.sizes.items() if size.counted_by)

# what environments of a pack may need room for together: their rows stand side by side, behind those of each
SHARED = ("maxefc", "maxJblock")


class Pack:
    """Fields of Data for `width` environments side by side, and for each of them a table of addresses.

    Scalar code that counts in steps of `width` elements runs one lane with its table; code for all lanes takes the
    first table. One lane is laid out as a Data is.
    """

    def __init__(self, template: Storage, width: int):
        self.width, self.layout, self._sizes = width, template.layout, template.sizes()
        self.tables = np.zeros((width, self.layout.nslot), np.int64)
        self.views: dict[str, np.ndarray] = {}
        self._memory = [aligned_bytes(0)] * len(self.layout.parts)
        self._allocate(growing=False)
        self._allocate(growing=True)
        for name, view in self.views.items():
            view[...] = template._views[name][..., None]

    def _allocate(self, growing: bool) -> None:
        """Give the parts of all blocks that grow, or those that do not, their memory, and enter addresses."""
        layout, lanes = self.layout, np.arange(self.width)
        for name, slot in layout.size_slot.items():
            self.tables[:, slot] = self._sizes[name]
        for number, part in enumerate(layout.parts):
            if part.growing is not growing:
                continue
            shapes = {name: (*field.resolve(self._sizes), self.width) for name, field in part.fields.items()}
            offsets, total = place_fields(part.fields, shapes, ALIGNMENT if self.width > 1 else 8)
            memory = self._memory[number] = aligned_bytes(total)
            start = int(memory.ctypes.data)
            self.tables[:, layout.part_slots[number]] = start
            for name, field in part.fields.items():
                dtype, offset = field.kind.dtype, offsets[name]
                self.tables[:, layout.offset_slot[name]] = offset + lanes * dtype.itemsize
                self.tables[:, layout.address_slot[name]] = start + offset + lanes * dtype.itemsize
                self.views[name] = np.ndarray(shapes[name], dtype, memory, offset)

    def capacities(self) -> dict[str, int]:
        """Return how much room there is for what grows."""
        return {name: self._sizes[name] for name in CAPACITIES}

    def grow(self, sizes: dict[str, int]) -> None:
        """Make as much room as some sizes say; nothing that grows outlives a step."""
        wanted = {name: sizes[name] * (self.width + 1 if name in SHARED else 1) for name in CAPACITIES}
        self._sizes.update({name: max(self._sizes[name], wanted[name]) for name in CAPACITIES})
        self._allocate(growing=True)

    def address(self, name: str) -> int:
        """Return where a field begins."""
        return int(self.tables[0, self.layout.address_slot[name]])

    def nbytes(self) -> int:
        """Return the size of the memory [bytes]."""
        return sum(len(memory) for memory in self._memory)


def segment(address: int, field: Field, array: np.ndarray, *, steps: bool = False) -> list[int]:
    """Return what copies a field between an address in a pack and an array with rows by environment, or also by step.

    Rows of one element after the other; an axis of one row that serves all has no stride.
    """
    lead = array.shape[: 1 + steps]
    strides = [0 if extent == 1 else stride for extent, stride in zip(lead, array.strides, strict=False)]
    count = prod(array.shape[1 + steps :])
    step = strides[1] if steps else 0
    return [array.ctypes.data, strides[0], step, address, count, field.kind.dtype.itemsize]


def segments(rows: list[list[int]], width: int, gap: int = ALIGNMENT) -> np.ndarray:
    """Return a table of segments without empty ones; one lane joins what lies side by side in both memories.

    Less than `gap` bytes between two of them that belong to nobody are copied, too.
    """
    found: list[list[int]] = []
    for row in sorted((row for row in rows if row[4]), key=lambda row: (row[0], row[3])):
        if width == 1 and found and _joins(found[-1], row, gap):
            last = found[-1]
            found[-1] = [*last[:4], row[0] - last[0] + row[4] * row[5], 1]
        else:
            found.append(row)
    return np.array(found, np.int64).reshape(-1, SEGMENT)


def _joins(first: list[int], second: list[int], gap: int) -> bool:
    """Tell whether two segments of one lane can be copied at once."""
    gaps = [second[side] - first[side] - first[4] * first[5] for side in (0, 3)]
    return first[1:3] == second[1:3] and gaps[0] == gaps[1] and 0 <= gaps[0] < gap


# ---------------------------------------------------------------- fields of the Model that vary


class ModelPack:
    """Some fields of Model for `width` environments, the lane innermost, and for each of them a table of addresses.

    Other fields are those of the Model itself.
    """

    def __init__(self, model: Model, names: Iterable[str], width: int):
        self._model = model
        self.tables = np.zeros((width, MODEL.nslot), np.int64)
        fields, sizes = {name: model.layout.fields[name] for name in names}, model.sizes()
        shapes = {name: (*field.resolve(sizes), width) for name, field in fields.items()}
        offsets, total = place_fields(fields, shapes, ALIGNMENT if width > 1 else 8)
        self._memory = aligned_bytes(total)
        start, lanes = int(self._memory.ctypes.data), np.arange(width)
        self._addresses = {name: start + offset for name, offset in offsets.items()}
        self._slots = [MODEL.address_slot[name] for name in fields]
        steps = [field.kind.dtype.itemsize * lanes for field in fields.values()]
        self._entries = np.array(list(self._addresses.values()), np.int64) + np.array(steps, np.int64).T
        self.sync()

    def sync(self) -> None:
        """Update addresses of fields of the Model, which may have moved."""
        self.tables[:] = self._model._table
        self.tables[:, self._slots] = self._entries

    def address(self, name: str) -> int:
        """Return where a field begins."""
        return self._addresses[name]


# ---------------------------------------------------------------- plain memory of one environment: the scalar fallback


def scalar_fields(stages: Collection[Stage]) -> ScalarFields:
    """Return which stages may run scalar code in plain memory; of a solver in lanes, only those behind it.

    Others stand on both sides of it, where what is copied takes longer than what is gained.
    """
    if not is_solved_in_lanes(stages):
        return SCALAR_FIELDS
    behind = (make_efc_Y, noslip, finish_dual, finish_solver) if noslip in stages else ()
    return {stage.name: SCALAR_FIELDS[stage.name] for stage in behind}


class ScalarMemory:
    """A Data's memory for one environment at a time, and what is exchanged between it and a pack."""

    def __init__(self, template: Data, pack: Pack):
        self._lanes, self._plain = pack, Pack(template, 1)
        self._plain.grow(pack.capacities())

    @property
    def table(self) -> int:
        """Where the table of the memory lies."""
        return int(self._plain.tables[0].ctypes.data)

    def grow(self) -> None:
        """Make as much room as the pack has."""
        self._plain.grow(self._lanes.capacities())

    def exchanges(self, plan: BatchPlan, looked_at: Collection[str]) -> list[tuple[np.ndarray, np.ndarray]]:
        """Return what each detour of a plan copies there and back; statistics only if somebody looks at them."""
        left_out = {name for name, field in DATA.fields.items() if field.block is blocks.DIAGNOSTICS} - {*looked_at}
        return [
            (self._table(detour.takes, left_out, self._lanes), self._table(detour.gives, left_out, self._plain))
            for detour in plan.detours
        ]

    def _table(self, names: Iterable[str], left_out: Collection[str], source: Pack) -> np.ndarray:
        """Return what copies fields."""
        rows = [self._exchange(name, source) for name in names if name not in left_out]
        return np.array(rows, np.int64).reshape(-1, EXCHANGE)

    def _exchange(self, name: str, source: Pack) -> list[int]:
        """Return what copies a field from one memory to the other; rows that are counted are those of the source."""
        field, shape, counter = self._plain.layout.fields[name], self._plain.views[name].shape[:-1], 0
        if name in DATA.growing:
            counter = source.address(DATA.sizes[str(field.shape[0])].counted_by)
        addresses = self._lanes.address(name), self._plain.address(name)
        return [*addresses, prod(shape[1:]), shape[0] if shape else 1, counter, field.kind.dtype.itemsize]
