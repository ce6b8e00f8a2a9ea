"""Gravity compensation: bodies that feel only a part of their weight, or more than lift it."""

from corten.math import vector3
from corten.math.spatial import store6
from corten.math.vector3 import load3
from corten.runtime import stage
from corten.stages.passive.switches import gravcomp_acts
from corten.stages.tree.wrench import dof_force, gather_wrenches, wrench_at

ZERO3 = (0.0, 0.0, 0.0)
ZERO6 = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@stage
def gravity_compensation(m, d):
    """Compute the force of gravity compensation: -gravcomp times the weight, at the centre of mass of each body.

    reads:  m.body_parentid m.body_rootid m.body_mass d.xipos d.subtree_com d.cdof
    writes: d.qfrc_gravcomp d.body_spatial
    """
    parentid, rootid, bodyid = m.body_parentid, m.body_rootid, m.dof_bodyid
    mass, gravcomp, gravity = m.body_mass, m.body_gravcomp, m.opt_gravity
    xipos, subtree_com, cdof = d.xipos, d.subtree_com, d.cdof
    force, wrench = d.qfrc_gravcomp, d.body_spatial

    if gravcomp_acts(m):
        pull = (gravity[0], gravity[1], gravity[2])
        for b in range(1, m.nbody):
            if gravcomp[b] != 0.0:
                lift = vector3.scale(pull, -(mass[b] * gravcomp[b]))
                store6(wrench, b, wrench_at(ZERO3, lift, load3(xipos, b), load3(subtree_com, rootid[b])))
            else:
                store6(wrench, b, ZERO6)
        gather_wrenches(wrench, parentid, m.nbody)
        for i in range(m.nv):
            force[i] = dof_force(cdof, wrench, i, bodyid[i])
    else:
        for i in range(m.nv):
            force[i] = 0.0
