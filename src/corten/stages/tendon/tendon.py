"""Lengths and Jacobians of tendons."""

from corten.constants import MINVAL
from corten.enums import TendonType, WrapType
from corten.math import spatial, vector3
from corten.math.matrix3 import load9
from corten.math.vector3 import load3
from corten.runtime import Vec3, helper, reduce_max, select, stage
from corten.stages.constraint.reference import point_rate
from corten.stages.inertia.mass_matrix import drive_armature
from corten.stages.tendon.wrap import wrap_geom
from corten.stages.tree import last_dof

# what stands in wrap_obj for a site, and for a pulley
SITE_MARK = -1
PULLEY_MARK = -2


@stage
def tendon(m, d) -> None:
    """Compute the length of every tendon, its gradient by the dofs, and the points that its path goes through.

    A fixed tendon is a weighted sum of joint coordinates. A spatial one is the shortest string over its sites, around
    or through spheres and cylinders; behind a pulley lengths are divided by its divisor.
    """
    length, value, wrapadr, wrapnum = d.ten_length, d.ten_J_value, d.ten_wrapadr, d.ten_wrapnum

    for entry in range(m.nJten):
        value[entry] = 0.0
    used = 0
    for i in range(m.ntendon):
        wrapadr[i] = used
        if m.tendon_type[i] == TendonType.FIXED:
            length[i] = fixed_tendon(m, d, i)
        else:
            length[i], used = spatial_tendon(m, d, i, used)
        wrapnum[i] = used - wrapadr[i]
    clear_points(m, d, used)


@helper
def clear_points(m, d, used: int) -> None:
    """Clear the points that no path goes through, behind those that are used."""
    points, objects = d.wrap_xpos, d.wrap_obj

    # environments that share instructions have different numbers of points
    for row in range(-reduce_max(-used) // 2, m.nwrap):
        for half in range(2):
            free = 2 * row + half >= used
            objects[row, half] = select(free, 0, objects[row, half])
            for k in range(3):
                points[row, 3 * half + k] = select(free, 0.0, points[row, 3 * half + k])


@helper
def fixed_tendon(m, d, i: int) -> float:
    """Return the length of a fixed tendon, and write its row of the Jacobian."""
    prm, objid, colind = m.wrap_prm, m.wrap_objid, m.ten_J_colind

    total = 0.0
    for j in range(m.tendon_adr[i], m.tendon_adr[i] + m.tendon_num[i]):
        jnt = objid[j]
        total += prm[j] * d.qpos[m.jnt_qposadr[jnt]]
        for entry in range(m.ten_J_rowadr[i], m.ten_J_rowadr[i] + m.ten_J_rownnz[i]):
            if colind[entry] == m.jnt_dofadr[jnt]:
                d.ten_J_value[entry] = prm[j]
    return total


@helper
def spatial_tendon(m, d, i: int, used: int) -> tuple[float, int]:
    """Return the length of a spatial tendon and the number of path points used so far; add to the Jacobian."""
    kinds, objid, prm = m.wrap_type, m.wrap_objid, m.wrap_prm

    total, divisor = 0.0, 1.0
    first, last = m.tendon_adr[i], m.tendon_adr[i] + m.tendon_num[i] - 1
    j = first
    while j < last:
        if kinds[j] == WrapType.PULLEY:
            divisor = prm[j]
            used = put_point(d, used, (0.0, 0.0, 0.0), PULLEY_MARK)
            j += 1
        elif kinds[j + 1] == WrapType.PULLEY:
            j += 1
        else:
            # from site to site, with a geom between them or not
            over = kinds[j + 1] != WrapType.SITE
            end = j + 2 if over else j + 1
            piece, used = path_piece(m, d, i, j, end, 1.0 / divisor, used)
            total += piece / divisor
            j = end

            # the last site before a pulley or the end has no piece that starts at it
            if j == last or kinds[min(j + 1, last)] == WrapType.PULLEY:
                used = put_point(d, used, load3(d.site_xpos, objid[j]), SITE_MARK)
    return total, used


@helper
def path_piece(m, d, i: int, start: int, end: int, scale: float, used: int) -> tuple[float, int]:
    """Return the length from the site at `start` to that at `end` of a path and the number of path points used."""
    from_site, to_site = m.wrap_objid[start], m.wrap_objid[end]
    from_body, to_body = m.site_bodyid[from_site], m.site_bodyid[to_site]
    p0, p1 = load3(d.site_xpos, from_site), load3(d.site_xpos, to_site)
    used = put_point(d, used, p0, SITE_MARK)
    if end == start + 2:
        geom = m.wrap_objid[start + 1]
        side = int(m.wrap_prm[start + 1])
        has_side = side >= 0
        side = max(side, 0)
        on_geom, w0, w1 = wrap_geom(
            (p0, p1),
            load3(d.geom_xpos, geom),
            load9(d.geom_xmat, geom),
            m.geom_size[geom, 0],
            m.wrap_type[start + 1],
            load3(d.site_xpos, side if has_side else from_site),
            has_side,
        )
        if on_geom >= 0.0:
            body = m.geom_bodyid[geom]
            before = add_segment(m, d, i, scale, from_body, body, (p0, w0))
            after = add_segment(m, d, i, scale, body, to_body, (w1, p1))
            used = put_point(d, used, w0, geom)
            used = put_point(d, used, w1, geom)
            return before + on_geom + after, used
    return add_segment(m, d, i, scale, from_body, to_body, (p0, p1)), used


@helper
def put_point(d, used: int, point: Vec3, mark: int) -> int:
    """Write a point of a path and what it lies on; two points stand in each row. Return the number of points."""
    row, half = used // 2, used % 2
    d.wrap_obj[row, half] = mark
    d.wrap_xpos[row, 3 * half] = point[0]
    d.wrap_xpos[row, 3 * half + 1] = point[1]
    d.wrap_xpos[row, 3 * half + 2] = point[2]
    return used + 1


# ---- what the movement of bodies does to the length of a straight piece between two of them


@helper
def add_segment(m, d, row: int, scale: float, from_body: int, to_body: int, ends: tuple[Vec3, Vec3]) -> float:
    """Return the length of a piece, and add its gradient, times a scale, to a row of the tendons' Jacobian.

    Dofs that move both ends leave the length as it is, so only those between the two bodies are looked at. A dof adds
    pull . (velocity of the end that it moves); the row holds all dofs above either body.
    """
    direction, length = vector3.normalize(vector3.sub(ends[1], ends[0]))
    a, b = last_dof(m, from_body), last_dof(m, to_body)
    if a != b:
        parentid, colind, value = m.dof_parentid, m.ten_J_colind, d.ten_J_value
        pull = vector3.scale(direction, scale)
        from_moment = moment_about_com(m, d, from_body, ends[0], pull)
        to_moment = moment_about_com(m, d, to_body, ends[1], pull)

        # the dofs of both paths and those of the row are met from the last to the first
        entry = m.ten_J_rowadr[row] + m.ten_J_rownnz[row] - 1
        while a != b:
            dof = max(a, b)
            while colind[entry] != dof:
                entry -= 1
            if b > a:
                value[entry] += work_of_dof(d, dof, to_moment, pull)
                b = parentid[dof]
            else:
                value[entry] -= work_of_dof(d, dof, from_moment, pull)
                a = parentid[dof]
    return length


@helper
def moment_about_com(m, d, body: int, point: Vec3, pull: Vec3) -> Vec3:
    """Return the moment of a pull at a point of a body about the centre of mass of its tree."""
    return vector3.cross(vector3.sub(point, load3(d.subtree_com, m.body_rootid[body])), pull)


@helper
def work_of_dof(d, dof: int, moment: Vec3, pull: Vec3) -> float:
    """Return what a moment and a pull do along the motion of a dof."""
    cdof = d.cdof
    turn = (cdof[dof, 0], cdof[dof, 1], cdof[dof, 2])
    slide = (cdof[dof, 3], cdof[dof, 4], cdof[dof, 5])
    return vector3.dot(turn, moment) + vector3.dot(slide, pull)


# ---------------------------------------------------------------- velocities of tendons


@stage
def tendon_velocity(m, d) -> None:
    """Compute the velocity of every tendon: its row of the Jacobian times qvel."""
    rownnz, rowadr, colind, value = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value
    qvel, velocity = d.qvel, d.ten_velocity

    for i in range(m.ntendon):
        total = 0.0
        for entry in range(rowadr[i], rowadr[i] + rownnz[i]):
            total += value[entry] * qvel[colind[entry]]
        velocity[i] = total


# ---- the force that tendons with armature need while they move at a constant speed of the dofs


@stage
def tendon_bias(m, d) -> None:
    """Add J' a (dJ/dt) qvel to the bias force for every tendon with armature a; J of fixed tendons is constant."""
    rownnz, rowadr, colind, value, bias = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value, d.qfrc_bias

    for i in range(m.ntendon):
        if m.tendon_type[i] == TendonType.SPATIAL:
            armature = m.tendon_armature[i] + drive_armature(m, i)
            if armature != 0.0:
                force = armature * jacobian_rate(m, d, i)
                for entry in range(rowadr[i], rowadr[i] + rownnz[i]):
                    bias[colind[entry]] += force * value[entry]


@helper
def jacobian_rate(m, d, i: int) -> float:
    """Return (dJ/dt) qvel of a tendon through sites: the acceleration of its length without that of the dofs."""
    kinds, objid = m.wrap_type, m.wrap_objid

    total, divisor = 0.0, 1.0
    first = m.tendon_adr[i]
    for j in range(first, first + m.tendon_num[i] - 1):
        if kinds[j] == WrapType.PULLEY:
            divisor = m.wrap_prm[j]
        if kinds[j] == WrapType.SITE and kinds[j + 1] == WrapType.SITE:
            total += piece_rate(m, d, objid[j], objid[j + 1]) / divisor
    return total


@helper
def piece_rate(m, d, from_site: int, to_site: int) -> float:
    """Return the same for a straight piece between two sites.

    With e its direction, l its length and u the relative velocity of its ends: e . (relative acceleration) + the
    square of the part of u across e, divided by l.
    """
    from_body, to_body = m.site_bodyid[from_site], m.site_bodyid[to_site]
    if from_body == to_body:
        return 0.0
    p0, p1 = load3(d.site_xpos, from_site), load3(d.site_xpos, to_site)
    direction, length = vector3.normalize(vector3.sub(p1, p0))
    acceleration = vector3.sub(
        spatial.linear(point_rate(m, d, to_body, p1)), spatial.linear(point_rate(m, d, from_body, p0))
    )
    velocity = vector3.sub(point_velocity(m, d, to_body, p1), point_velocity(m, d, from_body, p0))
    across = vector3.add_scaled(velocity, direction, -vector3.dot(direction, velocity))
    inverse = 1.0 / length if length > MINVAL else 0.0
    return vector3.dot(direction, acceleration) + vector3.dot(across, across) * inverse


@helper
def point_velocity(m, d, body: int, point: Vec3) -> Vec3:
    """Return the velocity of a point of a body [m/s]."""
    offset = vector3.sub(point, load3(d.subtree_com, m.body_rootid[body]))
    return spatial.linear(spatial.shift_motion(spatial.load6(d.cvel, body), offset))
