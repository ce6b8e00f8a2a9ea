"""Actuators that act between two bodies: sites, slider-cranks, orientations and adhesion."""

from corten.enums import ConeType
from corten.math import spatial, vector3
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.quaternion import load4, load4_flat, normalize_quat, quat_sub, quat_to_velocity
from corten.math.vector3 import load3, store3_flat
from corten.runtime import FloatArray, Vec3, helper, sqrt
from corten.stages.tree import count_chain, last_dof

# ---- actuators that push and turn a site, against the world or against another site


@helper
def site_transmission(m, d, k: int, first: int) -> int:
    """Write length and moment arms, from entry `first` on, of actuator k on a site; return how many.

    The gear is a force and a torque: in the frame of the site, or, with a reference site, in that one's. Only then
    there is a length: gear . (position and rotation vector relative to the reference).
    """
    gear, bodyid = m.actuator_gear, m.site_bodyid

    out, site, ref = m.actuator_outadr[k], m.actuator_trnid[k, 0], m.actuator_trnid[k, 1]
    push = (gear[out, 0], gear[out, 1], gear[out, 2])
    twist = (gear[out, 3], gear[out, 4], gear[out, 5])
    none = (0.0, 0.0, 0.0)
    at = load3(d.site_xpos, site)
    if ref < 0:
        d.actuator_length[out] = 0.0
        axes = load9(d.site_xmat, site)
        force, torque = mul_mat_vec(axes, push), mul_mat_vec(axes, twist)
        return write_moment_row(m, d, first, (bodyid[site], 0), (at, none), (force, none), (torque, none), False)

    axes, origin = load9(d.site_xmat, ref), load3(d.site_xpos, ref)
    turned = quat_sub(load4(d.site_xquat, site), load4(d.site_xquat, ref))
    d.actuator_length[out] = vector3.dot(mul_matT_vec(axes, vector3.sub(at, origin)), push) + vector3.dot(turned, twist)
    force, torque = mul_mat_vec(axes, push), mul_mat_vec(axes, twist)
    forces = (force, vector3.scale(force, -1.0))
    torques = (torque, vector3.scale(torque, -1.0))
    return write_moment_row(m, d, first, (bodyid[site], bodyid[ref]), (at, origin), forces, torques, False)


# ---- rows of the moment matrix of forces that act on two bodies


@helper
def write_moment_row(
    m,
    d,
    first: int,
    bodies: tuple[int, int],
    points: tuple[Vec3, Vec3],
    forces: tuple[Vec3, Vec3],
    torques: tuple[Vec3, Vec3],
    common: bool,
) -> int:
    """Write the generalized force of a wrench on each of two bodies, from entry `first` on; return its length.

    Points, forces and torques are in the world. Dofs that move both bodies are left out unless `common` is true.
    """
    moment, colind = d.moment, d.moment_colind
    offset0 = vector3.sub(points[0], load3(d.subtree_com, m.body_rootid[bodies[0]]))
    offset1 = vector3.sub(points[1], load3(d.subtree_com, m.body_rootid[bodies[1]]))
    turning0 = vector3.add(vector3.cross(offset0, forces[0]), torques[0])
    turning1 = vector3.add(vector3.cross(offset1, forces[1]), torques[1])

    # the dofs above both bodies are met from the last to the first
    count = count_chain(m, bodies[0], bodies[1], common)
    i, j = last_dof(m, bodies[0]), last_dof(m, bodies[1])
    for entry in range(first + count - 1, first - 1, -1):
        at = max(i, j)
        total = 0.0
        if i == at:
            total += dof_force(d.cdof, at, forces[0], turning0)
        if j == at:
            total += dof_force(d.cdof, at, forces[1], turning1)
        i = m.dof_parentid[at] if i == at else i
        j = m.dof_parentid[at] if j == at else j
        moment[entry] = total
        colind[entry] = at
    return count


@helper
def dof_force(cdof: FloatArray, dof: int, force: Vec3, turning: Vec3) -> float:
    """Return what a force, and a torque about the tree's centre of mass, do along a dof."""
    turn = (cdof[dof, 0], cdof[dof, 1], cdof[dof, 2])
    slide = (cdof[dof, 3], cdof[dof, 4], cdof[dof, 5])
    return vector3.dot(turn, turning) + vector3.dot(slide, force)


# ---- actuators that drive a crank through a rod from a slider


@helper
def slider_crank(m, d, k: int, first: int) -> int:
    """Write length and moment arms, from entry `first` on, of actuator k; return how many.

    With v the crank's pin seen from the slider site, a the slider's axis (z of its site) and r the rod, the slider is
    at s = a.v - sqrt((a.v)^2 + r^2 - v.v). A rod that is too short counts as if it stood across the axis.
    """
    out, crank, slider = m.actuator_outadr[k], m.actuator_trnid[k, 0], m.actuator_trnid[k, 1]
    gear, rod, matrix = m.actuator_gear[out, 0], m.actuator_cranklength[k], d.site_xmat
    axis = (matrix[slider, 2], matrix[slider, 5], matrix[slider, 8])
    pin, origin = load3(d.site_xpos, crank), load3(d.site_xpos, slider)
    v = vector3.sub(pin, origin)

    along = vector3.dot(v, axis)
    square = along * along + rod * rod - vector3.dot(v, v)
    reaches = square > 0.0
    root = sqrt(square if reaches else 1.0)
    d.actuator_length[out] = gear * (along - root if reaches else along)

    # derivatives by v and by the axis
    share = 1.0 - along / root if reaches else 1.0
    by_v = vector3.scale(axis, share)
    if reaches:
        by_v = vector3.add_scaled(by_v, v, 1.0 / root)
    by_axis = vector3.scale(v, share)

    force = vector3.scale(by_v, gear)
    torque = vector3.scale(vector3.cross(axis, by_axis), gear)
    none = (0.0, 0.0, 0.0)
    return write_moment_row(
        m,
        d,
        first,
        (m.site_bodyid[crank], m.site_bodyid[slider]),
        (pin, origin),
        (force, vector3.scale(force, -1.0)),
        (none, torque),
        True,
    )


# ---- actuators that turn a ball joint, or a site against another: three torques


@helper
def orientation_transmission(m, d, k: int, first: int) -> int:
    """Write the lengths and the three rows of moment arms, from entry `first` on, of actuator k; return how many.

    The lengths are the rotation vector of the joint, or of the site relative to the reference [rad]. The torques act
    along the axes of the joint's body, or of the site.
    """
    target, ref, out = m.actuator_trnid[k, 0], m.actuator_trnid[k, 1], m.actuator_outadr[k]
    rownnz, rowadr = d.moment_rownnz, d.moment_rowadr

    if ref < 0:
        quat, _ = normalize_quat(load4_flat(d.qpos, m.jnt_qposadr[target]))
        store3_flat(d.actuator_length, out, quat_to_velocity(quat, 1.0))
        for i in range(3):
            d.moment[first + i] = 1.0
            d.moment_colind[first + i] = m.jnt_dofadr[target] + i
            rownnz[out + i] = 1
            rowadr[out + i] = first + i
        return 3

    store3_flat(d.actuator_length, out, quat_sub(load4(d.site_xquat, target), load4(d.site_xquat, ref)))
    bodies = (m.site_bodyid[target], m.site_bodyid[ref])
    points = (load3(d.site_xpos, target), load3(d.site_xpos, ref))
    none = (0.0, 0.0, 0.0)
    total = 0
    for i in range(3):
        x, y, z = d.site_xmat[target, i], d.site_xmat[target, i + 3], d.site_xmat[target, i + 6]
        torques = ((x, y, z), (-x, -y, -z))
        count = write_moment_row(m, d, first + total, bodies, points, (none, none), torques, False)
        rownnz[out + i] = count
        rowadr[out + i] = first + total
        total += count
    return total


# ---- actuators that pull a body towards whatever it touches


@helper
def adhesion(m, d, k: int, first: int) -> int:
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
def add_contact_rows(m, d, c: int) -> None:
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
def add_normal(m, d, c: int, body: int, sign: float) -> None:
    """Add what moves the point of a contact along its normal, with a body and times a sign, to dof_vector."""
    frame, cdof = d.contact_frame, d.cdof
    normal = (frame[c, 0], frame[c, 1], frame[c, 2])
    offset = vector3.sub(load3(d.contact_pos, c), load3(d.subtree_com, m.body_rootid[body]))

    dof = last_dof(m, body)
    while dof >= 0:
        motion = spatial.shift_motion(spatial.load6(cdof, dof), offset)
        d.dof_vector[dof] += sign * vector3.dot(normal, spatial.linear(motion))
        dof = m.dof_parentid[dof]
