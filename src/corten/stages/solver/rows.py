"""Rows in the order of their islands: what the solvers see of them, their forces and states."""

from enum import IntEnum

from corten.enums import ConstraintState, ConstraintType
from corten.runtime import helper
from corten.stages.constraint.update import friction_row, quadratic_row, unilateral_row, update_cone


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
    CONE_FRICTION = 4
    """further row of an elliptic contact"""


@helper
def gather_rows(m, d):
    """Copy what the solvers read of each row, in the order of islands, and tell the kinds of rows apart."""
    row, kind = d.island_row, d.iefc_kind
    mass, regular, loss = d.iefc_D, d.iefc_R, d.iefc_frictionloss
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
            kind[q] = Kind.CONE_FRICTION


@helper
def group_size(d, q, last):
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
    """Set force and state of the rows of island k at iefc_jar, and count those that act."""
    jar, mass, regular, loss = d.iefc_jar, d.iefc_D, d.iefc_R, d.iefc_frictionloss
    kind, force, state = d.iefc_kind, d.iefc_force, d.iefc_state

    active = 0
    cones = 0
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        if kind[q] == Kind.INEQUALITY:
            force[q], state[q], _ = unilateral_row(jar[q], mass[q])
        elif kind[q] == Kind.EQUALITY:
            force[q], state[q], _ = quadratic_row(jar[q], mass[q])
        elif kind[q] == Kind.FRICTION:
            force[q], state[q], _ = friction_row(jar[q], mass[q], regular[q], loss[q])
        elif kind[q] == Kind.CONE:
            update_cone(d, d.efc_id[d.island_row[q]], q, jar, mass, force, state)
            cones += 1 if state[q] == ConstraintState.CONE else 0
        active += 0 if state[q] == ConstraintState.SATISFIED else 1
    d.iefc_nactive = active
    d.iefc_ncone = cones
