"""Where a batch runs, and with which floats."""

import importlib
from typing import Any

from corten.batch.arguments import check_precision
from corten.model import Model

# the precision of each device, unless users say otherwise
PRECISIONS = {"cpu": "float64", "gpu": "float32"}


def choose_device(device: str, precision: str | None, model: Model) -> str:
    """Return "cpu" or "gpu"; refuse a GPU that cannot serve.

    "auto" is a GPU if there is one that is not software, unless users ask for a precision that it does not have.
    """
    if precision is not None:
        check_precision(precision)
    allowed = (*PRECISIONS, "auto")
    if device not in allowed:
        raise ValueError(f"device is {device!r}; it must be one of {', '.join(map(repr, allowed))}")
    fits = precision in (None, PRECISIONS["gpu"])
    if device == "auto":
        return "gpu" if fits and gpu_support().is_faster(model) else "cpu"
    if device == "gpu":
        if not fits:
            raise ValueError(f"precision is {precision!r}; a GPU computes with {PRECISIONS['gpu']!r}")
        gpu_support().check_model(model)
    return device


def gpu_support() -> Any:
    """Return the module that knows what runs on a GPU, which stands above this one and is imported when asked for."""
    return importlib.import_module("corten.gpu.support")
