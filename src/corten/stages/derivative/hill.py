"""Velocity derivative of actuator forces of a model that has Hill muscles."""

from corten.enums import DisableBit
from corten.runtime import select, stage
from corten.stages.actuation.control import bad_control, is_switched_off
from corten.stages.derivative.actuator import depends_on_velocity, force_derivative, is_saturated
from corten.stages.derivative.outer_product import add_outer_product


@stage
def hill_velocity_derivative(m, d):
    """Do what `actuator_velocity_derivative` does, with the derivatives of Hill muscles.

    With an elastic tendon that is zero: the force follows from lengths alone. With a rigid one fibres move with the
    path.

    reads:  m.actuator_trntype m.actuator_trnid m.actuator_dyntype d.ctrl d.act d.act_dot d.actuator_length d.qDeriv
    writes: d.qDeriv
    """
    outadr, rownnz, rowadr, hillid = m.actuator_outadr, d.moment_rownnz, d.moment_rowadr, m.actuator_hillid

    if (m.opt_disableflags & DisableBit.ACTUATION) == 0:
        usable = bad_control(m, d) < 0
        for k in range(m.nactuator):
            i, out = hillid[k], outadr[k]
            if (i >= 0 or depends_on_velocity(m, k)) and not is_switched_off(m, k):
                derivative = 0.0
                if i >= 0:
                    derivative = -m.hill_scale[i] * m.hill_scale[i] * d.hill_derivative[i]
                else:
                    derivative = force_derivative(m, d, k, usable)
                derivative = select(is_saturated(m, d, k), 0.0, derivative)
                add_outer_product(m, d.qDeriv, d.moment, d.moment_colind, rowadr[out], rownnz[out], derivative)
