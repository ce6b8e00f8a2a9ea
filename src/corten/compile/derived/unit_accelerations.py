"""How strongly each actuator acts: the acceleration that a unit of its force gives, and the inertia that it meets."""

from corten.compile.derived.inverse_weights import accelerate_along, moved_dofs
from corten.constants import MINVAL
from corten.enums import GainType
from corten.runtime import helper, sqrt, stage


@stage
def unit_accelerations(m, d):
    """Compute |inv(M) moment'| of every force output.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.qLD d.qLDiagInv d.moment_rownnz d.moment_rowadr d.dof_vector
    writes: d.dof_vector m.actuator_acc0
    """
    acceleration, result = d.dof_vector, m.actuator_acc0

    for out in range(m.nout):
        accelerate(m, d, out)
        start = d.moment_rowadr[out]
        begin, end = moved_dofs(m, start, start + d.moment_rownnz[out], d.moment_colind)
        square = 0.0
        for i in range(begin, end):
            square += acceleration[i] * acceleration[i]
        result[out] = sqrt(square)


@stage
def damping_ratios(m, d):
    """Turn damping ratios of servos, written as a positive third bias parameter, into damping [force / velocity].

    reads:  m.actuator_gainprm m.actuator_biasprm d.qLD d.qLDiagInv d.moment_rownnz d.moment_rowadr d.dof_vector
    writes: d.dof_vector m.actuator_biasprm
    """
    gain, bias = m.actuator_gainprm, m.actuator_biasprm

    for i in range(m.nactuator):
        is_pid = m.actuator_gaintype[i] == GainType.PID
        if (is_pid or gain[i, 0] == -bias[i, 1]) and bias[i, 2] > 0.0:
            stiffness = -bias[i, 1] if is_pid else gain[i, 0]
            share = 0.0
            for out in range(m.actuator_outadr[i], m.actuator_outadr[i] + m.actuator_outnum[i]):
                share += accelerate(m, d, out)
            share /= float(m.actuator_outnum[i])
            # what moves nothing, such as a site against another of its body, meets no inertia and gets no damping
            inertia = 1.0 / share if share > MINVAL else 0.0
            bias[i, 2] = -bias[i, 2] * 2.0 * sqrt(stiffness * inertia)


@helper
def accelerate(m, d, out):
    """Write the acceleration inv(M) moment' of a force output to dof_vector; return the share of it along the moment.

    That is moment inv(M) moment', the inverse of the inertia that the force meets.
    """
    start = d.moment_rowadr[out]
    return accelerate_along(m, d, start, start + d.moment_rownnz[out], d.moment_colind, d.moment)
