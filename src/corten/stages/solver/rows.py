"""Rows in the order of their islands: what the solvers see of them, their forces and states."""

from enum import IntEnum

from corten.constants import MINVAL
from corten.enums import ConstraintState, ConstraintType
from corten.runtime import FloatArray, Vec2, helper, reduce_max, select, sqrt, uniform
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.island import Island, row_at
from corten.stages.constraint.row import has_same_columns
from corten.stages.constraint.update import cone_stiffness, cone_zone, friction_row
from corten.stages.solver.line_terms import find_constant_rows

SCRATCH = scratch(
    Field("iefc_kind", I4, ("maxefc",), "how the row's cost is shaped"),
    Field("iefc_bound", F8, ("maxefc",), "J qacc - aref below which the row acts, where its cost is a parabola"),
    Field("iefc_dim", I4, ("maxefc",), "rows of an elliptic contact"),
    Field("iefc_friction", F8, ("maxefc",), "elliptic contacts: mu in the first row, then friction coefficients"),
    Field("iefc_nactive", I4, (), "rows that are not satisfied"),
    Field("iefc_ncone", I4, (), "rows within a cone"),
    Field("iefc_nspecial", I4, (), "0 if no row has friction loss or an elliptic cone"),
)

# [m/s^2] more than any J qacc - aref; a number of float32 as well
BEYOND = 3e38


class Kind(IntEnum):
    """Shape of a row's cost as a function of x = J qacc - aref."""

    EQUALITY = 0
    """D x^2 / 2"""
    INEQUALITY = 1
    """D x^2 / 2 below zero, nothing above"""
    FRICTION = 2
    """quadratic up to R loss, linear beyond"""
    CONE = 3
    """first row of an elliptic contact, whose rows share one cost"""
    CONE_FRICTION = 4
    """further row of an elliptic contact"""


@helper
def gather_rows(d, island: Island) -> None:
    """Copy what the solvers read of each row of an island, in island order, and tell the kinds of rows apart."""
    special = d.nf
    for q in range(island.row, island.row_end):
        real, r = row_at(d, q)
        special += gather_row(d, q, r, real)
    d.iefc_nspecial = reduce_max(special)
    find_constant_rows(d, island)


@helper
def gather_row(d, q: int, r: int, real: bool) -> int:
    """Copy what the solvers read of row r to position q, or that of no row; return 1 if it is in an elliptic cone."""
    kind, friction, dim = d.iefc_kind, d.iefc_friction, d.iefc_dim
    equality, smooth = d.ne, d.ne + d.nf

    d.iefc_D[q] = select(real, d.efc_D[r], 0.0)
    d.iefc_R[q] = select(real, d.efc_R[r], 0.0)
    d.iefc_frictionloss[q] = select(real, d.efc_frictionloss[r], 0.0)
    shape = select(r < equality, Kind.EQUALITY + 0, select(r < smooth, Kind.FRICTION + 0, Kind.INEQUALITY + 0))
    kind[q] = select(real, shape, Kind.INEQUALITY + 0)
    # a row whose cost is a parabola acts below this
    d.iefc_bound[q] = select(kind[q] == Kind.EQUALITY, BEYOND, select(kind[q] == Kind.INEQUALITY, 0.0, -BEYOND))
    special = 0
    if real and r >= smooth and d.efc_type[r] == ConstraintType.CONTACT_ELLIPTIC:
        special = 1
        contact = d.efc_id[r]
        j = r - d.contact_efc_address[contact]
        kind[q] = Kind.CONE if j == 0 else Kind.CONE_FRICTION
        d.iefc_bound[q] = -BEYOND
        dim[q] = d.contact_dim[contact]
        friction[q] = d.contact_mu[contact] if j == 0 else d.contact_friction[contact, max(0, j - 1)]
    return special


@helper
def group_size(d, q: int, last: int) -> int:
    """Return how many rows from q on belong to the same object and so have the same dofs: at most 6."""
    row = d.island_row
    num = 1
    while q + num < last and num < 6 and joined(d, row[q + num - 1], row[q + num]):
        num += 1
    return num


@helper
def joined(d, a: int, b: int) -> bool:
    """Tell whether two rows belong to the same contact or equality and have the same dofs; edges of a flex have not."""
    kind = d.efc_type[a]
    same = d.efc_type[b] == kind and d.efc_id[a] == d.efc_id[b]
    if kind == ConstraintType.EQUALITY:
        return same and has_same_columns(d, a, b)
    return same and kind >= ConstraintType.CONTACT_FRICTIONLESS


@helper
def mul_rows_transpose(d, k: int, force: FloatArray, result: FloatArray) -> None:
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
def update_rows(d, island: Island) -> None:
    """Set force and state of the rows of an island at iefc_jar, and count those that act."""
    jar, mass, regular, loss = d.iefc_jar, d.iefc_D, d.iefc_R, d.iefc_frictionloss
    kind, force, state = d.iefc_kind, d.iefc_force, d.iefc_state

    active = 0
    cones = 0
    for q in range(island.row, island.row_end):
        acts = jar[q] < d.iefc_bound[q]
        force[q] = select(acts, -mass[q] * jar[q], 0.0)
        state[q] = select(acts, ConstraintState.QUADRATIC + 0, ConstraintState.SATISFIED + 0)
        active += 1 if acts else 0
    if has_special_rows(d):
        for q in range(island.row, island.row_end):
            if kind[q] == Kind.FRICTION:
                force[q], state[q], _ = friction_row(jar[q], mass[q], regular[q], loss[q])
            elif kind[q] == Kind.CONE:
                update_cone_rows(d, q)
                cones += 1 if state[q] == ConstraintState.CONE else 0
            active += 1 if kind[q] >= Kind.FRICTION and state[q] != ConstraintState.SATISFIED else 0
    d.iefc_nactive = active
    d.iefc_ncone = cones


@helper
def has_special_rows(d) -> bool:
    """Tell whether there may be rows whose cost is not half of a parabola: friction loss and elliptic cones."""
    return uniform(d.iefc_nspecial) > 0


@helper
def update_cone_rows(d, q: int) -> None:
    """Set force and state of the elliptic contact whose first row is at position q, as `update_cone` does."""
    jar, mass, friction, force, state = d.iefc_jar, d.iefc_D, d.iefc_friction, d.iefc_force, d.iefc_state
    mu, dim = friction[q], d.iefc_dim[q]

    normal, tangent = cone_point(d, q, jar)
    zone = cone_zone(mu, normal, tangent)
    pressed = zone == ConstraintState.QUADRATIC
    slips = zone == ConstraintState.CONE
    # the distance to the cone, normal to its surface
    pull = -cone_stiffness(mass[q], mu) * (normal - mu * tangent) * mu
    state[q] = zone
    force[q] = select(pressed, -mass[q] * jar[q], select(slips, pull, 0.0))
    for j in range(1, dim):
        mu_j = friction[q + j]
        along = -pull / max(MINVAL, tangent) * (jar[q + j] * mu_j) * mu_j
        state[q + j] = zone
        force[q + j] = select(pressed, -mass[q + j] * jar[q + j], select(slips, along, 0.0))


@helper
def cone_point(d, q: int, jar: FloatArray) -> Vec2:
    """Return (normal, length of the tangential part) of the elliptic contact at q, scaled to a round cone."""
    friction = d.iefc_friction

    square = 0.0
    for j in range(q + 1, q + d.iefc_dim[q]):
        u = jar[j] * friction[j]
        square += u * u
    return jar[q] * friction[q], sqrt(square)


@helper
def cost_of_rows(d, island: Island, jar: FloatArray) -> float:
    """Return the cost of the rows of an island where J qacc - aref is `jar`."""
    kind, mass, regular, loss = d.iefc_kind, d.iefc_D, d.iefc_R, d.iefc_frictionloss
    special = has_special_rows(d)

    cost = 0.0
    for q in range(island.row, island.row_end):
        acts = jar[q] < d.iefc_bound[q]
        cost += select(acts, 0.5 * mass[q] * jar[q] * jar[q], 0.0)
        if special:
            if kind[q] == Kind.FRICTION:
                _force, _state, part = friction_row(jar[q], mass[q], regular[q], loss[q])
                cost += part
            elif kind[q] == Kind.CONE:
                cost += cost_of_cone(d, q, jar)
    return cost


@helper
def cost_of_cone(d, q: int, jar: FloatArray) -> float:
    """Return the cost of the elliptic contact whose first row is at position q."""
    mass, mu = d.iefc_D, d.iefc_friction[q]

    pressed = 0.0
    for j in range(q, q + d.iefc_dim[q]):
        pressed += 0.5 * mass[j] * jar[j] * jar[j]
    normal, tangent = cone_point(d, q, jar)
    zone = cone_zone(mu, normal, tangent)
    depth = normal - mu * tangent
    slips = 0.5 * cone_stiffness(mass[q], mu) * depth * depth
    return select(zone == ConstraintState.QUADRATIC, pressed, select(zone == ConstraintState.CONE, slips, 0.0))
