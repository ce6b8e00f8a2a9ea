"""Vertices of flexes: in the frames of their bodies, or between the nodes of their cell."""

from corten.math import vector3
from corten.math.vector3 import load3, store3
from corten.runtime import helper, stage
from corten.stages.flex.nodes import point_of_body, point_velocity
from corten.stages.flex.shapes import cell_indices, cell_node, shape


@stage
def place_vertices(m, d):
    """Place the vertices of flexes in the world.

    reads:  m.flex_vert m.flex_vert0 m.flex_vertbodyid m.flex_vertcell d.xpos d.xmat d.flexnode_xpos
    writes: d.flexvert_xpos
    """
    for f in range(m.nflex):
        for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
            if m.flex_interp[f] == 0:
                place = point_of_body(d, m.flex_vertbodyid[v], load3(m.flex_vert, v))
                store3(d.flexvert_xpos, v, place)
            else:
                store3(d.flexvert_xpos, v, between_nodes(m, f, v, d.flexnode_xpos))


@stage
def vertex_velocity(m, d):
    """Compute the velocities of the vertices that lie in bodies [m/s].

    reads:  m.flex_vertbodyid d.cvel d.subtree_com d.flexvert_xpos
    writes: d.flexvert_velocity
    """
    for f in range(m.nflex):
        if m.flex_interp[f] == 0:
            for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
                velocity = point_velocity(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v))
                store3(d.flexvert_velocity, v, velocity)


@helper
def between_nodes(m, f, v, values):
    """Return what values at the nodes of flex f amount to at its vertex v."""
    order = abs(m.flex_interp[f])
    cell = cell_indices(m, f, m.flex_vertcell[v])
    x = in_cell(m.flex_vert0[v, 0], m.flex_cellnum[f, 0], cell[0])
    y = in_cell(m.flex_vert0[v, 1], m.flex_cellnum[f, 1], cell[1])
    z = in_cell(m.flex_vert0[v, 2], m.flex_cellnum[f, 2], cell[2])

    total = (0.0, 0.0, 0.0)
    for corner in range((order + 1) * (order + 1) * (order + 1)):
        step = order + 1
        weight = shape(x, corner // (step * step), order) * shape(y, corner // step % step, order)
        node = cell_node(m, f, order, cell, corner)
        total = vector3.add_scaled(total, load3(values, node), weight * shape(z, corner % step, order))
    return total


@helper
def in_cell(share, cells, index):
    """Return where in a cell a point lies along an axis, from 0 to 1; `share` is that in the whole box."""
    return min(max(share * float(cells) - float(index), 0.0), 1.0)
