"""What elliptic cones add to the Hessian where their contacts slip: J' W J with a full weight matrix W for each."""

from corten.constants import MINVAL
from corten.enums import ConstraintState
from corten.runtime import helper, same_lane, sqrt
from corten.stages.constraint.update import cone_stiffness
from corten.stages.solver.outer_product import add_block_row
from corten.stages.solver.rows import Kind


@helper
def add_cones(d, k):
    """Add all contacts of island k that are in the middle zone of their cones to what will be factored."""
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        if d.iefc_kind[q] == Kind.CONE and d.iefc_state[q] == ConstraintState.CONE:
            dim = d.contact_dim[d.efc_id[d.island_row[q]]]
            set_cone_weight(d, q, dim)
            add_weighted_rows(d, q, dim)


@helper
def set_cone_weight(d, q, num):
    """Set group_weight to the Hessian of an elliptic contact's cost by J qacc, in the middle zone of its cone.

    With U = (mu jar_0, friction_j jar_j), N = U_0, T = |U_1..|: the cost is Dm (N - mu T)^2 / 2.
    """
    weight, jar, friction = d.group_weight, d.iefc_jar, d.contact_friction
    contact = d.efc_id[d.island_row[q]]
    mu = d.contact_mu[contact]

    square = 0.0
    for j in range(1, num):
        u = jar[q + j] * friction[contact, j - 1]
        square += u * u
    tangent = max(MINVAL, sqrt(square))
    normal = jar[q] * mu
    scale = cone_stiffness(d.iefc_D[q], mu)
    side = mu * normal / tangent
    turn = side / (tangent * tangent)
    lean = scale * mu * mu / tangent
    weight[0, 0] = scale * mu * mu
    for j in range(1, num):
        fj = friction[contact, j - 1]
        uj = jar[q + j] * fj
        weight[j, 0] = -lean * uj * fj
        weight[0, j] = weight[j, 0]
        for i in range(1, j + 1):
            fi = friction[contact, i - 1]
            ui = jar[q + i] * fi
            bend = turn * uj * ui
            if i == j:
                bend += mu * mu - side
            weight[j, i] = scale * bend * fi * fj
            weight[i, j] = weight[j, i]


@helper
def add_weighted_rows(d, q, num):
    """Add J' W J with the full weight matrix W of a contact to what will be factored, four rows at a time."""
    scaled, blocks, at = d.group_scaled, d.iefc_J_blocknum[q], d.iefc_J_blockadr

    last = num - 1
    for i in range(blocks):
        scale_rows(d, q, num, i)
        for first in range(0, num, 4):
            # where there are less than four rows, those that stand in for the others have zeros
            b, c, e = first + 1, first + 2, first + 3
            rows = at[q + first], at[q + min(b, last)], at[q + min(c, last)], at[q + min(e, last)]
            products = (
                load_scaled(scaled, first),
                load_scaled(scaled, min(b, num)),
                load_scaled(scaled, min(c, num)),
                load_scaled(scaled, min(e, num)),
            )
            add_block_row(d, d.hessian_factor, i, rows, products)


@helper
def scale_rows(d, q, num, i):
    """Set group_scaled to block i of W J, and the row behind to zero."""
    weight, scaled, J, at = d.group_weight, d.group_scaled, d.iefc_J, d.iefc_J_blockadr

    for k in range(num):
        s0, s1, s2, s3 = 0.0, 0.0, 0.0, 0.0
        for c in range(num):
            b, w = same_lane(at[q + c]) + i, weight[k, c]
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
