"""Compiled questions to a Data: arguments and answer in memory of their own, what they ask about where the Data has it.

A question is made once for each Data and lies with it until the Data's storage moves, so that asking it again costs
little more than the call of a compiled function. Who asks takes it from there and puts it back: a thread that finds
none makes one of its own. So nobody waits, and no answer is overwritten before it is copied:

    known = data._attached
    question = known.pop(SomeQuestion, None) or SomeQuestion(data)
    ...  # set arguments, ask, copy the answer
    known[SomeQuestion] = question
"""

import ctypes
import functools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from corten.data import DATA, Data
from corten.model import Model
from corten.runtime.build import build
from corten.runtime.fields import Block, Field, Layout
from corten.runtime.kernel import Mode, Stage, kernel_mode
from corten.runtime.storage import Storage

# fields that a question reads in the memory of a Data
BORROWED = Block("borrowed", "fields of a Data")

# the interpreter goes on with other threads after the answer: that takes less time than to let go of its lock
_ENTRY = ctypes.PYFUNCTYPE(ctypes.c_int32)


def question_layout(name: str, borrowed: tuple[str, ...], own: tuple[Field, ...], origin: str) -> Layout:
    """Return the layout of a question: some fields of a Data, its arguments and its answer."""
    fields = (*(replace(DATA.fields[field], block=BORROWED) for field in borrowed), *own)
    extents = {extent for field in fields for extent in field.shape if isinstance(extent, str)}
    sizes = tuple(replace(size, counted_by="") for size in DATA.sizes.values() if size.name in extents)
    return Layout(name, sizes, fields, origin)


class Question(Storage):
    """A stage with arguments, about one Data; one thread at a time asks it."""

    stage: Stage

    # runs the stage with the Data's own Model and returns its status
    ask: Callable[[], int]
    _entry: Callable[..., int] | None

    def __init__(self, data: Data):
        super().__init__(data.sizes(), data.layout.precision)
        self.borrow(data, BORROWED)
        own, mode = self.__dict__, kernel_mode()
        own["_entry"] = None
        if mode is Mode.COMPILED:
            own["_entry"] = _ENTRY(build([self.stage], (data.model.layout, self.layout), mode)[self.stage])
        own["ask"] = self._bind(data.model)

    def _bind(self, model: Model) -> Callable[[], int]:
        """Return what runs the stage and returns its status."""
        if self._entry is None:
            return functools.partial(self.stage, model, self)
        return functools.partial(self._entry, ctypes.c_void_p(model._address), ctypes.c_void_p(self._address))

    def ask_of(self, model: Model) -> int:
        """Run the stage with another Model that the Data fits."""
        return self._bind(model)()


def as_numbers(name: str, values: Any, count: int) -> np.ndarray:
    """Return an argument that must be some numbers."""
    array = np.asarray(values, float)
    if array.shape != (count,):
        raise ValueError(f"{name} has the shape {array.shape}; expected ({count},)")
    return array
