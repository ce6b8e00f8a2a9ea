"""Forces on bodies, for functions of users."""

from corten.math.spatial import dot6, load6
from corten.math.vector3 import load3
from corten.runtime import helper
from corten.stages.tree import wrench_at


@helper
def push_body(m, d, body, force, torque, point):
    """Add to qfrc_passive a force [N] on a body at a point [m], and a torque [N m], all in the world frame."""
    qfrc, cdof, parentid = d.qfrc_passive, d.cdof, m.dof_parentid
    mover = m.body_weldid[body]

    if m.body_dofnum[mover] > 0:
        wrench = wrench_at(torque, force, point, load3(d.subtree_com, m.body_rootid[mover]))
        dof = m.body_dofadr[mover] + m.body_dofnum[mover] - 1
        while dof >= 0:
            qfrc[dof] += dot6(load6(cdof, dof), wrench)
            dof = parentid[dof]
