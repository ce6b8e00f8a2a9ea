"""Queries: stages with arguments, compiled once and bound to the memory that they read.

    MASS_PRODUCT = query_layout(DATA, "MassProduct", ("M",), (array("vector", ("nv",)), array("product", ("nv",))), ...)

    class MassProduct(Query):
        layout, stages = MASS_PRODUCT, (multiply,)
        arguments, results = ("vector",), ("product",)

A query borrows fields of a Data, where they lie, and owns its arguments. Numbers are written into its memory; arrays
are taken where the caller has them, those of results are written there. `run(model, vector, product)` is one call of
compiled code: it takes Python's numbers and NumPy's arrays that are what the fields say (type, shape, contiguous,
those of results writable and apart from everything else), runs the stages and returns their status, 0 for success, or
the numbers that `returns` names. Everything else it refuses with -1. Then `answer` looks at the arguments at leisure:
it converts what can be converted, raises an error for what is wrong, and calls again. So functions for users read

    def mul_mass(model, data, vector, *, out=None):
        try:
            product = empty(model.nv) if out is None else out
            if not data._attached[MassProduct](model, vector, product):
                return product
        except (AttributeError, KeyError):
            pass
        return MassProduct.answer(model, data, (vector,), out)

The call holds Python's lock from the first argument to the last result, so threads may share a query. It lies with
the Data until its storage moves. The owner may also be a Model, or None for what depends on its arguments alone. An
array in rows has the shape of its field, or one more axis in front, as many rows as all others of the call.
"""

import threading
import weakref
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NamedTuple

import numpy as np

from corten.runtime.build import build, run_stage
from corten.runtime.call import REFUSED, address_of, looks_into_objects
from corten.runtime.fields import Block, Field, Layout, Size
from corten.runtime.kernel import Mode, Stage, kernel_mode
from corten.runtime.parameters import ARGUMENTS, ROWS, Parameter, check_out
from corten.runtime.query_call import bind_query
from corten.runtime.storage import Storage, aligned_bytes
from corten.runtime.thread_lock import ThreadLock

# where fields stand in the layout of a query that lie in its owner's memory
BORROWED = Block("borrowed", "fields of the owner")

# what ints in memory can be
_INT_RANGE = (-(2**31), 2**31)


def query_layout(
    name: str, origin: str, own: tuple[Field, ...], owner: Layout | None = None, borrowed: tuple[str, ...] = ()
) -> Layout:
    """Return the layout of a query: some fields of its owner, where they lie, and fields of its own.

    Extents are sizes of the owner, `nrow`, or sizes of its own, which the query knows (`Query.own_sizes`).
    """
    fields, known = own, {}
    if owner is not None:
        fields = (*(replace(owner.fields[field], block=BORROWED) for field in borrowed), *own)
        known = owner.sizes
    extents = dict.fromkeys(extent for field in fields for extent in field.shape if isinstance(extent, str))
    sizes = [replace(known.get(extent, Size(extent, "")), counted_by="") for extent in extents if extent != ROWS.name]
    return Layout(name, (*sizes, ROWS), fields, origin)


class OnOwner(NamedTuple):
    """A stage of a query that runs on the owner's memory, which needs its lock."""

    stage: Stage


class Query(Storage):
    """Stages with arguments, bound to the memory of an owner: a Data, a Model, or None."""

    stages: tuple[Stage | OnOwner, ...]

    # what `run` takes after the Model: arguments, some of which it changes in place, then results
    arguments: ClassVar[tuple[str, ...]] = ()
    in_place: ClassVar[tuple[str, ...]] = ()
    results: ClassVar[tuple[str, ...]] = ()

    # numbers that a call returns in place of a status
    returns: ClassVar[tuple[str, ...]] = ()

    _owner_views: dict[str, np.ndarray]

    # where memory of the owner lies that the stages may read: first byte, end
    _ranges: list[tuple[int, int]]
    _limits: dict[str, tuple[int, int]]
    _lock: threading.Lock

    # what runs on the owner's memory: the owner, and who computes with it
    owner: "weakref.ref[Any] | None"
    lock: ThreadLock | None

    def __init__(
        self, owner: Storage | None, precision: str = "float64", stages: tuple[Stage | OnOwner, ...] | None = None
    ):
        """`stages` take the place of those of the class."""
        self.__dict__["stages"] = self.stages if stages is None else stages
        self.__dict__["_owner_views"] = owner._views if owner is not None else {}
        sizes = owner.sizes() if owner is not None else {}
        super().__init__(sizes | self.own_sizes(owner), precision)
        self.__dict__["_ranges"], self.__dict__["_lock"] = self._borrow(owner), threading.Lock()
        self.__dict__["_limits"] = self.int_limits(owner)
        on_owner = owner is not None and any(isinstance(stage, OnOwner) for stage in self.stages)
        self.__dict__["owner"] = weakref.ref(owner) if on_owner else None
        self.__dict__["lock"] = owner.__dict__["_thread_lock"] if on_owner else None

    def own_sizes(self, owner: Any) -> dict[str, int]:
        """Return the sizes that the owner has not."""
        return {}

    def int_limits(self, owner: Any) -> dict[str, tuple[int, int]]:
        """Return for arguments that are ints the least value and the first beyond the greatest; others may be any."""
        return {}

    def _allocate(self, number: int) -> None:
        part = self.layout.parts[number]
        if part.block is ARGUMENTS:
            self._views.update({name: np.empty(0, field.kind.dtype) for name, field in part.fields.items()})
        elif part.block is BORROWED:
            self._views.update({name: self._owner_views[name] for name in part.fields})
        else:
            super()._allocate(number)
            return
        self._memory[number] = aligned_bytes(0)

    def _borrow(self, owner: Storage | None) -> list[tuple[int, int]]:
        """Enter the addresses of borrowed fields; return where the memory lies that they are part of."""
        if owner is None:
            return []
        layout, numbers = self.layout, set()
        for name in (name for name, field in layout.fields.items() if field.block is BORROWED):
            self._table[layout.address_slot[name]] = owner._table[owner.layout.address_slot[name]]
            numbers |= {number for number, part in enumerate(owner.layout.parts) if name in part.fields}
        found = [owner._memory[number] for number in sorted(numbers)]
        return [(address_of(memory), address_of(memory) + len(memory)) for memory in found]

    def parameters(self) -> list[Parameter]:
        """Return what `run` takes after the Model."""
        sizes, written = self.sizes(), (*self.in_place, *self.results)
        found = []
        for name in (*self.arguments, *self.results):
            field = self.layout.fields[name]
            shape = tuple(sizes[extent] if isinstance(extent, str) else extent for extent in field.shape)
            shape = shape[1:] if field.shape[:1] == (ROWS.name,) else shape
            found.append(Parameter(name, field, shape, name in written, *self._limits.get(name, _INT_RANGE)))
        return found


class BoundQuery:
    """A query of a Model (or none): `run` for arguments that are what it takes, `answer` for all others.

    It serves as long as the number in `version` stays, if there is one.
    """

    def __init__(self, query: Query, model: Any = None, version: np.ndarray | None = None):
        self.query, self.model, self._version = query, model, version
        self._made_for = None if version is None else int(version[0])
        self._parameters, mode = query.parameters(), kernel_mode()
        self.run: Callable[..., Any]
        if mode is Mode.COMPILED and looks_into_objects():
            layout = model.layout if model is not None else query.layout
            memory = [_memory_of(query, each) for each in query.stages]
            self.run = bind_query(
                query,
                [
                    (build([stage], (layout, storage.layout), mode)[stage], storage._address)
                    for stage, storage in memory
                ],
                model,
                version,
            )
        else:
            self.run = _PythonRun(query, model, version)

    def is_current(self) -> bool:
        """Tell whether it still serves."""
        return self._version is None or int(self._version[0]) == self._made_for

    def answer(self, values: Sequence[Any], out: Any = None) -> tuple[Any, Any]:
        """Convert arguments and run; return what the call returned, and the results: one array, or a tuple.

        Errors say what is wrong with an argument, or with `out`, where results are to be written.
        """
        query, names = self.query, self.query.in_place
        parameters = self._parameters[: len(query.arguments)]
        given = [self._convert(parameter, value) for parameter, value in zip(parameters, values, strict=True)]
        rows = _count_rows(parameters, given)
        if rows is not None:
            given = [_in_rows(each, value, rows) for each, value in zip(parameters, given, strict=True)]
        wanted = self._parameters[len(parameters) :]
        shapes = [(*(() if rows is None or not each.in_rows else (rows,)), *each.shape) for each in wanted]
        targets = self._targets(wanted, shapes, out)
        results = [np.empty(shape, each.field.kind.dtype) for each, shape in zip(wanted, shapes, strict=True)]
        found = self.run(*(() if self.model is None else (self.model,)), *given, *results)
        if type(found) is int and (found or query.returns):
            return found, None
        for each, value, changed in zip(parameters, values, given, strict=True):
            if each.name in names:
                value[...] = changed
        for target, result in zip(targets or (), results, strict=bool(targets)):
            target[...] = result
        answers = tuple(targets or results)
        return found, answers if len(answers) != 1 else answers[0]

    def _convert(self, parameter: Parameter, value: Any) -> Any:
        if not parameter.is_array:
            return parameter.number(value)
        if not parameter.written:
            return parameter.numbers(value)
        parameter.check_in_place(value)
        return parameter.numbers(value).copy()

    def _targets(self, wanted: list[Parameter], shapes: list[tuple[int, ...]], out: Any) -> list[np.ndarray]:
        """Return the arrays that results are to be written to, none if the caller gave none."""
        if out is None:
            return []
        if len(wanted) == 1:
            return [check_out("out", out, shapes[0], wanted[0].field.kind.dtype)]
        if not isinstance(out, tuple | list) or len(out) != len(wanted):
            names = ", ".join(each.name for each in wanted)
            raise TypeError(f"out is {out!r:.80}; it must be a tuple of {len(wanted)} arrays: ({names})")
        return [
            check_out(f"out[{i}] ({each.name})", array, shape, each.field.kind.dtype)
            for i, (each, array, shape) in enumerate(zip(wanted, out, shapes, strict=True))
        ]


def _count_rows(parameters: list[Parameter], values: list[Any]) -> int | None:
    """Return how many rows the arguments have, None if all are single ones."""
    counts = {
        each.name: len(value)
        for each, value in zip(parameters, values, strict=True)
        if each.is_array and each.has_rows(value)
    }
    if len(set(counts.values())) > 1:
        words = ", ".join(f"{name} {count}" for name, count in counts.items())
        raise ValueError(f"the arguments have different numbers of rows: {words}")
    return next(iter(counts.values()), None)


def _in_rows(parameter: Parameter, value: Any, count: int) -> Any:
    """Return an argument with as many rows as others have."""
    if not parameter.in_rows or parameter.has_rows(value):
        return value
    if parameter.written:
        raise ValueError(f"{parameter.name} has one row and other arguments have {count}; it must have as many")
    return np.ascontiguousarray(np.broadcast_to(value, (count, *value.shape)))


def _memory_of(query: Query, stage: Stage | OnOwner) -> tuple[Stage, Storage]:
    """Return a stage and the memory that it runs on."""
    if isinstance(stage, OnOwner):
        owner = query.owner() if query.owner is not None else None
        if owner is None:
            raise ReferenceError("the Data of this query is gone")
        return stage.stage, owner
    return stage, query


class _PythonRun:
    """Runs a query without a native call: for kernels in plain Python, and for those that test their indices."""

    def __init__(self, query: Query, model: Any, version: np.ndarray | None):
        self._query, self._model, self._version = query, model, version
        self._made_for = None if version is None else int(version[0])
        self._parameters = query.parameters()

    def __call__(self, *values: Any) -> Any:
        query, model = self._query, self._model
        if model is not None:
            if not values or values[0] is not model:
                return REFUSED
            values = values[1:]
        if model is not None and self._version is not None and (model.changed() or self._version[0] != self._made_for):
            return REFUSED
        lock = query.lock
        if lock is not None and not lock.acquire():
            return REFUSED
        try:
            with query._lock:
                return self._answer(values)
        finally:
            if lock is not None:
                lock.release()

    def _answer(self, values: Sequence[Any]) -> Any:
        query = self._query
        if not self._take(values):
            return REFUSED
        for each in query.stages:
            stage, memory = _memory_of(query, each)
            if status := run_stage(stage, query if self._model is None else self._model, memory):
                return status
        found = tuple(query._views[name].item() for name in query.returns)
        return found if len(found) > 1 else found[0] if found else 0

    def _take(self, values: Sequence[Any]) -> bool:
        """Put arguments where the stages find them; tell whether they are what compiled code would take."""
        query, layout, rows = self._query, self._query.layout, set()
        if len(values) != len(self._parameters):
            return False
        for each, value in zip(self._parameters, values, strict=True):
            if not each.is_plain(value):
                return False
            if each.is_array:
                view = value if not each.in_rows or each.has_rows(value) else value[None]
                query._views[each.name], query._table[layout.address_slot[each.name]] = view, address_of(view)
                rows |= {len(view)} if each.in_rows else set()
            else:
                query._views[each.name][()] = value
        query.__dict__[ROWS.name] = query._table[layout.size_slot[ROWS.name]] = max(rows, default=1)
        return len(rows) <= 1 and self._are_apart(values)

    def _are_apart(self, values: Sequence[Any]) -> bool:
        """Tell whether arrays that are written share no memory with others, nor with what the stages read."""
        arrays = [(each, value) for each, value in zip(self._parameters, values, strict=True) if each.is_array]
        spans = [(address_of(value), address_of(value) + value.nbytes) for _, value in arrays]
        for i, (each, _) in enumerate(arrays):
            others = [*spans[:i], *spans[i + 1 :], *self._query._ranges]
            if each.written and any(spans[i][0] < high and low < spans[i][1] for low, high in others):
                return False
        return True
