"""A Model in another precision, which follows the one that users have."""

import numpy as np

from corten.model import blocks
from corten.model.checks import accept_choices
from corten.model.model import Model
from corten.runtime.fields import Kind

# [bytes] of a block from which on comparing it where it lies is quicker than copying it first
LARGE = 2**17


class Twin:
    """A Model with the numbers of another one, rounded to the floats, and ints, of some precision."""

    def __init__(self, source: Model, precision: str):
        self._source = source
        self.model = Model(source.sizes(), source._names, source._texts, source._assets, precision)
        self.model.seal()
        self._seen = [np.zeros(0, np.uint8)] * len(source._memory)
        # pixels of textures are most of a small model: to compare them costs more than to step an environment
        parts = list(enumerate(source.layout.parts))
        self._read_by_steps = [number for number, part in parts if part.block is not blocks.VISUAL]
        self._read_by_others = [number for number, part in parts if part.block is blocks.VISUAL]
        self.sync()
        self.sync_visual()

    def sync(self) -> None:
        """Copy what has changed in the source since, of all that steps may read."""
        source, target = self._source, self.model
        accept_choices(source)
        if self._copy(self._read_by_steps):
            # what follows from choices, once everything is there
            if target.changed():
                target._drop_plans()
            target._accept_changes()
        target.__dict__["_nset_const"] = source._nset_const

    def sync_visual(self) -> None:
        """Copy what has changed in the source since, of what only pictures are made with."""
        self._copy(self._read_by_others)

    def _copy(self, numbers: list[int]) -> bool:
        """Round the fields of those among some parts that differ from when they were last seen; tell of any."""
        memory, newer = self._source._memory, False
        for number in numbers:
            if not same_bytes(self._seen[number], memory[number]):
                self._seen[number], newer = memory[number].copy(), True
                for name in self._source.layout.parts[number].fields:
                    kind = self.model.layout.fields[name].kind
                    self.model._views[name][...] = rounded(self._source._views[name], kind)
        return newer


def same_bytes(seen: np.ndarray, memory: np.ndarray) -> bool:
    """Tell whether bytes, which are whole words of 64 bits, are equal."""
    if len(memory) < LARGE:
        return seen.tobytes() == memory.tobytes()
    return len(seen) == len(memory) and bool((seen.view(np.int64) == memory.view(np.int64)).all())


def rounded(values: np.ndarray, kind: Kind) -> np.ndarray:
    """Return numbers as memory of some kind holds them: floats to nearest, ints with their lowest bits."""
    with np.errstate(over="ignore", under="ignore"):
        return values.astype(kind.dtype)
