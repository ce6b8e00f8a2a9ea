"""Histories of controls and readings at the start."""

from typing import TYPE_CHECKING

import numpy as np

from corten.model.model import Model

if TYPE_CHECKING:
    from corten.data.data import Data

# numbers before the times of the samples: one of the signal's own, and the place of the newest sample
HEADER = 2


# steps and periods may be so long that their multiples are no numbers
@np.errstate(all="ignore")
def reset_history(model: Model, data: "Data") -> None:
    """Fill histories with readings of zero and the controls after a reset.

    Their times are those at which samples would have been taken before the start. Those of sensors with an interval
    lie a period apart, at the next multiple of the time step; the phase says when the last one was, and 0 that the
    next one is due at once.
    """
    if not model.nhistory:
        return
    step, history = float(model.opt_timestep), data.history
    history[:] = 0.0
    for actuator in np.flatnonzero(model.actuator_history[:, 0] > 0):
        count, first = int(model.actuator_history[actuator, 0]), int(model.actuator_historyadr[actuator])
        history[first + 1] = count - 1
        history[first + HEADER : first + HEADER + count] = -step * np.arange(count, 0, -1)
        control, width = int(model.actuator_ctrladr[actuator]), int(model.actuator_ctrlnum[actuator])
        values = history[first + HEADER + count : first + HEADER + count * (1 + width)].reshape(count, width)
        values[:] = data.ctrl[control : control + width]
    for sensor in np.flatnonzero(model.sensor_history[:, 0] > 0):
        count, first = int(model.sensor_history[sensor, 0]), int(model.sensor_historyadr[sensor])
        period, phase = model.sensor_interval[sensor].tolist()
        times = -step * np.arange(count, 0, -1)
        history[first] = -step
        if period > 0:
            last = phase if phase != 0 else -period
            times = np.ceil((last - period * np.arange(count - 1, -1, -1)) / step) * step
            history[first] = last
        history[first + 1] = count - 1
        history[first + HEADER : first + HEADER + count] = times
