"""What actuators pull on."""

from corten.enums import TransmissionType
from corten.runtime import helper, stage
from corten.stages.transmission.adhesion import adhesion
from corten.stages.transmission.joint_transmission import pull_joint
from corten.stages.transmission.site_transmission import site_transmission
from corten.stages.transmission.slider_crank import slider_crank


@stage
def transmission(m, d):
    """Compute actuator lengths and the rows of the moment matrix, the gradient of each length by the dofs.

    An actuator on a body has no length; it acts at the body's contacts.

    reads:  m.opt_cone m.actuator_trntype m.actuator_trnid m.actuator_outadr m.actuator_gear m.actuator_cranklength
            m.jnt_type m.jnt_qposadr m.jnt_dofadr m.site_bodyid m.geom_bodyid m.body_weldid m.body_dofadr m.body_dofnum
            m.body_rootid m.dof_parentid m.ten_J_rownnz m.ten_J_rowadr m.ten_J_colind d.qpos d.site_xpos d.site_xmat
            d.site_xquat d.cdof d.subtree_com d.ten_length d.ten_J_value d.ncon d.contact_geom d.contact_exclude
            d.contact_dim d.contact_pos d.contact_frame d.contact_efc_address d.efc_J_rownnz d.efc_J_rowadr
            d.efc_J_colind d.efc_J_values
    writes: d.actuator_length d.moment_rownnz d.moment_rowadr d.moment_colind d.moment d.work_nv
    """
    trntype, outadr, rownnz, rowadr = m.actuator_trntype, m.actuator_outadr, d.moment_rownnz, d.moment_rowadr

    first = 0
    for k in range(m.nactuator):
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
