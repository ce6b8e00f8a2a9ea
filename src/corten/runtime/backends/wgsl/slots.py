"""Where sizes and fields stand for shaders: in which pool, and in which entry of the table that says the place in it.

All fields of a Model lie in two pools, of floats and of ints, and so do those of a Data; fields of a Model that vary
between environments have pools of their own. A shader finds sizes and places in `table`, so its text serves models of
all sizes. Of what belongs to an environment, TILE environments lie side by side: element e of a field is at
`((tile * per environment + place + e) * TILE + lane)` of its pool.
"""

from enum import Enum

from corten.runtime.fields import Field, Layout
from corten.runtime.typed.types import FLOAT, Array

# environments whose elements lie side by side, which are also those of a workgroup
TILE = 64


class Pool(Enum):
    """Where elements lie, by the name that shaders know it by; whether they are floats, and who has them."""

    MODEL_FLOATS = ("model_floats", True, "model")
    MODEL_INTS = ("model_ints", False, "model")
    DATA_FLOATS = ("data_floats", True, "data")
    DATA_INTS = ("data_ints", False, "data")
    OWN_FLOATS = ("own_floats", True, "own")
    OWN_INTS = ("own_ints", False, "own")

    def __init__(self, variable: str, floats: bool, owner: str):
        self.variable, self.floats, self.owner = variable, floats, owner

    @property
    def shared(self) -> bool:
        """Whether all environments read the same elements."""
        return self.owner == "model"


class Slots:
    """The entries of the table for a Model and a Data, found by names of layouts, sizes and fields.

    `per_environment` is the entry that has the number of elements of an environment in a pool, `resume` the one with
    the place in `data_ints` of a word that is no field: the number of the stage until which the environment passes.
    """

    def __init__(self, layouts: tuple[Layout, Layout]):
        self.layouts = layouts
        own = [pool for pool in Pool if not pool.shared]
        self.per_environment = {pool: slot for slot, pool in enumerate(own)}
        self.resume = len(own)
        first = self.resume + 1
        sizes = [(layout.name, size) for layout in layouts for size in layout.sizes]
        fields = [(layout.name, field) for layout in layouts for field in layout.fields]
        self.size_slot = {name: first + slot for slot, name in enumerate(sizes)}
        self.offset_slot = {name: first + len(sizes) + slot for slot, name in enumerate(fields)}
        self.count = first + len(sizes) + len(fields)

    def pool(self, array: Array) -> Pool:
        """Return where the elements of a field lie."""
        floats = array.element == FLOAT
        if array.layout.name == self.layouts[1].name:
            return Pool.DATA_FLOATS if floats else Pool.DATA_INTS
        if array.varies:
            return Pool.OWN_FLOATS if floats else Pool.OWN_INTS
        return Pool.MODEL_FLOATS if floats else Pool.MODEL_INTS

    def fields(self, pool: Pool) -> list[Field]:
        """Return the fields that lie in a pool, in the order of their table."""
        layout = self.layouts[pool.owner == "data"]
        return [field for field in layout.fields.values() if self.pool(Array(layout, field)) is pool]
