"""Inverse inertia at the current configuration: diagonals of J inv(M) J' of bodies, dofs, tendons and actuators."""

from corten.constants import MINVAL
from corten.enums import GainType
from corten.linalg.tree_ldl import solve_tree_range
from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import FloatArray, IntArray, helper, sqrt, stage
from corten.stages.tree import last_dof


@stage
def inverse_weights(m, d) -> None:
    """Compute inverse inertias: of each centre of mass, as means over the axes of the world, and of each dof.

    With M = L'DL the diagonal of j inv(M) j' is the sum of squares of inv(L') j', each divided by its pivot; a row j
    of a body touches the dofs on its path to the root only, and so does inv(L') j'.
    """
    parentid, cdof, row, mean = m.dof_parentid, d.cdof, d.dof_vector, m.body_invweight0

    for b in range(m.nbody):
        last = last_dof(m, b)
        offset = vector3.sub(load3(d.xipos, b), load3(d.subtree_com, m.body_rootid[b]))
        translation, rotation = 0.0, 0.0
        for k in range(3):
            # velocity of the centre of mass by each dof, then angular velocity
            i = last
            while i >= 0:
                turn = (cdof[i, 0], cdof[i, 1], cdof[i, 2])
                shift = vector3.cross(turn, offset)
                lever = shift[0] if k == 0 else (shift[1] if k == 1 else shift[2])
                row[i] = cdof[i, k + 3] + lever
                i = parentid[i]
            translation += path_square(m, d, last)
            i = last
            while i >= 0:
                row[i] = cdof[i, k]
                i = parentid[i]
            rotation += path_square(m, d, last)
        mean[b, 0], mean[b, 1] = translation / 3.0, rotation / 3.0

    for dof in range(m.nv):
        i = dof
        while i >= 0:
            row[i] = 1.0 if i == dof else 0.0
            i = parentid[i]
        m.dof_invweight0[dof] = path_square(m, d, dof)


@helper
def path_square(m, d, last: int) -> float:
    """Return j inv(M) j' for the row j in dof_vector, nonzero on the path from dof `last` to the root alone."""
    rownnz, rowadr, colind, parentid = m.M_rownnz, m.M_rowadr, m.M_colind, m.dof_parentid
    factor, diag_inv, row = d.qLD, d.qLDiagInv, d.dof_vector

    total = 0.0
    i = last
    while i >= 0:
        value = row[i]
        total += value * value * diag_inv[i]
        for entry in range(rowadr[i], rowadr[i] + rownnz[i] - 1):
            row[colind[entry]] -= factor[entry] * value
        i = parentid[i]
    return total


@stage
def tendon_inverse_weights(m, d) -> None:
    """Compute j inv(M) j' of every tendon, with j its row of the Jacobian."""
    rownnz, rowadr, colind, value = m.ten_J_rownnz, m.ten_J_rowadr, m.ten_J_colind, d.ten_J_value
    result = m.tendon_invweight0

    for i in range(m.ntendon):
        result[i] = accelerate_along(m, d, rowadr[i], rowadr[i] + rownnz[i], colind, value)


@helper
def accelerate_along(m, d, start: int, stop: int, colind: IntArray, value: FloatArray) -> float:
    """Write inv(M) j' of a sparse row j to dof_vector; return j inv(M) j', the inverse of the inertia along it.

    It is written for the dofs of `moved_dofs`; all others stay where they are.
    """
    acceleration = d.dof_vector
    begin, end = moved_dofs(m, start, stop, colind)
    for i in range(begin, end):
        acceleration[i] = 0.0
    for entry in range(start, stop):
        acceleration[colind[entry]] = value[entry]
    solve_tree_range(d.qLD, d.qLDiagInv, m.M_rownnz, m.M_rowadr, m.M_colind, begin, end, acceleration)
    along = 0.0
    for entry in range(start, stop):
        along += value[entry] * acceleration[colind[entry]]
    return along


@helper
def moved_dofs(m, start: int, stop: int, colind: IntArray) -> tuple[int, int]:
    """Return the range of dofs, first and end, of the trees that a sparse row touches, and of those between them."""
    begin, end = m.nv, 0
    for entry in range(start, stop):
        tree = m.dof_treeid[colind[entry]]
        begin = min(begin, m.tree_dofadr[tree])
        end = max(end, m.tree_dofadr[tree] + m.tree_dofnum[tree])
    return begin, end


# ---------------------------------------------------------------- how strongly each actuator acts
# the acceleration that a unit of its force gives, and the inertia that it meets


@stage
def unit_accelerations(m, d) -> None:
    """Compute |inv(M) moment'| of every force output."""
    acceleration, result = d.dof_vector, m.actuator_acc0

    for out in range(m.nout):
        accelerate(m, d, out)
        start = d.moment_rowadr[out]
        begin, end = moved_dofs(m, start, start + d.moment_rownnz[out], d.moment_colind)
        square = 0.0
        for i in range(begin, end):
            square += acceleration[i] * acceleration[i]
        result[out] = sqrt(square)


@stage
def damping_ratios(m, d) -> None:
    """Turn damping ratios of servos, written as a positive third bias parameter, into damping [force / velocity]."""
    gain, bias = m.actuator_gainprm, m.actuator_biasprm

    for i in range(m.nactuator):
        is_pid = m.actuator_gaintype[i] == GainType.PID
        if (is_pid or gain[i, 0] == -bias[i, 1]) and bias[i, 2] > 0.0:
            stiffness = -bias[i, 1] if is_pid else gain[i, 0]
            share = 0.0
            for out in range(m.actuator_outadr[i], m.actuator_outadr[i] + m.actuator_outnum[i]):
                share += accelerate(m, d, out)
            share /= float(m.actuator_outnum[i])
            # what moves nothing, such as a site against another of its body, meets no inertia and gets no damping
            inertia = 1.0 / share if share > MINVAL else 0.0
            bias[i, 2] = -bias[i, 2] * 2.0 * sqrt(stiffness * inertia)


@helper
def accelerate(m, d, out: int) -> float:
    """Write the acceleration inv(M) moment' of a force output to dof_vector; return the share of it along the moment.

    That is moment inv(M) moment', the inverse of the inertia that the force meets.
    """
    start = d.moment_rowadr[out]
    return accelerate_along(m, d, start, start + d.moment_rownnz[out], d.moment_colind, d.moment)
