"""Controls that act with a delay."""

from corten.runtime import stage
from corten.stages.history.samples import interpolate, locate


@stage
def delay_controls(m, d):
    """Set ctrl_delayed: controls as they are, or as they were a delay ago, read from the history of an actuator.

    reads:  m.actuator_delay m.actuator_history m.actuator_historyadr d.ctrl d.history d.time
    writes: d.ctrl_delayed
    """
    kind, delay, delayed = m.actuator_history, m.actuator_delay, d.ctrl_delayed

    for i in range(m.nu):
        delayed[i] = d.ctrl[i]
    for k in range(m.nactuator):
        n, first, width = kind[k, 0], m.actuator_historyadr[k], m.actuator_ctrlnum[k]
        if n > 0 and delay[k] != 0.0:
            where = locate(d.history, first, n, d.time - delay[k])
            for i in range(width):
                value = interpolate(d.history, first, n, width, where, kind[k, 1], i)
                delayed[m.actuator_ctrladr[k] + i] = value
