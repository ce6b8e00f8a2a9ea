"""Tells what a model asks for that this release does not compute."""

import sys
import warnings

from corten.enums import DisableBit, SensorType
from corten.errors import UnbuiltFeatureWarning
from corten.model import Model

# kinds of sensors that no stage reads yet
UNREAD = (SensorType.USER,)


def warn_unbuilt(model: Model) -> None:
    """Warn, once for a model, of sensors that are part of it but read zero yet, and say how to switch them off."""
    found = sorted({SensorType(kind).name.lower() for kind in model.sensor_type.tolist() if kind in UNREAD})
    if not found or model.opt_disableflags & DisableBit.SENSOR:
        return
    warnings.warn(
        f"sensors of these kinds read zero yet: {', '.join(found)}; "
        'disable sensors with <flag sensor="disable"/> to silence this',
        UnbuiltFeatureWarning,
        stacklevel=_caller_level(),
    )


def _caller_level() -> int:
    """Return how far up the stack the first caller outside of corten is, so that the warning names the user's line."""
    level, frame = 1, sys._getframe(1)
    while frame is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "corten":
        level, frame = level + 1, frame.f_back
    return level
