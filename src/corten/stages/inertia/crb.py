"""The mass matrix by composite rigid bodies."""

from corten.math.spatial import dot6, load6, load10, mul_inertia_vec
from corten.runtime import stage
from corten.stages.inertia.armature import actuator_armature


@stage
def crb(m, d):
    """Compute the mass matrix: M_ij = cdof_j . (inertia of the subtree of i) cdof_i for j between i and the root.

    reads:  m.body_parentid m.dof_bodyid m.dof_jntid d.cinert d.cdof
    writes: d.crb d.M
    """
    parentid, bodyid, jntid, simplenum = m.body_parentid, m.dof_bodyid, m.dof_jntid, m.dof_simplenum
    armature, rowadr, colind = m.dof_armature, m.M_rowadr, m.M_colind
    cinert, cdof, composite, mass = d.cinert, d.cdof, d.crb, d.M

    # inertia of each subtree: children before parents; the world collects none
    for b in range(m.nbody):
        for k in range(10):
            composite[b, k] = cinert[b, k]
    for b in range(m.nbody - 1, 0, -1):
        parent = parentid[b]
        if parent > 0:
            for k in range(10):
                composite[parent, k] += composite[b, k]

    for i in range(m.nv):
        entry = rowadr[i]

        # the inertia of simple dofs never changes
        if simplenum[i] != 0:
            mass[entry] = m.dof_M0[i]
        else:
            momentum = mul_inertia_vec(load10(composite, bodyid[i]), load6(cdof, i))

            # a row ends at its diagonal; counting its entries instead would tempt LLVM into slow gathers
            while colind[entry] != i:
                mass[entry] = dot6(load6(cdof, colind[entry]), momentum)
                entry += 1
            added = armature[i] + actuator_armature(m, jntid[i])
            mass[entry] = added + dot6(load6(cdof, i), momentum)
