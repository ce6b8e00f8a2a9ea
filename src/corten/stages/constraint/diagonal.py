"""The diagonal of J inv(M) J', which scales the softness of each row: approximate from qpos0, or exact."""

from corten.constants import MINVAL
from corten.enums import ConstraintType, EqualityType
from corten.runtime import FloatArray, helper, stage
from corten.stages.constraint.equality import equality_bodies
from corten.stages.constraint.row import count_group


@stage
def approximate_diagonal(m, d) -> None:
    """Take the diagonal from the inverse inertias that bodies, dofs and tendons had at qpos0."""
    kind, which, diagonal = d.efc_type, d.efc_id, d.efc_diagA

    i = 0
    while i < d.nefc:
        n = count_group(m, d, i)
        if kind[i] == ConstraintType.EQUALITY:
            set_equality_diagonal(m, d, i, n)
        elif kind[i] == ConstraintType.FRICTION_DOF:
            diagonal[i] = m.dof_invweight0[which[i]]
        elif kind[i] == ConstraintType.LIMIT_JOINT:
            diagonal[i] = m.dof_invweight0[m.jnt_dofadr[which[i]]]
        elif kind[i] == ConstraintType.FRICTION_TENDON or kind[i] == ConstraintType.LIMIT_TENDON:
            diagonal[i] = m.tendon_invweight0[which[i]]
        else:
            set_contact_diagonal(m, d, i)
        i += n


@helper
def set_equality_diagonal(m, d, i: int, n: int) -> None:
    """Set the diagonal of the equality that has n rows from i on."""
    diagonal, equality = d.efc_diagA, d.efc_id[i]
    object1 = m.eq_obj1id[equality]
    object2 = m.eq_obj2id[equality]
    if m.eq_type[equality] == EqualityType.JOINT:
        diagonal[i] = m.dof_invweight0[m.jnt_dofadr[object1]]
        if object2 >= 0:
            diagonal[i] += m.dof_invweight0[m.jnt_dofadr[object2]]
    elif m.eq_type[equality] == EqualityType.TENDON:
        diagonal[i] = m.tendon_invweight0[object1]
        if object2 >= 0:
            diagonal[i] += m.tendon_invweight0[object2]
    elif m.eq_type[equality] <= EqualityType.WELD:
        body1, body2 = equality_bodies(m, equality)
        for j in range(n):
            part = 0 if j < 3 else 1
            diagonal[i + j] = m.body_invweight0[body1, part] + m.body_invweight0[body2, part]


@helper
def set_contact_diagonal(m, d, i: int) -> None:
    """Set the diagonal of the contact whose first row is i."""
    contact, weight = d.efc_id[i], m.body_invweight0
    # contacts of flexes have no geom there, and get their diagonal from another stage
    body1 = m.geom_bodyid[max(d.contact_geom[contact, 0], 0)]
    body2 = m.geom_bodyid[max(d.contact_geom[contact, 1], 0)]
    spread_contact_diagonal(d, i, weight[body1, 0] + weight[body2, 0], weight[body1, 1] + weight[body2, 1])


@helper
def spread_contact_diagonal(d, i: int, translation: float, rotation: float) -> None:
    """Set the diagonal of the contact whose first row is i, given the inverse weights of both sides together."""
    diagonal, contact, friction = d.efc_diagA, d.efc_id[i], d.contact_friction
    dim = d.contact_dim[contact]
    if d.efc_type[i] == ConstraintType.CONTACT_PYRAMIDAL:
        for j in range(dim - 1):
            mu = friction[contact, j]
            edge = translation + mu * mu * (translation if j < 2 else rotation)
            diagonal[i + 2 * j] = edge
            diagonal[i + 2 * j + 1] = edge
    else:
        for j in range(dim):
            diagonal[i + j] = translation if j < 3 else rotation


@stage
def exact_diagonal(m, d) -> None:
    """Compute the diagonal of J inv(M) J' with the factors M = L'DL: row y = J inv(L), sum of y^2 / D."""
    set_exact_diagonal(m, d, d.qLD, d.qLDiagInv)


@stage
def exact_metric_diagonal(m, d) -> None:
    """Compute the diagonal of J inv(B) J' with the factored part B of the effective metric."""
    set_exact_diagonal(m, d, d.qH, d.qHDiagInv)


@stage
def correct_diagonal(m, d) -> None:
    """Multiply each entry by the row's sum of J_i^2 / B_i and divide it by that of J_i^2 / M_i.

    B is the diagonal of the factored part of the effective metric, M that of the mass matrix.
    """
    rownnz, rowadr, mass = m.M_rownnz, m.M_rowadr, d.M

    for r in range(d.nefc):
        effective, bare = 0.0, 0.0
        for entry in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
            i = d.efc_J_colind[entry]
            square = d.efc_J_values[entry] * d.efc_J_values[entry]
            effective += square / d.qH_diag[i]
            bare += square / mass[rowadr[i] + rownnz[i] - 1]
        d.efc_diagA[r] *= effective / bare if bare > MINVAL else 1.0


@helper
def set_exact_diagonal(m, d, factor: FloatArray, inverse: FloatArray) -> None:
    """Set the diagonal of J inv(A) J' with the factors of A."""
    rownnz, rowadr, colind = m.M_rownnz, m.M_rowadr, m.M_colind
    y, diagonal = d.dof_vector, d.efc_diagA

    for i in range(d.nefc):
        for j in range(m.nv):
            y[j] = 0.0
        first = d.efc_J_rowadr[i]
        for k in range(first, first + d.efc_J_rownnz[i]):
            y[d.efc_J_colind[k]] = d.efc_J_values[k]

        # from the leaves to the roots; dofs that the row does not reach stay zero
        total = 0.0
        for j in range(m.nv - 1, -1, -1):
            value = y[j]
            if value != 0.0:
                for k in range(rowadr[j], rowadr[j] + rownnz[j] - 1):
                    y[colind[k]] -= value * factor[k]
                total += value * value * inverse[j]
        diagonal[i] = total
