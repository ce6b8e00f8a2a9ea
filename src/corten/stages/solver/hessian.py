"""The Hessian of the primal problem, H = M + J' D J over active rows, and its factors, island by island."""

from corten.constants import MINVAL
from corten.enums import ConstraintState
from corten.linalg.envelope import factor_envelope, solve_envelope
from corten.runtime import helper, sqrt
from corten.stages.constraint.update import cone_stiffness
from corten.stages.metric.couplings import in_metric
from corten.stages.solver.couplings import add_couplings_to_hessian, widen_for_couplings, widen_for_dofs
from corten.stages.solver.rows import Kind, group_size


@helper
def shape_envelope(m, d, k):
    """Find where each row of the Hessian of island k begins; return whether it fits into the room there is.

    M ties a dof to those below it in its tree, a constraint row all of its dofs to each other.
    """
    first, adr, place, dof = d.hessian_first, d.hessian_adr, d.dof_place, d.island_dof
    rownnz, rowadr, colind = m.M_rownnz, m.M_rowadr, m.M_colind
    begin, n = d.island_dofadr[k], d.island_dofnum[k]

    for i in range(n):
        first[i] = i
    for i in range(n):
        v = dof[begin + i]
        for entry in range(rowadr[v], rowadr[v] + rownnz[v] - 1):
            above = place[colind[entry]]
            first[above] = min(first[above], i)
    for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
        widen_for_row(d, d.island_row[q])
    if in_metric(m):
        widen_for_couplings(m, d, k)

    total = 0
    for i in range(n):
        adr[i] = total - first[i]
        total += i - first[i] + 1
    d.nH = max(d.nH, total)
    return total <= d.maxH


@helper
def widen_for_row(d, r):
    """Widen the envelope by the dofs of a constraint row."""
    widen_for_dofs(d, d.efc_J_colind, d.efc_J_rowadr[r], d.efc_J_rownnz[r])


@helper
def set_hessian(m, d, k):
    """Set the Hessian of island k at the current states of its rows, but for elliptic cones, which change each time."""
    if in_metric(m):
        set_metric_hessian(m, d, k)
    else:
        set_tree_hessian(m, d, k, d.M)
    change_hessian(d, k, True)


@helper
def set_metric_hessian(m, d, k):
    """Set the Hessian of island k to the effective metric."""
    set_tree_hessian(m, d, k, d.efm_M)
    add_couplings_to_hessian(m, d, k)


@helper
def set_tree_hessian(m, d, k, mass):
    """Set the Hessian of island k to a matrix with the entries of M."""
    adr, hessian, place, dof = d.hessian_adr, d.hessian, d.dof_place, d.island_dof
    rownnz, rowadr, colind = m.M_rownnz, m.M_rowadr, m.M_colind
    begin, n = d.island_dofadr[k], d.island_dofnum[k]

    for entry in range(adr[n - 1] + n):
        hessian[entry] = 0.0
    for i in range(n):
        v = dof[begin + i]
        for entry in range(rowadr[v], rowadr[v] + rownnz[v]):
            hessian[adr[place[colind[entry]]] + i] = mass[entry]


@helper
def change_hessian(d, k, anew):
    """Add the rows of island k that became active since their states were remembered, and take away the others.

    With `anew` all active rows are added.
    """
    row, state, old, weight = d.island_row, d.iefc_state, d.iefc_state_before, d.group_weight
    q = d.island_rowadr[k]
    last = q + d.island_rownum[k]

    while q < last:
        num = group_size(d, q, last)

        # rows of one group, four at a time, so that each entry of the Hessian is read and written once
        count = 0
        for i in range(q, q + num):
            active, before = state[i] == ConstraintState.QUADRATIC, old[i] == ConstraintState.QUADRATIC and not anew
            if active != before:
                d.group_Jadr[count] = d.efc_J_rowadr[row[i]]
                weight[0, count] = d.iefc_D[i] if active else -d.iefc_D[i]
                count += 1
        first = 0
        while first + 4 <= count:
            add_four_rows(d, q, first)
            first += 4
        while first < count:
            add_row(d, q, first)
            first += 1
        q += num


@helper
def add_row(d, q, slot):
    """Add w J' J of one row."""
    hessian, start, place, colind, values = d.hessian, d.hessian_adr, d.dof_place, d.efc_J_colind, d.efc_J_values
    adr, num, weight = d.group_Jadr[slot], d.efc_J_rownnz[d.island_row[q]], d.group_weight[0, slot]

    for i in range(num):
        at = place[colind[adr + i]]
        scaled = weight * values[adr + i]
        for j in range(i + 1):
            other = place[colind[adr + j]]
            hessian[start[max(at, other)] + min(at, other)] += scaled * values[adr + j]


@helper
def add_four_rows(d, q, slot):
    """Add w J' J of four rows with the same dofs."""
    hessian, start, place, colind, values = d.hessian, d.hessian_adr, d.dof_place, d.efc_J_colind, d.efc_J_values
    weight, num = d.group_weight, d.efc_J_rownnz[d.island_row[q]]
    a, b, c, e = d.group_Jadr[slot], d.group_Jadr[slot + 1], d.group_Jadr[slot + 2], d.group_Jadr[slot + 3]

    for i in range(num):
        at = place[colind[a + i]]
        wa, wb = weight[0, slot] * values[a + i], weight[0, slot + 1] * values[b + i]
        wc, we = weight[0, slot + 2] * values[c + i], weight[0, slot + 3] * values[e + i]
        for j in range(i + 1):
            other = place[colind[a + j]]
            near = wa * values[a + j] + wb * values[b + j]
            total = near + (wc * values[c + j] + we * values[e + j])
            hessian[start[max(at, other)] + min(at, other)] += total


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
    weight[0, 0] = scale * mu * mu
    for j in range(1, num):
        fj = friction[contact, j - 1]
        uj = jar[q + j] * fj
        weight[j, 0] = -scale * mu * mu * uj / tangent * fj
        weight[0, j] = weight[j, 0]
        for i in range(1, j + 1):
            fi = friction[contact, i - 1]
            ui = jar[q + i] * fi
            bend = mu * normal / (tangent * tangent * tangent) * uj * ui
            if i == j:
                bend += mu * mu - mu * normal / tangent
            weight[j, i] = scale * bend * fi * fj
            weight[i, j] = weight[j, i]


@helper
def add_weighted_rows(d, q, num):
    """Add J' W J with the full weight matrix W of a contact to what will be factored."""
    factor, start, place, colind, values = d.hessian_factor, d.hessian_adr, d.dof_place, d.efc_J_colind, d.efc_J_values
    weight, scaled, row, rowadr = d.group_weight, d.group_scaled, d.island_row, d.efc_J_rowadr
    first, n = rowadr[row[q]], d.efc_J_rownnz[row[q]]

    for i in range(n):
        at = place[colind[first + i]]
        for k in range(num):
            total = 0.0
            for c in range(num):
                total += weight[k, c] * values[rowadr[row[q + c]] + i]
            scaled[k] = total
        for j in range(i + 1):
            other = place[colind[first + j]]
            total = 0.0
            for k in range(num):
                total += scaled[k] * values[rowadr[row[q + k]] + j]
            factor[start[max(at, other)] + min(at, other)] += total


@helper
def factor_hessian(d, k):
    """Factor the Hessian of island k, elliptic cones included; return how many pivots were not positive."""
    hessian, factor, n = d.hessian, d.hessian_factor, d.island_dofnum[k]

    for entry in range(d.hessian_adr[n - 1] + n):
        factor[entry] = hessian[entry]
    if d.iefc_ncone > 0:
        for q in range(d.island_rowadr[k], d.island_rowadr[k] + d.island_rownum[k]):
            if d.iefc_kind[q] == Kind.CONE and d.iefc_state[q] == ConstraintState.CONE:
                dim = d.contact_dim[d.efc_id[d.island_row[q]]]
                set_cone_weight(d, q, dim)
                add_weighted_rows(d, q, dim)
    return factor_envelope(factor, d.hessian_diag_inv, d.hessian_first, d.hessian_adr, n, MINVAL)


@helper
def solve_hessian(d, k, x, result):
    """Write inv(H) x over the dofs of island k into `result`; both are arrays over all dofs."""
    solution, dof = d.hessian_solution, d.island_dof
    begin, n = d.island_dofadr[k], d.island_dofnum[k]

    for i in range(n):
        solution[i] = x[dof[begin + i]]
    solve_envelope(d.hessian_factor, d.hessian_diag_inv, d.hessian_first, d.hessian_adr, n, solution)
    for i in range(n):
        result[dof[begin + i]] = solution[i]
