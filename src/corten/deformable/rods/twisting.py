"""Bending and torsion of rods whose edges twist: discrete elastic rods (Bergou and others, 2008).

A hinge between edges e and f has the curvature k = 2 e x f / (|e| |f| + e.f) and the twist

    w = twist angle of f - twist angle of e + reference twist.

With material axes m1, m2 of both edges, and stiffnesses and curvatures at rest k1, c1 and k2, c2 along these, it stores

    1/2 sum over e and f of (k1 (k.m1 - c1)^2 + k2 (k.m2 - c2)^2)  +  kt w^2.

What an edge resists turning about itself with is a force on its twist joint, or a torque on the body that holds it. It
also acts on its vertices where its reference axis spins as the edge turns.

Damping resists the rate of |k|, with sqrt(k1 k2) in place of the lesser stiffness k1, and that of w.
"""

from corten.constants import MINVAL
from corten.deformable.elasticity.bending import add_to
from corten.deformable.rods.bending import ROOM, bend_record, store_hinge
from corten.deformable.rods.frames import (
    clamping_body,
    count_edges,
    edge_direction,
    edge_vector,
    material_axes,
    select3,
    twist_angle,
    twist_dof,
)
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add, add_scaled, dot, load3, norm, normalize, scale, sub
from corten.runtime import FloatArray, Vec3, helper, sqrt, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.passive.passive import dampers_act, springs_act
from corten.stages.tree import last_dof

SCRATCH = scratch(
    Field("rodedge_torque", F8, ("nrodedge",), "what bending and torsion resist turning edges with [N m]"),
    Field("rodedge_damping", F8, ("nrodedge",), "what their damping resists it with [N m]"),
)

# places in a record: the stiffness about the first axis, what that about the second is more, and that of torsion
FIRST, MORE, TORSION = 4, 5, 8


@stage
def flex_twisting_rods(m, d) -> None:
    """Add the forces of bending and torsion, and of their damping, to those on vertices, and on the joints of edges."""
    for f in range(m.nflex):
        if m.flex_rodadr[f] >= 0:
            first, last = m.flex_rodadr[f], m.flex_rodadr[f] + count_edges(m, f) - 1
            for e in range(first, last + 1):
                d.rodedge_torque[e], d.rodedge_damping[e] = 0.0, 0.0
            for e in range(first, last):
                entry = m.flex_bendingadr[f] + 1 + ROOM * (e - first)
                # without frames it only bends, as rods do whose edges do not twist
                if d.flex_rodlost[f] != 0:
                    bend_record(m, d, f, entry)
                else:
                    store_hinge(d, 0, edge_vector(m, d, e), edge_vector(m, d, e + 1))
                    if springs_act(m):
                        resist_shape(m, d, e, entry)
                    if dampers_act(m) and m.flex_damping[f] != 0.0:
                        resist_rates(m, d, e, entry, m.flex_damping[f])
            for e in range(first, last + 1):
                turn_edge(m, d, e)


@helper
def resist_shape(m, d, e: int, entry: int) -> None:
    """Add what the hinge behind edge e does to its vertices and to both edges."""
    b, k = m.flex_bending, load3(d.flex_rod_curve, 0)
    first, second = b[entry + FIRST], b[entry + FIRST] + b[entry + MORE]
    slope = (0.0, 0.0, 0.0)
    for i in range(2):
        one, other = material_axes(m, d, e + i)
        along, across = dot(k, one), dot(k, other)
        pull, push = first * (along - m.rodedge_curve0[e, 0]), second * (across - m.rodedge_curve0[e, 1])
        slope = add(slope, add(scale(one, pull), scale(other, push)))
        d.rodedge_torque[e + i] += pull * across - push * along

    twist = twist_angle(m, d, e + 1) - twist_angle(m, d, e) + d.rodedge_twist[e]
    torsion = 2.0 * b[entry + TORSION] * twist
    d.rodedge_torque[e] -= torsion
    d.rodedge_torque[e + 1] += torsion
    pull_hinge(m, d, e, slope, torsion, d.flexvert_force)


@helper
def resist_rates(m, d, e: int, entry: int, damping: float) -> None:
    """Add what resists the rates of curvature and twist behind edge e."""
    b, k = m.flex_bending, load3(d.flex_rod_curve, 0)
    before, behind = edge_rate(m, d, e), edge_rate(m, d, e + 1)
    rate = add(mul_mat_vec(load9(d.flex_rod_slope, 0), before), mul_mat_vec(load9(d.flex_rod_slope, 1), behind))
    second = b[entry + FIRST] + b[entry + MORE]
    first = sqrt(b[entry + FIRST] * second)
    u, curved = normalize(k)
    stiffness, slope = 0.0, (0.0, 0.0, 0.0)
    for i in range(2):
        one, other = material_axes(m, d, e + i)
        stiffness += first * dot(u, one) * dot(u, one) + second * dot(u, other) * dot(u, other)
        slope = add(slope, add(scale(one, first * dot(rate, one)), scale(other, second * dot(rate, other))))
    # a straight hinge may curve in any direction
    slope = select3(curved < MINVAL, slope, scale(u, stiffness * dot(u, rate)))

    stretched = add(scale(before, 1.0 / edge_length(m, d, e)), scale(behind, 1.0 / edge_length(m, d, e + 1)))
    turning = edge_spin(m, d, e + 1) - edge_spin(m, d, e) + 0.5 * dot(k, stretched)
    torsion = 2.0 * damping * b[entry + TORSION] * turning
    d.rodedge_damping[e] -= torsion
    d.rodedge_damping[e + 1] += torsion
    pull_hinge(m, d, e, scale(slope, damping), torsion, d.flexvert_damping)


@helper
def pull_hinge(m, d, e: int, slope: Vec3, torsion: float, force: FloatArray) -> None:
    """Add the forces on the vertices of the hinge behind edge e that resist a growing curvature, and a growing twist.

    As edges turn, the twist grows by k / 2 times the changes of their directions.
    """
    k, vertices = load3(d.flex_rod_curve, 0), m.rodedge_vertid
    before, behind = mul_matT_vec(load9(d.flex_rod_slope, 0), slope), mul_matT_vec(load9(d.flex_rod_slope, 1), slope)
    before = add_scaled(before, k, 0.5 * torsion / edge_length(m, d, e))
    behind = add_scaled(behind, k, 0.5 * torsion / edge_length(m, d, e + 1))
    add_to(force, vertices[e, 0], before, 1.0)
    add_to(force, vertices[e, 1], sub(behind, before), 1.0)
    add_to(force, vertices[e + 1, 1], behind, -1.0)


@helper
def turn_edge(m, d, e: int) -> None:
    """Turn an edge by what its hinges resist with: its joint, or the body that holds it."""
    torque, damping, dof = d.rodedge_torque[e], d.rodedge_damping[e], twist_dof(m, e)
    if dof >= 0:
        d.qfrc_spring[dof] -= torque
        d.qfrc_damper[dof] -= damping
        drift, share = load3(d.rodedge_drift, e), torque / edge_length(m, d, e)
        add_to(d.flexvert_force, m.rodedge_vertid[e, 0], drift, -share)
        add_to(d.flexvert_force, m.rodedge_vertid[e, 1], drift, share)
    else:
        turn_body(m, d, clamping_body(m, e), scale(edge_direction(d, e), -torque), d.qfrc_spring)
        turn_body(m, d, clamping_body(m, e), scale(edge_direction(d, e), -damping), d.qfrc_damper)


@helper
def turn_body(m, d, body: int, torque: Vec3, result: FloatArray) -> None:
    """Add what a torque on a body does to each dof that moves it."""
    dof = last_dof(m, body)
    while dof >= 0:
        result[dof] += dot((d.cdof[dof, 0], d.cdof[dof, 1], d.cdof[dof, 2]), torque)
        dof = m.dof_parentid[dof]


@helper
def edge_length(m, d, e: int) -> float:
    """Return the length of an edge [m], none below MINVAL."""
    return max(norm(edge_vector(m, d, e)), MINVAL)


@helper
def edge_rate(m, d, e: int) -> Vec3:
    """Return how fast an edge changes [m/s]."""
    return sub(load3(d.flexvert_velocity, m.rodedge_vertid[e, 1]), load3(d.flexvert_velocity, m.rodedge_vertid[e, 0]))


@helper
def edge_spin(m, d, e: int) -> float:
    """Return how fast an edge turns about itself [rad/s]."""
    dof = twist_dof(m, e)
    if dof >= 0:
        return d.qvel[dof]
    body = clamping_body(m, e)
    return dot(edge_direction(d, e), (d.cvel[body, 0], d.cvel[body, 1], d.cvel[body, 2]))
