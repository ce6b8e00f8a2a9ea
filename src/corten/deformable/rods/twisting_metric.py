"""The part of the metric that rods have whose edges twist: J' S J over curvatures, and a chain of torsion over twists.

At the vertex between two edges a rod stores, for each of them, k1/2 (p - p0)^2 + k2/2 (q - q0)^2, where p and q are
the curvature along its material axes, and once kt (twist - rest)^2. Over vertices the metric has the products of the
slopes of p, q and the twist, over the angles of twist the Hessian as far as it pulls back; nothing couples the two.
"""

from corten.constants import MINVAL
from corten.deformable.elasticity.scatter import add_body_force
from corten.deformable.metric.assembly import add_vertices
from corten.deformable.metric.factor import find_entry
from corten.deformable.rods.bending import ROOM, curve_rate, load_hinges, pull_rod, record_vertex
from corten.deformable.rods.bending_metric import outer, plus, vertex_slope
from corten.deformable.rods.frames import count_edges, edge_direction, material_axes, twist_dof
from corten.math.matrix3 import mul_mat_mat, mul_mat_vec, mul_matT_mat
from corten.math.vector3 import add, dot, load3, normalize
from corten.runtime import Mat3, Vec2, helper, sqrt, stage
from corten.stages.passive.passive import dampers_act, springs_act


@stage
def twist_metric(m, d) -> None:
    """Add (h^2 K + h damping D) of rods that twist to efm_K, what is on the diagonals of twists to efm_M.

    These are among the diagonals that rows of constraints are softened by, as in MuJoCo.
    """
    h = m.opt_timestep
    for f in range(m.nflex):
        if m.flex_rodadr[f] >= 0:
            stiff, damp = h * h if springs_act(m) else 0.0, h * m.flex_damping[f] if dampers_act(m) else 0.0
            for i in range(count_edges(m, f) - 1):
                e, entry = m.flex_rodadr[f] + i, m.flex_bendingadr[f] + 1 + ROOM * i
                load_hinges(m, d, f, entry)
                add_hinge(m, d, f, e, entry, stiff, damp)
                add_torsion(m, d, e, entry, stiff, damp)


@stage
def twist_shift(m, d) -> None:
    """Add -h J' K v of rods that twist to efm_c; like MuJoCo, without the twist that the motion of vertices gives."""
    if springs_act(m):
        for f in range(m.nflex):
            if m.flex_rodadr[f] >= 0:
                first, last = m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]
                for v in range(first, last):
                    for k in range(3):
                        d.flexvert_force[v, k] = 0.0
                for i in range(count_edges(m, f) - 1):
                    shift_hinge(m, d, f, m.flex_rodadr[f] + i, m.flex_bendingadr[f] + 1 + ROOM * i)
                for v in range(first, last):
                    force, point = load3(d.flexvert_force, v), load3(d.flexvert_xpos, v)
                    add_body_force(m, d, m.flex_vertbodyid[v], point, force, d.efm_c)


@helper
def axes_form(m, d, e: int, weights: Vec2) -> Mat3:
    """Return the sum of a a' over the material axes of edges e and e + 1, with weights of the first and the second."""
    a, b = material_axes(m, d, e)
    one = plus(outer(a, a, weights[0]), outer(b, b, weights[1]))
    a, b = material_axes(m, d, e + 1)
    return plus(one, plus(outer(a, a, weights[0]), outer(b, b, weights[1])))


@helper
def stiffnesses(m, entry: int) -> Vec2:
    """Return the stiffnesses of bending that belong to both material axes."""
    return m.flex_bending[entry + 4], m.flex_bending[entry + 4] + m.flex_bending[entry + 5]


@helper
def add_hinge(m, d, f: int, e: int, entry: int, stiff: float, damp: float) -> None:
    """Add J' S J of the hinge behind edge e, block by block of its vertices."""
    k1, k2 = stiffnesses(m, entry)
    form = axes_form(m, d, e, (stiff * k1, stiff * k2))
    if damp != 0.0:
        # damping knows the length of the curvature alone, and the softer axis by the mean of both
        damped = axes_form(m, d, e, (damp * sqrt(k1 * k2), damp * k2))
        u, length = normalize(load3(d.flex_rod_curve, 0))
        form = plus(form, damped if length < MINVAL else outer(u, u, dot(u, mul_mat_vec(damped, u))))
    # as vertices move, the twist grows by -s' J, with half the sum s of both directions
    both = add(edge_direction(d, e), edge_direction(d, e + 1))
    form = plus(form, outer(both, both, 0.5 * (stiff + damp) * m.flex_bending[entry + 8]))
    for j in range(3):
        pull = mul_mat_mat(form, vertex_slope(d, 0, j))
        for i in range(j, 3):
            block = mul_matT_mat(vertex_slope(d, 0, i), pull)
            add_vertices(m, d, record_vertex(m, f, entry, i), record_vertex(m, f, entry, j), block, 1.0)


@helper
def add_torsion(m, d, e: int, entry: int, stiff: float, damp: float) -> None:
    """Add what resists the angles of edges e and e + 1: torsion between them, bending as each turns its axes."""
    torsion = 2.0 * (stiff + damp) * m.flex_bending[entry + 8]
    one, other = twist_dof(m, e), twist_dof(m, e + 1)
    if one >= 0:
        d.efm_M[m.M_rowadr[one] + m.M_rownnz[one] - 1] += torsion + stiff * turning(m, d, e, e, entry)
    if other >= 0:
        d.efm_M[m.M_rowadr[other] + m.M_rownnz[other] - 1] += torsion + stiff * turning(m, d, e, e + 1, entry)
    if one >= 0 and other >= 0:
        d.efm_K[find_entry(m, one, other)] -= torsion


@helper
def turning(m, d, hinge: int, e: int, entry: int) -> float:
    """Return the stiffness of bending as edge e turns about itself, at least 0; p grows by q, q by -p."""
    k1, k2 = stiffnesses(m, entry)
    a, b = material_axes(m, d, e)
    p, q = dot(load3(d.flex_rod_curve, 0), a), dot(load3(d.flex_rod_curve, 0), b)
    p0, q0 = m.rodedge_curve0[hinge, 0], m.rodedge_curve0[hinge, 1]
    return max(k1 * (q * q - (p - p0) * p) + k2 * (p * p - (q - q0) * q), 0.0)


@helper
def shift_hinge(m, d, f: int, e: int, entry: int) -> None:
    """Add the shift of the hinge behind edge e to the forces on its vertices, and on the twists of its edges."""
    h = m.opt_timestep
    k1, k2 = stiffnesses(m, entry)
    load_hinges(m, d, f, entry)
    pull = mul_mat_vec(axes_form(m, d, e, (h * k1, h * k2)), curve_rate(m, d, f, entry, 0))
    pull_rod(m, d, f, entry, pull, (0.0, 0.0, 0.0), d.flexvert_force)

    one, other = twist_dof(m, e), twist_dof(m, e + 1)
    before, behind = d.qvel[one] if one >= 0 else 0.0, d.qvel[other] if other >= 0 else 0.0
    torque = 2.0 * m.flex_bending[entry + 8] * (behind - before)
    if one >= 0:
        d.efm_c[one] -= h * (turning(m, d, e, e, entry) * before - torque)
    if other >= 0:
        d.efm_c[other] -= h * (turning(m, d, e, e + 1, entry) * behind + torque)
