"""How strongly each actuator acts: the acceleration that a unit of its force gives."""

from corten.runtime import sqrt, stage
from corten.stages.inertia import solve_mass


@stage
def unit_accelerations(m, d):
    """Write |inv(M) moment'| of every force output to work_nout, and moment inv(M) moment' to work_compliance.

    reads:  m.M_rownnz m.M_rowadr m.M_colind d.qLD d.qLDiagInv d.moment_rownnz d.moment_rowadr d.work_nv
    writes: d.work_nv d.work_nout d.work_compliance
    """
    rownnz, rowadr, colind, moment = d.moment_rownnz, d.moment_rowadr, d.moment_colind, d.moment
    acceleration, result = d.work_nv, d.work_nout

    for out in range(m.nout):
        for i in range(m.nv):
            acceleration[i] = 0.0
        for entry in range(rowadr[out], rowadr[out] + rownnz[out]):
            acceleration[colind[entry]] = moment[entry]
        solve_mass(m, d, acceleration)
        along = 0.0
        for entry in range(rowadr[out], rowadr[out] + rownnz[out]):
            along += moment[entry] * acceleration[colind[entry]]
        d.work_compliance[out] = along
        square = 0.0
        for i in range(m.nv):
            square += acceleration[i] * acceleration[i]
        result[out] = sqrt(square)
