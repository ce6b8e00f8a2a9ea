"""Bodies that float alone: a free joint, no other joint in the tree. Their six dofs are coupled with no others.

Bodies that are welded to such a body move as one with it: what counts is the inertia of all of them.
"""

from corten.enums import JointType
from corten.math.spatial import add6, cross_motion, dot6, load6, load10, mul_inertia_vec
from corten.runtime import helper
from corten.stages.derivative.coriolis import coriolis_of_body, mul_coriolis


@helper
def is_free_body(m, jntid):
    """Tell whether joint jntid is the free joint of a body that floats alone."""
    dofnum, treeid, dofadr = m.tree_dofnum, m.dof_treeid, m.jnt_dofadr
    return m.jnt_type[jntid] == JointType.FREE and dofnum[treeid[dofadr[jntid]]] == 6


@helper
def set_free_block(m, d, jntid):
    """Write the 6 x 6 matrix M - h d(qfrc_smooth)/d(qvel) of a body that floats alone into block6.

    qDeriv has the derivative of actuator and passive forces; that of the bias force is s_i' (I p_j + B s_j), see
    `corten.stages.derivative.coriolis`, where p_j is zero for translations.
    """
    h = m.opt_timestep
    rownnz, rowadr, colind = m.D_rownnz, m.D_rowadr, m.D_colind
    deriv, block, first = d.qDeriv, d.block6, m.jnt_dofadr[jntid]

    set_bias_block(m, d, jntid)
    add_symmetric(m, d, d.M, first)
    for i in range(6):
        row = rowadr[first + i]
        for entry in range(row, row + rownnz[first + i]):
            block[i, colind[entry] - first] -= h * deriv[entry]


@helper
def set_metric_block(m, d, jntid):
    """Write the 6 x 6 matrix efm_M + h d(qfrc_bias)/d(qvel) of a body that floats alone into block6."""
    set_bias_block(m, d, jntid)
    add_symmetric(m, d, d.efm_M, m.jnt_dofadr[jntid])


@helper
def add_symmetric(m, d, values, first):
    """Add to block6 the part from a dof on of a matrix of which the lower triangle is stored as that of M is."""
    rownnz, rowadr, colind, block = m.M_rownnz, m.M_rowadr, m.M_colind, d.block6
    for i in range(6):
        row = rowadr[first + i]
        for entry in range(row, row + rownnz[first + i]):
            k = colind[entry] - first
            block[i, k] += values[entry]
            if k != i:
                block[k, i] += values[entry]


@helper
def set_bias_block(m, d, jntid):
    """Write the derivative of the bias force of a body that floats alone, times h, into block6, column by column."""
    h, cdof, cdof_dot, block = m.opt_timestep, d.cdof, d.cdof_dot, d.block6

    first = m.jnt_dofadr[jntid]
    body = m.jnt_bodyid[jntid]
    velocity = load6(d.cvel, body)
    inertia = load10(d.crb, body)
    coriolis = coriolis_of_body(inertia, velocity)

    for j in range(6):
        axis = load6(cdof, first + j)
        force = mul_coriolis(coriolis, axis)
        if j >= 3:
            rate = add6(load6(cdof_dot, first + j), cross_motion(velocity, axis))
            force = add6(force, mul_inertia_vec(inertia, rate))
        for i in range(6):
            block[i, j] = h * dot6(load6(cdof, first + i), force)
