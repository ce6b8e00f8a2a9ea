"""Readings that come with a delay, or once in a while."""

from functools import cache

from corten.enums import ForwardPart
from corten.runtime import helper, stage
from corten.runtime.kernel import Stage, bind
from corten.stages.history.samples import interpolate, locate

# placeholder of the template: the part of forward dynamics whose sensors are meant
PART = 0


@stage
def delay_readings(m, d):
    """Set aside what sensors with a history read now, and show what they read a delay or an interval ago.

    A sensor with a delay shows its history; one with an interval does so until its next reading is due.

    reads:  m.sensor_needstage m.sensor_delay m.sensor_interval m.sensor_history m.sensor_historyadr d.history d.time
    writes: d.history_sample d.sensordata
    """
    kind, delay, adr, readings, sample = m.sensor_history, m.sensor_delay, m.sensor_adr, d.sensordata, d.history_sample

    for s in range(m.nsensor):
        n, first, width = kind[s, 0], m.sensor_historyadr[s], m.sensor_dim[s]
        if n > 0 and m.sensor_needstage[s] == PART:
            for i in range(width):
                sample[first + i] = readings[adr[s] + i]
            if delay[s] > 0.0 or (m.sensor_interval[s, 0] > 0.0 and not is_due(m, d, s)):
                where = locate(d.history, first, n, d.time - delay[s])
                for i in range(width):
                    readings[adr[s] + i] = interpolate(d.history, first, n, width, where, kind[s, 1], i)


@helper
def is_due(m, d, s):
    """Tell whether a sensor with an interval has to be read again: the first number of its history is when it was."""
    return d.history[m.sensor_historyadr[s]] + m.sensor_interval[s, 0] <= d.time


@cache
def readings_stage(part: ForwardPart) -> Stage:
    """Return the stage for the sensors of a part of forward dynamics."""
    return bind(delay_readings, PART=int(part))
