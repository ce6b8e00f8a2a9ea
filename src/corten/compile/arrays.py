"""From rows to arrays: every field of Model that rows have numbers for is filled once."""

from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from corten.model import MODEL, Model


def fill_rows(model: Model, prefix: str, count: str, rows: Sequence[dict[str, Any]]) -> None:
    """Write rows into the fields that begin with a prefix and have one row for each of `count` objects.

    Rows may hold more than the model has fields for, and need not hold what is set by other means.
    """
    if not rows:
        return
    for name in _fields(prefix, count):
        key = name.removeprefix(prefix)
        if key in rows[0]:
            array = getattr(model, name)
            if array.size:
                # a colour that is too large for single precision is infinite, as in MuJoCo
                with np.errstate(over="ignore"):
                    array[...] = [row[key] for row in rows]


@cache
def _fields(prefix: str, count: str) -> tuple[str, ...]:
    return tuple(
        name
        for name, field in MODEL.fields.items()
        if name.startswith(prefix) and field.shape and field.shape[0] == count
    )
