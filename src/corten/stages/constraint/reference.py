"""The acceleration that each row asks for: that of a spring and damper between it and its margin."""

from corten.enums import ConstraintType, EqualityType, JointType
from corten.math import spatial, vector3
from corten.math.quaternion import conjugate_quat, mul_quat, mul_quat_axis
from corten.runtime import FloatArray, Vec3, Vec6, helper, reduce_max, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.block_rows import mul_block_rows
from corten.stages.constraint.contact_products import mul_moving_rows
from corten.stages.constraint.equality import equality_bodies, equality_points, weld_orientations
from corten.stages.constraint.island import Island, gather_idofs, store_at_row, whole_tree
from corten.stages.constraint.row import mul_jacobian, offset_of
from corten.stages.constraint.softness import implicit_scale_at
from corten.stages.tree import last_dof

SCRATCH = scratch(
    Field("idof_qvel", F8, ("nv_pad",), "qvel, by idof"),
    Field("iefc_vel", F8, ("maxefc",), "J qvel, in the order in which rows stand in lanes"),
)


@stage
def reference_constraint(m, d) -> None:
    """Compute efc_vel = J qvel and efc_aref = -B vel - K imp (pos - margin).

    Moving surfaces add to the velocity of their contacts; adhesion shifts the reference, so that it does not press
    the bodies into each other.
    """
    set_velocities(d)
    set_references(d)
    add_all_adhesion(m, d)


@stage
def single_tree_reference(m, d) -> None:
    """Do what `reference_constraint` does for a model with a single tree, whose rows stand in blocks."""
    island = whole_tree(m, d)
    gather_idofs(d, island, d.qvel, d.idof_qvel)
    mul_tree_rows(d, island, d.idof_qvel, d.efc_vel)
    add_surface_velocities(d)
    set_references(d)
    add_all_adhesion(m, d)


@stage
def reference_lanes(m, d) -> None:
    """Do what `reference_constraint` does, with the motions of bodies in place of entries of contacts."""
    mul_moving_rows(m, d, d.qvel, d.cvel, d.efc_vel)
    add_surface_velocities(d)
    set_references(d)
    add_all_adhesion(m, d)


@stage
def row_velocity(m, d) -> None:
    """Compute efc_vel = J qvel, with the velocities of moving surfaces."""
    set_velocities(d)


@stage
def discrete_reference(m, d) -> None:
    """Compute efc_aref = (-B vel - K imp (pos - margin + h vel)) / (1 + h B + h^2 K imp).

    This is what makes spring and damper of each row act at the end of a step by DISCRETE.
    """
    h, vel, aref, KBIP, pos, margin = m.opt_timestep, d.efc_vel, d.efc_aref, d.efc_KBIP, d.efc_pos, d.efc_margin

    for i in range(d.nefc):
        end = pos[i] - margin[i] + h * vel[i]
        aref[i] = (-KBIP[i, 1] * vel[i] - KBIP[i, 0] * KBIP[i, 2] * end) / implicit_scale_at(m, d, i)
    add_all_adhesion(m, d)


@helper
def mul_tree_rows(d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write J x into `result`, in the order of rows; x is over idofs."""
    mul_block_rows(d, island, x, result)


@mul_tree_rows.version(machine="lanes")
def mul_tree_rows_in_lanes(d, island: Island, x: FloatArray, result: FloatArray) -> None:
    """Write the same where environments stand side by side."""
    mul_block_rows(d, island, x, d.iefc_vel)
    for q in range(island.row_end):
        store_at_row(d, q, result, d.iefc_vel[q])


@helper
def set_velocities(d) -> None:
    """Set efc_vel = J qvel, with the velocities of moving surfaces."""
    mul_jacobian(d, d.efc_vel, d.qvel)
    add_surface_velocities(d)


@helper
def set_references(d) -> None:
    """Set efc_aref = -B vel - K imp (pos - margin)."""
    vel, aref, KBIP, pos, margin = d.efc_vel, d.efc_aref, d.efc_KBIP, d.efc_pos, d.efc_margin

    for i in range(reduce_max(d.nefc)):
        aref[i] = -KBIP[i, 1] * vel[i] - KBIP[i, 0] * KBIP[i, 2] * (pos[i] - margin[i])


@helper
def add_surface_velocities(d) -> None:
    """Add the velocities of moving surfaces to those of their contacts."""
    for c in range(d.ncon):
        if d.contact_efc_address[c] >= 0:
            add_surface_velocity(d, c)


@helper
def add_all_adhesion(m, d) -> None:
    """Shift the references of contacts that adhere."""
    if m.flg_adhesion != 0:
        for c in range(d.ncon):
            if d.contact_efc_address[c] >= 0 and d.contact_adhesion[c] != 0.0:
                add_adhesion(d, c)


@helper
def add_surface_velocity(d, c: int) -> None:
    """Add the relative velocity of the surfaces of contact c, along both tangents and about the normal."""
    vel, row, dim, speed = d.efc_vel, d.contact_efc_address[c], d.contact_dim[c], d.contact_surfacevel
    friction = d.contact_friction
    moves = speed[c, 0] != 0.0 or speed[c, 1] != 0.0 or speed[c, 2] != 0.0
    if moves and dim > 1:
        for j in range(min(dim - 1, 3)):
            if d.efc_type[row] == ConstraintType.CONTACT_PYRAMIDAL:
                vel[row + 2 * j] += friction[c, j] * speed[c, j]
                vel[row + 2 * j + 1] -= friction[c, j] * speed[c, j]
            else:
                vel[row + 1 + j] += speed[c, j]


@helper
def add_adhesion(d, c: int) -> None:
    """Shift the reference of the normal of contact c; all edges of a pyramid bear the same share."""
    aref, R, row, dim, pull = d.efc_aref, d.efc_R, d.contact_efc_address[c], d.contact_dim[c], d.contact_adhesion[c]
    if d.efc_type[row] == ConstraintType.CONTACT_PYRAMIDAL:
        edge = pull / (2 * (dim - 1))
        for j in range(row, row + 2 * (dim - 1)):
            aref[j] += R[j] * edge
    else:
        aref[row] += R[row] * pull


# ---- what the motion of the bodies adds to the acceleration of connect and weld constraints: the rate of J, times qvel
# The reference acceleration is lessened by it, so that constraints hold on bodies that turn fast


@stage
def subtract_jacobian_rate(m, d) -> None:
    """Subtract (dJ/dt) qvel from efc_aref of connect and weld constraints."""
    subtract_rates(m, d, False)


@stage
def subtract_discrete_rate(m, d) -> None:
    """Subtract the same, divided by 1 + h B + h^2 K imp, from efc_aref of a step by DISCRETE."""
    subtract_rates(m, d, True)


@helper
def subtract_rates(m, d, discrete: bool) -> None:
    """Subtract (dJ/dt) qvel of connect and weld constraints; with `discrete` as a step by DISCRETE needs it."""
    kind, which, aref = m.eq_type, d.efc_id, d.efc_aref

    i = 0
    while i < d.ne:
        equality = which[i]
        if kind[equality] == EqualityType.CONNECT or kind[equality] == EqualityType.WELD:
            bodies = equality_bodies(m, equality)
            points = equality_points(m, d, equality)
            rate1 = point_rate(m, d, bodies[0], points[0])
            rate2 = point_rate(m, d, bodies[1], points[1])
            rate = spatial.add_scaled6(rate1, rate2, -1.0)
            # all rows of an equality have the same scale
            share = 1.0 / implicit_scale_at(m, d, i) if discrete else 1.0
            subtract3(aref, i, vector3.scale(spatial.linear(rate), share))
            i += 3
            if kind[equality] == EqualityType.WELD:
                turn = rotation_rate(m, d, equality, bodies, spatial.angular(rate))
                subtract3(aref, i, vector3.scale(turn, share))
                i += 3
        else:
            i += 1


@helper
def subtract3(array: FloatArray, i: int, a: Vec3) -> None:
    """Subtract a from three numbers of an array from i on."""
    array[i] -= a[0]
    array[i + 1] -= a[1]
    array[i + 2] -= a[2]


@helper
def point_rate(m, d, body: int, point: Vec3) -> Vec6:
    """Return (rotation, translation) of (dJ/dt) qvel of a point that moves with a body."""
    offset = offset_of(m, d, body, point)
    total = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    dof = last_dof(m, body)
    moves = dof >= 0
    while dof >= 0:
        total = spatial.add_scaled6(total, motion_rate(m, d, dof), d.qvel[dof])
        dof = m.dof_parentid[dof]

    # the axes turn, and the point moves against the centre that they are measured from
    rate = spatial.shift_motion(total, offset)
    if moves:
        velocity = spatial.load6(d.cvel, body)
        turned = vector3.cross(spatial.angular(velocity), spatial.linear(spatial.shift_motion(velocity, offset)))
        rate = spatial.join(spatial.angular(rate), vector3.add(spatial.linear(rate), turned))
    return rate


@helper
def motion_rate(m, d, dof: int) -> Vec6:
    """Return the rate of a dof's motion axis; the axes of a ball are fixed in the body that they turn."""
    joint = m.dof_jntid[dof]
    kind = m.jnt_type[joint]
    rate = spatial.load6(d.cdof_dot, dof)
    if kind == JointType.BALL or (kind == JointType.FREE and dof >= m.jnt_dofadr[joint] + 3):
        rate = spatial.cross_motion(spatial.load6(d.cvel, m.dof_bodyid[dof]), spatial.load6(d.cdof, dof))
    return rate


@helper
def rotation_rate(m, d, i: int, bodies: tuple[int, int], turn_rate: Vec3) -> Vec3:
    """Return the part of weld i's rotation error that its second derivative has without acceleration.

    e' = conj(q2) w q1 / 2 with w = w1 - w2, so e'' = (conj(q2)' w q1 + conj(q2) w' q1 + conj(q2) w q1') / 2.
    """
    inverse2, wanted = weld_orientations(m, d, i, bodies)
    omega1 = spatial.angular(spatial.load6(d.cvel, bodies[0]))
    omega2 = spatial.angular(spatial.load6(d.cvel, bodies[1]))
    relative = vector3.sub(omega1, omega2)

    # world angular velocities stand left of what they turn: q' = w q / 2, conj(q)' = -conj(q) w / 2
    inverse2_rate = mul_quat_axis(inverse2, vector3.scale(omega2, -0.5))
    wanted_rate = conjugate_quat(mul_quat_axis(conjugate_quat(wanted), vector3.scale(omega1, -0.5)))
    first = mul_quat(mul_quat_axis(inverse2_rate, relative), wanted)
    second = mul_quat(mul_quat_axis(inverse2, turn_rate), wanted)
    third = mul_quat(mul_quat_axis(inverse2, relative), wanted_rate)
    scale = 0.5 * m.eq_data[i, 10]
    return (
        scale * (first[1] + second[1] + third[1]),
        scale * (first[2] + second[2] + third[2]),
        scale * (first[3] + second[3] + third[3]),
    )
