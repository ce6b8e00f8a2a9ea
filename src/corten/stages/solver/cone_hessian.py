"""What elliptic cones add to the Hessian where their contacts slip: J' W J with a full weight matrix W for each.

Scaled to a round cone, U_0 = N = mu x_0, U_j = friction_j x_j, T = |(U_1, U_2, ..)|, a contact is in one of three
zones, from the top of the half plane T >= 0 down:

    SATISFIED    N >= mu T          no force
    CONE         in between         it slips: cost Dm (N - mu T)^2 / 2, the squared distance to the cone
    QUADRATIC    mu N + T <= 0      it sticks: cost sum of D x^2 / 2, as of other rows

Where it slips, with f_j = friction_j, W = d2 cost / dx dx is

    W_00 = Dm mu^2,   W_j0 = -Dm mu^2 f_j U_j / T,   W_ij = Dm f_i f_j (mu N U_i U_j / T^3 + (mu^2 - mu N / T) [i = j])
"""

from corten.constants import MINVAL
from corten.enums import ConstraintState
from corten.runtime import FloatArray, Vec2, Vec4, helper, reduce_max, select, sqrt, uniform
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.block_rows import block_at, count_blocks, first_block
from corten.stages.constraint.island import Island
from corten.stages.constraint.update import cone_stiffness
from corten.stages.solver.rows import Kind

SCRATCH = scratch(
    Field("group_entry", I4, (4,), "first block of each of four rows that are added to the Hessian"),
    Field("group_weight", F8, (6, 6), "weights of these rows"),
    Field("group_slope", F8, (6,), "J qacc - aref of these rows times friction"),
    Field("group_scaled", F8, (7, 4), "one block of the weighted rows"),
)


@helper
def add_cones(d, island: Island) -> None:
    """Add all contacts of an island that are in the middle zone of their cones to what will be factored."""
    for q in range(island.row, island.row_end):
        slips = d.iefc_kind[q] == Kind.CONE and d.iefc_state[q] == ConstraintState.CONE
        rows = reduce_max(d.iefc_dim[q] if slips else 0)
        if rows > 0:
            set_cone_weight(d, q, rows, slips)
            add_weighted_rows(d, q, rows)


@helper
def set_cone_weight(d, q: int, num: int, slips: bool) -> None:
    """Set group_weight to the Hessian of an elliptic contact's cost by J qacc, in the middle zone of its cone.

    With U = (mu jar_0, friction_j jar_j), N = U_0, T = |U_1..|: the cost is Dm (N - mu T)^2 / 2. What is none of
    the contact's rows, or of a contact that does not slip, is 0.
    """
    weight, jar, friction, scaled = d.group_weight, d.iefc_jar, d.iefc_friction, d.group_slope
    mu, dim = friction[q], d.iefc_dim[q]

    square = 0.0
    for j in range(1, num):
        scaled[j] = select(j < dim, jar[q + j] * friction[q + j], 0.0)
        square += scaled[j] * scaled[j]
    tangent = max(MINVAL, sqrt(square))
    normal = jar[q] * mu
    scale = select(slips, cone_stiffness(d.iefc_D[q], mu), 0.0)
    side = mu * normal / tangent
    turn = side / (tangent * tangent)
    lean = scale * mu * mu / tangent
    weight[0, 0] = select(slips, scale * mu * mu, 0.0)
    for j in range(1, num):
        fj, uj, mine = friction[q + j], scaled[j], slips and j < dim
        weight[j, 0] = select(mine, -lean * uj * fj, 0.0)
        weight[0, j] = weight[j, 0]
        for i in range(1, j + 1):
            fi, ui = friction[q + i], scaled[i]
            bend = turn * uj * ui
            if i == j:
                bend += mu * mu - side
            weight[j, i] = select(mine, scale * bend * fi * fj, 0.0)
            weight[i, j] = weight[j, i]


@helper
def add_weighted_rows(d, q: int, num: int) -> None:
    """Add J' W J with the full weight matrix W of a contact to what will be factored, four rows at a time."""
    for i in range(count_blocks(d, q)):
        scale_rows(d, q, num, i)
        for first in range(0, num, 4):
            rows, products = four_scaled_rows(d, q, num, first)
            add_block_row(d, d.hessian_factor, i, rows, products)


@helper
def four_scaled_rows(
    d, q: int, num: int, first: int
) -> tuple[tuple[int, int, int, int], tuple[Vec4, Vec4, Vec4, Vec4]]:
    """Return where four rows of a contact begin, and their numbers in group_scaled.

    Where there are less than four rows, those that stand in for the others have zeros.
    """
    scaled, last = d.group_scaled, num - 1
    b, c, e = first + 1, first + 2, first + 3
    rows = (
        first_block(d, q + first),
        first_block(d, q + min(b, last)),
        first_block(d, q + min(c, last)),
        first_block(d, q + min(e, last)),
    )
    products = (
        load_scaled(scaled, first),
        load_scaled(scaled, min(b, num)),
        load_scaled(scaled, min(c, num)),
        load_scaled(scaled, min(e, num)),
    )
    return rows, products


@helper
def scale_rows(d, q: int, num: int, i: int) -> None:
    """Set group_scaled to block i of W J, and the row behind to zero."""
    weight, scaled, J = d.group_weight, d.group_scaled, d.iefc_J

    for k in range(num):
        s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
        for c in range(num):
            b, w = first_block(d, q + c) + i, weight[k, c]
            s0 += w * J[b, 0]
            s1 += w * J[b, 1]
            s2 += w * J[b, 2]
            s3 += w * J[b, 3]
        store_scaled(scaled, k, s0, s1, s2, s3)
    store_scaled(scaled, num, 0.0, 0.0, 0.0, 0.0)


@helper
def store_scaled(scaled: FloatArray, k: int, a: float, b: float, c: float, e: float) -> None:
    """Write the four numbers of row k."""
    scaled[k, 0] = a
    scaled[k, 1] = b
    scaled[k, 2] = c
    scaled[k, 3] = e


@helper
def load_scaled(scaled: FloatArray, k: int) -> Vec4:
    """Return the four numbers of row k."""
    return scaled[k, 0], scaled[k, 1], scaled[k, 2], scaled[k, 3]


# ---- outer products of rows, added to a matrix in blocks: w J' J for one row or for four that have the same blocks
# The rows are added one after the other, so that the sum does not depend on how they are grouped. Environments that
# share instructions share blocks of rows, too: products of those that none has together have no place in the matrix


@helper
def first_beside(d, at: int, i: int) -> int:
    """Return which block of the row that begins at entry `at` first has a place beside block i: the first of all."""
    return 0


@first_beside.version(machine="lanes")
def first_beside_in_lanes(d, at: int, i: int) -> int:
    """Return the same where the row may be that of several environments."""
    begin, j = uniform(d.hessian_first[block_at(d, at, i)]), 0
    while block_at(d, at, j) < begin:
        j += 1
    return j


@helper
def add_row(d, num: int, at: int, weight: float) -> None:
    """Add w J' J of the row whose `num` blocks begin at entry `at` to the Hessian."""
    target, adr, J = d.hessian, d.hessian_adr, d.iefc_J
    at = uniform(at)

    for i in range(num):
        a = at + i
        x0, x1, x2, x3 = weight * J[a, 0], weight * J[a, 1], weight * J[a, 2], weight * J[a, 3]
        start = uniform(adr[block_at(d, at, i)])
        for j in range(at + first_beside(d, at, i), a + 1):
            entry = start + 16 * block_at(d, at, j - at)
            for c in range(4):
                y = J[j, c]
                pos = entry + 4 * c
                h0, h1 = target[pos] + x0 * y, target[pos + 1] + x1 * y
                h2, h3 = target[pos + 2] + x2 * y, target[pos + 3] + x3 * y
                target[pos] = h0
                target[pos + 1] = h1
                target[pos + 2] = h2
                target[pos + 3] = h3


@helper
def add_four_rows(d, num: int) -> None:
    """Add w J' J of the four rows of group_entry, which have the same `num` blocks, to the Hessian."""
    weight, entry, J = d.group_weight, d.group_entry, d.iefc_J
    at = uniform(entry[0]), uniform(entry[1]), uniform(entry[2]), uniform(entry[3])
    wa, wb, wc, we = weight[0, 0], weight[0, 1], weight[0, 2], weight[0, 3]

    for i in range(num):
        a, b, c, e = at[0] + i, at[1] + i, at[2] + i, at[3] + i
        first = wa * J[a, 0], wa * J[a, 1], wa * J[a, 2], wa * J[a, 3]
        second = wb * J[b, 0], wb * J[b, 1], wb * J[b, 2], wb * J[b, 3]
        third = wc * J[c, 0], wc * J[c, 1], wc * J[c, 2], wc * J[c, 3]
        fourth = we * J[e, 0], we * J[e, 1], we * J[e, 2], we * J[e, 3]
        add_block_row(d, d.hessian, i, at, (first, second, third, fourth))


@helper
def add_block_row(
    d, target: FloatArray, i: int, at: tuple[int, int, int, int], scaled: tuple[Vec4, Vec4, Vec4, Vec4]
) -> None:
    """Add the products of block i of four scaled rows with blocks 0 to i of the rows that begin at the entries `at`."""
    adr, J = d.hessian_adr, d.iefc_J
    x, y, z, w = scaled

    start = uniform(adr[block_at(d, at[0], i)])
    for j in range(i + 1):
        entry = start + 16 * block_at(d, at[0], j)
        for c in range(4):
            p, q, r, s = J[at[0] + j, c], J[at[1] + j, c], J[at[2] + j, c], J[at[3] + j, c]
            pos = entry + 4 * c
            h0 = (((target[pos] + x[0] * p) + y[0] * q) + z[0] * r) + w[0] * s
            h1 = (((target[pos + 1] + x[1] * p) + y[1] * q) + z[1] * r) + w[1] * s
            h2 = (((target[pos + 2] + x[2] * p) + y[2] * q) + z[2] * r) + w[2] * s
            h3 = (((target[pos + 3] + x[3] * p) + y[3] * q) + z[3] * r) + w[3] * s
            target[pos] = h0
            target[pos + 1] = h1
            target[pos + 2] = h2
            target[pos + 3] = h3


@add_block_row.version(machine="lanes")
def add_block_row_in_lanes(
    d, target: FloatArray, i: int, at: tuple[int, int, int, int], scaled: tuple[Vec4, Vec4, Vec4, Vec4]
) -> None:
    """Do the same in two goes: what four rows of lanes are multiplied with needs all registers that there are."""
    start = uniform(d.hessian_adr[block_at(d, at[0], i)])
    x, y, z, w = scaled
    add_two_of_four(d, target, start, i, at, ((x[0], x[1]), (y[0], y[1]), (z[0], z[1]), (w[0], w[1])))
    add_two_of_four(d, target, start + 2, i, at, ((x[2], x[3]), (y[2], y[3]), (z[2], z[3]), (w[2], w[3])))


@helper
def add_two_of_four(
    d, target: FloatArray, start: int, i: int, at: tuple[int, int, int, int], scaled: tuple[Vec2, Vec2, Vec2, Vec2]
) -> None:
    """Add the products of two of the four idofs of block i; `start` is that of the first of them."""
    J = d.iefc_J
    x, y, z, w = scaled

    for j in range(first_beside(d, at[0], i), i + 1):
        entry = start + 16 * block_at(d, at[0], j)
        for c in range(4):
            p, q, r, s = J[at[0] + j, c], J[at[1] + j, c], J[at[2] + j, c], J[at[3] + j, c]
            pos = entry + 4 * c
            target[pos] = (((target[pos] + x[0] * p) + y[0] * q) + z[0] * r) + w[0] * s
            target[pos + 1] = (((target[pos + 1] + x[1] * p) + y[1] * q) + z[1] * r) + w[1] * s
