"""What elastic flexes add to the metric, assembled over dofs: (h^2 + h damping) J' K J.

Points are vertices or nodes. A point moves with all dofs above its body, so the block K of two points fills the entries
of both chains of dofs.
"""

from corten.math import matrix3
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.flex.cells import cell_entry, count_cell_nodes, count_cells, has_stiffness, list_cell_nodes
from corten.stages.metric.flexes.cells import load_block
from corten.stages.metric.flexes.dofs import add_block
from corten.stages.metric.flexes.hessian import flex_scale
from corten.stages.passive.flex.bend import BEND, bends, hinge_vertices
from corten.stages.passive.flex.cells import has_cells
from corten.stages.passive.flex.stretch import stretches

# pairs of the four vertices of a hinge, and their entries in its matrix
HINGE_ONE = (0, 0, 0, 0, 1, 1, 1, 2, 2, 3)
HINGE_OTHER = (0, 1, 2, 3, 1, 2, 3, 2, 3, 3)


@stage
def flex_metric(m, d):
    """Set efm_K.

    reads:  m.flex_bending m.flex_damping d.flexvert_hessian d.flexedge_hessian d.flexelem_krot d.cdof
    writes: d.efm_K d.flex_cell_node
    """
    for entry in range(m.nefmK):
        d.efm_K[entry] = 0.0
    for f in range(m.nflex):
        scale = flex_scale(m, f)
        if scale != 0.0:
            if stretches(m, f):
                add_stretching(m, d, f, scale)
            if bends(m, f):
                add_bending(m, d, f, scale)
            # matrices of cells give forces, those of elements what resists them
            if has_cells(m, f):
                add_cells(m, d, f, -scale)


@helper
def add_stretching(m, d, f, scale):
    """Add the Hessian of stretching of flex f."""
    first = m.flex_vertadr[f]

    for v in range(first, first + m.flex_vertnum[f]):
        add_vertices(m, d, v, v, vertex_block(d.flexvert_hessian, v), scale)
    for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
        block = matrix3.load9(d.flexedge_hessian, e)
        add_vertices(m, d, first + m.flex_edge[e, 0], first + m.flex_edge[e, 1], block, scale)


@helper
def vertex_block(hessian, v):
    """Return the block of a vertex from its upper triangle."""
    xx, xy, xz, yy, yz, zz = hessian[v, 0], hessian[v, 1], hessian[v, 2], hessian[v, 3], hessian[v, 4], hessian[v, 5]
    return xx, xy, xz, xy, yy, yz, xz, yz, zz


@helper
def add_bending(m, d, f, scale):
    """Add the matrices of the hinges of flex f."""
    for e in range(m.flex_edgenum[f]):
        edge, entry = m.flex_edgeadr[f] + e, m.flex_bendingadr[f] + BEND * e
        if m.flex_edgeflap[edge, 1] >= 0 and is_definite(m, entry):
            vertices = hinge_vertices(m, f, edge)
            for k in range(10):
                i, j = HINGE_ONE[k], HINGE_OTHER[k]
                x = m.flex_bending[entry + 4 * i + j]
                block = x, 0.0, 0.0, 0.0, x, 0.0, 0.0, 0.0, x
                add_vertices(m, d, one_of(vertices, i), one_of(vertices, j), block, scale)


@helper
def is_definite(m, entry):
    """Tell whether the matrix of a hinge is no burden: not one that is folded at rest by more than a right angle."""
    b = m.flex_bending
    return b[entry] + b[entry + 5] + b[entry + 10] + b[entry + 15] > 0.0


@helper
def one_of(vertices, i):
    """Return vertex i of four."""
    return (vertices[0] if i == 0 else vertices[1]) if i < 2 else (vertices[2] if i == 2 else vertices[3])


@helper
def add_cells(m, d, f, scale):
    """Add the turned stiffness of the cells of flex f."""
    nodes = count_cell_nodes(m, f)
    for cell in range(count_cells(m, f)):
        if has_stiffness(m, f, cell):
            list_cell_nodes(m, d, f, cell)
            entry = cell_entry(m, f, cell)
            for i in range(nodes):
                one = d.flex_cell_node[i]
                for j in range(i + 1):
                    other = d.flex_cell_node[j]
                    block = load_block(d.flexelem_krot, entry, 3 * nodes, i, j)
                    bodies = m.flex_nodebodyid[one], m.flex_nodebodyid[other]
                    places = load3(d.flexnode_xpos, one), load3(d.flexnode_xpos, other)
                    add_block(m, d, bodies, places, block, scale, i == j)


@helper
def add_vertices(m, d, u, v, block, scale):
    """Add the block of vertices u and v."""
    bodies = m.flex_vertbodyid[u], m.flex_vertbodyid[v]
    places = load3(d.flexvert_xpos, u), load3(d.flexvert_xpos, v)
    add_block(m, d, bodies, places, block, scale, u == v)
