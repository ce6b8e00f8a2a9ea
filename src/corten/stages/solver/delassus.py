"""The matrix of the dual problem, A = J inv(M) J' (Delassus), as the product Y Y' of a scaled Jacobian with itself.

    M = L' D L,    Y = J inv(L) inv(sqrt(D)),    A = Y Y',    motion = Y' f

A row of Y is nonzero for the dofs of its row of J and those between them and the root. Dual solvers keep the motion, so
that a row of A times all forces costs as much as the row of Y has entries, and only what forces of one contact do to
each other is kept as numbers of A. Rows and motion are over the idofs of an island, in blocks of four, of which a row
keeps those in which it has entries. MuJoCo calls Y efc_Y.
"""

from corten.enums import ConstraintType, StepErrorKind
from corten.runtime import FloatArray, helper, sqrt, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.rows import group_size

# Y = J inv(sqrt(M)), so that A = J inv(M) J' is Y Y': dual solvers keep Y' force and never the whole of A
SCRATCH = scratch(
    Field("Y_values", F8, ("maxY", 4), "scaled Jacobian Y: values, four idofs in a block"),
    Field("Y_block", I4, ("maxY",), "scaled Jacobian Y: number of each block, ascending in a row"),
    Field("Y_rowadr", I4, ("maxefc",), "scaled Jacobian Y: first block of each row"),
    Field("Y_listadr", I4, ("maxefc",), "scaled Jacobian Y: first number, shared by the rows of a contact or equality"),
    Field("Y_rownum", I4, ("maxefc",), "scaled Jacobian Y: blocks of each row"),
    Field("dual_diag", F8, ("maxefc",), "diagonal of A"),
    Field("dual_A", F8, ("maxefc", 6), "A between a row and its elliptic contact, or its pair of pyramid edges"),
    Field("dual_sqrt_diag_inv", F8, ("nv",), "1 / square root of D, where M = L' D L"),
    Field("dual_motion", F8, ("nv_pad",), "Y' force of an island, by idof"),
    Field("dual_dof_row", I4, ("nv",), "last row that has each dof"),
    Field("dual_dof", I4, ("nv",), "dofs of a row and those between them and the root, ascending in a tree"),
    Field("dual_row", F8, ("nv", 4), "rows of the Jacobian while they are scaled, by dof"),
)


@stage
def make_efc_Y(m, d) -> int:
    """Set Y for the rows of all islands, and the blocks of A on its diagonal."""
    prepare_Y(m, d)
    for k in range(d.nisland):
        make_island_Y(m, d, k)
    return StepErrorKind.CAPACITY if d.nY > d.maxY else 0


@helper
def prepare_Y(m, d) -> None:
    """Set what all islands share."""
    d.nY = 0
    for i in range(m.nv):
        d.dual_sqrt_diag_inv[i] = sqrt(d.qHDiagInv[i] if in_metric(m) else d.qLDiagInv[i])
        d.dual_dof_row[i] = -1


@helper
def make_island_Y(m, d, k: int) -> None:
    """Set Y and the blocks of A for the rows of island k as far as there is room; nY counts what is needed."""
    last = d.island_rowadr[k] + d.island_rownum[k]
    blocks = (d.island_dofnum[k] + 3) >> 2
    for b in range(blocks):
        d.block_slot[b] = -1
    q = d.island_rowadr[k]
    while q < last:
        # the rows of one contact or equality share their dofs and blocks
        num = group_size(d, q, last)
        begin = d.nY
        n = list_dofs(m, d, q)
        # at most a block for each dof, since they are listed first; where there is no room, all others are counted so
        d.nY = begin + min(blocks, n) * num
        if d.nY <= d.maxY:
            count = list_blocks(d, n, begin)
            d.nY = begin + count * num
            for j in range(num):
                d.Y_rowadr[q + j] = begin + count * j
                d.Y_listadr[q + j] = begin
                d.Y_rownum[q + j] = count
            for j in range(0, num, 4):
                if in_metric(m):
                    scale_four_rows(m, d, q + j, min(4, num - j), n, d.qH)
                else:
                    scale_four_rows(m, d, q + j, min(4, num - j), n, d.qLD)
            set_group_products(d, q, num)
            for b in range(begin, begin + count):
                d.block_slot[d.Y_block[b]] = -1
        q += num


@helper
def list_dofs(m, d, q: int) -> int:
    """List the dofs of row q and those between them and the root in dual_dof; return how many."""
    mark, treeid, colind, listed = d.dual_dof_row, m.dof_treeid, d.efc_J_colind, d.dual_dof
    r = d.island_row[q]
    first = d.efc_J_rowadr[r]
    last = first + d.efc_J_rownnz[r]

    for entry in range(first, last):
        row = m.M_rowadr[colind[entry]]
        above = row + m.M_rownnz[colind[entry]] - 1
        while above >= row and mark[m.M_colind[max(above, row)]] != q:
            mark[m.M_colind[above]] = q
            above -= 1

    # each tree from its first dof to the last one of the row
    count = 0
    for entry in range(first, last):
        tree = treeid[colind[entry]]
        if entry + 1 == last or treeid[colind[min(entry + 1, last - 1)]] != tree:
            for i in range(m.tree_dofadr[tree], colind[entry] + 1):
                if mark[i] == q:
                    listed[count] = i
                    count += 1
    return count


@helper
def list_blocks(d, n: int, begin: int) -> int:
    """List the blocks of the n dofs of dual_dof in Y_block from `begin` on, ascending; return their number.

    block_slot, which is -1 before, tells where each stands.
    """
    slot, idof, block = d.block_slot, d.dof_idof, d.Y_block

    # within a tree the last dof has the first idof, so most blocks are put at the end
    count = 0
    for p in range(n - 1, -1, -1):
        b = idof[d.dual_dof[p]] >> 2
        if slot[b] < 0:
            slot[b] = 0
            at = begin + count
            while at > begin and block[max(at - 1, begin)] > b:
                block[at] = block[at - 1]
                at -= 1
            block[at] = b
            count += 1
    for i in range(count):
        slot[block[begin + i]] = i
    return count


@helper
def scale_four_rows(m, d, q: int, num: int, n: int, factor: FloatArray) -> None:
    """Set up to four rows of Y from q on, whose n dofs are listed, with the factor of M.

    Leaves come first, each relieves its ancestors. Four rows stand side by side, so that LLVM packs them.
    """
    x, dofs, scale = d.dual_row, d.dual_dof, d.dual_sqrt_diag_inv

    for p in range(n):
        for j in range(4):
            x[dofs[p], j] = 0.0
    for j in range(num):
        r = d.island_row[q + j]
        for entry in range(d.efc_J_rowadr[r], d.efc_J_rowadr[r] + d.efc_J_rownnz[r]):
            x[d.efc_J_colind[entry], j] = d.efc_J_values[entry]
    for p in range(n - 1, -1, -1):
        i = dofs[p]
        a, b, c, e = x[i, 0], x[i, 1], x[i, 2], x[i, 3]
        for entry in range(m.M_rowadr[i], m.M_rowadr[i] + m.M_rownnz[i] - 1):
            k, f = m.M_colind[entry], factor[entry]
            x[k, 0] -= f * a
            x[k, 1] -= f * b
            x[k, 2] -= f * c
            x[k, 3] -= f * e
        x[i, 0] = a * scale[i]
        x[i, 1] = b * scale[i]
        x[i, 2] = c * scale[i]
        x[i, 3] = e * scale[i]
    for j in range(num):
        store_row(d, q + j, j, n)


@helper
def store_row(d, q: int, j: int, n: int) -> None:
    """Write row q of Y in its blocks from column j of dual_row."""
    x, dofs, values, idof, slot, adr = d.dual_row, d.dual_dof, d.Y_values, d.dof_idof, d.block_slot, d.Y_rowadr[q]

    for b in range(adr, adr + d.Y_rownum[q]):
        values[b, 0] = 0.0
        values[b, 1] = 0.0
        values[b, 2] = 0.0
        values[b, 3] = 0.0
    for p in range(n):
        at = idof[dofs[p]]
        values[adr + slot[at >> 2], at & 3] = x[dofs[p], j]


@helper
def set_group_products(d, q: int, num: int) -> None:
    """Set the diagonal of A for `num` rows from q on, and what the forces of one cone or pair of edges share."""
    block, kind = d.dual_A, d.efc_type[d.island_row[q]]
    size = 1
    if kind == ConstraintType.CONTACT_ELLIPTIC:
        size = num
    elif kind == ConstraintType.CONTACT_PYRAMIDAL:
        size = 2
    for i in range(num):
        first = i - i % size
        for j in range(first, i + 1):
            value = dot_Y_rows(d, q + i, q + j)
            block[q + i, j - first] = value
            block[q + j, i - first] = value
        d.dual_diag[q + i] = block[q + i, i - first]


@helper
def dot_Y_rows(d, a: int, b: int) -> float:
    """Return the inner product of two rows of Y that have the same blocks."""
    values, first, second = d.Y_values, d.Y_rowadr[a], d.Y_rowadr[b]
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    for i in range(d.Y_rownum[a]):
        x, y = first + i, second + i
        s0 += values[x, 0] * values[y, 0]
        s1 += values[x, 1] * values[y, 1]
        s2 += values[x, 2] * values[y, 2]
        s3 += values[x, 3] * values[y, 3]
    return (s0 + s2) + (s1 + s3)


@helper
def sum_motion(d, k: int) -> None:
    """Set the motion Y' force of island k."""
    motion, force = d.dual_motion, d.iefc_force

    for p in range(4 * ((d.island_dofnum[k] + 3) >> 2)):
        motion[p] = 0.0
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        if force[q] != 0.0:
            add_motion(d, q, force[q])


@helper
def add_motion(d, q: int, force: float) -> None:
    """Add what a force on row q does to the motion."""
    motion, block, values = d.dual_motion, d.Y_block, d.Y_values
    adr, numbers = d.Y_rowadr[q], d.Y_listadr[q]
    for i in range(d.Y_rownum[q]):
        b, p = adr + i, 4 * block[numbers + i]
        r0, r1 = motion[p] + values[b, 0] * force, motion[p + 1] + values[b, 1] * force
        r2, r3 = motion[p + 2] + values[b, 2] * force, motion[p + 3] + values[b, 3] * force
        motion[p] = r0
        motion[p + 1] = r1
        motion[p + 2] = r2
        motion[p + 3] = r3


@helper
def row_gradient(d, q: int) -> float:
    """Return the slope of the dual cost by the force on row q without its softness: b + A force."""
    motion, block, values = d.dual_motion, d.Y_block, d.Y_values
    adr, numbers = d.Y_rowadr[q], d.Y_listadr[q]
    s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
    for i in range(d.Y_rownum[q]):
        b, p = adr + i, 4 * block[numbers + i]
        s0 += values[b, 0] * motion[p]
        s1 += values[b, 1] * motion[p + 1]
        s2 += values[b, 2] * motion[p + 2]
        s3 += values[b, 3] * motion[p + 3]
    return d.efc_b[d.island_row[q]] + ((s0 + s2) + (s1 + s3))
