"""Fields of a Data by name, those of its work space included."""

from typing import Any

import corten
from corten.data import DATA
from corten.runtime.scratch import scratch_fields


def owner_of(data: Any, name: str) -> Any:
    """Return what has a field as its attribute: a Data or batch, or the work space of a Data."""
    return data.work if name in scratch_fields(DATA) and isinstance(data, corten.Data) else data


def read(data: Any, name: str) -> Any:
    """Return a field of a Data or a batch."""
    return getattr(owner_of(data, name), name)
