"""Tells which sensors of a model wait for a function of the user."""

import warnings

import numpy as np

from corten.enums import DisableBit, SensorType
from corten.errors import UnbuiltFeatureWarning, caller_level
from corten.model import Model


def warn_missing_functions(model: Model) -> None:
    """Warn, once for a model, of user sensors without a function, which read zero; say how to silence it."""
    found = np.flatnonzero((model.sensor_type == SensorType.USER) & (model.sensor_function < 0)).tolist()
    if not found or model.opt_disableflags & DisableBit.SENSOR:
        return
    names = ", ".join(model.name("sensor", number) or str(number) for number in found)
    warnings.warn(
        f"user sensors without a function read zero: {names}; choose one in <custom> with corten.sensor.NAME.function, "
        'or disable sensors with <flag sensor="disable"/> to silence this',
        UnbuiltFeatureWarning,
        stacklevel=caller_level(),
    )
