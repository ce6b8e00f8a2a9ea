"""What elliptic cones add to the Hessian where their contacts slip: J' W J with a full weight matrix W for each."""

from corten.constants import MINVAL
from corten.enums import ConstraintState
from corten.runtime import helper, reduce_max, select, sqrt
from corten.stages.constraint.block_rows import count_blocks, first_block
from corten.stages.constraint.update import cone_stiffness
from corten.stages.solver.outer_product import add_block_row
from corten.stages.solver.rows import Kind


@helper
def add_cones(d, island):
    """Add all contacts of an island that are in the middle zone of their cones to what will be factored."""
    for q in range(island.row, island.row_end):
        slips = d.iefc_kind[q] == Kind.CONE and d.iefc_state[q] == ConstraintState.CONE
        rows = reduce_max(d.iefc_dim[q] if slips else 0)
        if rows > 0:
            set_cone_weight(d, q, rows, slips)
            add_weighted_rows(d, q, rows)


@helper
def set_cone_weight(d, q, num, slips):
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
def add_weighted_rows(d, q, num):
    """Add J' W J with the full weight matrix W of a contact to what will be factored, four rows at a time."""
    for i in range(count_blocks(d, q)):
        scale_rows(d, q, num, i)
        for first in range(0, num, 4):
            rows, products = four_scaled_rows(d, q, num, first)
            add_block_row(d, d.hessian_factor, i, rows, products)


@helper
def four_scaled_rows(d, q, num, first):
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
def scale_rows(d, q, num, i):
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
def store_scaled(scaled, k, a, b, c, e):
    """Write the four numbers of row k."""
    scaled[k, 0] = a
    scaled[k, 1] = b
    scaled[k, 2] = c
    scaled[k, 3] = e


@helper
def load_scaled(scaled, k):
    """Return the four numbers of row k."""
    return scaled[k, 0], scaled[k, 1], scaled[k, 2], scaled[k, 3]
