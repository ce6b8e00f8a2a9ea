"""Actuators on what sleeps: they give no force, and their activations go on as they did before."""

from corten.runtime import stage
from corten.stages.sleep.awake import actuator_sleeps


@stage
def retain_rates(m, d):
    """Retain the rates of activations of the last step.

    reads:  d.act_dot
    writes: d.retained_act_dot
    """
    for a in range(m.na):
        d.retained_act_dot[a] = d.act_dot[a]


@stage
def stop_sleeping_actuators(m, d):
    """Give actuators on what sleeps no force, and their activations the retained rates.

    reads:  m.actuator_actadr m.actuator_actnum m.actuator_outadr d.body_awake d.nv_awake d.tree_awake
    writes: d.act_dot d.actuator_force
    """
    first, count = m.actuator_actadr, m.actuator_actnum

    if d.nv_awake < m.nv:
        for k in range(m.nactuator):
            if actuator_sleeps(m, d, k):
                for out in range(m.actuator_outadr[k], m.actuator_outadr[k] + m.actuator_outnum[k]):
                    d.actuator_force[out] = 0.0
                for a in range(first[k], first[k] + count[k]):
                    d.act_dot[a] = d.retained_act_dot[a]
