"""Tells of controls that are no usable numbers."""

import warnings

import numpy as np

from corten.data import Data
from corten.enums import WarningType
from corten.errors import StepWarning, caller_level
from corten.model import Model


def tell_bad_control(model: Model, data: Data) -> None:
    """Warn of the control that makes all controls count as zero, once for a Data until it is reset."""
    data.engine_view().warning_told[WarningType.BADCTRL] = 1
    where, first = data.error_where, model.actuator_ctrladr
    actuator = int(np.argmax((first <= where) & (where < first + model.actuator_ctrlnum)))
    warnings.warn(
        f"ctrl[{where}] of actuator {model.name('actuator', actuator) or actuator!r} is {data.ctrl[where]:g}: all "
        "controls count as zero as long as one of them is not a number or beyond 1e10; "
        "data.warning_number[WarningType.BADCTRL] counts how often",
        StepWarning,
        stacklevel=caller_level(),
    )
