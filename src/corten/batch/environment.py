"""One environment of a batch as a Data."""

import functools
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from corten.data import DATA, Data, blocks
from corten.model import MODEL, Model
from corten.model.option_groups import Group, Options
from corten.runtime.fields import Part

if TYPE_CHECKING:
    from corten.batch.sim import BatchSim

# fields that lie in the batch's memory
_SHARED = (blocks.STATE, blocks.INPUTS)

# what leads to the memory of other fields for those who may write it: kernels, and the engine's own Python
_WRITE_ACCESS = frozenset(("_address", "_memory", "_table", "_views", "_growing", "_runs"))


@functools.cache
def _lazy_attributes() -> frozenset[str]:
    """Return the attributes that are computed when they are asked for."""
    return _WRITE_ACCESS | {"_attached"} | {name for name, field in DATA.fields.items() if field.block not in _SHARED}


class Environment(Data):
    """A Data whose state and inputs are the memory of a batch.

    All other fields are what stepping this environment alone would have left: they are computed when somebody looks at
    them. What is computed with it (`corten.step`, `corten.forward`, a reset) counts for the batch, too.
    """

    def __init__(self, model: Model, batch: "BatchSim", number: int):
        super().__init__(model)
        self.exchange(blocks.STATE, batch._envs.rows.state.row(number))
        self.exchange(blocks.INPUTS, batch._envs.rows.inputs.row(number))
        self.__dict__.update(_batch=batch, _number=number, _stale=True)

    # hidden from type checkers, which know the names of fields from stubs
    if not TYPE_CHECKING:

        def __getattribute__(self, name: str) -> Any:
            if name in _lazy_attributes():
                own = object.__getattribute__(self, "__dict__")
                if own.get("_batch"):
                    _refresh(self, own, name)
            return super().__getattribute__(name)

    def _copy_for(self, model: Model) -> Data:
        _ = self._address
        return super()._copy_for(model)

    def __reduce__(self) -> Any:
        _ = self._address
        return super().__reduce__()


def _refresh(environment: Environment, own: dict[str, Any], name: str) -> None:
    """See to it that fields are what they should be, and tell the batch of those who may change them."""
    batch = own["_batch"]
    # meanwhile the batch reaches its memory by the same names
    own["_batch"] = None
    try:
        if own["_stale"]:
            batch._recompute(environment, own["_number"])
            own["_stale"] = False
        elif name in _WRITE_ACCESS:
            batch._update_model(environment)
        if name in _WRITE_ACCESS:
            batch._written[own["_number"]] = environment
    finally:
        own["_batch"] = batch


# ---------------------------------------------------------------- its Model, where values differ


class EnvironmentModel(Model):
    """A Model that shares all memory with another, except for some fields, which lie in the arrays of a batch."""

    _base: Model
    _shared: np.ndarray

    def __init__(self, base: Model, arrays: Mapping[str, np.ndarray], shown: Mapping[str, np.ndarray], number: int):
        """`arrays` have a row for each environment; of those that users may not write, `shown` has what they see."""
        self.__dict__.update(_base=base, _rows=(arrays, shown))
        self.show(number)

    def show(self, number: int) -> None:
        """Be the Model of an environment."""
        base, own, (arrays, shown) = self._base, self.__dict__, self.__dict__["_rows"]
        # a Data remembers where the table is, so it stays there
        table = own.get("_table", base._table.copy())
        table[:] = base._table
        # dicts and the table are its own; what they lead to is shared
        own.update({name: value for name, value in base.__dict__.items() if name not in ("_base", "_rows")})
        own.update(_number=number, _shared=base._table.copy(), _table=table, _attached={})
        own.update(_address=int(table.ctypes.data), _views=base._views.all())
        own.update(opt=Options(self, "opt_"), stat=Group(self, "stat_"))
        for name, array in arrays.items():
            view = own["_views"][name] = array[number, ...]
            own["_table"][MODEL.address_slot[name]] = view.ctypes.data
            if MODEL.fields[name].shape:
                own[name] = shown[name][number, ...]

    def sync(self) -> None:
        """Update addresses of fields of the other Model, which may have moved."""
        if not np.array_equal(self._shared, self._base._table):
            self.show(self.__dict__["_number"])

    def blocks(self) -> Iterator[tuple[Part, np.ndarray]]:
        """Yield the parts of all blocks with their bytes, which are copies where fields are this environment's."""
        arrays, number = self.__dict__["_rows"][0], self.__dict__["_number"]
        for part, memory in super().blocks():
            own = [name for name in part.fields if name in arrays]
            copied = memory.copy() if own else memory
            for name in own:
                view, offset = self._views[name], int(self._table[MODEL.offset_slot[name]])
                np.ndarray(view.shape, view.dtype, copied, offset)[...] = arrays[name][number]
            yield part, copied

    def __getstate__(self) -> Any:
        return self.copy().__getstate__()

    def __repr__(self) -> str:
        return f"{super().__repr__()[:-1]}, environment {self.__dict__['_number']}>"
