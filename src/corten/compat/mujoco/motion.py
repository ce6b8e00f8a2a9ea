"""What a model and a data say of points, axes, sites, masses and constraints, as kernels that write where one asks."""

from typing import Any

import numpy as np

from corten.compat.mujoco.arguments import expect
from corten.compat.mujoco.compiled import compiled
from corten.enums import ConeType, GeomType, JacobianType, JointType, SameFrame, SolverType
from corten.math import vector3
from corten.math.matrix3 import load9, mul_mat_mat, mul_mat_vec, mul_matT_vec, store9_flat
from corten.math.quaternion import load4, load4_flat, normalize_quat, quat_to_mat, store4_flat
from corten.math.vector3 import load3, load3_flat, store3_flat
from corten.runtime import FloatArray, Vec3, helper, sqrt, stage
from corten.runtime.entry_table import Kinds
from corten.stages.constraint.row import mul_jacobian, mul_jacobian_transposed
from corten.stages.tree import last_dof

# dofs from which MuJoCo stores the Jacobian of constraints sparse unless it is told
MANY_DOFS = 60


# ---------------------------------------------------------------- of a model alone


@compiled(result=Kinds.FLOAT)
@stage
def mj_getTotalmass(m, d) -> None:
    """Return the sum of all masses [kg]."""
    mass, total = m.body_mass, 0.0
    for body in range(m.nbody):
        total += mass[body]
    d.result = total


@compiled(result=Kinds.INT)
@stage
def mj_isPyramidal(m, d) -> None:
    """Tell whether friction cones are pyramids."""
    d.result = 1 if m.opt_cone == ConeType.PYRAMIDAL else 0


@compiled(result=Kinds.INT)
@stage
def mj_isSparse(m, d) -> None:
    """Tell whether MuJoCo would store the constraint Jacobian sparse."""
    by_itself = m.opt_jacobian == JacobianType.AUTO and m.nv >= MANY_DOFS
    d.result = 1 if m.opt_jacobian == JacobianType.SPARSE or by_itself else 0


@compiled(result=Kinds.INT)
@stage
def mj_isDual(m, d) -> None:
    """Tell whether the solver is a dual one."""
    d.result = 1 if m.opt_solver == SolverType.PGS or m.opt_noslip_iterations > 0 else 0


@compiled("qpos[nq]", "qpos should be of size nq")
@stage
def mj_normalizeQuat(m, d) -> None:
    """Give all quaternions of a configuration the length one."""
    qpos = d.qpos
    for joint in range(m.njnt):
        kind, place = m.jnt_type[joint], m.jnt_qposadr[joint]
        if kind == JointType.FREE:
            place += 3
        if kind == JointType.FREE or kind == JointType.BALL:
            unit, _ = normalize_quat(load4_flat(qpos, place))
            store4_flat(qpos, place, unit)


# ---------------------------------------------------------------- Jacobians


@helper
def clear(jacobian: FloatArray, nv: int) -> None:
    """Set a Jacobian to zero."""
    for k in range(3):
        for i in range(nv):
            jacobian[k, i] = 0.0


@helper
def store_column(jacobian: FloatArray, i: int, column: Vec3) -> None:
    """Write a column of a Jacobian."""
    jacobian[0, i] = column[0]
    jacobian[1, i] = column[1]
    jacobian[2, i] = column[2]


def _check_body(m: Any, body: int) -> None:
    if not 0 <= body < m.nbody:
        raise IndexError(f"body {body} does not exist; there are {m.nbody}")


def _check_point_axis(m: Any, d: Any, jacPoint: Any, jacAxis: Any, *rest: Any) -> None:
    expect(jacPoint is None or jacPoint.shape == (3, m.nv), "jacPoint should be of shape (3, nv)")
    expect(jacAxis is None or jacAxis.shape == (3, m.nv), "jacAxis should be of shape (3, nv)")
    _check_body(m, rest[-1])


@compiled("jacPoint[3,nv] jacAxis[3,nv]", check=_check_point_axis, data=("cdof", "subtree_com"))
@stage
def mj_jacPointAxis(m, d) -> int:
    """Compute the Jacobians of a point and of an axis that move with a body."""
    if d.body < 0 or d.body >= m.nbody:
        return 1
    offset = vector3.sub(load3_flat(d.point, 0), load3(d.subtree_com, m.body_rootid[d.body]))
    axis = load3_flat(d.axis, 0)
    if d.jacPoint_given != 0:
        clear(d.jacPoint, m.nv)
    if d.jacAxis_given != 0:
        clear(d.jacAxis, m.nv)
    i = last_dof(m, d.body)
    while i >= 0:
        turn = (d.cdof[i, 0], d.cdof[i, 1], d.cdof[i, 2])
        if d.jacPoint_given != 0:
            along = (d.cdof[i, 3], d.cdof[i, 4], d.cdof[i, 5])
            store_column(d.jacPoint, i, vector3.add(along, vector3.cross(turn, offset)))
        if d.jacAxis_given != 0:
            store_column(d.jacAxis, i, vector3.cross(turn, axis))
        i = m.dof_parentid[i]
    return 0


def _check_jacobians(m: Any, d: Any, jacp: Any, jacr: Any, *rest: Any) -> None:
    expect(jacp is None or jacp.shape == (3, m.nv), "jacp should be of shape (3, nv)")
    expect(jacr is None or jacr.shape == (3, m.nv), "jacr should be of shape (3, nv)")
    _check_body(m, rest[-1])


@compiled("jacp[3,nv] jacr[3,nv]", check=_check_jacobians, data=("cdof", "cdof_dot", "cvel", "subtree_com"))
@stage
def mj_jacDot(m, d) -> int:
    """Compute the time derivative of the Jacobians of a point that moves with a body.

    cdof_dot is the derivative of motion axes, except that the free axes of ball and free joints turn with the body's
    own velocity and not with that of its parent. Motion axes of a tree are about a point at rest.
    """
    if d.body < 0 or d.body >= m.nbody:
        return 1
    offset = vector3.sub(load3_flat(d.point, 0), load3(d.subtree_com, m.body_rootid[d.body]))
    rate, along = half(d.cvel, d.body, 0), half(d.cvel, d.body, 3)
    speed = vector3.add(along, vector3.cross(rate, offset))
    if d.jacp_given != 0:
        clear(d.jacp, m.nv)
    if d.jacr_given != 0:
        clear(d.jacr, m.nv)
    i = last_dof(m, d.body)
    while i >= 0:
        turn, shift = half(d.cdof, i, 0), half(d.cdof, i, 3)
        turning, shifting = half(d.cdof_dot, i, 0), half(d.cdof_dot, i, 3)
        joint = m.dof_jntid[i]
        kind = m.jnt_type[joint]
        if kind == JointType.BALL or (kind == JointType.FREE and i >= m.jnt_dofadr[joint] + 3):
            own, own_shift = half(d.cvel, m.dof_bodyid[i], 0), half(d.cvel, m.dof_bodyid[i], 3)
            turning = vector3.cross(own, turn)
            shifting = vector3.add(vector3.cross(own, shift), vector3.cross(own_shift, turn))
        if d.jacr_given != 0:
            store_column(d.jacr, i, turning)
        if d.jacp_given != 0:
            moved = vector3.add(vector3.cross(turning, offset), vector3.cross(turn, speed))
            store_column(d.jacp, i, vector3.add(shifting, moved))
        i = m.dof_parentid[i]
    return 0


@helper
def half(array: FloatArray, i: int, first: int) -> Vec3:
    """Return three numbers of row i."""
    return array[i, first], array[i, first + 1], array[i, first + 2]


def _check_momentum(m: Any, d: Any, mat: np.ndarray, body: int) -> None:
    expect(mat.shape == (3, m.nv), "mat should be of shape (3, nv)")
    _check_body(m, body)


@compiled("mat[3,nv]", check=_check_momentum, data=("cdof", "subtree_com", "xipos", "ximat"))
@stage
def mj_angmomMat(m, d) -> int:
    """Compute the matrix that maps qvel to the angular momentum of a subtree about its centre of mass.

    It has I w + m (r - c) x v of each body of the subtree; the velocity of the centre itself drops out of the sum.
    """
    if d.body < 0 or d.body >= m.nbody:
        return 1
    mat = d.mat
    clear(mat, m.nv)
    root, centre = load3(d.subtree_com, m.body_rootid[d.body]), load3(d.subtree_com, d.body)

    # bodies of a subtree have numbers in one piece
    body = d.body
    while body < m.nbody and (body == d.body or m.body_parentid[body] >= d.body):
        place, axes, mass = load3(d.xipos, body), load9(d.ximat, body), m.body_mass[body]
        inertia, offset = load3(m.body_inertia, body), vector3.sub(place, root)
        i = last_dof(m, body)
        while i >= 0:
            turn = half(d.cdof, i, 0)
            along = vector3.add(half(d.cdof, i, 3), vector3.cross(turn, offset))
            local = mul_matT_vec(axes, turn)
            spin = mul_mat_vec(axes, (inertia[0] * local[0], inertia[1] * local[1], inertia[2] * local[2]))
            swing = vector3.cross(vector3.sub(place, centre), along)
            mat[0, i] += spin[0] + mass * swing[0]
            mat[1, i] += spin[1] + mass * swing[1]
            mat[2, i] += spin[2] + mass * swing[2]
            i = m.dof_parentid[i]
        body += 1
    return 0


# ---------------------------------------------------------------- products with matrices of a data


def _check_vectors(m: Any, d: Any, res: np.ndarray, vec: np.ndarray) -> None:
    expect(len(res) == d.nefc, "res should be of length nefc")
    expect(len(vec) == m.nv, "vec should be of length nv")


JACOBIAN = ("nefc", "efc_J_rownnz", "efc_J_rowadr", "efc_J_colind", "efc_J_values")


@compiled("res[rows] vec[nv]", check=_check_vectors, data=(*JACOBIAN, "efc_type", "efc_id"))
@stage
def mj_mulJacVec(m, d) -> int:
    """Multiply a vector by the constraint Jacobian."""
    if d.rows != d.nefc:
        return 1
    mul_jacobian(d, d.res, d.vec)
    return 0


def _check_transposed(m: Any, d: Any, res: np.ndarray, vec: np.ndarray) -> None:
    expect(len(res) == m.nv, "res should be of length nv")
    expect(len(vec) == d.nefc, "vec should be of length nefc")


@compiled("res[nv] vec[rows]", check=_check_transposed, data=JACOBIAN)
@stage
def mj_mulJacTVec(m, d) -> int:
    """Multiply a vector by the transpose of the constraint Jacobian."""
    if d.rows != d.nefc:
        return 1
    mul_jacobian_transposed(d, m.nv, d.res, d.vec)
    return 0


@compiled("res[nv] vec[nv]", "res should be of size nv", "vec should be of size nv", data=("qLD", "qLDiagInv"))
@stage
def mj_mulM2(m, d) -> None:
    """Multiply a vector by the square root of the mass matrix, sqrt(D) L."""
    res, vec = d.res, d.vec
    for i in range(m.nv):
        total, first = vec[i], m.M_rowadr[i]
        for k in range(first, first + m.M_rownnz[i]):
            j = m.M_colind[k]
            if j < i:
                total += d.qLD[k] * vec[j]
        res[i] = total / sqrt(d.qLDiagInv[i])


def _check_rows(m: Any, d: Any, x: np.ndarray, y: np.ndarray) -> None:
    expect(len(x) == len(y), "the first dimension of x and y should be of the same size")
    expect(x.shape[1] == m.nv, "the last dimension of x should be of size nv")
    expect(y.shape[1] == m.nv, "the last dimension of y should be of size nv")


@compiled("x[rows,nv] y[rows,nv]", check=_check_rows, data=("qLD", "qLDiagInv"))
@stage
def mj_solveM(m, d) -> None:
    """Solve M x = y for all rows."""
    x = d.x
    for row in range(d.rows):
        solve_lower(m, d, row)
        for i in range(m.nv):
            x[row, i] *= d.qLDiagInv[i]
        # inv(L), from the first dof on
        for i in range(m.nv):
            first = m.M_rowadr[i]
            for k in range(first, first + m.M_rownnz[i]):
                j = m.M_colind[k]
                if j < i:
                    x[row, i] -= d.qLD[k] * x[row, j]


@helper
def solve_lower(m, d, row: int) -> None:
    """Set a row of x to inv(L') of that of y."""
    x = d.x
    for i in range(m.nv):
        x[row, i] = d.y[row, i]
    for back in range(m.nv):
        i = m.nv - 1 - back
        value, first = x[row, i], m.M_rowadr[i]
        for k in range(first, first + m.M_rownnz[i]):
            j = m.M_colind[k]
            if j < i:
                x[row, j] -= d.qLD[k] * value


def _check_half(m: Any, d: Any, x: np.ndarray, y: np.ndarray, sqrtInvD: np.ndarray) -> None:
    _check_rows(m, d, x, y)
    expect(sqrtInvD.size == m.nv, "the size of sqrtInvD should be nv")


@compiled("x[rows,nv] y[rows,nv] sqrtInvD[one,count]", check=_check_half, data=("qLD",))
@stage
def mj_solveM2(m, d) -> int:
    """Compute x = y inv(L) sqrt(inv(D)), half of a solve: the rows of x are those of sqrt(inv(D)) inv(L') y'."""
    x, scale = d.x, d.sqrtInvD
    if d.one * d.count != m.nv:
        return 1
    for row in range(d.rows):
        solve_lower(m, d, row)
        for i in range(m.nv):
            x[row, i] *= scale[i // d.count, i % d.count]
    return 0


# ---------------------------------------------------------------- frames and sites


def _check_frame(d: Any, xpos: np.ndarray, xmat: np.ndarray, pos: Any, quat: Any, body: int, kind: int) -> None:
    """Refuse a body or a kind of frame that there is not."""
    _check_body(d.model, body)
    SameFrame(kind)


@compiled(check=_check_frame, data=("xpos", "xipos", "xmat", "ximat"))
@stage
def mj_local2Global(m, d) -> int:
    """Compute the frame in the world of a frame that is given in that of a body."""
    kind, body = d.sameframe, d.body
    if body < 0 or body >= d.nbody or kind < SameFrame.NONE or kind > SameFrame.INERTIAROT:
        return 1
    axes, place = load9(d.xmat, body), load3(d.xpos, body)
    if kind == SameFrame.INERTIA:
        place = load3(d.xipos, body)
    elif kind != SameFrame.BODY:
        place = vector3.add(place, mul_mat_vec(axes, load3_flat(d.pos, 0)))
    if kind == SameFrame.INERTIA or kind == SameFrame.INERTIAROT:
        axes = load9(d.ximat, body)
    elif kind == SameFrame.NONE:
        axes = mul_mat_mat(axes, quat_to_mat(load4_flat(d.quat, 0)))
    store3_flat(d.xpos_, 0, place)
    store9_flat(d.xmat_, 0, axes)
    return 0


@helper
def radius_of(x: float, y: float) -> float:
    """Return the distance from the z axis."""
    return sqrt(x * x + y * y)


def _check_site(m: Any, d: Any, siteid: int, point: np.ndarray) -> None:
    if not 0 <= siteid < m.nsite:
        raise IndexError(f"site {siteid} does not exist; there are {m.nsite}")


@compiled(result=Kinds.INT, check=_check_site, data=("site_xpos", "site_xmat"))
@stage
def mj_insideSite(m, d) -> int:
    """Tell whether a point is inside of a site."""
    site = d.siteid
    if site < 0 or site >= m.nsite:
        return 1
    axes = load9(d.site_xmat, site)
    local = mul_matT_vec(axes, vector3.sub(load3_flat(d.point, 0), load3(d.site_xpos, site)))
    size, kind, inside = load3(m.site_size, site), m.site_type[site], False
    x, y, z = local
    if kind == GeomType.SPHERE:
        inside = vector3.norm(local) < size[0]
    elif kind == GeomType.CAPSULE:
        beyond = max(abs(z) - size[1], 0.0)
        inside = radius_of(radius_of(x, y), beyond) < size[0]
    elif kind == GeomType.CYLINDER:
        inside = abs(z) < size[1] and radius_of(x, y) < size[0]
    elif kind == GeomType.ELLIPSOID:
        inside = vector3.norm((x / size[0], y / size[1], z / size[2])) < 1.0
    elif kind == GeomType.BOX:
        inside = abs(x) < size[0] and abs(y) < size[1] and abs(z) < size[2]
    elif kind == GeomType.MESH and m.site_dataid[site] >= 0:
        inside = inside_hull(m, m.site_dataid[site], local)
    d.result = 1 if inside else 0
    return 0


@helper
def inside_hull(m, mesh: int, local: Vec3) -> bool:
    """Tell whether a point in the frame of a site is inside of the hull of its mesh: below all of its faces."""
    axes = quat_to_mat(load4(m.mesh_quat, mesh))
    point = mul_matT_vec(axes, vector3.sub(local, load3(m.mesh_pos, mesh)))
    inside, first = True, m.mesh_polyadr[mesh]
    for face in range(first, first + m.mesh_polynum[mesh]):
        corner = m.mesh_vertadr[mesh] + m.mesh_polyvert[m.mesh_polyvertadr[face]]
        inside = (
            inside and vector3.dot(load3(m.mesh_polynormal, face), vector3.sub(point, load3(m.mesh_vert, corner))) < 0.0
        )
    return inside
