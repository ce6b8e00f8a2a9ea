"""Functions of the bindings that are kernels: numbers and arrays go to compiled code as they come."""

from collections.abc import Callable
from contextlib import ExitStack
from math import prod
from operator import attrgetter
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import MODULE, NAMES, converting, expect, publish, signature
from corten.data import DATA
from corten.data.pair import exclusive
from corten.model import MODEL, Model
from corten.runtime.entry import Argument, Entry, Kernel, Owner
from corten.runtime.entry_table import Kinds
from corten.runtime.kernel import Stage

Check = Callable[..., None]
Extents = dict[str, tuple[int | str, ...]]

# what is said of arrays that do not fit, unless a function has words of its own
UNEQUAL = "arrays should have the same size"


def compiled(
    extents: str = "",
    *messages: str,
    result: Kinds = Kinds.NOTHING,
    check: Check | None = None,
    names: tuple[str, ...] = (),
    data: tuple[str, ...] = (),
    otherwise: Callable[..., Any] | None = None,
) -> Any:
    """Return a decorator of a stage that is the function of its name in the bindings, with arguments as fields.

    `extents` names those of arrays, as in "res[m] mat[m,n] vec[n]"; vectors that it leaves out have `n` numbers. A name
    that comes again is a condition; if it does not hold, the error has the next of the messages, or the last one. A
    `check` gets arguments that the kernel does not take, and raises what it has to say about them. One stage may be
    several functions, of which it does not bear the names. Fields of a Model are those of `m`; `data` names those of a
    Data, which stand beside the arguments; an argument of the same name, or `result`, gets a "_" behind it. Those of a
    second Data have the name of the argument before them. Where a stage returns 1, nothing has happened, and
    `otherwise` is called.
    """

    def declare(stage: Stage) -> Stage:
        for name in names or (stage.__name__,):
            given = signature(name, _extents(name, extents))
            taken = (*data, "result")
            arguments = [each._replace(name=f"{each.name}_") if each.name in taken else each for each in given]
            kernel = Kernel(stage, arguments, result, owners=_owners(name, arguments, data))
            call = _slow(name, kernel, messages or (UNEQUAL,), check, otherwise)
            publish(Entry(name, call.__doc__ or "", MODULE, arguments, call, kernel, _least(name)))
        return stage

    return declare


def _slow(
    name: str, kernel: Kernel, messages: tuple[str, ...], check: Check | None, otherwise: Callable[..., Any] | None
) -> Callable[..., Any]:
    """Return what runs a kernel with arguments of any kind."""
    places = {each.name: place for place, each in enumerate(kernel.arguments)}

    def run(*values: Any) -> Any:
        if check is not None:
            check(*values)
        storages = {word: owner.storage(values[places[word]]) for word, owner in kernel.owners.items()}
        sizes = {
            size: getattr(storages[argument], size) for argument, owner in kernel.owners.items() for size in owner.sizes
        }
        given = _fitting(kernel.arguments, values, messages, sizes)
        with ExitStack() as locks:
            for word, owner in kernel.owners.items():
                if owner.is_locked:
                    model = next((each for each in storages.values() if isinstance(each, Model)), storages[word].model)
                    locks.enter_context(exclusive(model, storages[word]))
            status, value = kernel.run(*given)
        if status and otherwise is not None:
            return otherwise(*values)
        expect(status == 0, f"{name}: arguments do not fit each other")
        return None if kernel.result is Kinds.NOTHING else value

    run.__doc__ = kernel.stage.__doc__
    return converting(name, run)


def _owners(name: str, arguments: list[Argument], data: tuple[str, ...]) -> dict[str, Owner]:
    """Return the Model and the Data among arguments; other arguments may have extents of the Model's sizes."""
    found: dict[str, Owner] = {}
    names = [extent for each in arguments for extent in each.extents if isinstance(extent, str)]
    for word, kind, *_ in NAMES["functions"][name]:
        if kind == "MjModel":
            sizes = tuple(dict.fromkeys(each for each in names if each in MODEL.sizes))
            found[word] = Owner(MODEL, attrgetter("_model"), (), sizes)
        elif kind == "MjData":
            prefix = f"{word}_" if any(owner.is_locked for owner in found.values()) else ""
            found[word] = Owner(DATA, attrgetter("_data"), data, prefix=prefix, is_locked=True)
    return found


def _extents(name: str, given: str) -> Extents:
    found: Extents = {entry[0]: ("n",) for entry in NAMES["functions"][name] if "[m]" in entry[1]}
    for word in given.split():
        argument, _, inside = word.rstrip("]").partition("[")
        found[argument] = tuple(int(each) if each.isdigit() else each for each in inside.split(","))
    return found


def _least(name: str) -> int:
    """Return how many arguments have to be given."""
    return sum(len(entry) < 3 for entry in NAMES["functions"][name])


def _fitting(
    arguments: tuple[Argument, ...], values: tuple[Any, ...], messages: tuple[str, ...], sizes: dict[str, int]
) -> list[Any]:
    """Return arguments with the extents that they should have; refuse those that don't fit each other."""
    left, found = list(messages), []
    for argument, value in zip(arguments, values, strict=True):
        found.append(value)
        if not isinstance(value, np.ndarray):
            continue
        fixed = tuple(extent for extent in argument.extents if isinstance(extent, int))
        if len(fixed) == len(argument.extents):
            expect(value.size == prod(fixed), f"{argument.name} must have size {prod(fixed)}")
            found[-1] = value.reshape(fixed)
            continue
        for extent, length in zip(argument.extents, value.shape, strict=True):
            if extent in sizes:
                message = left.pop(0) if len(left) > 1 else left[0]
                expect(sizes[str(extent)] == length, message)
            sizes[str(extent)] = length
    return found
