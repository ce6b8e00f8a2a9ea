"""Plain memory of a worker, to which environments leave the memory of lanes for stages that are slow there."""

from collections.abc import Collection, Iterable
from math import prod

import numpy as np

from corten.batch.pack import Pack
from corten.data import DATA, Data, blocks
from corten.pipeline.scalar_fields import SCALAR_FIELDS
from corten.runtime.batch_plan import EXCHANGE, BatchPlan, ScalarFields
from corten.runtime.kernel import Stage
from corten.stages.solver import newton_forest


def aside_of(stages: tuple[Stage, ...]) -> ScalarFields | None:
    """Return which stages may run aside: none where a solver that runs in lanes stands between them."""
    return None if newton_forest in stages else SCALAR_FIELDS


class Aside:
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
