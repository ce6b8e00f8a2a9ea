"""Memory of a worker for fields of the Model of which each environment has its own values."""

from collections.abc import Iterable

import numpy as np

from corten.model import MODEL, Model
from corten.runtime.storage import ALIGNMENT, aligned_bytes, place_fields


class ModelPack:
    """Some fields of Model for `width` environments, the lane innermost, and for each of them a table of addresses.

    Other fields are those of the Model itself. `constants` stand in for some of them.
    """

    def __init__(self, model: Model, names: Iterable[str], width: int, constants: dict[str, np.ndarray] | None = None):
        self._model, self._constants = model, constants or {}
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
        self.follow()

    def follow(self) -> None:
        """Take over where the fields of the Model lie now."""
        self.tables[:] = self._model._table
        self.tables[:, self._slots] = self._entries
        for name, array in self._constants.items():
            self.tables[:, MODEL.address_slot[name]] = array.ctypes.data

    def address(self, name: str) -> int:
        """Return where a field begins."""
        return self._addresses[name]
