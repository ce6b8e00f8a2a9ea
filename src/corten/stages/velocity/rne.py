"""Recursive Newton-Euler: the joint forces that a motion needs."""

from corten.enums import DisableBit
from corten.math import spatial
from corten.math.spatial import cross_force, load6, load10, mul_inertia_vec, store6
from corten.runtime import helper, stage
from corten.stages.tree.wrench import dof_force, gather_wrenches

ZERO = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@stage
def rne(m, d):
    """Compute the bias force c(qpos, qvel): Coriolis, centrifugal and gravity, as if qacc were zero.

    reads:  m.body_parentid m.body_dofadr m.body_dofnum d.cdof d.cdof_dot d.cvel d.cinert
    writes: d.qfrc_bias d.rne_cacc d.rne_cfrc
    """
    parentid, dofadr, dofnum = m.body_parentid, m.body_dofadr, m.body_dofnum
    cdof_dot, cvel, cinert, qvel = d.cdof_dot, d.cvel, d.cinert, d.qvel
    cacc, cfrc = d.rne_cacc, d.rne_cfrc

    store6(cacc, 0, world_acceleration(m))
    for b in range(1, m.nbody):
        first = dofadr[b]
        turning = dof_motion(cdof_dot, qvel, first, first + dofnum[b])
        acceleration = spatial.add6(load6(cacc, parentid[b]), turning)
        store6(cacc, b, acceleration)
        store6(cfrc, b, inertial_force(load10(cinert, b), load6(cvel, b), acceleration))
    project_force(m, d, cfrc, d.qfrc_bias)


@helper
def accelerate_bodies(m, d, qacc, cacc):
    """Write each body's acceleration: that of its parent + cdof_dot qvel + cdof qacc."""
    parentid, dofadr, dofnum = m.body_parentid, m.body_dofadr, m.body_dofnum
    cdof, cdof_dot, qvel = d.cdof, d.cdof_dot, d.qvel

    store6(cacc, 0, world_acceleration(m))
    for b in range(1, m.nbody):
        first = dofadr[b]
        last = first + dofnum[b]
        acceleration = spatial.add6(load6(cacc, parentid[b]), dof_motion(cdof_dot, qvel, first, last))
        store6(cacc, b, spatial.add6(acceleration, dof_motion(cdof, qacc, first, last)))


@helper
def world_acceleration(m):
    """Return the acceleration of a world that falls upwards, which is how gravity enters."""
    gravity = m.opt_gravity
    sign = 0.0 if (m.opt_disableflags & DisableBit.GRAVITY) != 0 else -1.0
    return 0.0, 0.0, 0.0, sign * gravity[0], sign * gravity[1], sign * gravity[2]


@helper
def dof_motion(axes, speed, first, last):
    """Return the motion of the dofs of one body: the sum of axes times speed."""
    motion = ZERO
    for i in range(first, last):
        motion = spatial.add_scaled6(motion, load6(axes, i), speed[i])
    return motion


@helper
def inertial_force(inertia, velocity, acceleration):
    """Return the force that moves a body: I a + v x (I v)."""
    momentum = mul_inertia_vec(inertia, velocity)
    return spatial.add6(mul_inertia_vec(inertia, acceleration), cross_force(velocity, momentum))


@helper
def project_force(m, d, cfrc, result):
    """Gather the forces on all bodies and write the force on each dof."""
    bodyid, cdof = m.dof_bodyid, d.cdof

    gather_wrenches(cfrc, m.body_parentid, m.nbody)
    for i in range(m.nv):
        result[i] = dof_force(cdof, cfrc, i, bodyid[i])
