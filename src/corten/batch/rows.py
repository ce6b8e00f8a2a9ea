"""What belongs to an environment, as rows of bytes: one for each environment, in which every field has its place.

    state    inputs    kept               carried
    qpos..   ctrl..    results of `keep`  results that the next step begins with

Each begins on a cache line. Views of a field, (n, ...), have the stride of rows: they are what users of a batch see.
"""

from collections.abc import Mapping
from math import prod

import numpy as np

from corten.data import DATA, Data, blocks
from corten.model import Model
from corten.runtime.fields import Block, Field, Layout
from corten.runtime.views import ALIGNMENT, aligned_bytes, place_fields
from corten.stages.collision import broadphase_stages, list_sweep_members
from corten.stages.sleep import may_sleep


class Rows:
    """Rows of bytes with the same fields for each of n environments; each begins on a cache line."""

    def __init__(self, fields: Mapping[str, Field], sizes: dict[str, int], n: int):
        self.fields = fields
        self.shapes = {name: field.resolve(sizes) for name, field in fields.items()}
        self.offsets, self.nbytes = place_fields(fields, self.shapes)
        self.stride = -(-self.nbytes // ALIGNMENT) * ALIGNMENT
        self.memory = aligned_bytes(n * self.stride).reshape(n, self.stride)
        self.views = {name: self._view(name) for name in fields}

    def _view(self, name: str) -> np.ndarray:
        dtype, shape, strides = self.fields[name].kind.dtype, self.shapes[name], [self.stride]
        if not len(self.memory):
            return np.zeros((0, *shape), dtype)
        for axis in range(len(shape)):
            strides.append(dtype.itemsize * prod(shape[axis + 1 :]))
        return np.ndarray((len(self.memory), *shape), dtype, self.memory, self.offsets[name], tuple(strides))

    def row(self, i: int) -> np.ndarray:
        """Return the bytes of one environment."""
        return self.memory[i, : self.nbytes]

    def read(self, i: int, data: Data) -> None:
        """Read the fields of a Data; an environment's are not computed for that."""
        for name, view in self.views.items():
            view[i] = data.__dict__["_views"][name]

    def write(self, i: int, data: Data) -> None:
        """Write the fields of an environment into a Data."""
        for name, view in self.views.items():
            data.__dict__["_views"][name][...] = view[i]


class EnvironmentRows:
    """The memory of all environments of a batch: state, inputs, results that users look at, and those carried on."""

    def __init__(self, template: Data, kept: tuple[str, ...], carried: tuple[str, ...], n: int):
        sizes = template.sizes()
        layout = template.layout
        self.state, self.inputs = (
            Rows(_block_fields(layout, block), sizes, n) for block in (blocks.STATE, blocks.INPUTS)
        )
        self.kept = Rows({name: layout.fields[name] for name in kept}, sizes, n)
        self.carry(template, carried)

    def carry(self, template: Data, carried: tuple[str, ...]) -> None:
        """Make rows for other results that are carried on, as they are in a Data; those that are kept have theirs."""
        fields = {name: template.layout.fields[name] for name in carried if name not in self.kept.fields}
        self.carried = Rows(fields, template.sizes(), len(self.state.memory))
        for name, view in self.carried.views.items():
            view[...] = template._views[name]

    @property
    def results(self) -> tuple[Rows, Rows]:
        """What follows from state and inputs."""
        return self.kept, self.carried

    @property
    def all(self) -> tuple[Rows, Rows, Rows, Rows]:
        """State, inputs and results."""
        return self.state, self.inputs, self.kept, self.carried

    def read(self, i: int, data: Data) -> None:
        """Read an environment from a Data."""
        for rows in self.all:
            rows.read(i, data)

    def write(self, i: int, data: Data) -> None:
        """Write an environment into a Data."""
        for rows in self.all:
            rows.write(i, data)

    def copy_row(self, i: int, single: "EnvironmentRows") -> None:
        """Copy an environment from memory of one."""
        for own, theirs in zip(self.all, single.all, strict=True):
            own.memory[i] = theirs.memory[0]

    def find(self, name: str) -> np.ndarray:
        """Return a field of all environments."""
        return next(rows.views[name] for rows in self.all if name in rows.views)

    def nbytes(self) -> int:
        """Return the size of all rows [bytes]."""
        return sum(rows.memory.nbytes for rows in self.all)


def _block_fields(layout: Layout, block: Block) -> dict[str, Field]:
    """Return the fields of fixed size of a block of Data, in the order in which they lie in it."""
    return next(part.fields for part in layout.parts if part.block is block and not part.growing)


# ---------------------------------------------------------------- results that the next step begins with


# of the sweep over bodies, which models with a short list of pairs do without
SWEEP = (
    "sweep_ready",
    "sweep_axis",
    "nsweep_body",
    "nsweep_geom",
    "nsweep_plane",
    "sweep_body",
    "sweep_geom",
    "sweep_plane",
)

# beside state and inputs: what a step reads before it writes it, or leaves as it was where it has nothing to do
CARRIED = (
    "error_where",
    "time_rest",
    "warning_number",
    "warning_info",
    "warning_told",
    "solver_nfallback",
    "solver_niter",
    "rk_evaluation",
    "ntrinode",
    *SWEEP,
)


def carried_fields(model: Model) -> tuple[str, ...]:
    """Return the names of results that a step of a model begins with; where trees sleep, all may be retained."""
    if not may_sleep(model):
        unused = () if list_sweep_members in broadphase_stages(model) else SWEEP
        return tuple(name for name in CARRIED if name not in unused)
    owned = (blocks.RESULTS, blocks.DIAGNOSTICS)
    return tuple(name for name, field in DATA.fields.items() if field.block in owned and name not in DATA.growing)
