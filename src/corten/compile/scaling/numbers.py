"""Attributes that are multiplied: a factor for one number or for each of several."""

from collections.abc import Mapping, Sequence
from typing import Any

from corten.spec import Resolved

# one factor for all numbers of an attribute, or one for each of the first ones
Factor = float | Sequence[float]


def multiply(values: Resolved, factors: Mapping[str, Factor]) -> None:
    """Write attributes of an element as what counts for it, written or inherited, times a factor."""
    for name, factor in factors.items():
        value = values.get(name)
        if value is not None:
            put(values, name, times(value, factor))


def put(values: Resolved, name: str, value: Any) -> None:
    """Write an attribute of an element if it is another than what counts for it."""
    if value != values[name]:
        values[name] = values.element.attributes[name] = value


def times(value: Any, factor: Factor) -> Any:
    """Return a number, or several, times a factor or factors of the first ones."""
    if not isinstance(value, tuple):
        return value * factor
    if isinstance(factor, int | float):
        return tuple(number * factor for number in value)
    return tuple(number * each for number, each in zip(value, (*factor, *[1.0] * len(value)), strict=False))
