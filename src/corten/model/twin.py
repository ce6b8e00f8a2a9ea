"""A Model in another precision, which follows the one that users have."""

import numpy as np

from corten.model import blocks
from corten.model.checks import accept_choices
from corten.model.model import Model
from corten.runtime.fields import Kind, Part


class Twin:
    """A Model with the numbers of another one, rounded to the floats, and ints, of some precision."""

    def __init__(self, source: Model, precision: str):
        self._source = source
        self.model = Model(source.sizes(), source._names, source._texts, source._assets, precision)
        self.model.seal()
        self._seen = [np.zeros(0, np.uint8)] * len(source._memory)
        self.follow()
        self.follow_pictures()

    def follow(self) -> None:
        """Take over what has changed in the source since, of all that steps may read."""
        source, target = self._source, self.model
        accept_choices(source)
        # pixels of textures are most of a small model: to compare them costs more than to step an environment
        if self._take_over([entry for entry in enumerate(source.blocks()) if entry[1][0].block is not blocks.VISUAL]):
            # what follows from choices, once everything is there
            if target.changed():
                target._plans.clear()
            target._accept_changes()
        target.__dict__["_nset_const"] = source._nset_const

    def follow_pictures(self) -> None:
        """Take over what has changed in the source since, of what only pictures are made with."""
        self._take_over([entry for entry in enumerate(self._source.blocks()) if entry[1][0].block is blocks.VISUAL])

    def _take_over(self, chosen: list[tuple[int, tuple[Part, np.ndarray]]]) -> bool:
        """Round the fields of those among some numbered parts that differ from when they were last seen."""
        newer = [(number, part, memory) for number, (part, memory) in chosen if not _same(self._seen[number], memory)]
        for number, part, memory in newer:
            self._seen[number] = memory.copy()
            for name in part.fields:
                kind = self.model.layout.fields[name].kind
                self.model._views[name][...] = rounded(self._source._views[name], kind)
        return bool(newer)


def _same(seen: np.ndarray, memory: np.ndarray) -> bool:
    """Tell whether bytes, which are whole words of 64 bits, are equal."""
    return len(seen) == len(memory) and bool((seen.view(np.int64) == memory.view(np.int64)).all())


def rounded(values: np.ndarray, kind: Kind) -> np.ndarray:
    """Return numbers as memory of some kind holds them: floats to nearest, ints with their lowest bits."""
    with np.errstate(over="ignore", under="ignore"):
        return values.astype(kind.dtype)
