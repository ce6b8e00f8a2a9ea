"""Functions of the bindings that are kernels: numbers and arrays go to compiled code as they come."""

from collections.abc import Callable
from math import prod
from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import MODULE, NAMES, converting, expect, publish, signature
from corten.runtime.entry import Argument, Entry, Kernel
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
) -> Any:
    """Return a decorator of a stage that is the function of its name in the bindings, with arguments as fields.

    `extents` names those of arrays, as in "res[m] mat[m,n] vec[n]"; vectors that it leaves out have `n` numbers. A name
    that comes again is a condition; if it does not hold, the error has the next of the messages, or the last one. A
    `check` gets arguments that the kernel does not take, and raises what it has to say about them. One stage may be
    several functions, of which it does not bear the names.
    """

    def declare(stage: Stage) -> Stage:
        for name in names or (stage.__name__,):
            _declare(name, stage, _extents(name, extents), messages or (UNEQUAL,), result, check)
        return stage

    return declare


def _declare(
    name: str, stage: Stage, extents: Extents, messages: tuple[str, ...], result: Kinds, check: Check | None
) -> None:
    arguments = signature(name, extents)
    kernel = Kernel(stage, arguments, result)

    def run(*values: Any) -> Any:
        if check is not None:
            check(*values)
        fitting = _fitting(arguments, values, messages)
        status, value = kernel.run(*fitting)
        expect(status == 0, f"{name}: arguments do not fit each other")
        return None if result is Kinds.NOTHING else value

    run.__doc__ = stage.__doc__
    call = converting(name, run)
    publish(Entry(name, call.__doc__ or "", MODULE, arguments, call, kernel, _least(name)))


def _extents(name: str, given: str) -> Extents:
    found: Extents = {entry[0]: ("n",) for entry in NAMES["functions"][name] if "[m]" in entry[1]}
    for word in given.split():
        argument, _, inside = word.rstrip("]").partition("[")
        found[argument] = tuple(int(each) if each.isdigit() else each for each in inside.split(","))
    return found


def _least(name: str) -> int:
    """Return how many arguments have to be given."""
    return sum(len(entry) < 3 for entry in NAMES["functions"][name])


def _fitting(arguments: list[Argument], values: tuple[Any, ...], messages: tuple[str, ...]) -> list[Any]:
    """Return arguments with the extents that they should have; refuse those that don't fit each other."""
    sizes: dict[str, int] = {}
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
