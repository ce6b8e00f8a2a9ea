"""The shift of the smooth force by the stiffness of flexes, -h K v: what it becomes at the end of the step."""

from corten.deformable.elasticity.bending import BEND, add_form, add_to, bends, hinge_vertices
from corten.deformable.elasticity.cells import has_cells
from corten.deformable.elasticity.scatter import push_body
from corten.deformable.elasticity.stretching import stretches
from corten.deformable.fields.kinds import CONTACT_HEAD
from corten.deformable.kinematics.cells import count_cell_nodes, count_cells, list_cell_nodes
from corten.deformable.metric.assembly import is_definite, vertex_block
from corten.deformable.metric.stiffness import cell_entry, has_stiffness, load_block
from corten.math import matrix3
from corten.math.matrix3 import mul_mat_vec, mul_matT_vec
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.metric.couplings import add_product
from corten.stages.passive.switches import springs_act


@stage
def flex_shift(m, d):
    """Add -h J' K v of elastic flexes to efm_c, v being the velocities of vertices or nodes.

    reads:  m.flex_bending d.flexvert_hessian d.flexedge_hessian d.flexelem_krot d.flexvert_velocity d.efm_c
    writes: d.flexvert_force d.flexnode_force d.flex_cell_node d.efm_c
    """
    if springs_act(m):
        for f in range(m.nflex):
            if m.flex_interp[f] == 0 and (stretches(m, f) or bends(m, f)):
                shift_vertices(m, d, f)
            elif has_cells(m, f):
                shift_nodes(m, d, f)


@stage
def contact_shift(m, d):
    """Add -h k J'J qvel of passive contacts to efm_c.

    reads:  m.opt_timestep d.efm_con_ind d.efm_con_val d.qvel d.efm_c
    writes: d.efm_c
    """
    dof, value = d.efm_con_ind, d.efm_con_val

    row = 0
    while row < d.nefmcon:
        add_product(dof, value, (row + CONTACT_HEAD, dof[row]), -value[row] / m.opt_timestep, d.qvel, d.efm_c)
        row += CONTACT_HEAD + dof[row]


@helper
def shift_vertices(m, d, f):
    """Add the shift of a flex whose vertices lie in bodies."""
    first, force, velocity = m.flex_vertadr[f], d.flexvert_force, d.flexvert_velocity
    last = first + m.flex_vertnum[f]

    for v in range(first, last):
        for k in range(3):
            force[v, k] = 0.0
    if stretches(m, f):
        for v in range(first, last):
            pull = mul_mat_vec(vertex_block(d.flexvert_hessian, v), load3(velocity, v))
            add_to(force, v, pull, -m.opt_timestep)
        for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
            a, b, block = first + m.flex_edge[e, 0], first + m.flex_edge[e, 1], matrix3.load9(d.flexedge_hessian, e)
            add_to(force, a, mul_mat_vec(block, load3(velocity, b)), -m.opt_timestep)
            add_to(force, b, mul_matT_vec(block, load3(velocity, a)), -m.opt_timestep)
    if bends(m, f):
        for e in range(m.flex_edgenum[f]):
            edge, entry = m.flex_edgeadr[f] + e, m.flex_bendingadr[f] + BEND * e
            if m.flex_edgeflap[edge, 1] >= 0 and is_definite(m, entry):
                add_form(m, velocity, hinge_vertices(m, f, edge), entry, -m.opt_timestep, force)
    for v in range(first, last):
        push_body(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v), load3(force, v), d.efm_c)


@helper
def shift_nodes(m, d, f):
    """Add the shift of an interpolated flex."""
    first, force, nodes = m.flex_nodeadr[f], d.flexnode_force, count_cell_nodes(m, f)
    last = first + m.flex_nodenum[f]

    for n in range(first, last):
        for k in range(3):
            force[n, k] = 0.0
    for cell in range(count_cells(m, f)):
        if has_stiffness(m, f, cell):
            list_cell_nodes(m, d, f, cell)
            entry = cell_entry(m, f, cell)
            for i in range(nodes):
                for j in range(nodes):
                    block = load_block(d.flexelem_krot, entry, 3 * nodes, i, j)
                    pull = mul_mat_vec(block, load3(d.flexnode_velocity, d.flex_cell_node[j]))
                    add_to(force, d.flex_cell_node[i], pull, m.opt_timestep)
    for n in range(first, last):
        push_body(m, d, m.flex_nodebodyid[n], load3(d.flexnode_xpos, n), load3(force, n), d.efm_c)
