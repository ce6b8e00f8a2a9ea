"""One environment of a batch as a Data."""

import functools
from typing import TYPE_CHECKING, Any

from corten.data import DATA, Data, blocks
from corten.model import Model

if TYPE_CHECKING:
    from corten.batch.sim import BatchSim

# fields that lie in the batch's memory
_SHARED = (blocks.STATE, blocks.INPUTS)

# what leads to the memory of other fields for those who may write it: kernels, and the engine's own Python
_WAYS_IN = frozenset(("_address", "_memory", "_table", "_views", "_growing", "_runs"))


@functools.cache
def _asked_for() -> frozenset[str]:
    """Return the attributes that are computed when they are asked for."""
    return _WAYS_IN | {"_attached"} | {name for name, field in DATA.fields.items() if field.block not in _SHARED}


class Environment(Data):
    """A Data whose state and inputs are the memory of a batch.

    All other fields are what stepping this environment alone would have left: they are computed when somebody looks at
    them. What is computed with it (`corten.step`, `corten.forward`, a reset) counts for the batch, too.
    """

    def __init__(self, model: Model, batch: "BatchSim", number: int):
        super().__init__(model)
        self.exchange(blocks.STATE, batch._engine.rows.state.row(number))
        self.exchange(blocks.INPUTS, batch._engine.rows.inputs.row(number))
        self.__dict__.update(_batch=batch, _number=number, _stale=True)

    # hidden from type checkers, which know the names of fields from stubs
    if not TYPE_CHECKING:

        def __getattribute__(self, name: str) -> Any:
            if name in _asked_for():
                own = object.__getattribute__(self, "__dict__")
                if own.get("_batch"):
                    _look_at(self, own, name)
            return super().__getattribute__(name)

    def _copy_for(self, model: Model) -> Data:
        _ = self._address
        return super()._copy_for(model)

    def __reduce__(self) -> Any:
        _ = self._address
        return super().__reduce__()


def _look_at(environment: Environment, own: dict[str, Any], name: str) -> None:
    """See to it that fields are what they should be, and tell the batch of those who may change them."""
    batch = own["_batch"]
    # meanwhile the batch reaches its memory by the same names
    own["_batch"] = None
    try:
        if own["_stale"]:
            batch._recompute(environment, own["_number"])
            own["_stale"] = False
        elif name in _WAYS_IN:
            batch._update_model(environment)
        if name in _WAYS_IN:
            batch._written[own["_number"]] = environment
    finally:
        own["_batch"] = batch
