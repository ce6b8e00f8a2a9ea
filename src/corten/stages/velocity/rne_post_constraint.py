"""Accelerations of bodies and the forces between them, once all joint accelerations are known."""

from corten.math import spatial, vector3
from corten.math.spatial import load6, load10, store6
from corten.math.vector3 import load3
from corten.runtime import stage
from corten.stages.tree.wrench import wrench_at
from corten.stages.velocity.rne import accelerate_bodies, inertial_force


@stage
def applied_wrenches(m, d):
    """Set cfrc_ext to xfrc_applied; the forces of constraints are added to it.

    reads:  m.body_rootid d.xfrc_applied d.xipos d.subtree_com
    writes: d.cfrc_ext
    """
    rootid, subtree_com = m.body_rootid, d.subtree_com
    xfrc_applied, xipos, cfrc_ext = d.xfrc_applied, d.xipos, d.cfrc_ext

    # the applied force acts at the body's own centre of mass; xfrc_applied holds force before torque
    store6(cfrc_ext, 0, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for b in range(1, m.nbody):
        applied = load6(xfrc_applied, b)
        torque, force = spatial.linear(applied), spatial.angular(applied)
        store6(cfrc_ext, b, wrench_at(torque, force, load3(xipos, b), load3(subtree_com, rootid[b])))


@stage
def rne_post_constraint(m, d):
    """Compute body accelerations, and the force that each parent transmits to its child.

    cfrc_int = sum over the subtree of (I a + v x I v - cfrc_ext).

    reads:  m.body_parentid m.body_dofadr m.body_dofnum d.cdof d.cdof_dot d.cvel d.cinert
    writes: d.cacc d.cfrc_int
    """
    parentid, cvel, cinert = m.body_parentid, d.cvel, d.cinert
    cacc, cfrc_int, cfrc_ext = d.cacc, d.cfrc_int, d.cfrc_ext

    accelerate_bodies(m, d, d.qacc, cacc)
    store6(cfrc_int, 0, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for b in range(1, m.nbody):
        external = load6(cfrc_ext, b)
        needed = inertial_force(load10(cinert, b), load6(cvel, b), load6(cacc, b))
        rotation = vector3.sub(spatial.angular(needed), spatial.angular(external))
        translation = vector3.sub(spatial.linear(needed), spatial.linear(external))
        store6(cfrc_int, b, spatial.join(rotation, translation))

    # what a body transmits is needed by its whole subtree; the world's share is the sum of all
    for b in range(m.nbody - 1, 0, -1):
        parent = parentid[b]
        store6(cfrc_int, parent, spatial.add6(load6(cfrc_int, parent), load6(cfrc_int, b)))
