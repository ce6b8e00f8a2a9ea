"""Actuators that pull a body towards whatever it touches."""

from corten.enums import ConeType
from corten.math import spatial, vector3
from corten.math.vector3 import load3
from corten.runtime import helper
from corten.stages.tree.dof_chain import last_dof


@helper
def adhesion(m, d, k, first):
    """Write the moment arms of actuator k on a body, from entry `first` on; return how many, leaving out zeros.

    They are the mean of the Jacobians of all contacts along their normals, negative: the force pulls them together.
    Contacts within the gap count although they give no force.
    """
    body, bodyid, row = m.actuator_trnid[k, 0], m.geom_bodyid, d.dof_vector
    excluded, geoms, moment, colind = d.contact_exclude, d.contact_geom, d.moment, d.moment_colind

    d.actuator_length[m.actuator_outadr[k]] = 0.0
    for i in range(m.nv):
        row[i] = 0.0
    touching = 0
    for c in range(d.ncon):
        # contacts of flexes do not count
        rigid = geoms[c, 1] >= 0
        if rigid and (bodyid[max(geoms[c, 0], 0)] == body or bodyid[max(geoms[c, 1], 0)] == body):
            if excluded[c] == 0 and d.contact_efc_address[c] >= 0:
                touching += 1
                add_contact_rows(m, d, c)
            elif excluded[c] == 1:
                touching += 1
                add_normal(m, d, c, bodyid[geoms[c, 0]], -1.0)
                add_normal(m, d, c, bodyid[geoms[c, 1]], 1.0)

    count = 0
    scale = -1.0 / float(max(touching, 1))
    for i in range(m.nv):
        if row[i] != 0.0:
            moment[first + count] = scale * row[i]
            colind[first + count] = i
            count += 1
    return count


@helper
def add_contact_rows(m, d, c):
    """Add the Jacobian of a contact along its normal to dof_vector: its first row, or the mean of a pyramid's."""
    rownnz, rowadr, colind, value = d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J_values

    flat = d.contact_dim[c] == 1 or m.opt_cone == ConeType.ELLIPTIC
    count = 1 if flat else 2 * (d.contact_dim[c] - 1)
    share = 1.0 / float(count)
    first = d.contact_efc_address[c]
    for i in range(first, first + count):
        for entry in range(rowadr[i], rowadr[i] + rownnz[i]):
            d.dof_vector[colind[entry]] += share * value[entry]


@helper
def add_normal(m, d, c, body, sign):
    """Add what moves the point of a contact along its normal, with a body and times a sign, to dof_vector."""
    frame, cdof = d.contact_frame, d.cdof
    normal = (frame[c, 0], frame[c, 1], frame[c, 2])
    offset = vector3.sub(load3(d.contact_pos, c), load3(d.subtree_com, m.body_rootid[body]))

    dof = last_dof(m, body)
    while dof >= 0:
        motion = spatial.shift_motion(spatial.load6(cdof, dof), offset)
        d.dof_vector[dof] += sign * vector3.dot(normal, spatial.linear(motion))
        dof = m.dof_parentid[dof]
