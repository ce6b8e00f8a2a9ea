"""Constants at qpos0 of rods whose edges twist: the frames of their edges, and the curvatures of their hinges there."""

from corten.compile.flexes.reference import vertex_place
from corten.constants import MINVAL
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add_scaled, cross, dot, norm, normalize, scale, sub
from corten.runtime import helper, select, stage
from corten.stages.flex.rod_frames import count_edges, holder, row_axis, row_direction, store_frame, transport
from corten.stages.passive.flex.rods import ROOM

# where a record has its curvature at rest, and the lesser half size of a box section, negative where it is the first
CURVATURE, HALF_SIZE = 6, 9

# share of a direction along y from which on the axis across it is taken near z (MuJoCo's value)
STEEP = 0.5


@stage
def rod_constants(m, d):
    """Set the frames of the edges of rods at qpos0, free of twist, and their curvatures along the axes of these.

    reads:  m.flex_rodadr m.flex_bending m.rodedge_vertid m.rodedge_jntid d.xpos d.xmat
    writes: m.rodedge_frame0 m.rodedge_curve0
    """
    for f in range(m.nflex):
        if m.flex_rodadr[f] >= 0:
            first, count = m.flex_rodadr[f], count_edges(m, f)
            for e in range(first, first + count):
                set_frame(m, d, f, e)
            for e in range(first, first + count):
                m.rodedge_curve0[e, 0], m.rodedge_curve0[e, 1] = 0.0, 0.0
                if e < first + count - 1:
                    set_curve(m, d, f, e)
            # from here on, what a body holds is known to it
            for e in range(first, first + count):
                if m.rodedge_jntid[e] < 0:
                    mat = load9(d.xmat, holder(m, e))
                    direction, axis = row_direction(m.rodedge_frame0, e), row_axis(m.rodedge_frame0, e)
                    store_frame(m.rodedge_frame0, e, mul_matT_vec(mat, direction), mul_matT_vec(mat, axis))


@helper
def set_frame(m, d, f, e):
    """Set the frame of an edge at qpos0, world: the first is chosen, the others have no twist to the one before."""
    t, _ = normalize(edge_at_rest(m, d, e))
    if e > m.flex_rodadr[f]:
        before = row_direction(m.rodedge_frame0, e - 1)
        axis = transport(row_axis(m.rodedge_frame0, e - 1), before, t)
    else:
        mat = load9(d.xmat, holder(m, e))
        chosen = mul_mat_vec(mat, axis_across(mul_matT_vec(mat, t)))
        # the first axis of a section is that of the lesser stiffness: along the greater size
        swapped = m.flex_bending[m.flex_bendingadr[f] + 1 + HALF_SIZE] < 0.0
        axis = cross(t, chosen) if swapped else chosen
    store_frame(m.rodedge_frame0, e, t, axis)


@helper
def axis_across(t):
    """Return the unit vector across a direction that is nearest to y, or to z where the direction is near y."""
    steep = abs(t[1]) >= STEEP
    near = (0.0, select(steep, 0.0, 1.0), select(steep, 1.0, 0.0))
    return normalize(add_scaled(near, t, -dot(near, t)))[0]


@helper
def set_curve(m, d, f, e):
    """Set the curvature behind an edge at rest, along its axis and across it; 0 where it counts as straight."""
    record = m.flex_bendingadr[f] + 1 + ROOM * (e - m.flex_rodadr[f])
    if m.flex_bending[record + CURVATURE] > 0.0:
        one, other = edge_at_rest(m, d, e), edge_at_rest(m, d, e + 1)
        k = scale(cross(one, other), 2.0 / max(norm(one) * norm(other) + dot(one, other), MINVAL))
        t, u = row_direction(m.rodedge_frame0, e), row_axis(m.rodedge_frame0, e)
        m.rodedge_curve0[e, 0], m.rodedge_curve0[e, 1] = dot(k, u), dot(k, cross(t, u))


@helper
def edge_at_rest(m, d, e):
    """Return an edge at qpos0, world."""
    return sub(vertex_place(m, d, m.rodedge_vertid[e, 1]), vertex_place(m, d, m.rodedge_vertid[e, 0]))
