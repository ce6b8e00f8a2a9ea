"""Lengths and Jacobians of tendons."""

from corten.constants import MINVAL
from corten.enums import TendonType, WrapType
from corten.math import spatial, vector3
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.scalar import atan2
from corten.math.vector3 import load3, store3
from corten.runtime import Vec2, Vec3, helper, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import Room, scratch
from corten.stages.constraint.reference import point_rate
from corten.stages.inertia.mass_matrix import drive_armature
from corten.stages.tendon.wrap import Section, circle_point, flat, section_of, tangent_length, wrap_section
from corten.stages.tree import last_dof

SCRATCH = scratch(
    Field("wrap_p0", F8, ("nwrap", 3), "strings at geoms: where they come from, in the frame of the geom [m]"),
    Field("wrap_p1", F8, ("nwrap", 3), "strings at geoms: where they go to [m]"),
    Field("wrap_axis_x", F8, ("nwrap", 3), "strings at geoms: first axis of the plane of the string"),
    Field("wrap_axis_y", F8, ("nwrap", 3), "strings at geoms: second axis"),
    Field("wrap_angle_adr", I4, ("nwrap",), "strings at geoms: first of their angles"),
    Field("wrap_rise", F8, ("nwrap_angle",), "y of the point whose angle is wanted"),
    Field("wrap_run", F8, ("nwrap_angle",), "x of that point"),
    Field("wrap_angle", F8, ("nwrap_angle",), "its angle [rad]"),
)

# angles of a string at a geom, at most
MOST_ANGLES = 4

ROOMS = (Room("nwrap_angle", "room for angles of strings at geoms", first=lambda model: MOST_ANGLES * model.nwrap),)

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
    points, objects = d.wrap_xpos, d.wrap_obj

    for entry in range(m.nJten):
        value[entry] = 0.0
    for i in range(m.nwrap):
        objects[i, 0] = 0
        objects[i, 1] = 0
        for k in range(6):
            points[i, k] = 0.0
    measure_wraps(m, d)
    used = 0
    for i in range(m.ntendon):
        wrapadr[i] = used
        if m.tendon_type[i] == TendonType.FIXED:
            length[i] = fixed_tendon(m, d, i)
        else:
            length[i], used = spatial_tendon(m, d, i, used)
        wrapnum[i] = used - wrapadr[i]


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
        on_geom, w0, w1 = wrapped(m, d, start + 1)
        if on_geom >= 0.0:
            geom = m.wrap_objid[start + 1]
            body = m.geom_bodyid[geom]
            add_segment(m, d, i, scale, from_body, body, (p0, w0))
            add_segment(m, d, i, scale, body, to_body, (w1, p1))
            used = put_point(d, used, w0, geom)
            used = put_point(d, used, w1, geom)
            return vector3.norm(vector3.sub(w0, p0)) + on_geom + vector3.norm(vector3.sub(p1, w1)), used
    add_segment(m, d, i, scale, from_body, to_body, (p0, p1))
    return vector3.norm(vector3.sub(p1, p0)), used


@helper
def put_point(d, used: int, point: Vec3, mark: int) -> int:
    """Write a point of a path and what it lies on; two points stand in each row. Return the number of points."""
    row, half = used // 2, used % 2
    d.wrap_obj[row, half] = mark
    d.wrap_xpos[row, 3 * half] = point[0]
    d.wrap_xpos[row, 3 * half + 1] = point[1]
    d.wrap_xpos[row, 3 * half + 2] = point[2]
    return used + 1


# ---- strings at geoms: all angles that they depend on are found at once, several to an instruction


@helper
def measure_wraps(m, d) -> None:
    """Find the angles of all strings at geoms: one loop over them is packed, which one along paths could not be."""
    count = 0
    for j in range(m.nwrap):
        kind = m.wrap_type[j]
        if kind == WrapType.SPHERE or kind == WrapType.CYLINDER:
            d.wrap_angle_adr[j] = count
            count = list_angles(m, d, j, count)
    for i in range(count):
        d.wrap_angle[i] = atan2(d.wrap_rise[i], d.wrap_run[i])


@helper
def list_angles(m, d, j: int, first: int) -> int:
    """Keep the plane of the string at object j of a path, a geom between two sites; list its angles from `first` on.

    Return where those of the next begin. They are the two legs of the tangents, then the turn from end to end, or those
    from the one end to the side point and from there to the other end.
    """
    geom, radius = m.wrap_objid[j], m.geom_size[m.wrap_objid[j], 0]
    ends = load3(d.site_xpos, m.wrap_objid[j - 1]), load3(d.site_xpos, m.wrap_objid[j + 1])
    section = section_of(ends, load3(d.geom_xpos, geom), load9(d.geom_xmat, geom), m.wrap_type[j])
    store3(d.wrap_p0, j, section.p0)
    store3(d.wrap_p1, j, section.p1)
    store3(d.wrap_axis_x, j, section.x)
    store3(d.wrap_axis_y, j, section.y)

    flat0, flat1 = flat(section, section.p0), flat(section, section.p1)
    d.wrap_rise[first], d.wrap_run[first] = tangent_length(flat0, radius), radius
    d.wrap_rise[first + 1], d.wrap_run[first + 1] = tangent_length(flat1, radius), radius
    if m.wrap_prm[j] < 0.0:
        put_turn(d, first + 2, flat0, flat1)
        return first + 3
    side = circle_point(flat(section, side_point(m, d, j)), 0.0, radius)
    put_turn(d, first + 2, flat0, side)
    put_turn(d, first + 3, side, flat1)
    return first + 4


@helper
def put_turn(d, place: int, a: Vec2, b: Vec2) -> None:
    """List the angle from a to b, positive counter-clockwise."""
    d.wrap_rise[place] = a[0] * b[1] - a[1] * b[0]
    d.wrap_run[place] = a[0] * b[0] + a[1] * b[1]


@helper
def side_point(m, d, j: int) -> Vec3:
    """Return the point that the string at object j passes by or is held to the inside by, in the frame of the geom."""
    geom, site = m.wrap_objid[j], max(int(m.wrap_prm[j]), 0)
    return mul_matT_vec(load9(d.geom_xmat, geom), vector3.sub(load3(d.site_xpos, site), load3(d.geom_xpos, geom)))


@helper
def wrapped(m, d, j: int) -> tuple[float, Vec3, Vec3]:
    """Return (length on the geom at object j [m], first point, last point); length -1 where it is not touched."""
    geom, radius, first = m.wrap_objid[j], m.geom_size[m.wrap_objid[j], 0], d.wrap_angle_adr[j]
    turn, inside = d.wrap_angle[first + 2], False
    if m.wrap_prm[j] >= 0.0:
        turn += d.wrap_angle[first + 3]
        inside = vector3.norm(side_point(m, d, j)) < radius
    section = Section(load3(d.wrap_p0, j), load3(d.wrap_p1, j), load3(d.wrap_axis_x, j), load3(d.wrap_axis_y, j))
    angles = turn, d.wrap_angle[first], d.wrap_angle[first + 1]
    length, w0, w1 = wrap_section(section, angles, radius, m.wrap_type[j], inside)
    centre, axes = load3(d.geom_xpos, geom), load9(d.geom_xmat, geom)
    return length, vector3.add(mul_mat_vec(axes, w0), centre), vector3.add(mul_mat_vec(axes, w1), centre)


# ---- what the movement of bodies does to the length of a straight piece between two of them


@helper
def add_segment(m, d, row: int, scale: float, from_body: int, to_body: int, ends: tuple[Vec3, Vec3]) -> None:
    """Add the gradient of a piece's length, times a scale, to a row of the tendons' Jacobian."""
    if from_body != to_body:
        direction, _ = vector3.normalize(vector3.sub(ends[1], ends[0]))
        add_end(m, d, row, to_body, ends[1], vector3.scale(direction, scale))
        add_end(m, d, row, from_body, ends[0], vector3.scale(direction, -scale))


@helper
def add_end(m, d, row: int, body: int, point: Vec3, pull: Vec3) -> None:
    """Add pull . (velocity of a point of a body by each dof) to a row; the row holds all dofs above that body."""
    parentid, colind, value, cdof = m.dof_parentid, m.ten_J_colind, d.ten_J_value, d.cdof

    dof = last_dof(m, body)
    offset = vector3.sub(point, load3(d.subtree_com, m.body_rootid[body]))
    moment = vector3.cross(offset, pull)

    # both the dofs of the path and those of the row are met from the last to the first
    entry = m.ten_J_rowadr[row] + m.ten_J_rownnz[row] - 1
    while dof >= 0:
        while colind[entry] != dof:
            entry -= 1
        turn = (cdof[dof, 0], cdof[dof, 1], cdof[dof, 2])
        slide = (cdof[dof, 3], cdof[dof, 4], cdof[dof, 5])
        value[entry] += vector3.dot(turn, moment) + vector3.dot(slide, pull)
        dof = parentid[dof]


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
