"""Force, state and cost of rows for given accelerations: the cost of each kind of row and its slope.

`jar` is J qacc - aref, what a row gets less what it asks for. The cost is that of a spring of stiffness D, which
equalities pull both ways, friction loss bounds, limits and contacts use in one direction, and elliptic cones
project. The force is the negative slope of the cost.
"""

from corten.constants import MINVAL
from corten.enums import ConstraintState, ConstraintType
from corten.runtime import FloatArray, IntArray, Vec2, helper, reduce_max, select, sqrt, stage
from corten.stages.constraint.row import mul_jacobian, mul_jacobian_transposed


@helper
def quadratic_row(jar: float, D: float) -> tuple[float, int, float]:
    """Return (force, state, cost) of an equality row."""
    return -D * jar, ConstraintState.QUADRATIC, 0.5 * D * jar * jar


@helper
def friction_row(jar: float, D: float, R: float, loss: float) -> tuple[float, int, float]:
    """Return (force, state, cost) of a friction loss row: linear beyond the force that it can give."""
    force = -D * jar
    state = ConstraintState.QUADRATIC
    cost = 0.5 * D * jar * jar
    if jar <= -R * loss:
        force = loss
        state = ConstraintState.LINEARNEG
        cost = -0.5 * R * loss * loss - loss * jar
    elif jar >= R * loss:
        force = -loss
        state = ConstraintState.LINEARPOS
        cost = -0.5 * R * loss * loss + loss * jar
    return force, state, cost


@helper
def unilateral_row(jar: float, D: float) -> tuple[float, int, float]:
    """Return (force, state, cost) of a limit, a frictionless contact or an edge of a pyramid: it only pushes."""
    force = 0.0
    state = ConstraintState.SATISFIED
    cost = 0.0
    if jar < 0.0:
        force = -D * jar
        state = ConstraintState.QUADRATIC
        cost = 0.5 * D * jar * jar
    return force, state, cost


@helper
def cone_length(d, jar: FloatArray, i: int, c: int) -> Vec2:
    """Return (normal, length of the tangential part) of the elliptic cone of contact c, scaled to a round cone."""
    friction = d.contact_friction
    total = 0.0
    for j in range(1, d.contact_dim[c]):
        u = jar[i + j] * friction[c, j - 1]
        total += u * u
    return jar[i] * d.contact_mu[c], sqrt(total)


@helper
def cone_zone(mu: float, normal: float, tangent: float) -> int:
    """Return the ConstraintState of a cone: SATISFIED above the dual cone, QUADRATIC below, CONE between."""
    state = ConstraintState.CONE
    if normal >= mu * tangent or (tangent <= 0.0 and normal >= 0.0):
        state = ConstraintState.SATISFIED
    elif mu * normal + tangent <= 0.0 or (tangent <= 0.0 and normal < 0.0):
        state = ConstraintState.QUADRATIC
    return state


@helper
def cone_stiffness(D: float, mu: float) -> float:
    """Return the stiffness of an elliptic contact against leaving its cone, from the mass D of its normal row."""
    return D / (mu * mu * (1.0 + mu * mu))


@helper
def update_cone(d, c: int, i: int, jar: FloatArray, D: FloatArray, force: FloatArray, state: IntArray) -> float:
    """Set force and state of elliptic contact c, whose first row is i in these arrays; return its cost.

    With U = (mu jar_0, friction_j jar_j), N = U_0, T = |U_1..|: nothing above the cone (N >= mu T), quadratic below
    its dual (mu N + T <= 0), and the squared distance to the cone in between.
    """
    mu, friction, dim = d.contact_mu[c], d.contact_friction, d.contact_dim[c]
    normal, tangent = cone_length(d, jar, i, c)
    zone = cone_zone(mu, normal, tangent)
    cost = 0.0
    for j in range(i, i + dim):
        state[j] = zone
        force[j] = 0.0
    if zone == ConstraintState.QUADRATIC:
        for j in range(i, i + dim):
            force[j] = -D[j] * jar[j]
            cost += 0.5 * D[j] * jar[j] * jar[j]
    elif zone == ConstraintState.CONE:
        # distance to the cone, normal to its surface
        stiffness = cone_stiffness(D[i], mu)
        depth = normal - mu * tangent
        cost = 0.5 * stiffness * depth * depth
        force[i] = -stiffness * depth * mu
        for j in range(1, dim):
            mu_j = friction[c, j - 1]
            force[i + j] = -force[i] / max(MINVAL, tangent) * (jar[i + j] * mu_j) * mu_j
    return cost


@helper
def update_constraint(d, jar: FloatArray) -> float:
    """Set efc_force and efc_state of all rows for jar; return the cost of all constraints."""
    D, R, force, state, loss = d.efc_D, d.efc_R, d.efc_force, d.efc_state, d.efc_frictionloss
    ne, smooth = d.ne, d.ne + d.nf
    cost = 0.0
    for i in range(ne):
        force[i], state[i], part = quadratic_row(jar[i], D[i])
        cost += part
    for i in range(ne, smooth):
        force[i], state[i], part = friction_row(jar[i], D[i], R[i], loss[i])
        cost += part
    i = smooth
    while i < d.nefc:
        if d.efc_type[i] == ConstraintType.CONTACT_ELLIPTIC:
            contact = d.efc_id[i]
            part = update_cone(d, contact, i, jar, D, force, state)
            i += d.contact_dim[contact]
        else:
            force[i], state[i], part = unilateral_row(jar[i], D[i])
            i += 1
        cost += part
    return cost


@helper
def cost_of_constraint(d, jar: FloatArray) -> float:
    """Return the cost of all constraints for jar, as `update_constraint` does, for environments side by side, too."""
    D, R, loss = d.efc_D, d.efc_R, d.efc_frictionloss
    ne, smooth, cost = d.ne, d.ne + d.nf, 0.0
    for i in range(reduce_max(d.nefc)):
        if i < d.nefc:
            x = jar[i]
            part = select(i < ne or x < 0.0, 0.5 * D[i] * x * x, 0.0)
            if i >= ne and i < smooth:
                _force, _state, part = friction_row(x, D[i], R[i], loss[i])
            elif i >= smooth and d.efc_type[i] == ConstraintType.CONTACT_ELLIPTIC:
                part = cost_of_cone_row(d, i, jar)
            cost += part
    return cost


@helper
def cost_of_cone_row(d, i: int, jar: FloatArray) -> float:
    """Return the cost of an elliptic contact whose first row is i, 0 for its other rows."""
    contact = d.efc_id[i]
    cost = 0.0
    if d.contact_efc_address[contact] == i:
        mu = d.contact_mu[contact]
        normal, tangent = cone_length(d, jar, i, contact)
        zone = cone_zone(mu, normal, tangent)
        if zone == ConstraintState.QUADRATIC:
            for j in range(i, i + d.contact_dim[contact]):
                cost += 0.5 * d.efc_D[j] * jar[j] * jar[j]
        elif zone == ConstraintState.CONE:
            depth = normal - mu * tangent
            cost = 0.5 * cone_stiffness(d.efc_D[i], mu) * depth * depth
    return cost


# ---- constraint forces that belong to a given acceleration, without a solver: the slope of the cost at it


@stage
def inverse_constraint(m, d) -> None:
    """Set efc_force, efc_state and qfrc_constraint = J' efc_force for qacc."""
    jar, aref = d.efc_jar, d.efc_aref

    mul_jacobian(d, jar, d.qacc)
    for i in range(d.nefc):
        jar[i] -= aref[i]
    update_constraint(d, jar)
    mul_jacobian_transposed(d, m.nv, d.qfrc_constraint, d.efc_force)
