"""The Model of one environment whose values differ from those of others."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from corten.model import MODEL, Model
from corten.model.option_groups import Group, Options
from corten.runtime.fields import Part


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
        own.update(_number=number, _shared=base._table.copy(), _table=table)
        own.update(_address=int(table.ctypes.data), _views=dict(base._views), _scalars=dict(base._scalars))
        own.update(opt=Options(self, "opt_"), stat=Group(self, "stat_"))
        for name, array in arrays.items():
            view = own["_views"][name] = array[number, ...]
            own["_table"][MODEL.address_slot[name]] = view.ctypes.data
            if not MODEL.fields[name].shape:
                own["_scalars"][name] = view
            else:
                own[name] = shown[name][number, ...]

    def follow(self) -> None:
        """Take over where the fields of the other Model lie now."""
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
