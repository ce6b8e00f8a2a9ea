"""Constants of flexes at qpos0: edges and how far they let bodies reach; frames and curvatures of twisting rods."""

from corten.constants import MINVAL
from corten.deformable.rods.bending import ROOM
from corten.deformable.rods.frames import clamping_body, count_edges, row_axis, row_direction, store_frame, transport
from corten.enums import JointType
from corten.math import vector3
from corten.math.matrix3 import load9, mul_mat_vec, mul_matT_vec
from corten.math.vector3 import add_scaled, cross, dot, load3, norm, normalize, scale, sub
from corten.runtime import Vec3, helper, select, stage
from corten.stages.tree import last_dof


@stage
def edge_constants(m, d) -> None:
    """Measure the edges of flexes at qpos0, and how easily forces along them change their lengths."""
    for f in range(m.nflex):
        if m.flex_interp[f] == 0:
            for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                first, second = m.flex_vertadr[f] + m.flex_edge[e, 0], m.flex_vertadr[f] + m.flex_edge[e, 1]
                one, other = m.flex_vertbodyid[first], m.flex_vertbodyid[second]
                from_point, to_point = vertex_place(m, d, first), vertex_place(m, d, second)
                across = vector3.sub(to_point, from_point)
                length = vector3.norm(across)
                m.flexedge_length0[e] = length
                if m.flexedge_rigid[e] != 0 or m.nv == 0:
                    m.flexedge_invweight0[e] = 0.0
                elif m.body_simple[one] == 2 and m.body_simple[other] == 2:
                    m.flexedge_invweight0[e] = (1.0 / m.body_mass[one] + 1.0 / m.body_mass[other]) / 2.0
                else:
                    direction = vector3.scale(across, 1.0 / length) if length > 0.0 else (1.0, 0.0, 0.0)
                    begin_row(m, d, e)
                    add_point(m, d, other, to_point, direction)
                    add_point(m, d, one, from_point, vector3.scale(direction, -1.0))
                    m.flexedge_invweight0[e] = row_square(m, d, e)


@helper
def vertex_place(m, d, v: int) -> Vec3:
    """Return where a vertex is in the world."""
    b = m.flex_vertbodyid[v]
    return vector3.add(load3(d.xpos, b), mul_mat_vec(load9(d.xmat, b), load3(m.flex_vert, v)))


@helper
def begin_row(m, d, e: int) -> None:
    """Clear dof_vector where the row of an edge has entries."""
    start = m.flexedge_J_rowadr[e]
    for entry in range(start, start + m.flexedge_J_rownnz[e]):
        d.dof_vector[m.flexedge_J_colind[entry]] = 0.0


@helper
def add_point(m, d, b: int, point: Vec3, direction: Vec3) -> None:
    """Add to dof_vector how fast each dof moves a point of a body along a direction."""
    cdof, row, parentid = d.cdof, d.dof_vector, m.dof_parentid

    offset = vector3.sub(point, load3(d.subtree_com, m.body_rootid[b]))
    i = last_dof(m, b)
    while i >= 0:
        velocity = vector3.add(
            (cdof[i, 3], cdof[i, 4], cdof[i, 5]), vector3.cross((cdof[i, 0], cdof[i, 1], cdof[i, 2]), offset)
        )
        row[i] += vector3.dot(direction, velocity)
        i = parentid[i]


@helper
def row_square(m, d, e: int) -> float:
    """Return j inv(M) j' for the row j of an edge in dof_vector; with every dof the row has those above it."""
    rownnz, rowadr, colind, row = m.M_rownnz, m.M_rowadr, m.M_colind, d.dof_vector

    total = 0.0
    start, count = m.flexedge_J_rowadr[e], m.flexedge_J_rownnz[e]
    for back in range(count):
        i = m.flexedge_J_colind[start + count - 1 - back]
        value = row[i]
        total += value * value * d.qLDiagInv[i]
        for entry in range(rowadr[i], rowadr[i] + rownnz[i] - 1):
            row[colind[entry]] -= d.qLD[entry] * value
    return total


@stage
def flex_body_sizes(m, d) -> None:
    """Let bodies reach as far as the edges of flexes from them, or the nodes around theirs; set lengths of dofs
    anew.
    """
    size = d.body_size

    for f in range(m.nflex):
        if m.flex_interp[f] == 0:
            for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                for k in range(2):
                    b = m.flex_vertbodyid[m.flex_vertadr[f] + m.flex_edge[e, k]]
                    size[b] = max(size[b], m.flexedge_length0[e])
        else:
            nodes, stop = m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]
            for one in range(nodes, stop):
                b = m.flex_nodebodyid[one]
                for other in range(nodes, stop):
                    between = vector3.sub(load3(d.xpos, b), load3(d.xpos, m.flex_nodebodyid[other]))
                    size[b] = max(size[b], vector3.norm(between))
    for i in range(m.nv):
        j = m.dof_jntid[i]
        slides = m.jnt_type[j] == JointType.SLIDE or (m.jnt_type[j] == JointType.FREE and i < m.jnt_dofadr[j] + 3)
        m.dof_length[i] = 1.0 if slides else size[m.dof_bodyid[i]]


# ---- rods whose edges twist


# where a record has its curvature at rest, and the lesser half size of a box section, negative where it is the first
CURVATURE, HALF_SIZE = 6, 9

# share of a direction along y from which on the axis across it is taken near z (MuJoCo's value)
STEEP = 0.5


@stage
def rod_constants(m, d) -> None:
    """Set the frames of the edges of rods at qpos0, free of twist, and their curvatures along the axes of these."""
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
                    mat = load9(d.xmat, clamping_body(m, e))
                    direction, axis = row_direction(m.rodedge_frame0, e), row_axis(m.rodedge_frame0, e)
                    store_frame(m.rodedge_frame0, e, mul_matT_vec(mat, direction), mul_matT_vec(mat, axis))


@helper
def set_frame(m, d, f: int, e: int) -> None:
    """Set the frame of an edge at qpos0, world: the first is chosen, the others have no twist to the one before."""
    t, _ = normalize(edge_at_rest(m, d, e))
    if e > m.flex_rodadr[f]:
        before = row_direction(m.rodedge_frame0, e - 1)
        axis = transport(row_axis(m.rodedge_frame0, e - 1), before, t)
    else:
        mat = load9(d.xmat, clamping_body(m, e))
        chosen = mul_mat_vec(mat, axis_across(mul_matT_vec(mat, t)))
        # the first axis of a section is that of the lesser stiffness: along the greater size
        swapped = m.flex_bending[m.flex_bendingadr[f] + 1 + HALF_SIZE] < 0.0
        axis = cross(t, chosen) if swapped else chosen
    store_frame(m.rodedge_frame0, e, t, axis)


@helper
def axis_across(t: Vec3) -> Vec3:
    """Return the unit vector across a direction that is nearest to y, or to z where the direction is near y."""
    steep = abs(t[1]) >= STEEP
    near = (0.0, select(steep, 0.0, 1.0), select(steep, 1.0, 0.0))
    return normalize(add_scaled(near, t, -dot(near, t)))[0]


@helper
def set_curve(m, d, f: int, e: int) -> None:
    """Set the curvature behind an edge at rest, along its axis and across it; 0 where it counts as straight."""
    record = m.flex_bendingadr[f] + 1 + ROOM * (e - m.flex_rodadr[f])
    if m.flex_bending[record + CURVATURE] > 0.0:
        one, other = edge_at_rest(m, d, e), edge_at_rest(m, d, e + 1)
        k = scale(cross(one, other), 2.0 / max(norm(one) * norm(other) + dot(one, other), MINVAL))
        t, u = row_direction(m.rodedge_frame0, e), row_axis(m.rodedge_frame0, e)
        m.rodedge_curve0[e, 0], m.rodedge_curve0[e, 1] = dot(k, u), dot(k, cross(t, u))


@helper
def edge_at_rest(m, d, e: int) -> Vec3:
    """Return an edge at qpos0, world."""
    return sub(vertex_place(m, d, m.rodedge_vertid[e, 1]), vertex_place(m, d, m.rodedge_vertid[e, 0]))
