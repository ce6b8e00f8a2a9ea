r"""Bending of flexes of triangles, and of shells whose faces follow nodes.

        2         a hinge: the edge 0-1 and the tips 2 and 3 of both triangles. Its energy is a quadratic form of the
       / \        four vertices (Wardetzky and others, 2007), and where it is bent at rest a cubic term is added
      0---1       ("Cubic shells", Garg and others, 2007).
       \ /
        3

Faces of a shell that follow nodes have springs between their normals instead.
"""

from corten.constants import MINVAL
from corten.deformable.kinematics.cells import cell_rotation, face_tangents, list_cell_nodes, shape, shape_slope
from corten.math import quaternion, vector3
from corten.math.vector3 import load3, load3_flat
from corten.runtime import FloatArray, Vec2, Vec3, Vec4, helper, stage
from corten.stages.passive.passive import dampers_act, springs_act

# numbers of each edge in flex_bending: a matrix of 4 x 4, and the stiffness of the angle that it has at rest
BEND = 17


@stage
def flex_bend(m, d) -> None:
    """Add the forces of bending to those on vertices."""
    for f in range(m.nflex):
        if bends(m, f):
            for e in range(m.flex_edgenum[f]):
                edge = m.flex_edgeadr[f] + e
                if m.flex_edgeflap[edge, 1] >= 0:
                    entry = m.flex_bendingadr[f] + BEND * e
                    if springs_act(m):
                        add_form(m, d.flexvert_xpos, hinge_vertices(m, f, edge), entry, -1.0, d.flexvert_force)
                        curved = m.flex_bending[entry + 16] + plastic_bend(m, d, f, e)
                        add_curved(m, d, hinge_vertices(m, f, edge), curved)
                    if dampers_act(m):
                        scale = -m.flex_damping[f]
                        add_form(m, d.flexvert_velocity, hinge_vertices(m, f, edge), entry, scale, d.flexvert_damping)


@helper
def bends(m, f: int) -> bool:
    """Tell whether flex f is a shell of triangles that resists bending, and not through nodes."""
    return m.flex_dim[f] == 2 and m.flex_bendingadr[f] >= 0 and m.flex_rigid[f] == 0 and m.flex_interp[f] == 0


@helper
def plastic_bend(m, d, f: int, e: int) -> float:
    """Return what hinge e of a flex has yielded, in terms of the factor of its cubic term."""
    if m.nplastic == 0 or m.flex_plasticadr[f] < 0 or m.flex_plasticmode[f] % 2 == 0:
        return 0.0
    # behind the metrics of triangles, if these yield as well
    return d.plastic[m.flex_plasticadr[f] + (3 * m.flex_elemnum[f] if m.flex_plasticmode[f] > 1 else 0) + e]


@helper
def hinge_vertices(m, f: int, edge: int) -> tuple[int, int, int, int]:
    """Return the vertices of an edge and the two opposite to it."""
    first, ends, flap = m.flex_vertadr[f], m.flex_edge, m.flex_edgeflap
    return first + ends[edge, 0], first + ends[edge, 1], first + flap[edge, 0], first + flap[edge, 1]


@helper
def add_form(
    m, values: FloatArray, vertices: tuple[int, int, int, int], entry: int, scale: float, result: FloatArray
) -> None:
    """Add the matrix of a hinge, times values at its vertices and a scale, to the result at its vertices."""
    b = m.flex_bending
    v0, v1, v2, v3 = vertices

    for k in range(3):
        x0, x1, x2, x3 = values[v0, k], values[v1, k], values[v2, k], values[v3, k]
        result[v0, k] += scale * (b[entry] * x0 + b[entry + 1] * x1 + b[entry + 2] * x2 + b[entry + 3] * x3)
        result[v1, k] += scale * (b[entry + 4] * x0 + b[entry + 5] * x1 + b[entry + 6] * x2 + b[entry + 7] * x3)
        result[v2, k] += scale * (b[entry + 8] * x0 + b[entry + 9] * x1 + b[entry + 10] * x2 + b[entry + 11] * x3)
        result[v3, k] += scale * (b[entry + 12] * x0 + b[entry + 13] * x1 + b[entry + 14] * x2 + b[entry + 15] * x3)


@helper
def add_curved(m, d, vertices: tuple[int, int, int, int], stiffness: float) -> None:
    """Add the forces of a hinge that is bent at rest: they are those of the volume between its vertices."""
    v0, v1, v2, v3 = vertices
    xpos, force = d.flexvert_xpos, d.flexvert_force

    origin = load3(xpos, v0)
    e1 = vector3.sub(load3(xpos, v1), origin)
    e2 = vector3.sub(load3(xpos, v2), origin)
    e3 = vector3.sub(load3(xpos, v3), origin)
    f1, f2, f3 = vector3.cross(e2, e3), vector3.cross(e3, e1), vector3.cross(e1, e2)
    for_all = vector3.add(vector3.add(f1, f2), f3)
    add_to(force, v0, for_all, stiffness)
    add_to(force, v1, f1, -stiffness)
    add_to(force, v2, f2, -stiffness)
    add_to(force, v3, f3, -stiffness)


@helper
def add_to(array: FloatArray, i: int, a: Vec3, scale: float) -> None:
    """Add a vector, times a scale, to row i of an array."""
    array[i, 0] += scale * a[0]
    array[i, 1] += scale * a[1]
    array[i, 2] += scale * a[2]


# ---- shells that follow nodes
# Springs between the normals of neighbouring faces, at the middle of their edge. The energy of an edge is
# stiffness |r|^2 / 2 with r = (n - n') - R (n0 - n0'), where R turns as both faces do on average.


# numbers of each edge in flex_bending: its faces, its middle in both, stiffness, difference of normals at rest
EDGE = 10


@stage
def flex_bend_faces(m, d) -> None:
    """Add the forces of bending between the faces of shells to those on nodes."""
    for f in range(m.nflex):
        if springs_act(m) and m.flex_interp[f] < 0 and m.flex_bendingadr[f] >= 0 and m.flex_rigid[f] == 0:
            first = m.flex_bendingadr[f]
            for e in range(int(m.flex_bending[first])):
                add_edge(m, d, f, first + 1 + EDGE * e)


@helper
def add_edge(m, d, f: int, entry: int) -> None:
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
        rest = quaternion.rotate_vector(mean_rotation(turn, turn_other), load3_flat(b, entry + 7))
        r = vector3.sub(vector3.sub(n, p), rest)
        add_face_force(m, d, f, (b[entry + 4], b[entry + 5]), (u1, u2), (across(r, p, size_p), -b[entry + 6]))
        list_cell_nodes(m, d, f, one)
        add_face_force(m, d, f, (b[entry + 2], b[entry + 3]), (t1, t2), (across(r, n, size_n), b[entry + 6]))


@helper
def mean_rotation(a: Vec4, b: Vec4) -> Vec4:
    """Return the quaternion halfway between two."""
    sign = -1.0 if a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] < 0.0 else 1.0
    total = (a[0] + sign * b[0], a[1] + sign * b[1], a[2] + sign * b[2], a[3] + sign * b[3])
    middle, _ = quaternion.normalize_quat(total)
    return middle


@helper
def across(r: Vec3, normal: Vec3, size: float) -> Vec3:
    """Return the part of r at right angles to a normal, by the length that this had."""
    return vector3.scale(vector3.add_scaled(r, normal, -vector3.dot(normal, r)), 1.0 / size)


@helper
def add_face_force(m, d, f: int, at: Vec2, tangents: tuple[Vec3, Vec3], pull: tuple[Vec3, float]) -> None:
    """Add the forces on the nodes that are listed by which the normal at a place follows a pull, with its stiffness."""
    order, (s, t) = -m.flex_interp[f], at
    by_slow, by_fast = vector3.cross(pull[0], tangents[1]), vector3.cross(pull[0], tangents[0])
    for corner in range((order + 1) * (order + 1)):
        i, j = corner // (order + 1), corner % (order + 1)
        slow = shape_slope(s, i, order) * shape(t, j, order)
        fast = shape(s, i, order) * shape_slope(t, j, order)
        force = vector3.sub(vector3.scale(by_slow, slow), vector3.scale(by_fast, fast))
        add_to(d.flexnode_force, d.flex_cell_node[corner], force, pull[1])
