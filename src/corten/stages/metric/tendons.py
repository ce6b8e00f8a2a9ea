"""The part of the metric that tendon springs and dampers have."""

from corten.runtime import select, stage
from corten.stages.metric.couplings import add_row
from corten.stages.passive.polynomial import damping_derivative, stiffness_derivative
from corten.stages.passive.switches import dampers_act, springs_act
from corten.stages.passive.tendon import stretch, tendon_damping


@stage
def tendon_metric(m, d):
    """Set efm_ts = h^2 stiffness + h damping of each tendon, and add -h stiffness velocity J' to efm_c.

    reads:  m.tendon_stiffness m.tendon_stiffnesspoly m.tendon_lengthspring d.ten_length d.ten_velocity d.efm_c
    writes: d.efm_ts d.efm_c
    """
    h, poly, velocity = m.opt_timestep, m.tendon_stiffnesspoly, d.ten_velocity
    rownnz, rowadr, colind, value = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value

    for i in range(m.ntendon):
        pull, brake = 0.0, 0.0
        if springs_act(m):
            # a spring at rest does not pull
            x = stretch(m, d, i)
            slope = max(0.0, stiffness_derivative(m.tendon_stiffness[i], poly[i, 0], poly[i, 1], x))
            pull = select(x != 0.0, slope, 0.0)
        if dampers_act(m):
            a, b, c = tendon_damping(m, i)
            brake = max(0.0, damping_derivative(a, b, c, velocity[i]))
        d.efm_ts[i] = h * h * pull + h * brake
        add_row(colind, value, rowadr[i], rownnz[i], -h * pull * velocity[i], d.efm_c)
