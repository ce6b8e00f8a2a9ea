"""Couplings: the position of one joint or tendon is a polynomial of that of another, or a constant.

With positions y and x measured from their references, the error is y - (a0 + a1 x + a2 x^2 + a3 x^3 + a4 x^4).
"""

from corten.enums import ConstraintType
from corten.runtime import helper
from corten.stages.constraint.row import add_rows, drop_empty_rows, set_row


@helper
def add_joint_coupling(m, d, i):
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
def joint_position(m, d, joint):
    """Return the position of a joint, measured from where it was in qpos0."""
    address = m.jnt_qposadr[joint]
    return d.qpos[address] - m.qpos0[address]


@helper
def polynomial(m, i, x):
    """Return the polynomial of equality i at x."""
    a = m.eq_data
    return a[i, 0] + (a[i, 1] * x + a[i, 2] * x * x + a[i, 3] * x * x * x + a[i, 4] * x * x * x * x)


@helper
def polynomial_derivative(m, i, x):
    """Return the slope of the polynomial of equality i at x."""
    a = m.eq_data
    return a[i, 1] + 2.0 * a[i, 2] * x + 3.0 * a[i, 3] * x * x + 4.0 * a[i, 4] * x * x * x


@helper
def add_tendon_coupling(m, d, i):
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
def merge_tendons(m, d, entry, tendons, factors):
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
