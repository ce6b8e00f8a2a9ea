"""Frames along rods whose edges twist: each has a reference axis u across its direction t, carried along in time.

From one step to the next u is transported as t turns, by the least rotation that takes one to the other:

    P(u) = u - (u.t) / (1 + t_old.t) (t_old + t).

`plastic` keeps (t_old, u_old) of each edge and then, for each hinge, the reference twist: the angle from the axis of
one edge, transported to the next, to that of the next, unwrapped. An edge without such a state, which is zero at the
start, takes its axis from the edge before, the first one from qpos0. A body that holds both ends of an edge turns its
axis. Material axes are those of reference, turned by the edge's twist angle: that of its joint, less qpos0.
"""

from corten.constants import MINVAL
from corten.enums import SleepState
from corten.math.inverse_trigonometry import atan2
from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.scalar import sincos
from corten.math.vector3 import (
    add,
    add_scaled,
    cross,
    dot,
    load3,
    load3_flat,
    norm,
    normalize,
    scale,
    store3,
    sub,
)
from corten.runtime import FloatArray, IntArray, Vec2, Vec3, helper, rint, select, sqrt, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.sleep import flex_state

SCRATCH = (
    scratch(
        Field("rk_rodedge_frame", F8, ("nrodedge", 6), "rodedge_frame at the beginning of a step of RK4"),
        Field("rk_flex_rodlost", I4, ("nflex",), "flex_rodlost at the beginning of a step of RK4"),
        Field("rk_rodedge_twist", F8, ("nrodedge",), "rodedge_twist at the beginning of a step of RK4 [rad]"),
    )
    + scratch(
        Field(
            "rodedge_drift", F8, ("nrodedge", 3), "reference axes spin by minus its product with changes of directions"
        ),
        readers=("corten.deformable.rows",),
    )
    + scratch(
        Field("flex_rodlost", I4, ("nflex",), "1: edges of the rod have no length, or fold back: it has no frames"),
        Field("rodedge_twist", F8, ("nrodedge",), "reference twist behind each edge of a rod, unwrapped [rad]"),
        lasting=True,
    )
)

TURN = 6.283185307179586

# numbers of an edge in plastic
EDGE = 6

# directions and axes that are shorter do not count as a state (MuJoCo's value)
SHORT = 0.5


@stage
def rod_frames(m, d) -> None:
    """Carry the reference axes of rods to where their edges point now, and measure the reference twists."""
    for f in range(m.nflex):
        d.flex_rodlost[f] = 0
        if m.flex_rodadr[f] >= 0:
            d.flex_rodlost[f] = 1 if is_degenerate(m, d, f) else 0
            known = True
            for i in range(count_edges(m, f)):
                known = transport_axis(m, d, f, i, known)


@stage
def store_rod_frames(m, d) -> None:
    """Keep the frames and reference twists at the beginning of a step for the next one."""
    store_state(m, d, d.rodedge_frame, d.rodedge_twist, d.flex_rodlost)


@stage
def save_rod_frames(m, d) -> None:
    """Remember the frames and reference twists at the beginning of a step of RK4."""
    for f in range(m.nflex):
        d.rk_flex_rodlost[f] = d.flex_rodlost[f]
    for e in range(m.nrodedge):
        d.rk_rodedge_twist[e] = d.rodedge_twist[e]
        for k in range(EDGE):
            d.rk_rodedge_frame[e, k] = d.rodedge_frame[e, k]


@stage
def store_rod_frames_rk4(m, d) -> None:
    """Do what `store_rod_frames` does at the end of a step of RK4, all of which sees the state that it began with."""
    store_state(m, d, d.rk_rodedge_frame, d.rk_rodedge_twist, d.rk_flex_rodlost)


@helper
def count_edges(m, f: int) -> int:
    """Return how many edges a rod that twists has."""
    return m.flex_edgenum[f]


@helper
def is_degenerate(m, d, f: int) -> bool:
    """Tell whether an edge of a rod has no length, or folds back on the next: then there is no frame to carry along."""
    lost, first = False, m.flex_rodadr[f]
    for e in range(first, first + count_edges(m, f)):
        following = min(e + 1, first + count_edges(m, f) - 1)
        lost = lost or has_no_curvature(edge_vector(m, d, e), edge_vector(m, d, following))
    return lost


@helper
def has_no_curvature(e: Vec3, f: Vec3) -> bool:
    """Tell whether two edges have no curvature between them: one has no length, or they fold back on each other."""
    return norm(e) < MINVAL or norm(f) < MINVAL or norm(e) * norm(f) + dot(e, f) < MINVAL


@helper
def store_state(m, d, frames: FloatArray, twists: FloatArray, lost: IntArray) -> None:
    """Write frames and reference twists of all rods that are awake, and have them, into plastic."""
    for f in range(m.nflex):
        if m.flex_rodadr[f] >= 0 and lost[f] == 0 and flex_state(m, d, f) != SleepState.ASLEEP:
            first, p, count = m.flex_rodadr[f], m.flex_plasticadr[f], count_edges(m, f)
            for i in range(count):
                for k in range(EDGE):
                    d.plastic[p + EDGE * i + k] = frames[first + i, k]
            for i in range(count - 1):
                d.plastic[p + EDGE * count + i] = twists[first + i]


@helper
def transport_axis(m, d, f: int, i: int, known: bool) -> bool:
    """Set frame and drift of edge i of a rod, and the twist before it; return whether it had a state, or needs none.

    `known` says so of the edge before.
    """
    e = m.flex_rodadr[f] + i
    p = m.flex_plasticadr[f] + EDGE * i
    t, _ = normalize(edge_vector(m, d, e))
    before, before_axis = edge_direction(d, max(e - 1, 0)), reference_axis(d, max(e - 1, 0))
    if i == 0:
        before, before_axis = row_direction(m.rodedge_frame0, e), row_axis(m.rodedge_frame0, e)
    alongside = transport(before_axis, before, t)

    if m.rodedge_jntid[e] < 0:
        axis = mul_mat_vec(load9(d.xmat, clamping_body(m, e)), row_axis(m.rodedge_frame0, e))
        drift, kept = (0.0, 0.0, 0.0), True
    else:
        old, old_axis = load3_flat(d.plastic, p), load3_flat(d.plastic, p + 3)
        kept = norm(old) >= SHORT and norm(old_axis) >= SHORT and 1.0 + dot(old, t) > MINVAL
        axis = select3(kept, transport(old_axis, old, t), alongside)
        drift = select3(kept, half_curvature(old, t), (0.0, 0.0, 0.0))
    store_frame(d.rodedge_frame, e, t, axis)
    store3(d.rodedge_drift, e, drift)

    d.rodedge_twist[e] = 0.0
    if i > 0:
        twist = atan2(dot(t, cross(alongside, axis)), dot(alongside, axis))
        last = d.plastic[m.flex_plasticadr[f] + EDGE * count_edges(m, f) + i - 1]
        unwrapped = twist + TURN * rint((last - twist) / TURN)
        d.rodedge_twist[e - 1] = select(kept and known, unwrapped, twist)
    return kept


@helper
def select3(condition: bool, a: Vec3, b: Vec3) -> Vec3:
    """Return vector a where a condition holds, else b."""
    return select(condition, a[0], b[0]), select(condition, a[1], b[1]), select(condition, a[2], b[2])


@helper
def transport(axis: Vec3, before: Vec3, after: Vec3) -> Vec3:
    """Return an axis across one direction, turned by the least rotation from there to another one; both are unit."""
    share = dot(axis, after) / max(1.0 + dot(before, after), MINVAL)
    moved = add_scaled(axis, add(before, after), -share)
    return normalize(add_scaled(moved, after, -dot(moved, after)))[0]


@helper
def half_curvature(before: Vec3, after: Vec3) -> Vec3:
    """Return half of the curvature between two directions.

    What is transported from the first to the second spins by minus its product with changes of the second.
    """
    return scale(cross(before, after), 1.0 / max(1.0 + dot(before, after), MINVAL))


@helper
def edge_vector(m, d, e: int) -> Vec3:
    """Return the edge from its first to its second vertex."""
    first, second = load3(d.flexvert_xpos, m.rodedge_vertid[e, 0]), load3(d.flexvert_xpos, m.rodedge_vertid[e, 1])
    return sub(second, first)


@helper
def clamping_body(m, e: int) -> int:
    """Return the body that holds both ends of a clamped edge."""
    return m.flex_vertbodyid[m.rodedge_vertid[e, 0]]


@helper
def row_direction(frames: FloatArray, e: int) -> Vec3:
    """Return the direction of edge e in an array of frames."""
    return frames[e, 0], frames[e, 1], frames[e, 2]


@helper
def row_axis(frames: FloatArray, e: int) -> Vec3:
    """Return the reference axis of edge e in an array of frames."""
    return frames[e, 3], frames[e, 4], frames[e, 5]


@helper
def store_frame(frames: FloatArray, e: int, direction: Vec3, axis: Vec3) -> None:
    """Set direction and reference axis of edge e in an array of frames."""
    frames[e, 0], frames[e, 1], frames[e, 2] = direction[0], direction[1], direction[2]
    frames[e, 3], frames[e, 4], frames[e, 5] = axis[0], axis[1], axis[2]


@helper
def edge_direction(d, e: int) -> Vec3:
    """Return the unit vector along an edge."""
    return row_direction(d.rodedge_frame, e)


@helper
def reference_axis(d, e: int) -> Vec3:
    """Return the reference axis of an edge, a unit vector across it."""
    return row_axis(d.rodedge_frame, e)


@helper
def twist_angle(m, d, e: int) -> float:
    """Return the angle from the reference axis of an edge to its first material axis [rad]; 0 of a clamped one."""
    if m.rodedge_jntid[e] < 0:
        return 0.0
    q = m.jnt_qposadr[m.rodedge_jntid[e]]
    return d.qpos[q] - m.qpos0[q]


@helper
def twist_dof(m, e: int) -> int:
    """Return the dof by which an edge twists, -1 where it is clamped."""
    joint = m.rodedge_jntid[e]
    return m.jnt_dofadr[max(joint, 0)] if joint >= 0 else -1


@helper
def material_axes(m, d, e: int) -> tuple[Vec3, Vec3]:
    """Return both material axes of an edge: those of its section, across it; bending about the first is the softer."""
    t, u = edge_direction(d, e), reference_axis(d, e)
    v = cross(t, u)
    sine, cosine = sincos(twist_angle(m, d, e))
    return add(scale(u, cosine), scale(v, sine)), add(scale(v, cosine), scale(u, -sine))


# ---- sections as contacts see them: which edge one belongs to, and how large a box is


# where the first record of a rod has its stiffnesses of bending, and the lesser half size of a box section
STIFFNESS, STIFFER_BY, HALF_SIZE = 5, 6, 10


@helper
def edge_of_vertex(m, f: int, vertex: int) -> int:
    """Return the edge whose section a vertex has: the one behind it, at the end of a rod the last one."""
    first, wanted = m.flex_rodadr[f], m.flex_vertadr[f] + vertex
    last = first + m.flex_edgenum[f] - 1
    edge = min(first + vertex, last)
    # vertices of rods that were made stand in order, those that users wrote in any
    if m.rodedge_vertid[edge, 0] != wanted and m.rodedge_vertid[last, 1] != wanted:
        edge = first
        while edge < last and m.rodedge_vertid[edge, 0] != wanted:
            edge += 1
    return last if m.rodedge_vertid[last, 1] == wanted else edge


@helper
def has_box_section(m, f: int) -> bool:
    """Tell whether a flex is a rod whose section is a box."""
    return m.flex_rodadr[f] >= 0 and m.flex_bending[max(m.flex_bendingadr[f], 0) + HALF_SIZE] != 0.0


@helper
def half_sizes(m, f: int) -> Vec2:
    """Return both half sizes of a box section, the larger one first [m]: stiffnesses are as their squares."""
    record = m.flex_bendingadr[f]
    least = abs(m.flex_bending[record + HALF_SIZE])
    return least * sqrt(1.0 + m.flex_bending[record + STIFFER_BY] / m.flex_bending[record + STIFFNESS]), least


@helper
def surface_radius(m, f: int) -> float:
    """Return how far from its elements the surface of a flex may lie: its radius, or half a diagonal of a section."""
    if not has_box_section(m, f):
        return m.flex_radius[f]
    a, b = half_sizes(m, f)
    return sqrt(a * a + b * b)
