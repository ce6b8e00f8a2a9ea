"""What actuators pull on."""

from corten.enums import TransmissionType
from corten.runtime import helper, stage
from corten.stages.transmission.adhesion import adhesion
from corten.stages.transmission.joint_transmission import pull_joint
from corten.stages.transmission.orientation_transmission import orientation_transmission
from corten.stages.transmission.site_transmission import site_transmission
from corten.stages.transmission.slider_crank import slider_crank


@stage
def transmission(m, d):
    """Compute actuator lengths and the rows of the moment matrix, the gradient of each length by the dofs.

    An actuator on a body has no length; it acts at the body's contacts. One that turns something has three rows.

    reads:  m.actuator_trntype m.actuator_trnid m.actuator_outadr d.qpos d.site_xpos d.site_xmat d.site_xquat
    writes: d.actuator_length d.moment_rownnz d.moment_rowadr d.moment_colind d.moment d.dof_vector
    """
    trntype, outadr, rownnz, rowadr = m.actuator_trntype, m.actuator_outadr, d.moment_rownnz, d.moment_rowadr

    first = 0
    for k in range(m.nactuator):
        if trntype[k] == TransmissionType.SO3:
            first += orientation_transmission(m, d, k, first)
            continue
        out = outadr[k]
        count = 0
        if trntype[k] == TransmissionType.JOINT or trntype[k] == TransmissionType.JOINTINPARENT:
            count = pull_joint(m, d, k, first)
        elif trntype[k] == TransmissionType.TENDON:
            count = tendon_transmission(m, d, k, first)
        elif trntype[k] == TransmissionType.SITE:
            count = site_transmission(m, d, k, first)
        elif trntype[k] == TransmissionType.SLIDERCRANK:
            count = slider_crank(m, d, k, first)
        else:
            count = adhesion(m, d, k, first)
        rownnz[out] = count
        rowadr[out] = first
        first += count


@helper
def tendon_transmission(m, d, k, first):
    """Write length and moment arms of an actuator on a tendon: those of the tendon, times the gear."""
    out, tendon = m.actuator_outadr[k], m.actuator_trnid[k, 0]
    gear, start = m.actuator_gear[out, 0], m.ten_J_rowadr[tendon]
    d.actuator_length[out] = d.ten_length[tendon] * gear
    for i in range(m.ten_J_rownnz[tendon]):
        d.moment[first + i] = d.ten_J_value[start + i] * gear
        d.moment_colind[first + i] = m.ten_J_colind[start + i]
    return m.ten_J_rownnz[tendon]
