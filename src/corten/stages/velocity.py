"""Velocities, momentum and the forces that motion needs."""

from corten.constants import MINVAL
from corten.enums import DisableBit, JointType
from corten.math import matrix3, spatial, vector3
from corten.math.matrix3 import load9
from corten.math.spatial import cross_force, cross_motion, load6, load10, mul_inertia_vec, store6
from corten.math.vector3 import load3, store3
from corten.runtime import FloatArray, Vec6, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.tree import dof_force, gather_wrenches, wrench_at

SCRATCH = scratch(
    Field("rne_cacc", F8, ("nbody", 6), "acceleration of each body inside recursive Newton-Euler"),
    Field("rne_cfrc", F8, ("nbody", 6), "force on each subtree inside recursive Newton-Euler"),
)

# ---- velocities of bodies and of motion axes, both about the centre of mass of the tree


STILL = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@stage
def com_vel(m, d) -> None:
    """Compute body velocities and the rate of change of the motion axes, from the root to the leaves.

    cvel = cvel_parent + sum of cdof qvel;  cdof_dot = cvel x cdof with the velocity before the joint's own motion.
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
def three_dofs(cdof: FloatArray, qvel: FloatArray, i: int) -> Vec6:
    """Return the motion of three dofs from i on."""
    motion = spatial.scale6(load6(cdof, i), qvel[i])
    motion = spatial.add_scaled6(motion, load6(cdof, i + 1), qvel[i + 1])
    return spatial.add_scaled6(motion, load6(cdof, i + 2), qvel[i + 2])


# ---- recursive Newton-Euler: the joint forces that a motion needs


ZERO = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@stage
def rne(m, d) -> None:
    """Compute the bias force c(qpos, qvel): Coriolis, centrifugal and gravity, as if qacc were zero."""
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
def accelerate_bodies(m, d, qacc: FloatArray, cacc: FloatArray) -> None:
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
def world_acceleration(m) -> Vec6:
    """Return the acceleration of a world that falls upwards, which is how gravity enters."""
    gravity = m.opt_gravity
    sign = 0.0 if (m.opt_disableflags & DisableBit.GRAVITY) != 0 else -1.0
    return 0.0, 0.0, 0.0, sign * gravity[0], sign * gravity[1], sign * gravity[2]


@helper
def dof_motion(axes: FloatArray, speed: FloatArray, first: int, last: int) -> Vec6:
    """Return the motion of the dofs of one body: the sum of axes times speed."""
    motion = ZERO
    for i in range(first, last):
        motion = spatial.add_scaled6(motion, load6(axes, i), speed[i])
    return motion


@helper
def inertial_force(inertia: tuple[float, ...], velocity: Vec6, acceleration: Vec6) -> Vec6:
    """Return the force that moves a body: I a + v x (I v)."""
    momentum = mul_inertia_vec(inertia, velocity)
    return spatial.add6(mul_inertia_vec(inertia, acceleration), cross_force(velocity, momentum))


@helper
def project_force(m, d, cfrc: FloatArray, result: FloatArray) -> None:
    """Gather the forces on all bodies and write the force on each dof."""
    bodyid, cdof = m.dof_bodyid, d.cdof

    gather_wrenches(cfrc, m.body_parentid, m.nbody)
    for i in range(m.nv):
        result[i] = dof_force(cdof, cfrc, i, bodyid[i])


# ---------------------------------------------------------------- momentum of subtrees


@stage
def subtree_vel(m, d) -> None:
    """Compute the velocity of each subtree's centre of mass, and its angular momentum about that point.

    p = sum of m v;  linvel = p / mass;  L = sum of (I w + (x - com) x m (v - linvel)).
    """
    parentid, rootid = m.body_parentid, m.body_rootid
    mass, subtreemass, inertia = m.body_mass, m.body_subtreemass, m.body_inertia
    xipos, ximat, subtree_com, cvel = d.xipos, d.ximat, d.subtree_com, d.cvel
    linvel, angmom, velocity = d.subtree_linvel, d.subtree_angmom, d.body_spatial

    # each body alone: momentum, and angular momentum about its own centre of mass
    for b in range(m.nbody):
        own = spatial.shift_motion(load6(cvel, b), vector3.sub(load3(xipos, b), load3(subtree_com, rootid[b])))
        store6(velocity, b, own)
        store3(linvel, b, vector3.scale(spatial.linear(own), mass[b]))
        axes = load9(ximat, b)
        spin = matrix3.mul_matT_vec(axes, spatial.angular(own))
        spin = (spin[0] * inertia[b, 0], spin[1] * inertia[b, 1], spin[2] * inertia[b, 2])
        store3(angmom, b, matrix3.mul_mat_vec(axes, spin))

    # momentum flows to the root; what remains is divided by the mass
    for b in range(m.nbody - 1, -1, -1):
        momentum = load3(linvel, b)
        if b > 0:
            store3(linvel, parentid[b], vector3.add(load3(linvel, parentid[b]), momentum))
        store3(linvel, b, vector3.scale(momentum, 1.0 / max(MINVAL, subtreemass[b])))

    # angular momentum: the body against its subtree, then the subtree against that of the parent
    for b in range(m.nbody - 1, 0, -1):
        parent = parentid[b]
        offset = vector3.sub(load3(xipos, b), load3(subtree_com, b))
        drift = vector3.sub(spatial.linear(load6(velocity, b)), load3(linvel, b))
        orbit = vector3.cross(offset, vector3.scale(drift, mass[b]))
        total = vector3.add(load3(angmom, b), orbit)
        store3(angmom, b, total)

        offset = vector3.sub(load3(subtree_com, b), load3(subtree_com, parent))
        drift = vector3.sub(load3(linvel, b), load3(linvel, parent))
        orbit = vector3.cross(offset, vector3.scale(drift, subtreemass[b]))
        store3(angmom, parent, vector3.add(vector3.add(load3(angmom, parent), total), orbit))


# ---- accelerations of bodies and the forces between them, once all joint accelerations are known


@stage
def applied_wrenches(m, d) -> None:
    """Set cfrc_ext to xfrc_applied; the forces of constraints are added to it."""
    rootid, subtree_com = m.body_rootid, d.subtree_com
    xfrc_applied, xipos, cfrc_ext = d.xfrc_applied, d.xipos, d.cfrc_ext

    # the applied force acts at the body's own centre of mass; xfrc_applied holds force before torque
    store6(cfrc_ext, 0, (0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    for b in range(1, m.nbody):
        applied = load6(xfrc_applied, b)
        torque, force = spatial.linear(applied), spatial.angular(applied)
        store6(cfrc_ext, b, wrench_at(torque, force, load3(xipos, b), load3(subtree_com, rootid[b])))


@stage
def rne_post_constraint(m, d) -> None:
    """Compute body accelerations, and the force that each parent transmits to its child.

    cfrc_int = sum over the subtree of (I a + v x I v - cfrc_ext).
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
