"""Constants of flexes at qpos0: lengths and inverse weights of edges, and how far they let bodies reach."""

from corten.enums import JointType
from corten.math import vector3
from corten.math.matrix3 import load9, mul_mat_vec
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.tree import last_dof


@stage
def edge_constants(m, d):
    """Measure the edges of flexes at qpos0, and how easily forces along them change their lengths.

    reads:  m.flex_edge m.flex_vert m.flexedge_rigid m.body_simple m.body_mass d.xpos d.xmat
    writes: m.flexedge_length0 m.flexedge_invweight0 d.dof_vector
    """
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
def vertex_place(m, d, v):
    """Return where a vertex is in the world."""
    b = m.flex_vertbodyid[v]
    return vector3.add(load3(d.xpos, b), mul_mat_vec(load9(d.xmat, b), load3(m.flex_vert, v)))


@helper
def begin_row(m, d, e):
    """Clear dof_vector where the row of an edge has entries."""
    start = m.flexedge_J_rowadr[e]
    for entry in range(start, start + m.flexedge_J_rownnz[e]):
        d.dof_vector[m.flexedge_J_colind[entry]] = 0.0


@helper
def add_point(m, d, b, point, direction):
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
def row_square(m, d, e):
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
def flex_body_sizes(m, d):
    """Let bodies reach as far as the edges of flexes from them, or the nodes around theirs; set lengths of dofs anew.

    reads:  m.flexedge_length0 m.flex_edge m.flex_nodebodyid d.xpos d.body_size
    writes: d.body_size m.dof_length
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
