"""Functions of rows of numbers: quickly of one row, and of many by a compiled loop."""

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from corten.runtime.entry import Argument, Entry, Kernel
from corten.runtime.entry_table import Kinds
from corten.runtime.kernel import Stage

FLOAT = np.dtype(float)


class Rows:
    """A stage that computes `d.out` from other fields, row by row, as a function of arrays with any leading axes.

    Fields of rows are flat; row i of `name` begins at `i * d.name_step`, and the step is 0 where all rows share one.
    There are `abs(d.rows)` of them: -1 stands for one. `widths` are the numbers in a row of each argument, 0 for
    one number without an axis of its own, 9 for a matrix in one axis or in two; then come `numbers`, the same for all.
    """

    call: Callable[..., Any]

    def __init__(self, stage: Stage, widths: dict[str, int], shape: tuple[int, ...], numbers: tuple[str, ...] = ()):
        self.widths, self.shape, self.numbers = widths, shape, numbers
        names = (*widths, "out")
        fields = [Argument(name, Kinds.ARRAY, FLOAT, (f"{name}_size",), name == "out") for name in names]
        scalars = [Argument(name, Kinds.FLOAT) for name in numbers]
        self.kernel = Kernel(
            stage, [*fields[:-1], *scalars, fields[-1]], counts=("rows", *(f"{name}_step" for name in widths))
        )
        self.call = self._first

    def _first(self, *values: Any) -> Any:
        """Make the quick way at the first call, so that importing a module makes nothing."""
        self.call = self._entry()
        return self.call(*values)

    def _entry(self) -> Callable[..., Any]:
        """Return the function that takes one row of contiguous float64, and leaves all else to `spread`."""
        name, doc, call = self.kernel.stage.__name__, self.kernel.stage.__doc__ or "", self.spread
        for matrix in ((3, 3), (9,)) if 9 in self.widths.values() else ((),):
            one = [
                Argument(name, Kinds.ARRAY, FLOAT, matrix or (width,)) if width else Argument(name, Kinds.FLOAT)
                for name, width in self.widths.items()
            ]
            one += [Argument(name, Kinds.FLOAT) for name in self.numbers]
            one.append(Argument("out", Kinds.ARRAY, FLOAT, self.shape, True, 2))
            call = Entry(name, doc, __name__, one, call, self.kernel, len(one), self.shape).function()
        return call

    def spread(self, *values: Any) -> np.ndarray:
        """Compute all rows of arrays whose leading axes are broadcast."""
        *given, out = values
        rows, numbers = given[: len(self.widths)], given[len(self.widths) :]
        arrays = [self._rows_of(value, width) for value, width in zip(rows, self.widths.values(), strict=True)]
        leading = np.broadcast_shapes(*(array.shape[:-1] for array in arrays))
        target = np.empty((*leading, *self.shape)) if out is None else _checked(out, (*leading, *self.shape))
        # where the result lies elsewhere, in memory that is not contiguous or among the arguments, it is copied there
        apart = not any(np.may_share_memory(target, array) for array in arrays)
        memory = target if target.flags.c_contiguous and apart else np.empty(target.shape)
        counts = {"rows": prod(leading)}
        for place, (name, array) in enumerate(zip(self.widths, arrays, strict=True)):
            width = array.shape[-1]
            shared = array.size == width
            counts[f"{name}_step"] = 0 if shared else width
            whole = array if shared else np.broadcast_to(array, (*leading, width))
            arrays[place] = np.ascontiguousarray(whole).reshape(-1)
        self.kernel.run(*arrays, *(float(number) for number in numbers), memory.reshape(-1), **counts)
        if memory is not target:
            target[...] = memory
        return target

    @staticmethod
    def _rows_of(value: Any, width: int) -> np.ndarray:
        array = np.asarray(value, float)
        if not width:
            return array[..., None]
        if width == 9 and array.ndim > 1 and array.shape[-2:] == (3, 3):
            array = array.reshape(*array.shape[:-2], 9)
        if array.ndim == 0 or array.shape[-1] != width:
            raise ValueError(f"an array has shape {array.shape}; {width} numbers are expected in its last axis")
        return array


def _checked(out: Any, shape: tuple[int, ...]) -> np.ndarray:
    """Return an array that a result can be written into."""
    if not isinstance(out, np.ndarray) or out.dtype != FLOAT or not out.flags.writeable:
        raise ValueError("out must be an array of float64 that can be written")
    if out.shape != shape:
        raise ValueError(f"out has shape {out.shape}; expected {shape}")
    return out
