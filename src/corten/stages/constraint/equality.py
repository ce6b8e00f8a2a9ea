"""Equality constraints that are on, in the order of the model."""

from corten.enums import ConstraintType, EqualityType, ObjectType
from corten.math import matrix3, vector3
from corten.math.quaternion import conjugate_quat, load4, mul_quat, mul_quat_axis
from corten.runtime import Vec2, Vec3, Vec4, helper, stage
from corten.stages.constraint.row import add_rows, drop_empty_rows, fill_difference, set_row
from corten.stages.tree import count_chain


@stage
def equality_rows(m, d) -> None:
    """Add the rows of all equality constraints that are on."""
    for i in range(m.neq):
        if d.eq_active[i] != 0:
            add_equality(m, d, i)
    d.ne = d.nefc


@helper
def add_equality(m, d, i: int) -> None:
    """Add the rows of an equality between bodies, sites, joints or tendons; those of flexes are in `flex_rows`."""
    kind = m.eq_type[i]

    if kind == EqualityType.CONNECT:
        add_connect(m, d, i)
    elif kind == EqualityType.WELD:
        add_weld(m, d, i)
    elif kind == EqualityType.JOINT:
        add_joint_coupling(m, d, i)
    elif kind == EqualityType.TENDON:
        add_tendon_coupling(m, d, i)


# ---- connect: a point of one body and a point of another stay together, as a ball joint would hold them


@helper
def add_connect(m, d, i: int) -> None:
    """Add three rows for equality i: point 1 less point 2."""
    bodies = equality_bodies(m, i)
    nnz = count_chain(m, bodies[0], bodies[1], True)
    row, entry = add_rows(d, 3, nnz)
    if row >= 0:
        points = equality_points(m, d, i)
        error = vector3.sub(points[0], points[1])
        fill_difference(m, d, (entry, nnz), bodies, points, 3)
        set_three_rows(d, row, i, (entry, nnz), error)
        drop_empty_rows(m, d, row, 3)


@helper
def set_three_rows(d, row: int, i: int, entries: tuple[int, int], error: Vec3) -> None:
    """Describe three rows of equality i, whose positions are the components of an error."""
    owner = (ConstraintType.EQUALITY, i)
    set_row(d, row, owner, entries, (error[0], 0.0, 0.0))
    set_row(d, row + 1, owner, (entries[0] + entries[1], entries[1]), (error[1], 0.0, 0.0))
    set_row(d, row + 2, owner, (entries[0] + 2 * entries[1], entries[1]), (error[2], 0.0, 0.0))


# ---- weld: two bodies, or two sites, keep their relative position and orientation
# The rotation error is the vector part of e = conj(q2) q1 relpose, times torquescale; its rate for a relative angular
# velocity w is that of conj(q2) w q1 relpose / 2


@helper
def add_weld(m, d, i: int) -> None:
    """Add six rows for equality i: difference of the points, then error of the orientation."""
    bodies = equality_bodies(m, i)
    nnz = count_chain(m, bodies[0], bodies[1], True)
    row, entry = add_rows(d, 6, nnz)
    if row >= 0:
        points = equality_points(m, d, i)
        inverse2, wanted = weld_orientations(m, d, i, bodies)
        torquescale = m.eq_data[i, 10]
        error = mul_quat(inverse2, wanted)
        fill_difference(m, d, (entry, nnz), bodies, points, 6)
        turn_rotation(d, (entry + 3 * nnz, nnz), inverse2, wanted, torquescale)
        set_three_rows(d, row, i, (entry, nnz), vector3.sub(points[0], points[1]))
        angle = vector3.scale((error[1], error[2], error[3]), torquescale)
        set_three_rows(d, row + 3, i, (entry + 3 * nnz, nnz), angle)
        drop_empty_rows(m, d, row, 6)


@helper
def turn_rotation(d, entries: tuple[int, int], inverse2: Vec4, wanted: Vec4, torquescale: float) -> None:
    """Turn three rows of relative angular velocity into rows of the rate of the rotation error."""
    values, nnz = d.efc_J_values, entries[1]
    for k in range(nnz):
        x = entries[0] + k
        turn = (values[x], values[x + nnz], values[x + 2 * nnz])
        rate = mul_quat(mul_quat_axis(inverse2, turn), wanted)
        values[x] = 0.5 * rate[1] * torquescale
        values[x + nnz] = 0.5 * rate[2] * torquescale
        values[x + 2 * nnz] = 0.5 * rate[3] * torquescale


# ---- where connect and weld constraints hold: bodies, points and orientations of both sides


@helper
def equality_bodies(m, i: int) -> tuple[int, int]:
    """Return both bodies of equality i; sites stand for their bodies."""
    body1 = m.eq_obj1id[i]
    body2 = m.eq_obj2id[i]
    if m.eq_objtype[i] == ObjectType.SITE:
        body1 = m.site_bodyid[body1]
        body2 = m.site_bodyid[body2]
    return body1, body2


@helper
def equality_points(m, d, i: int) -> tuple[Vec3, Vec3]:
    """Return both points [m] of equality i, which it draws together.

    Bodies keep two anchors in eq_data: a connect that of body 1 first, a weld that of body 2.
    """
    object1 = m.eq_obj1id[i]
    object2 = m.eq_obj2id[i]
    point1 = (0.0, 0.0, 0.0)
    point2 = (0.0, 0.0, 0.0)
    if m.eq_objtype[i] == ObjectType.SITE:
        point1 = vector3.load3(d.site_xpos, object1)
        point2 = vector3.load3(d.site_xpos, object2)
    else:
        first = 0 if m.eq_type[i] == EqualityType.CONNECT else 3
        point1 = place_anchor(d, object1, load_anchor(m, i, first))
        point2 = place_anchor(d, object2, load_anchor(m, i, 3 - first))
    return point1, point2


@helper
def load_anchor(m, i: int, first: int) -> Vec3:
    """Return three numbers of eq_data of equality i."""
    data = m.eq_data
    return data[i, first], data[i, first + 1], data[i, first + 2]


@helper
def place_anchor(d, body: int, anchor: Vec3) -> Vec3:
    """Return the world position of a point of a body."""
    return vector3.add(matrix3.mul_mat_vec(matrix3.load9(d.xmat, body), anchor), vector3.load3(d.xpos, body))


@helper
def weld_orientations(m, d, i: int, bodies: tuple[int, int]) -> tuple[Vec4, Vec4]:
    """Return (inverse orientation of side 2, orientation that side 1 wants side 2 to have) of weld i."""
    quat1 = load4(d.xquat, bodies[0])
    quat2 = load4(d.xquat, bodies[1])
    if m.eq_objtype[i] == ObjectType.SITE:
        quat1 = mul_quat(quat1, load4(m.site_quat, m.eq_obj1id[i]))
        quat2 = mul_quat(quat2, load4(m.site_quat, m.eq_obj2id[i]))
    else:
        data = m.eq_data
        quat1 = mul_quat(quat1, (data[i, 6], data[i, 7], data[i, 8], data[i, 9]))
    return conjugate_quat(quat2), quat1


# ---- couplings: the position of one joint or tendon is a polynomial of that of another, or a constant
# With positions y and x measured from their references, the error is y - (a0 + a1 x + a2 x^2 + a3 x^3 + a4 x^4)


@helper
def add_joint_coupling(m, d, i: int) -> None:
    """Add a row for equality i between two joints, or for one joint that is held."""
    joint = m.eq_obj1id[i]
    other = m.eq_obj2id[i]
    dof = m.jnt_dofadr[joint]
    x = 0.0
    if other >= 0:
        x = joint_position(m, d, other)
    error = joint_position(m, d, joint) - polynomial(m, i, x)
    row, entry = add_rows(d, 1, 1 if other < 0 else 2)
    if row >= 0:
        nnz = 1
        first = entry
        if other >= 0:
            # ascending columns: the joint with the smaller dof comes first
            partner = m.jnt_dofadr[other]
            second = entry + 1 if partner > dof else entry
            first = entry if partner > dof else entry + 1
            d.efc_J_colind[second] = partner
            d.efc_J_values[second] = -polynomial_derivative(m, i, x)
            nnz = 2
        d.efc_J_colind[first] = dof
        d.efc_J_values[first] = 1.0
        set_row(d, row, (ConstraintType.EQUALITY, i), (entry, nnz), (error, 0.0, 0.0))


@helper
def joint_position(m, d, joint: int) -> float:
    """Return the position of a joint, measured from where it was in qpos0."""
    address = m.jnt_qposadr[joint]
    return d.qpos[address] - m.qpos0[address]


@helper
def polynomial(m, i: int, x: float) -> float:
    """Return the polynomial of equality i at x."""
    a = m.eq_data
    return a[i, 0] + (a[i, 1] * x + a[i, 2] * x * x + a[i, 3] * x * x * x + a[i, 4] * x * x * x * x)


@helper
def polynomial_derivative(m, i: int, x: float) -> float:
    """Return the slope of the polynomial of equality i at x."""
    a = m.eq_data
    return a[i, 1] + 2.0 * a[i, 2] * x + 3.0 * a[i, 3] * x * x + 4.0 * a[i, 4] * x * x * x


@helper
def add_tendon_coupling(m, d, i: int) -> None:
    """Add a row for equality i between two tendons, or for one tendon whose length is held."""
    tendon = m.eq_obj1id[i]
    other = m.eq_obj2id[i]
    n2 = 0
    x = 0.0
    if other >= 0:
        n2 = m.ten_J_rownnz[other]
        x = d.ten_length[other] - m.tendon_length0[other]
    error = d.ten_length[tendon] - m.tendon_length0[tendon] - polynomial(m, i, x)

    # room for all entries of both; what falls together is given back
    most = m.ten_J_rownnz[tendon] + n2
    row, entry = add_rows(d, 1, most)
    if row >= 0:
        nnz = merge_tendons(m, d, entry, (tendon, other), (1.0, -polynomial_derivative(m, i, x)))
        d.nJ = entry + nnz
        set_row(d, row, (ConstraintType.EQUALITY, i), (entry, nnz), (error, 0.0, 0.0))
        drop_empty_rows(m, d, row, 1)


@helper
def merge_tendons(m, d, entry: int, tendons: tuple[int, int], factors: Vec2) -> int:
    """Write the weighted sum of two rows of the tendon Jacobian (the second may be -1); return how many entries."""
    colind, values = m.ten_J_colind, d.ten_J_value
    a = m.ten_J_rowadr[tendons[0]]
    a_end = a + m.ten_J_rownnz[tendons[0]]
    b = 0
    b_end = 0
    if tendons[1] >= 0:
        b = m.ten_J_rowadr[tendons[1]]
        b_end = b + m.ten_J_rownnz[tendons[1]]
    n = 0
    while a < a_end or b < b_end:
        dof_a = m.nv
        dof_b = m.nv
        if a < a_end:
            dof_a = colind[a]
        if b < b_end:
            dof_b = colind[b]
        dof = min(dof_a, dof_b)
        total = 0.0
        if dof_a == dof:
            total += factors[0] * values[a]
            a += 1
        if dof_b == dof:
            total += factors[1] * values[b]
            b += 1
        d.efc_J_colind[entry + n] = dof
        d.efc_J_values[entry + n] = total
        n += 1
    return n
