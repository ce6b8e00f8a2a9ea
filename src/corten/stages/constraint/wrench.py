"""Forces of contacts, connects and welds on the bodies that they touch or hold, once the rows are solved."""

from corten.enums import ConstraintType, EqualityType
from corten.math import matrix3, spatial, vector3
from corten.math.quaternion import conjugate_quat, mul_quat, mul_quat_axis
from corten.math.spatial import load6, store6
from corten.runtime import Vec3, Vec6, helper, stage
from corten.stages.constraint.equality import equality_bodies, equality_points, weld_orientations
from corten.stages.tree import wrench_at


@stage
def contact_wrenches(m, d) -> None:
    """Add the forces of all contacts to cfrc_ext of both bodies."""
    for c in range(d.ncon):
        # those of flexes do not count
        if d.contact_efc_address[c] >= 0 and d.contact_geom[c, 1] >= 0:
            normal_first = contact_wrench(d, c)
            frame = matrix3.load9(d.contact_frame, c)
            force = matrix3.mul_matT_vec(frame, (normal_first[0], normal_first[1], normal_first[2]))
            torque = matrix3.mul_matT_vec(frame, (normal_first[3], normal_first[4], normal_first[5]))
            point = vector3.load3(d.contact_pos, c)
            add_wrench(m, d, m.geom_bodyid[d.contact_geom[c, 0]], torque, force, point, -1.0)
            add_wrench(m, d, m.geom_bodyid[d.contact_geom[c, 1]], torque, force, point, 1.0)


@helper
def contact_wrench(d, c: int) -> Vec6:
    """Return force and torque of contact c in its frame: normal, two tangents, spin, two rolls."""
    force, row, dim = d.efc_force, d.contact_efc_address[c], d.contact_dim[c]
    normal = force[row]
    tangent1 = 0.0
    tangent2 = 0.0
    spin = 0.0
    roll1 = 0.0
    roll2 = 0.0
    if d.efc_type[row] == ConstraintType.CONTACT_PYRAMIDAL:
        for j in range(row + 1, row + 2 * (dim - 1)):
            normal += force[j]
        tangent1 = edge_force(d, c, row, 0)
        tangent2 = edge_force(d, c, row, 1)
        if dim > 3:
            spin = edge_force(d, c, row, 2)
        if dim > 4:
            roll1 = edge_force(d, c, row, 3)
            roll2 = edge_force(d, c, row, 4)
    elif dim > 1:
        tangent1 = force[row + 1]
        tangent2 = force[row + 2]
        if dim > 3:
            spin = force[row + 3]
        if dim > 4:
            roll1 = force[row + 4]
            roll2 = force[row + 5]
    return normal - d.contact_adhesion[c], tangent1, tangent2, spin, roll1, roll2


@helper
def edge_force(d, c: int, row: int, j: int) -> float:
    """Return what both edges of a pyramid give together along friction direction j."""
    return (d.efc_force[row + 2 * j] - d.efc_force[row + 2 * j + 1]) * d.contact_friction[c, j]


@helper
def add_wrench(m, d, body: int, torque: Vec3, force: Vec3, point: Vec3, sign: float) -> None:
    """Add a signed wrench at a point to cfrc_ext of a body; nobody asks for that of the world."""
    if body > 0:
        com = vector3.load3(d.subtree_com, m.body_rootid[body])
        wrench = wrench_at(torque, force, point, com)
        store6(d.cfrc_ext, body, spatial.add_scaled6(load6(d.cfrc_ext, body), wrench, sign))


@stage
def equality_wrenches(m, d) -> None:
    """Add the forces of connects and welds to cfrc_ext of both bodies."""
    kind = m.eq_type

    row = 0
    while row < d.ne:
        i = d.efc_id[row]
        if kind[i] == EqualityType.CONNECT or kind[i] == EqualityType.WELD:
            bodies = equality_bodies(m, i)
            points = equality_points(m, d, i)
            force = vector3.load3_flat(d.efc_force, row)
            torque = (0.0, 0.0, 0.0)
            row += 3
            if kind[i] == EqualityType.WELD:
                torque = weld_torque(m, d, i, bodies, vector3.load3_flat(d.efc_force, row))
                row += 3
            add_wrench(m, d, bodies[0], torque, force, points[0], 1.0)
            add_wrench(m, d, bodies[1], torque, force, points[1], -1.0)
        else:
            row += 1


@helper
def weld_torque(m, d, i: int, bodies: tuple[int, int], force: Vec3) -> Vec3:
    """Return the world torque of the forces on the rotation error of weld i.

    The error moves with conj(q2) w q1 / 2 for an angular velocity w, so a force f on it turns with q2 f conj(q1) / 2.
    """
    inverse2, wanted = weld_orientations(m, d, i, bodies)
    turned = mul_quat(mul_quat_axis(conjugate_quat(inverse2), force), conjugate_quat(wanted))
    return vector3.scale((turned[1], turned[2], turned[3]), 0.5 * m.eq_data[i, 10])
