"""Stiffness of flexes in the metric of DISCRETE before it is assembled: the Hessian of stretching, and turned cells.

With elongations e_a of the edges d_a of an element, its metric G and its tensions T = G e, the block of corners i, j is

    2 sum s_ia s_jb G_ab d_a d_b' + sum s_ia s_ja max(T_a, 0) I,

s being 1 where an edge begins and -1 where it ends. Edges that push would make it indefinite.
"""

from corten.deformable.elasticity.cells import has_cells
from corten.deformable.elasticity.stretching import EDGES, ROOM, plastic_metrics, stretches
from corten.deformable.kinematics.cells import (
    cell_entry,
    cell_rotation,
    count_cell_nodes,
    count_cells,
    has_stiffness,
    list_cell_nodes,
)
from corten.math import quaternion
from corten.math.matrix3 import mul_mat_mat, mul_mat_matT
from corten.math.vector3 import add_scaled, load3, scale, store3, sub
from corten.runtime import FloatArray, Mat3, Vec3, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch
from corten.stages.passive.passive import dampers_act, springs_act

SCRATCH = scratch(
    Field("flex_element_edge", F8, (6, 3), "edges of the element at hand, world [m]"),
    Field("flex_element_metric", F8, (6, 6), "its stiffness, a quadratic form of elongations"),
    Field("flex_element_tension", F8, (6,), "tensions of its edges that pull, 0 for those that push [N/m]"),
)

# ---- the Hessian of stretching: a block of 3 x 3 for each vertex, and one between the ends of each edge

# corners where the edges of a triangle and of a tetrahedron begin and end, six for each
BEGIN = (1, 2, 0, 0, 0, 0, 0, 1, 2, 2, 0, 1)
END = (2, 0, 1, 0, 0, 0, 1, 2, 0, 3, 3, 3)

# edges at each corner of a triangle, of which the third counts nothing, and of a tetrahedron, with their signs
AT_CORNER = (1, 2, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0, 0, 2, 4, 0, 1, 5, 1, 2, 3, 3, 4, 5)
SIGN = (-1.0, 1.0, 0.0, 1.0, -1.0, 0.0, -1.0, 1.0, 0.0, 0.0, 0.0, 0.0)
SIGN_TETRAHEDRON = (1.0, -1.0, 1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0, -1.0, -1.0)
SIGNS = SIGN + SIGN_TETRAHEDRON


@stage
def stretch_hessian(m, d) -> None:
    """Set the Hessian of stretching of all flexes that have one."""
    for f in range(m.nflex):
        wanted = stretches(m, f) and flex_scale(m, f) != 0.0
        d.flex_hessian_valid[f] = 1 if wanted else 0
        if wanted:
            for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
                for k in range(6):
                    d.flexvert_hessian[v, k] = 0.0
            for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
                for k in range(9):
                    d.flexedge_hessian[e, k] = 0.0
            for t in range(m.flex_elemnum[f]):
                load_element(m, d, f, t)
                add_corner_blocks(m, d, f, t)
                add_edge_blocks(m, d, f, t)


@helper
def flex_scale(m, f: int) -> float:
    """Return what the stiffness of flex f is multiplied with: h^2, and h times its damping."""
    h = m.opt_timestep
    return (h * h if springs_act(m) else 0.0) + (h * m.flex_damping[f] if dampers_act(m) else 0.0)


@helper
def load_element(m, d, f: int, t: int) -> None:
    """Set edges, metric and tensions of element t."""
    dim = m.flex_dim[f]
    count, entry, yielded = EDGES[dim], m.flex_stiffnessadr[f] + t * ROOM[dim], plastic_metrics(m, f)
    edge, metric, tension = d.flex_element_edge, d.flex_element_metric, d.flex_element_tension
    corner, length, rest = m.flex_elemdataadr[f] + t * (dim + 1), d.flexedge_length, m.flexedge_length0

    for a in range(count):
        begin, end = m.flex_elem[corner + BEGIN[6 * dim - 12 + a]], m.flex_elem[corner + END[6 * dim - 12 + a]]
        first = m.flex_vertadr[f]
        store3(edge, a, sub(load3(d.flexvert_xpos, first + begin), load3(d.flexvert_xpos, first + end)))
        tension[a] = 0.0
        for b in range(a, count):
            metric[a, b] = m.flex_stiffness[entry]
            metric[b, a] = m.flex_stiffness[entry]
            entry += 1
    for b in range(count):
        e = m.flex_edgeadr[f] + m.flex_elemedge[m.flex_elemedgeadr[f] + t * count + b]
        longer = length[e] * length[e] - rest[e] * rest[e]
        if yielded >= 0:
            longer -= d.plastic[yielded + t * count + b]
        for a in range(count):
            tension[a] += metric[a, b] * longer
    for a in range(count):
        tension[a] = max(tension[a], 0.0)


@helper
def add_corner_blocks(m, d, f: int, t: int) -> None:
    """Add the blocks of the corners of element t to those of vertices: the upper triangle, row by row."""
    dim, hessian, tension = m.flex_dim[f], d.flexvert_hessian, d.flex_element_tension
    corner = m.flex_elemdataadr[f] + t * (dim + 1)

    for i in range(dim + 1):
        v = m.flex_vertadr[f] + m.flex_elem[corner + i]
        first, second, third = stretch_block(d, dim, i, i)
        pull = 0.0
        for k in range(dim):
            pull += tension[AT_CORNER[12 * dim - 24 + 3 * i + k]]
        hessian[v, 0] += first[0] + pull
        hessian[v, 1] += first[1]
        hessian[v, 2] += first[2]
        hessian[v, 3] += second[1] + pull
        hessian[v, 4] += second[2]
        hessian[v, 5] += third[2] + pull


@helper
def add_edge_blocks(m, d, f: int, t: int) -> None:
    """Add the blocks between corners of element t to those of edges: from the second end to the first."""
    dim, hessian = m.flex_dim[f], d.flexedge_hessian
    corner, count = m.flex_elemdataadr[f] + t * (dim + 1), EDGES[dim]

    for a in range(count):
        i, j = BEGIN[6 * dim - 12 + a], END[6 * dim - 12 + a]
        e = m.flex_edgeadr[f] + m.flex_elemedge[m.flex_elemedgeadr[f] + t * count + a]
        same = m.flex_edge[e, 0] == m.flex_elem[corner + i]
        rows = stretch_block(d, dim, i if same else j, j if same else i)
        pull = d.flex_element_tension[a]
        hessian[e, 0] += rows[0][0] - pull
        hessian[e, 1] += rows[0][1]
        hessian[e, 2] += rows[0][2]
        hessian[e, 3] += rows[1][0]
        hessian[e, 4] += rows[1][1] - pull
        hessian[e, 5] += rows[1][2]
        hessian[e, 6] += rows[2][0]
        hessian[e, 7] += rows[2][1]
        hessian[e, 8] += rows[2][2] - pull


@helper
def stretch_block(d, dim: int, i: int, j: int) -> tuple[Vec3, Vec3, Vec3]:
    """Return the three rows of 2 sum s_ia s_jb G_ab d_a d_b' for the corners i, j of the element at hand."""
    edge, metric, table = d.flex_element_edge, d.flex_element_metric, 12 * dim - 24

    x, y, z = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0)
    for k in range(dim):
        a = AT_CORNER[table + 3 * i + k]
        pull = (0.0, 0.0, 0.0)
        for n in range(dim):
            b = AT_CORNER[table + 3 * j + n]
            pull = add_scaled(pull, load3(edge, b), SIGNS[table + 3 * j + n] * metric[a, b])
        pull = scale(pull, 2.0 * SIGNS[table + 3 * i + k])
        x = add_scaled(x, pull, edge[a, 0])
        y = add_scaled(y, pull, edge[a, 1])
        z = add_scaled(z, pull, edge[a, 2])
    return x, y, z


# ---- the stiffness of the cells of interpolated flexes, turned as they are


@stage
def rotate_cells(m, d) -> None:
    """Set flexelem_krot = R K R' of each cell, or face of a shell, block by block."""
    for f in range(m.nflex):
        if has_cells(m, f):
            nodes = count_cell_nodes(m, f)
            for cell in range(count_cells(m, f)):
                if has_stiffness(m, f, cell):
                    list_cell_nodes(m, d, f, cell)
                    turn = quaternion.quat_to_mat(cell_rotation(m, d, f, cell))
                    rotate_blocks(m, d, cell_entry(m, f, cell), nodes, turn)


@helper
def load_block(values: FloatArray, entry: int, n: int, i: int, j: int) -> Mat3:
    """Return the block of 3 x 3 of nodes i and j of a matrix of n columns that begins at `entry`."""
    a = entry + 3 * i * n + 3 * j
    b, c = a + n, a + 2 * n
    return (
        values[a],
        values[a + 1],
        values[a + 2],
        values[b],
        values[b + 1],
        values[b + 2],
        values[c],
        values[c + 1],
        values[c + 2],
    )


@helper
def rotate_blocks(m, d, entry: int, nodes: int, turn: Mat3) -> None:
    """Write the turned blocks of one cell."""
    n, result = 3 * nodes, d.flexelem_krot
    for i in range(nodes):
        for j in range(nodes):
            block = mul_mat_matT(mul_mat_mat(turn, load_block(m.flex_stiffness, entry, n, i, j)), turn)
            a = entry + 3 * i * n + 3 * j
            result[a], result[a + 1], result[a + 2] = block[0], block[1], block[2]
            result[a + n], result[a + n + 1], result[a + n + 2] = block[3], block[4], block[5]
            result[a + 2 * n], result[a + 2 * n + 1], result[a + 2 * n + 2] = block[6], block[7], block[8]
