"""How a contact with a rod that twists moves: with both ends of an edge, and as the edge turns.

An edge turns with w = t x s + t (q' - c.s), s = (v2 - v1) / l: t is its direction, l its length, v are the velocities
of its ends, q' is that of its twist, and c the drift of its reference axis, which is transported from its last
direction. A point of its surface at an arm r from the axis moves as the axis does there, and by w x r. An edge both
ends of which lie in one body turns with that body, and by its own twist if it has a joint for it.
"""

from corten.constants import MINVAL
from corten.deformable.rods.frames import edge_of_vertex, twist_dof
from corten.math import spatial
from corten.math.vector3 import add, add_scaled, cross, dot, load3, norm, scale, store3, sub
from corten.runtime import Vec3, Vec6, helper
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch
from corten.stages.constraint.row import motion_at, offset_of

SCRATCH = scratch(
    Field("weight_role", I4, ("nflexweight",), "what each is to it: see stages.constraint.rod_weights"),
    Field("rod_along", F8, (2, 3), "direction of the edge of a rod on both sides of it, with the sign of the side"),
    Field("rod_length", F8, (2,), "length of that edge [m]"),
    Field("rod_end", F8, (4, 3), "both ends of that edge, world [m]"),
    Field("rod_arm", F8, (2, 3), "from its axis to the contact, world [m]"),
    Field("rod_drift", F8, (2, 3), "rodedge_drift of that edge"),
    Field("rod_dof", I4, (2,), "dof by which it twists"),
)

# roles of what a contact moves with: a body at the contact, the ends of an edge, and its twist; twice for both sides
BODY = 0
START = 1
END = 2
TWIST = 3
ROLES = 3


@helper
def is_on_rod(m, d, c: int, side: int) -> bool:
    """Tell whether one side of a contact is a rod that twists."""
    f = d.contact_flex[c, side]
    return f >= 0 and m.flex_rodadr[max(f, 0)] >= 0


@helper
def add_entry(d, body: int, share: float, role: int) -> None:
    """Add a body with its share and its role."""
    place = d.nweight
    d.weight_body[place], d.weight_share[place], d.weight_role[place] = body, share, role
    d.nweight = place + 1


@helper
def add_rod_side(m, d, c: int, side: int, sign: float) -> None:
    """Add what one side of a contact moves with, a rod, with shares times a sign."""
    f, vertex = d.contact_flex[c, side], d.contact_vert[c, side]
    edge = edge_of_vertex(m, f, max(vertex, 0))
    if vertex < 0:
        edge = m.flexelem_rodedge[m.flex_elemadr[f] + d.contact_elem[c, side]]
    first, second = m.rodedge_vertid[edge, 0], m.rodedge_vertid[edge, 1]
    start, end = load3(d.flexvert_xpos, first), load3(d.flexvert_xpos, second)
    along, point = sub(end, start), load3(d.contact_pos, c)

    # a vertex is touched at its surface, an element midway between both surfaces
    share = 1.0 if m.flex_vertadr[f] + vertex == second else 0.0
    if vertex >= 0:
        normal = d.contact_frame[c, 0], d.contact_frame[c, 1], d.contact_frame[c, 2]
        point = add_scaled(point, normal, 0.5 * sign * d.contact_dist[c])
    else:
        share = max(0.0, min(1.0, dot(sub(point, start), along) / max(MINVAL, dot(along, along))))
    length = max(MINVAL, norm(along))
    store3(d.rod_along, side, scale(along, sign / length))
    store3(d.rod_arm, side, sub(point, add_scaled(start, along, share)))
    store3(d.rod_end, 2 * side, start)
    store3(d.rod_end, 2 * side + 1, end)
    store3(d.rod_drift, side, load3(d.rodedge_drift, edge))
    d.rod_length[side] = length

    body1, body2, dof, role = m.flex_vertbodyid[first], m.flex_vertbodyid[second], twist_dof(m, edge), ROLES * side
    if body1 == body2:
        add_entry(d, body1, sign, BODY)
    else:
        add_entry(d, body1, sign * (1.0 - share), role + START)
        add_entry(d, body2, sign * share, role + END)
    if dof >= 0:
        add_entry(d, m.dof_bodyid[dof], sign, role + TWIST)
        d.rod_dof[side] = dof


@helper
def first_dof(d, k: int, last: int) -> int:
    """Return the dof of entry k that comes first, given the last one of its body."""
    role = d.weight_role[k]
    is_twist = role > BODY and (role - 1) % ROLES == TWIST - 1
    return d.rod_dof[(max(role, 1) - 1) // ROLES] if is_twist else last


@helper
def next_dof(m, d, k: int) -> int:
    """Return the dof of entry k that comes after the present one: a twist is alone."""
    role = d.weight_role[k]
    is_twist = role > BODY and (role - 1) % ROLES == TWIST - 1
    return -1 if is_twist else m.dof_parentid[d.weight_dof[k]]


@helper
def entry_motion(m, d, k: int, dof: int, point: Vec3) -> Vec6:
    """Return the 6D motion that unit speed of a dof gives to a contact at a point by way of entry k."""
    role, body, share = d.weight_role[k], d.weight_body[k], d.weight_share[k]
    if role == BODY:
        return spatial.scale6(motion_at(d, dof, offset_of(m, d, body, point)), share)
    side, part = (role - 1) // ROLES, (role - 1) % ROLES + 1
    along, arm = load3(d.rod_along, side), load3(d.rod_arm, side)
    if part == TWIST:
        return spatial.join(along, cross(along, arm))
    end = load3(d.rod_end, 2 * side + part - START)
    speed = spatial.linear(motion_at(d, dof, offset_of(m, d, body, end)))
    turn = add_scaled(cross(along, speed), along, -dot(load3(d.rod_drift, side), speed))
    turn = scale(turn, (1.0 if part == END else -1.0) / d.rod_length[side])
    return spatial.join(turn, add(scale(speed, share), cross(turn, arm)))
