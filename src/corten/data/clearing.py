"""The memory of a Data at the start, written span by span: most of a reset is spent here.

Nearly everything is zero then. What is not (no step failed, all trees are awake) follows from the structure of the
model, which remembers it as an image of the memory.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from corten.constants import WIDE_AWAKE
from corten.data.fields import DATA
from corten.enums import SleepState
from corten.model.model import Model

if TYPE_CHECKING:
    from corten.data.data import Data

# parts of the memory of a Data that do not grow
FIXED_PARTS = tuple(number for number, part in enumerate(DATA.parts) if not part.growing)

# fields that a reset leaves as they are
RETAINED = ("contact_limit", "noise_seed")

# [bytes] longer spans of zeros are filled, not copied from zeros
LONG = 4096


class Clearing:
    """Writes the memory of one Data as a model has it at the start; valid until the memory moves."""

    def __init__(self, model: Model, data: "Data"):
        self.model = model
        self._copies: list[tuple[memoryview, memoryview]] = []
        self._zeros: list[np.ndarray] = []
        for number in FIXED_PARTS:
            memory, image = data._memory[number], _image(model, data, number)
            for start, end in _spans(data, number):
                self._add(memory[start:end], image[start:end])

    def _add(self, memory: np.ndarray, image: np.ndarray) -> None:
        if len(memory) > LONG and not image.any():
            self._zeros.append(memory)
        elif len(memory):
            self._copies.append((memory.data, image.data))

    def run(self) -> None:
        """Write it."""
        for memory, image in self._copies:
            memory[:] = image
        for memory in self._zeros:
            memory.fill(0)


def clear(model: Model, data: "Data") -> None:
    """Set fields of fixed size to what they are at the start, except for those that a reset retains."""
    # whoever watches over the memory learns of it here
    _, known = data._memory, data._attached
    clearing = known.get(Clearing)
    if clearing is None or clearing.model is not model:
        clearing = known[Clearing] = Clearing(model, data)
    clearing.run()


def _spans(data: "Data", number: int) -> Iterator[tuple[int, int]]:
    """Yield (first byte, end) of the memory of a part between the fields that are retained."""
    start = 0
    for place, size in sorted(
        (int(data._table[DATA.offset_slot[name]]), data._views[name].nbytes)
        for name in RETAINED
        if name in DATA.parts[number].fields
    ):
        yield start, place
        start = place + size
    yield start, len(data._memory[number])


def _image(model: Model, data: "Data", number: int) -> np.ndarray:
    """Return the memory of a part as a model has it at the start."""
    key = number, len(data._memory[number])
    if key not in model._cleared:
        _remember(model, data)
    return model._cleared[key]


def _remember(model: Model, data: "Data") -> None:
    """Make the images of all parts, in the memory of a Data, whose retained fields stay."""
    retained = {name: data._views[name].item() for name in RETAINED}
    data.clear()
    data._views["error_where"][()] = -1
    _wake_all(model, data)
    for number in FIXED_PARTS:
        memory = data._memory[number]
        # zeros that nobody has written to take no memory
        model._cleared[number, len(memory)] = memory.copy() if memory.any() else np.zeros_like(memory)
    for name, value in retained.items():
        data._views[name][()] = value


def _wake_all(model: Model, data: "Data") -> None:
    """Let all trees be awake."""
    views, nbody, nv = data._views, model.nbody, model.nv
    free = (model.body_treeid >= 0) | (model.body_mocapid[model.body_rootid] >= 0)
    views["tree_asleep"][:], views["tree_awake"][:] = WIDE_AWAKE, 1
    views["body_awake"][:] = np.where(free, int(SleepState.AWAKE), int(SleepState.STATIC))
    numbers = np.arange(max(nbody, nv))
    views["body_awake_ind"][:], views["dof_awake_ind"][:] = numbers[:nbody], numbers[:nv]
    views["parent_awake_ind"][: nbody - 1] = numbers[1:nbody]
    views["ntree_awake"][()], views["nv_awake"][()] = model.ntree, nv
    views["nbody_awake"][()], views["nparent_awake"][()] = nbody, nbody - 1
