"""Which points of a <flexcomp> are pinned: they stay in the body that holds it, and get no body of their own."""

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from corten.spec import Element, Resolved

Mask = NDArray[np.bool_]


def find_pins(values: Resolved, dim: int, count: tuple[int, ...], number: int, gridded: bool) -> Mask:
    """Return a mask of `number` points, which are those of a grid with these counts if they are `gridded`."""
    pinned = np.full(number, values["rigid"])
    for pin in (child for child in values.element.children if child.tag == "pin"):
        written = pin.attributes
        _check_sizes(pin, dim, gridded)
        if values["rigid"]:
            # all of them are, whatever is named here
            continue
        for point in written.get("id", ()):
            pinned[_within(pin, "id", point, number)] = True
        for first, last in _pairs(written.get("range", ()), 1):
            pinned[_within(pin, "range", first[0], number) : _within(pin, "range", last[0], number) + 1] = True
        for place in _rows(written.get("grid", ()), dim):
            pinned[_number(pin, "grid", place, count)] = True
        for first, last in _pairs(written.get("gridrange", ()), dim):
            _number(pin, "gridrange", first, count)
            _number(pin, "gridrange", last, count)
            axes = (range(low, high + 1) for low, high in zip(first, last, strict=True))
            for place in product(*axes):
                pinned[_number(pin, "gridrange", place, count)] = True
    return pinned


def _check_sizes(pin: Element, dim: int, gridded: bool) -> None:
    written = pin.attributes
    for name, size in (("range", 2), ("grid", dim), ("gridrange", 2 * dim)):
        if len(written.get(name, ())) % size:
            raise pin.error(f"{name} has {len(written[name])} numbers; they come in groups of {size}")
    for name in ("grid", "gridrange"):
        if written.get(name) and (dim == 1 or not gridded):
            raise pin.error(
                f"{name} is given; only grids of two or three dimensions, and nodes of trilinear and quadratic flexes, "
                "have grid coordinates"
            )


def _rows(numbers: tuple[int, ...], size: int) -> Iterator[tuple[int, ...]]:
    for start in range(0, len(numbers), size):
        yield numbers[start : start + size]


def _pairs(numbers: tuple[int, ...], size: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for row in _rows(numbers, 2 * size):
        yield row[:size], row[size:]


def _within(pin: Element, name: str, point: int, number: int) -> int:
    if not 0 <= point < number:
        raise pin.error(f"{name} has {point}; there are {number} points, counted from 0")
    return point


def _number(pin: Element, name: str, place: tuple[int, ...], count: tuple[int, ...]) -> int:
    """Return the number of the point at a place in the grid."""
    number = 0
    for at, size in zip(place, count, strict=False):
        if not 0 <= at < size:
            room = " ".join(map(str, count[: len(place)]))
            raise pin.error(f"{name} has {' '.join(map(str, place))}; the grid has {room} points, counted from 0")
        number = number * size + at
    return number
