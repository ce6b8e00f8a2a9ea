"""Rows in the order of their islands: what the solvers see of them, their costs, forces and states."""

from enum import IntEnum

from corten.constants import MINVAL
from corten.enums import ConstraintState, ConstraintType
from corten.runtime import helper, sqrt
from corten.stages.constraint.update import cone_zone, friction_row, quadratic_row, unilateral_row


class Kind(IntEnum):
    """Shape of a row's cost as a function of x = J qacc - aref."""

    EQUALITY = 0
    """D x^2 / 2"""
    FRICTION = 1
    """quadratic up to R loss, linear beyond"""
    INEQUALITY = 2
    """D x^2 / 2 below zero, nothing above"""
    CONE = 3
    """first row of an elliptic contact, whose rows share one cost"""
    CONE_REST = 4
    """further row of an elliptic contact"""


@helper
def gather_rows(m, d):
    """Copy what the solvers read of each row, in the order of islands, and tell the kinds of rows apart."""
    row, kind = d.island_row, d.sol_kind
    mass, regular, loss = d.sol_D, d.sol_R, d.sol_loss
    equality, friction = d.ne, d.ne + d.nf

    total = 0
    if d.nisland > 0:
        total = d.island_rowadr[d.nisland - 1] + d.island_rownum[d.nisland - 1]
    for q in range(total):
        r = row[q]
        mass[q] = d.efc_D[r]
        regular[q] = d.efc_R[r]
        loss[q] = d.efc_frictionloss[r]
        if r < equality:
            kind[q] = Kind.EQUALITY
        elif r < friction:
            kind[q] = Kind.FRICTION
        elif d.efc_type[r] != ConstraintType.CONTACT_ELLIPTIC:
            kind[q] = Kind.INEQUALITY
        elif d.contact_efc_address[d.efc_id[r]] == r:
            kind[q] = Kind.CONE
        else:
            kind[q] = Kind.CONE_REST


@helper
def block_size(d, q, last):
    """Return how many rows from q on belong to the same object and so have the same dofs: at most 6."""
    row, efc_type, efc_id = d.island_row, d.efc_type, d.efc_id
    num = 1
    while q + num < last and num < 6 and joined(efc_type, efc_id, row[q], row[q + num]):
        num += 1
    return num


@helper
def joined(efc_type, efc_id, a, b):
    """Tell whether two rows belong to the same contact or equality."""
    kind = efc_type[a]
    many = kind == ConstraintType.EQUALITY or kind >= ConstraintType.CONTACT_FRICTIONLESS
    return many and efc_type[b] == kind and efc_id[a] == efc_id[b]


@helper
def mul_rows(m, d, k, x, result):
    """Write J x for the rows of island k into `result`, in island order."""
    row, rownnz, rowadr, colind, values = d.island_row, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J_values

    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        r = row[q]
        total = 0.0
        for entry in range(rowadr[r], rowadr[r] + rownnz[r]):
            total += values[entry] * x[colind[entry]]
        result[q] = total


@helper
def mul_rows_transpose(d, k, force, result):
    """Write J' force of island k into `result`, an array over the dofs."""
    row, rownnz, rowadr, colind, values = d.island_row, d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J_values
    dof = d.island_dof

    for i in range(d.island_dofadr[k], d.island_dofadr[k] + d.island_dofnum[k]):
        result[dof[i]] = 0.0
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        f = force[q]
        if f != 0.0:
            r = row[q]
            for entry in range(rowadr[r], rowadr[r] + rownnz[r]):
                result[colind[entry]] += values[entry] * f


@helper
def update_rows(d, k):
    """Set force and state of the rows of island k at sol_jar; return the cost of the constraints."""
    jar, mass, regular, loss = d.sol_jar, d.sol_D, d.sol_R, d.sol_loss
    kind, force, state = d.sol_kind, d.sol_force, d.sol_state

    cost = 0.0
    active = 0
    cones = 0
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        part = 0.0
        if kind[q] == Kind.INEQUALITY:
            force[q], state[q], part = unilateral_row(jar[q], mass[q])
        elif kind[q] == Kind.EQUALITY:
            force[q], state[q], part = quadratic_row(jar[q], mass[q])
        elif kind[q] == Kind.FRICTION:
            force[q], state[q], part = friction_row(jar[q], mass[q], regular[q], loss[q])
        elif kind[q] == Kind.CONE:
            part = update_cone(d, q)
            cones += 1 if state[q] == ConstraintState.CONE else 0
        cost += part
        active += 0 if state[q] == ConstraintState.SATISFIED else 1
    d.sol_nactive = active
    d.sol_ncone = cones
    return cost


@helper
def update_cone(d, q):
    """Set forces and states of the elliptic contact that begins at q; return its cost.

    With U = (mu jar_0, friction_j jar_j), N = U_0, T = |U_1..|: nothing above the cone (N >= mu T), quadratic below
    its dual (mu N + T <= 0), and the squared distance to the cone in between.
    """
    jar, mass, force, state, friction = d.sol_jar, d.sol_D, d.sol_force, d.sol_state, d.contact_friction
    contact = d.efc_id[d.island_row[q]]
    mu, dim = d.contact_mu[contact], d.contact_dim[contact]

    square = 0.0
    for j in range(1, dim):
        u = jar[q + j] * friction[contact, j - 1]
        square += u * u
    normal, tangent = jar[q] * mu, sqrt(square)

    zone = cone_zone(mu, normal, tangent)
    scale = mass[q] / (mu * mu * (1.0 + mu * mu))
    distance = normal - mu * tangent
    cost = 0.5 * scale * distance * distance if zone == ConstraintState.CONE else 0.0
    for j in range(dim):
        state[q + j] = zone
        force[q + j] = 0.0
        if zone == ConstraintState.QUADRATIC:
            force[q + j] = -mass[q + j] * jar[q + j]
            cost += 0.5 * mass[q + j] * jar[q + j] * jar[q + j]
    if zone == ConstraintState.CONE:
        force[q] = -scale * distance * mu
        for j in range(1, dim):
            f = friction[contact, j - 1]
            force[q + j] = -force[q] / max(MINVAL, tangent) * (jar[q + j] * f) * f
    return cost
