"""Bending of shells that follow nodes: springs between the normals of neighbouring faces, at the middle of their edge.

The energy of an edge is stiffness |r|^2 / 2 with r = (n - n') - R (n0 - n0'), where R turns as both faces do on
average.
"""

from corten.constants import MINVAL
from corten.math import quaternion, vector3
from corten.math.vector3 import load3_flat
from corten.runtime import helper, stage
from corten.stages.flex.cells import cell_rotation, face_tangents, list_cell_nodes
from corten.stages.flex.shapes import shape, shape_slope
from corten.stages.passive.flex.bend import add_to
from corten.stages.passive.passive import springs_act

# numbers of each edge in flex_bending: its faces, its middle in both, stiffness, difference of normals at rest
EDGE = 10


@stage
def flex_bend_faces(m, d):
    """Add the forces of bending between the faces of shells to those on nodes.

    reads:  m.flex_bending d.flexnode_xpos d.flexnode_force
    writes: d.flex_cell_node d.flexnode_force
    """
    for f in range(m.nflex):
        if springs_act(m) and m.flex_interp[f] < 0 and m.flex_bendingadr[f] >= 0 and m.flex_rigid[f] == 0:
            first = m.flex_bendingadr[f]
            for e in range(int(m.flex_bending[first])):
                add_edge(m, d, f, first + 1 + EDGE * e)


@helper
def add_edge(m, d, f, entry):
    """Add the forces of one edge, whose numbers begin at `entry`."""
    b = m.flex_bending
    one, other = int(b[entry]), int(b[entry + 1])

    list_cell_nodes(m, d, f, one)
    turn = cell_rotation(m, d, f, one)
    t1, t2 = face_tangents(m, d, f, b[entry + 2], b[entry + 3])
    list_cell_nodes(m, d, f, other)
    turn_other = cell_rotation(m, d, f, other)
    u1, u2 = face_tangents(m, d, f, b[entry + 4], b[entry + 5])

    n, p = vector3.cross(t1, t2), vector3.cross(u1, u2)
    size_n, size_p = vector3.norm(n), vector3.norm(p)
    if size_n >= MINVAL and size_p >= MINVAL:
        n, p = vector3.scale(n, 1.0 / size_n), vector3.scale(p, 1.0 / size_p)
        rest = quaternion.rotate_vector(mean_turn(turn, turn_other), load3_flat(b, entry + 7))
        r = vector3.sub(vector3.sub(n, p), rest)
        push_face(m, d, f, (b[entry + 4], b[entry + 5]), (u1, u2), (across(r, p, size_p), -b[entry + 6]))
        list_cell_nodes(m, d, f, one)
        push_face(m, d, f, (b[entry + 2], b[entry + 3]), (t1, t2), (across(r, n, size_n), b[entry + 6]))


@helper
def mean_turn(a, b):
    """Return the quaternion halfway between two."""
    sign = -1.0 if a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0.0 else 1.0
    total = (a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2], a[3] + sign * b[3])
    middle, _ = quaternion.normalize_quat(total)
    return middle


@helper
def across(r, normal, size):
    """Return the part of r at right angles to a normal, by the length that this had."""
    return vector3.scale(vector3.add_scaled(r, normal, -vector3.dot(normal, r)), 1.0 / size)


@helper
def push_face(m, d, f, at, tangents, pull):
    """Add the forces on the nodes that are listed by which the normal at a place follows a pull, with its stiffness."""
    order, (s, t) = -m.flex_interp[f], at
    by_slow, by_fast = vector3.cross(pull[0], tangents[1]), vector3.cross(pull[0], tangents[0])
    for corner in range((order + 1) * (order + 1)):
        i, j = corner // (order + 1), corner % (order + 1)
        slow = shape_slope(s, i, order) * shape(t, j, order)
        fast = shape(s, i, order) * shape_slope(t, j, order)
        force = vector3.sub(vector3.scale(by_slow, slow), vector3.scale(by_fast, fast))
        add_to(d.flexnode_force, d.flex_cell_node[corner], force, pull[1])
