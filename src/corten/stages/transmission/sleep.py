"""Transmissions of sleeping actuators: their length stays as it was, and they have no moment arms."""

from corten.runtime import stage
from corten.stages.sleep.awake import actuator_sleeps


@stage
def retain_lengths(m, d):
    """Retain the lengths of actuators of the last step.

    reads:  d.actuator_length
    writes: d.retained_length
    """
    for out in range(m.nout):
        d.retained_length[out] = d.actuator_length[out]


@stage
def clear_sleeping_moments(m, d):
    """Give actuators on what sleeps their retained length and no moment arms.

    reads:  m.actuator_outadr d.body_awake d.moment d.moment_colind d.moment_rowadr d.moment_rownnz d.nv_awake
            d.tree_awake
    writes: d.actuator_length d.moment d.moment_colind d.moment_rowadr d.moment_rownnz
    """
    rownnz, rowadr, colind, moment = d.moment_rownnz, d.moment_rowadr, d.moment_colind, d.moment

    if d.nv_awake < m.nv:
        place = 0
        for k in range(m.nactuator):
            asleep = actuator_sleeps(m, d, k)
            for out in range(m.actuator_outadr[k], m.actuator_outadr[k] + m.actuator_outnum[k]):
                if asleep:
                    d.actuator_length[out] = d.retained_length[out]
                    rownnz[out] = 0
                first = rowadr[out]
                rowadr[out] = place
                for entry in range(first, first + rownnz[out]):
                    colind[place] = colind[entry]
                    moment[place] = moment[entry]
                    place += 1
