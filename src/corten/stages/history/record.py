"""Histories at the end of a step: controls and readings become samples."""

from corten.runtime import helper, stage
from corten.stages.history.samples import insert_sample


@stage
def record_history(m, d):
    """Add controls and readings to their histories, under the time at which the step began.

    A sensor with an interval adds one when it is due, and is due again an interval after it had been, not now.

    reads:  m.actuator_history m.actuator_historyadr m.sensor_history m.sensor_historyadr d.ctrl d.time d.history
    writes: d.history
    """
    history = d.history

    # inside of a step of RK4 the time is that of its last evaluation
    time = d.rk_time if d.rk_evaluation > 0 else d.time
    for k in range(m.nactuator):
        n = m.actuator_history[k, 0]
        if n > 0:
            width = m.actuator_ctrlnum[k]
            place = insert_sample(history, m.actuator_historyadr[k], n, width, time)
            for i in range(width):
                history[place + i] = d.ctrl[m.actuator_ctrladr[k] + i]
    for s in range(m.nsensor):
        if m.sensor_history[s, 0] > 0:
            record_reading(m, d, s, time)


@helper
def record_reading(m, d, s, time):
    """Add the reading of sensor s to its history, if it is due."""
    history, sample = d.history, d.history_sample
    n, first, width, period = m.sensor_history[s, 0], m.sensor_historyadr[s], m.sensor_dim[s], m.sensor_interval[s, 0]

    due = period <= 0.0 or history[first] + period <= time
    if due:
        if period > 0.0:
            history[first] += period
        place = insert_sample(history, first, n, width, time)
        for i in range(width):
            history[place + i] = sample[first + i]
