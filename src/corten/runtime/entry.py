"""Calls of kernels from Python with plain numbers and arrays, at the price of a function of the interpreter.

An entry is a function of the interpreter made of a table (`entry_table`) and of one compiled function that all entries
share (`backends/llvm/entry_call`). It holds the arguments against the table. If they are what they should be, in the
form in which they mostly come (float64, contiguous, of the right size), they go to a kernel as they are. Whatever else
there is goes to a function of Python, the slow way, which converts or refuses it: errors are raised there alone.

The table is filled at the first call, so that importing a module of entries compiles and loads no kernel.
"""

import functools
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from corten.runtime.backends import backend
from corten.runtime.build import build, kernel_call, raise_violations
from corten.runtime.call import Method, address_of, function_of, loaded_call
from corten.runtime.entry_table import (
    ALIGNED,
    ARGUMENT,
    ARGUMENTS,
    C_CONTIGUOUS,
    MOST_SLOTS,
    WORDS,
    WRITEABLE,
    Kinds,
    memory_is_known,
    shared_words,
)
from corten.runtime.fields import ANY_BLOCK, F8, I8, Field, Kind, Layout, Size
from corten.runtime.kernel import Mode, Stage, kernel_mode

# flags of a method of the interpreter: METH_FASTCALL | METH_KEYWORDS
_METHOD_FLAGS = 0x80 | 0x02

# a count of arguments that no call has: the slow way is taken until the table is filled
_NEVER = 2**60

# numbers that an array which nobody wants has
SPARE = 14

# arguments that an entry has room for
MOST_ARGUMENTS = 16

SCALARS = {Kinds.FLOAT: F8, Kinds.INT: I8, Kinds.BOOL: I8}


class Argument(NamedTuple):
    """What an argument has to be: its kind; the type and extents of an array, or what gives the class of an object.

    Arrays of a kernel are contiguous; functions of Python take any memory, and check extents with names themselves.
    """

    name: str
    kind: Kinds
    wanted: Any = None
    extents: tuple[int | str, ...] = ()
    written: bool = False
    # None: 1 nobody wants the array, 2 asks for a new one
    optional: int = 0


class Owner(NamedTuple):
    """A Model or a Data that a kernel gets as an argument: its layout, what gives it, and fields that it borrows.

    `d` has these fields, with a `prefix`, and sizes beside the arguments. The fields of a Model are those of `m` as
    well. Of a Data that is locked the entry knows the lock: nobody else may compute with it meanwhile.
    """

    layout: Layout
    storage: Callable[[Any], Any]
    fields: tuple[str, ...] = ()
    sizes: tuple[str, ...] = ()
    prefix: str = ""
    is_locked: bool = False


class Plans(NamedTuple):
    """Plans of a Data in place of a kernel, by their kinds, for arguments that are the owners of a Model and a Data.

    `finish(model, data, place, status)` goes on after the plan at a place, counted from 0, has ended with a status. The
    `bit` is set in the words of the Data's owner afterwards. Where the number in `veto` is not 0, all is left to the
    slow way.
    """

    kinds: tuple[str, ...]
    finish: Callable[[Any, Any, int, int], None]
    veto: np.ndarray
    bit: int = 0


class Kernel:
    """A stage that reads and writes arguments instead of a Model and a Data: `d.vec`, `d.n`, `d.result`.

    Sizes that no array has, `counts`, are -1 unless they are given to `run`. Of optional arrays `d.vec_given` tells
    whether they are there; one that is not has no more than 14 numbers. `owners` are Models and Data, by argument.
    """

    def __init__(
        self,
        stage: Stage,
        arguments: Sequence[Argument],
        result: Kinds = Kinds.NOTHING,
        counts: tuple[str, ...] = (),
        owners: dict[str, Owner] | None = None,
    ):
        self.stage, self.arguments, self.result, self.owners = stage, tuple(arguments), result, owners or {}
        self.model_layout = next((each.layout for each in self.owners.values() if not each.fields), None)
        borrowed = [
            replace(each.layout.fields[name], name=each.prefix + name)
            for each in self.owners.values()
            for name in each.fields
        ]
        if any(each.name == "result" for each in arguments):
            raise ValueError(f"{stage.name}: an argument cannot have the name of what the function returns, 'result'")
        named = [*borrowed, *arguments]
        names = [*counts, *(size for each in self.owners.values() for size in each.sizes)]
        names += [
            extent
            for each in named
            for extent in (each.shape if isinstance(each, Field) else each.extents)
            if isinstance(extent, str)
        ]
        sizes = tuple(Size(name, "extent of arguments") for name in dict.fromkeys(names))
        fields = [replace(field, block=ANY_BLOCK, access=None) for field in borrowed]
        for each in arguments:
            if each.kind in (*SCALARS, Kinds.ARRAY):
                fields.append(_field(each))
            if each.kind is Kinds.ARRAY and each.optional == 1:
                fields.append(Field(f"{each.name}_given", I8, (), "whether an argument is there"))
        if result in SCALARS:
            fields.append(Field("result", SCALARS[result], (), "what the function returns"))
        self.layout = Layout(f"Arguments of {stage.__name__}", sizes, tuple(fields))
        if self.layout.nslot > MOST_SLOTS:
            raise ValueError(f"{stage.name} has {self.layout.nslot} slots; {MOST_SLOTS} are allowed")

    def address(self) -> int:
        """Return the address of the compiled stage."""
        return build([self.stage], (self.model_layout or self.layout, self.layout))[self.stage]

    def pairs(self, name: str) -> list[tuple[int, int]]:
        """Return which slots of an owner's table go to which of the kernel's."""
        owner, own = self.owners[name], self.layout
        sizes = [size for size in own.sizes if size in owner.layout.size_slot and size in self._sizes_of(owner)]
        found = [(owner.layout.size_slot[size], own.size_slot[size]) for size in sizes]
        return found + [
            (owner.layout.address_slot[field], own.address_slot[owner.prefix + field]) for field in owner.fields
        ]

    @staticmethod
    def _sizes_of(owner: Owner) -> set[str]:
        shapes = [owner.layout.fields[name].shape for name in owner.fields]
        return {*owner.sizes, *(extent for shape in shapes for extent in shape if isinstance(extent, str))}

    def run(self, *values: Any, **counts: int) -> tuple[int, Any]:
        """Run with arguments of the right types and sizes, in any memory; return status and result."""
        given = [
            _apart(each, value, values, self.arguments) for each, value in zip(self.arguments, values, strict=True)
        ]
        sizes = dict.fromkeys(self.layout.sizes, -1) | counts
        for each, value in zip(self.arguments, given, strict=True):
            if value is not None and each.kind is Kinds.ARRAY:
                sizes |= {name: n for name, n in zip(each.extents, value.shape, strict=True) if isinstance(name, str)}
        storages = {
            each.name: self.owners[each.name].storage(value)
            for each, value in zip(self.arguments, values, strict=True)
            if each.name in self.owners
        }
        run = self._run_python if kernel_mode() is Mode.PYTHON else self._run_compiled
        status, result = run(given, sizes, storages)
        for each, value, memory in zip(self.arguments, values, given, strict=True):
            if each.written and memory is not value:
                value[...] = memory
        return status, result

    def _run_python(self, values: list[Any], sizes: dict[str, int], storages: dict[str, Any]) -> tuple[int, Any]:
        view = SimpleNamespace(**sizes, result=0)
        model = view
        for name, storage in storages.items():
            seen, owner = storage.engine_view(), self.owners[name]
            if owner.layout is self.model_layout:
                model = seen
            vars(view).update({size: getattr(seen, size) for size in self._sizes_of(owner)})
            vars(view).update({owner.prefix + field: getattr(seen, field) for field in owner.fields})
        for each, value in zip(self.arguments, values, strict=True):
            setattr(view, each.name, np.zeros(SPARE) if value is None else value)
            setattr(view, f"{each.name}_given", value is not None)
        status = int(self.stage.function(model, view) or 0)
        for name, storage in storages.items():
            # arrays are where they are, numbers are copies
            for field in self.owners[name].fields:
                if not storage.layout.fields[field].shape:
                    setattr(storage.engine_view(), field, getattr(view, self.owners[name].prefix + field))
        return status, view.result

    def _run_compiled(self, values: list[Any], sizes: dict[str, int], storages: dict[str, Any]) -> tuple[int, Any]:
        layout, slots = self.layout, np.zeros(MOST_SLOTS, np.int64)
        result = np.zeros(1, np.int64 if self.result is Kinds.INT else float)
        memory, table = [result], int(slots.ctypes.data)
        model = table
        for name, size in sizes.items():
            slots[layout.size_slot[name]] = size
        for name, storage in storages.items():
            if self.owners[name].layout is self.model_layout:
                model = storage._address
            for source, target in self.pairs(name):
                slots[target] = storage._table[source]

        def enter(name: str, array: np.ndarray) -> None:
            memory.append(array)
            slots[layout.address_slot[name]] = array.ctypes.data

        for each, value in zip(self.arguments, values, strict=True):
            if each.kind in SCALARS:
                enter(each.name, np.array([value], SCALARS[each.kind].dtype))
            elif each.kind is Kinds.ARRAY:
                enter(each.name, np.zeros(SPARE) if value is None else value)
                if each.optional == 1:
                    enter(f"{each.name}_given", np.array([value is not None], np.int64))
        if "result" in layout.fields:
            enter("result", result)
        status = kernel_call()(self.address(), model, table)
        if kernel_mode() is Mode.CHECKED:
            raise_violations([self.stage])
        return status, result[0].item()


def _field(argument: Argument) -> Field:
    if argument.kind is Kinds.ARRAY:
        kind = next(each for each in Kind if each.dtype == argument.wanted)
        return Field(argument.name, kind, argument.extents, "an argument")
    return Field(argument.name, SCALARS[argument.kind], (), "an argument")


def _apart(argument: Argument, value: Any, values: tuple[Any, ...], arguments: tuple[Argument, ...]) -> Any:
    """Return an array that kernels can take: contiguous, and if it is read, apart from what is written."""
    if not isinstance(value, np.ndarray):
        return value
    if not argument.written and any(
        each.written and other is not None and np.may_share_memory(value, other)
        for each, other in zip(arguments, values, strict=True)
    ):
        return value.copy()
    return np.require(value, requirements=["C", "A"])


# ---------------------------------------------------------------- functions of the interpreter


class _Words(np.ndarray):
    """The table of an entry, which keeps alive what it points to; a function of the interpreter has it as its self."""

    parts: list[Any]


@functools.cache
def _entry_call() -> int:
    """Return the address of the function that all entries share, 0 where the interpreter is not made for it."""
    if kernel_mode() is not Mode.COMPILED or not memory_is_known():
        return 0
    return backend().address(loaded_call("entry"))


class Entry(NamedTuple):
    """What a function of the interpreter is made of.

    `target` is a kernel, or a function of Python that gets the arguments as they came. At `least` so many are given,
    the others lack as None does. Where the last one is to be made anew, it has a `shape` and is returned.
    """

    name: str
    doc: str
    module: str
    arguments: Sequence[Argument]
    slow: Callable[..., Any]
    target: Kernel | Plans | Callable[..., Any]
    least: int
    shape: Any = None

    def function(self) -> Callable[..., Any]:
        """Return the function; the slow way alone where the interpreter is not made for it."""
        address = _entry_call()
        if not address or len(self.arguments) > MOST_ARGUMENTS:
            return self.slow
        table = np.zeros(ARGUMENTS + len(ARGUMENT) * MOST_ARGUMENTS, np.int64).view(_Words)

        def first(*args: Any, **kwargs: Any) -> Any:
            """Fill the table, which the next call finds, and go the slow way."""
            self._fill(table)
            return self.slow(*args, **kwargs)

        _enter(table, least=_NEVER, slow=id(first), vectorcall=shared_words()["vectorcall"])
        method = Method(self.name.encode(), address, _METHOD_FLAGS, self.doc.encode())
        table.parts = [self, method, first]
        return function_of(method, table, self.module)

    def _fill(self, table: _Words) -> None:
        words = shared_words() | {"slow": id(self.slow), "most": len(self.arguments)}
        slots: dict[str, int] = {}
        if isinstance(self.target, Kernel):
            kernel, layout = self.target, self.target.layout
            words |= {"kernel": kernel.address(), "nsize": len(layout.sizes), "result_kind": int(kernel.result)}
            if "result" in layout.fields:
                words["result_slot"] = layout.address_slot["result"]
            slots = layout.address_slot | layout.size_slot
        elif isinstance(self.target, Plans):
            words |= self._plan_words(self.target, table)
        else:
            words |= {"function": id(self.target), "nsize": 2 * len(self.arguments)}
        if self.shape is not None:
            words |= {"shape": id(self.shape), "result_kind": int(Kinds.ARRAY)}
        _enter(table, **words)
        for number, argument in enumerate(self.arguments):
            start = ARGUMENTS + len(ARGUMENT) * number
            words = _argument_words(argument, number, slots)
            if isinstance(self.target, Kernel) and argument.name in self.target.owners:
                pairs = np.array(self.target.pairs(argument.name), np.int64).reshape(-1, 2)
                table.parts.append(pairs)
                kind = 2 if self.target.owners[argument.name].is_locked else 1
                words |= {"owner": kind, "npair": len(pairs), "pairs": int(pairs.ctypes.data)}
            elif isinstance(self.target, Plans) and number == 1:
                words["owner"] = 3
            for word, value in words.items():
                table[start + ARGUMENT[word][0]] = value
        # from here on the slow way is not the only one
        _enter(table, least=self.least)

    def _plan_words(self, plans: Plans, table: _Words) -> dict[str, int]:
        """Return the words of plans, and let the table keep what they point to."""
        kinds = [sys.intern(kind) for kind in plans.kinds]
        addresses = np.array([id(kind) for kind in kinds], np.int64)
        table.parts += [kinds, addresses]
        return {
            "kinds": address_of(addresses),
            "nkind": len(kinds),
            "finish": id(plans.finish),
            "bit": plans.bit,
            "veto": address_of(plans.veto),
        }


def _enter(table: np.ndarray, **words: int) -> None:
    for word, value in words.items():
        table[WORDS[word][0]] = value


def _argument_words(argument: Argument, number: int, slots: dict[str, int]) -> dict[str, int]:
    """Return the row of an argument; where there is no kernel, each extent with a name has a slot of its own."""
    words = {"kind": int(argument.kind), "optional": argument.optional, "slot": slots.get(argument.name, 0)}
    if argument.kind is Kinds.OBJECT:
        words["wanted"] = id(argument.wanted())
    if argument.kind is not Kinds.ARRAY:
        return words
    extents = [
        extent if isinstance(extent, int) else -slots.get(extent, Layout.nwatch + 2 * number + axis)
        for axis, extent in enumerate(argument.extents)
    ]
    contiguous = C_CONTIGUOUS if slots or (argument.written and len(extents) == 2) else 0
    flags = contiguous | ALIGNED | (WRITEABLE if argument.written else 0)
    words |= {"wanted": id(argument.wanted), "flags_wanted": flags, "axes_wanted": len(extents)}
    words |= {f"extent{axis}": extent for axis, extent in enumerate(extents)}
    words |= {"item": argument.wanted.itemsize, "written": argument.written}
    return words | {"given": slots.get(f"{argument.name}_given", 0)}
