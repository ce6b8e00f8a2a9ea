"""Kernels in which other helpers stand in the place of some, however deep these are called."""

from collections.abc import Mapping
from dis import get_instructions
from functools import cache
from typing import TypeVar, cast

from corten.runtime.kernel import Helper, Stage, bind

Kernel = TypeVar("Kernel", bound=Helper)

Exchanges = tuple[tuple[Helper, Helper], ...]


@cache
def substituted(kernel: Kernel, exchanges: Exchanges) -> Kernel:
    """Return a kernel that calls the second of each pair of helpers where it would call the first.

    A kernel that reaches none of them is returned as it is.
    """
    known, new = kernel.function.__globals__, {}
    # names of attributes, which the list of names of a code has too, are none of global values
    names = {each.argval for each in get_instructions(kernel.function) if each.opname == "LOAD_GLOBAL"}
    for name in sorted(names):
        value = known.get(name)
        if isinstance(value, Helper):
            twin = dict(exchanges).get(value) or substituted(value, exchanges)
            if twin is not value:
                new[name] = twin
    return bound(kernel, new) if new else kernel


def bound(kernel: Kernel, values: Mapping[str, object]) -> Kernel:
    """Return a kernel with the code of another in which some global names stand for other values."""
    return type(kernel)(bind(cast("Stage", kernel), **values).function)
