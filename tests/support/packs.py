"""Several storages of one layout in one memory, the lane innermost, as code in lanes takes them."""

import numpy as np

from corten.runtime.storage import Storage
from corten.runtime.views import ALIGNMENT, aligned_bytes


class Pack:
    """The fields of storages of the same sizes, side by side; `tables` has the table of each lane."""

    def __init__(self, storages: list[Storage]):
        layout, width = storages[0].layout, len(storages)
        self.views: dict[str, np.ndarray] = {}
        self.tables = np.tile(storages[0]._table, (width, 1))
        self._memory = []
        for name, field in layout.fields.items():
            shape = (*field.resolve(storages[0].sizes()), width)
            size = field.kind.dtype.itemsize
            memory = aligned_bytes(max(int(np.prod(shape)) * size, ALIGNMENT))
            self._memory.append(memory)
            self.views[name] = np.ndarray(shape, field.kind.dtype, memory)
            self.tables[:, layout.address_slot[name]] = memory.ctypes.data + size * np.arange(width)
        for lane, storage in enumerate(storages):
            for name, view in self.views.items():
                view[..., lane] = storage._views[name]

    def address(self, lane: int = 0) -> int:
        """Return the address of a lane's table; code in lanes takes that of the first."""
        return int(self.tables[lane].ctypes.data)

    def assert_same(self, storages: list[Storage]) -> None:
        """Every field of every lane agrees with a storage to the bit."""
        for lane, storage in enumerate(storages):
            for name, view in self.views.items():
                mine, theirs = np.ascontiguousarray(view[..., lane]), np.ascontiguousarray(storage._views[name])
                # NaN has many forms, which machines choose as they like
                if mine.dtype.kind == "f":
                    mine, theirs = (np.where(np.isnan(x), np.nan, x).astype(mine.dtype) for x in (mine, theirs))
                assert mine.tobytes() == theirs.tobytes(), f"{name} of lane {lane} differs"
