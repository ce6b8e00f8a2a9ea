"""A Model in the object store, for all nodes; it follows what users change in theirs."""

import itertools
from typing import Any

import numpy as np
import ray

from corten.model import Model, blocks
from corten.model.checks import accept_choices
from corten.model.twin import same_bytes
from corten.stages.user.registry import function_modules

_versions = itertools.count()


class Published:
    """The latest copy of a Model: `version` is another number for each, `reference` leads nodes to it."""

    version = -1
    reference: Any = None

    def __init__(self, model: Model):
        self.model = model
        self._seen: list[np.ndarray] = []
        self._assets: Any = None

    def follow(self) -> bool:
        """Put the model into the store if it is not there as it is now; tell whether that was so."""
        # steps do not read what pictures are made with, which may be most of a model
        memory = [block for part, block in self.model.blocks() if part.block is not blocks.VISUAL]
        same = self._assets is self.model._assets and len(memory) == len(self._seen)
        if same and all(same_bytes(seen, now) for now, seen in zip(memory, self._seen, strict=True)):
            return False
        accept_choices(self.model)
        self._seen, self._assets = [block.copy() for block in memory], self.model._assets
        self.version, self.reference = next(_versions), ray.put((self.model, function_modules()))
        return True
