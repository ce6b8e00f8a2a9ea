"""DC motors in a step of RK4: bristles move with the velocity that they had at its beginning."""

from corten.runtime import stage


@stage
def remember_velocity(m, d):
    """Remember the velocities of actuators at the beginning of a step.

    reads:  d.actuator_velocity
    writes: d.rk_actuator_velocity
    """
    for out in range(m.nout):
        d.rk_actuator_velocity[out] = d.actuator_velocity[out]


@stage
def return_velocity(m, d):
    """Put the velocities of actuators at the beginning of the step in place of those of its last evaluation.

    reads:  d.rk_actuator_velocity
    writes: d.actuator_velocity
    """
    for out in range(m.nout):
        d.actuator_velocity[out] = d.rk_actuator_velocity[out]
