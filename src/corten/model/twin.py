"""A Model in another precision, which follows the one that users have."""

import numpy as np

from corten.model.checks import accept_choices
from corten.model.model import Model
from corten.runtime.fields import Kind


class Twin:
    """A Model with the numbers of another one, rounded to the floats, and ints, of some precision."""

    def __init__(self, source: Model, precision: str):
        self._source = source
        self.model = Model(source.sizes(), source._names, source._texts, source._assets, precision)
        self.model.seal()
        self._seen = [np.zeros(0, np.uint8)] * len(source._memory)
        self.follow()

    def follow(self) -> None:
        """Take over what has changed in the source since."""
        source, target = self._source, self.model
        accept_choices(source)
        newer = [
            (number, part, memory)
            for number, (part, memory) in enumerate(source.blocks())
            if not np.array_equal(self._seen[number], memory)
        ]
        for number, part, memory in newer:
            self._seen[number] = memory.copy()
            for name in part.fields:
                target._views[name][...] = rounded(source._views[name], target.layout.fields[name].kind)
        if newer:
            # what follows from choices, once everything is there
            if target.changed():
                target._plans.clear()
            target._accept_changes()
        target.__dict__["_nset_const"] = source._nset_const


def rounded(values: np.ndarray, kind: Kind) -> np.ndarray:
    """Return numbers as memory of some kind holds them: floats to nearest, ints with their lowest bits."""
    with np.errstate(over="ignore", under="ignore"):
        return values.astype(kind.dtype)
