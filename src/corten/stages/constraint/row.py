"""Rows of the constraint problem: room for them, what each one carries, and rows that say nothing.

A row is one scalar constraint: its type and the object it belongs to, its Jacobian (columns ascending), position,
margin and friction loss. Rows that do not fit are counted, not written: the step is done again with more room.
"""

from corten.enums import ConstraintType, EqualityType, JacobianType, StepErrorKind
from corten.math import spatial, vector3
from corten.runtime import FloatArray, Vec3, Vec6, helper, select, stage
from corten.stages.tree import last_dof

# a constraint Jacobian is sparse in MuJoCo from this number of dofs on, unless the option says otherwise
SPARSE_FROM = 60


@stage
def clear_rows(m, d) -> None:
    """Forget the rows of the last step."""
    d.ne = 0
    d.nf = 0
    d.nl = 0
    d.nefc = 0
    d.nJ = 0
    # passive contacts have rows of their own
    d.nefmcon = 0


@stage
def check_rows(m, d) -> int:
    """Stop the step if not all rows found room."""
    if d.nefc > d.maxefc or d.nJ > d.maxJ:
        d.error_where = d.nefc
        return StepErrorKind.CAPACITY
    return 0


@helper
def add_rows(d, n: int, nnz: int) -> tuple[int, int]:
    """Count n rows with nnz entries each; return (first row, its first entry), the row -1 where they do not fit."""
    row = d.nefc
    entry = d.nJ
    d.nefc = row + n
    d.nJ = entry + n * nnz
    fits = row + n <= d.maxefc and entry + n * nnz <= d.maxJ
    return select(fits, row, -1), entry


@helper
def set_row(d, row: int, owner: tuple[int, int], entries: tuple[int, int], values: Vec3) -> None:
    """Describe a row: owner (type, id), entries (first, number) of its Jacobian, (position, margin, friction loss)."""
    d.efc_type[row] = owner[0]
    d.efc_id[row] = owner[1]
    d.efc_J_rowadr[row] = entries[0]
    d.efc_J_rownnz[row] = entries[1]
    d.efc_pos[row] = values[0]
    d.efc_margin[row] = values[1]
    d.efc_frictionloss[row] = values[2]


@helper
def count_group(m, d, i: int) -> int:
    """Return how many rows the constraint has whose first row is i."""
    kind, which = d.efc_type[i], d.efc_id[i]
    n = 1
    if kind == ConstraintType.CONTACT_ELLIPTIC:
        n = d.contact_dim[which]
    elif kind == ConstraintType.CONTACT_PYRAMIDAL:
        n = 2 * (d.contact_dim[which] - 1)
    elif kind == ConstraintType.EQUALITY:
        if m.eq_type[which] == EqualityType.WELD:
            n = 6
        elif m.eq_type[which] == EqualityType.CONNECT:
            n = 3
    return n


@helper
def has_same_columns(d, a: int, b: int) -> bool:
    """Tell whether two rows have entries for the same dofs."""
    rownnz, rowadr, colind = d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind
    same = rownnz[a] == rownnz[b]
    k = 0
    while same and k < rownnz[a]:
        same = colind[rowadr[a] + k] == colind[rowadr[b] + k]
        k += 1
    return same


@helper
def add_single_row(d, owner: tuple[int, int], dof: int, slope: float, values: Vec3) -> None:
    """Add a row that involves one dof."""
    row, entry = add_rows(d, 1, 1)
    if row >= 0:
        d.efc_J_colind[entry] = dof
        d.efc_J_values[entry] = slope
        set_row(d, row, owner, (entry, 1), values)


@helper
def is_sparse(m) -> bool:
    """Tell whether MuJoCo would keep the Jacobian of this model sparse."""
    kind = m.opt_jacobian
    return kind == JacobianType.SPARSE or (kind == JacobianType.AUTO and m.nv >= SPARSE_FROM)


@helper
def drop_empty_rows(m, d, row: int, n: int) -> None:
    """Take back the last n rows, from `row` on, if they involve no dof.

    Where MuJoCo's Jacobian is dense, that means that all entries are zero; where it is sparse, that there are none.
    """
    first = d.efc_J_rowadr[row]
    end = d.nJ
    empty = end == first or not is_sparse(m)
    entry = first
    while empty and entry < end:
        empty = d.efc_J_values[entry] == 0.0
        entry += 1
    if empty:
        d.nefc -= n
        d.nJ = first


# ---- the Jacobian of the relative motion of two bodies, over the dofs that move them
# The dofs of both paths to the root are merged, ascending. Paths are walked from the bodies down to the root, so rows
# are filled from behind


@helper
def offset_of(m, d, body: int, point: Vec3) -> Vec3:
    """Return where a point lies, seen from the centre of mass of the body's tree [m]."""
    return vector3.sub(point, vector3.load3(d.subtree_com, m.body_rootid[body]))


@helper
def motion_at(d, dof: int, offset: Vec3) -> Vec6:
    """Return the 6D motion (rotation, translation) that unit speed of a dof gives to a point at this offset."""
    return spatial.shift_motion(spatial.load6(d.cdof, dof), offset)


@helper
def fill_difference(m, d, entries: tuple[int, int], bodies: tuple[int, int], points: tuple[Vec3, Vec3], n: int) -> None:
    """Fill n rows (3 or 6) with the motion of point 1 on body 1 less that of point 2 on body 2.

    entries: (first entry, dofs in the merged chain); translation in the first three rows, rotation in the others.
    """
    parent = m.dof_parentid
    offset1 = offset_of(m, d, bodies[0], points[0])
    offset2 = offset_of(m, d, bodies[1], points[1])
    a = last_dof(m, bodies[0])
    b = last_dof(m, bodies[1])
    k = entries[1] - 1
    while k >= 0:
        top = max(a, b)
        motion1 = spatial.scale6(motion_at(d, top, offset1), 1.0 if a == top else 0.0)
        motion2 = spatial.scale6(motion_at(d, top, offset2), -1.0 if b == top else 0.0)
        motion = spatial.add6(motion1, motion2)
        store_column(d, entries[0] + k, entries[1], top, spatial.linear(motion))
        if n > 3:
            store_column(d, entries[0] + 3 * entries[1] + k, entries[1], top, spatial.angular(motion))
        a = parent[top] if a == top else a
        b = parent[top] if b == top else b
        k -= 1


@helper
def store_column(d, entry: int, nnz: int, dof: int, values: Vec3) -> None:
    """Write the entries of a dof into three rows, of which the first has it at `entry`."""
    d.efc_J_colind[entry] = dof
    d.efc_J_colind[entry + nnz] = dof
    d.efc_J_colind[entry + 2 * nnz] = dof
    d.efc_J_values[entry] = values[0]
    d.efc_J_values[entry + nnz] = values[1]
    d.efc_J_values[entry + 2 * nnz] = values[2]


# ---- products with the constraint Jacobian and with its transpose


@helper
def mul_jacobian(d, result: FloatArray, vector: FloatArray) -> None:
    """Set result = J vector: a number for each row. Four rows of a contact, which have the same dofs, go together."""
    rownnz, rowadr, colind, values = d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J_values

    i = 0
    while i < d.nefc:
        first, n = rowadr[i], rownnz[i]
        if begins_four_rows(d, i):
            s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
            for k in range(first, first + n):
                x = vector[colind[k]]
                s0 += values[k] * x
                s1 += values[k + n] * x
                s2 += values[k + 2 * n] * x
                s3 += values[k + 3 * n] * x
            result[i], result[i + 1], result[i + 2], result[i + 3] = s0, s1, s2, s3
            i += 4
        else:
            total = 0.0
            for k in range(first, first + n):
                total += values[k] * vector[colind[k]]
            result[i] = total
            i += 1


@helper
def begins_four_rows(d, i: int) -> bool:
    """Tell whether row i and the next three belong to one contact; then their entries follow on each other."""
    last = min(i + 3, d.nefc - 1)
    same = d.efc_type[i] == d.efc_type[last] and d.efc_id[i] == d.efc_id[last]
    return same and last == i + 3 and d.efc_type[i] >= ConstraintType.CONTACT_FRICTIONLESS


@helper
def mul_jacobian_transposed(d, nv: int, result: FloatArray, vector: FloatArray) -> None:
    """Set result = J' vector: a number for each dof."""
    rownnz, rowadr, colind, values = d.efc_J_rownnz, d.efc_J_rowadr, d.efc_J_colind, d.efc_J_values

    for j in range(nv):
        result[j] = 0.0
    for i in range(d.nefc):
        factor = vector[i]
        if factor != 0.0:
            first = rowadr[i]
            for k in range(first, first + rownnz[i]):
                result[colind[k]] += factor * values[k]
