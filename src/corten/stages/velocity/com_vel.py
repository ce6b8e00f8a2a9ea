"""Velocities of bodies and of motion axes, both about the centre of mass of the tree."""

from corten.enums import JointType
from corten.math import spatial
from corten.math.spatial import cross_motion, load6, store6
from corten.runtime import helper, stage

STILL = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@stage
def com_vel(m, d):
    """Compute body velocities and the rate of change of the motion axes, from the root to the leaves.

    cvel = cvel_parent + sum of cdof qvel;  cdof_dot = cvel x cdof with the velocity before the joint's own motion.

    reads:  m.body_parentid m.body_dofadr m.body_dofnum d.cdof d.qvel
    writes: d.cvel d.cdof_dot
    """
    parentid, dofadr, dofnum = m.body_parentid, m.body_dofadr, m.body_dofnum
    jntid, jnt_type = m.dof_jntid, m.jnt_type
    cdof, qvel = d.cdof, d.qvel
    cvel, cdof_dot = d.cvel, d.cdof_dot

    store6(cvel, 0, STILL)
    for b in range(1, m.nbody):
        velocity = load6(cvel, parentid[b])
        i = dofadr[b]
        end = i + dofnum[b]
        while i < end:
            kind = jnt_type[jntid[i]]

            # the translations of a free joint run along the axes of the world, which stand still
            if kind == JointType.FREE:
                store6(cdof_dot, i, STILL)
                store6(cdof_dot, i + 1, STILL)
                store6(cdof_dot, i + 2, STILL)
                velocity = spatial.add6(velocity, (0.0, 0.0, 0.0, qvel[i], qvel[i + 1], qvel[i + 2]))
                i += 3

            # the three rotations of a joint see the same velocity
            if kind == JointType.FREE or kind == JointType.BALL:
                store6(cdof_dot, i, cross_motion(velocity, load6(cdof, i)))
                store6(cdof_dot, i + 1, cross_motion(velocity, load6(cdof, i + 1)))
                store6(cdof_dot, i + 2, cross_motion(velocity, load6(cdof, i + 2)))
                velocity = spatial.add6(velocity, three_dofs(cdof, qvel, i))
                i += 3
            else:
                axis = load6(cdof, i)
                store6(cdof_dot, i, cross_motion(velocity, axis))
                velocity = spatial.add_scaled6(velocity, axis, qvel[i])
                i += 1
        store6(cvel, b, velocity)


@helper
def three_dofs(cdof, qvel, i):
    """Return the motion of three dofs from i on."""
    motion = spatial.scale6(load6(cdof, i), qvel[i])
    motion = spatial.add_scaled6(motion, load6(cdof, i + 1), qvel[i + 1])
    return spatial.add_scaled6(motion, load6(cdof, i + 2), qvel[i + 2])
