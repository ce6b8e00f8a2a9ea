"""Vertices of flexes and nodes of interpolated ones: where they are, and how fast they move."""

from corten.deformable.kinematics.cells import cell_indices, cell_node, shape
from corten.math import matrix3, spatial, vector3
from corten.math.matrix3 import load9
from corten.math.spatial import load6
from corten.math.vector3 import load3, store3
from corten.runtime import FloatArray, Vec3, helper, stage
from corten.runtime.fields import F8, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("flexnode_xpos", F8, ("nflexnode", 3), "nodes of interpolated flexes, world [m]"),
    Field("flexvert_velocity", F8, ("nflexvert", 3), "velocities of vertices that lie in bodies [m/s]"),
    readers=("corten.deformable",),
)

# ---- vertices: in the frames of their bodies, or between the nodes of their cell


@stage
def place_vertices(m, d) -> None:
    """Place the vertices of flexes in the world."""
    for f in range(m.nflex):
        for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
            if m.flex_interp[f] == 0:
                place = point_of_body(d, m.flex_vertbodyid[v], load3(m.flex_vert, v))
                store3(d.flexvert_xpos, v, place)
            else:
                store3(d.flexvert_xpos, v, between_nodes(m, f, v, d.flexnode_xpos))


@stage
def vertex_velocity(m, d) -> None:
    """Compute the velocities of the vertices that lie in bodies [m/s]."""
    for f in range(m.nflex):
        if m.flex_interp[f] == 0:
            for v in range(m.flex_vertadr[f], m.flex_vertadr[f] + m.flex_vertnum[f]):
                velocity = point_velocity(m, d, m.flex_vertbodyid[v], load3(d.flexvert_xpos, v))
                store3(d.flexvert_velocity, v, velocity)


@helper
def between_nodes(m, f: int, v: int, values: FloatArray) -> Vec3:
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
def in_cell(share: float, cells: int, index: int) -> float:
    """Return where in a cell a point lies along an axis, from 0 to 1; `share` is that in the whole box."""
    return min(max(share * float(cells) - float(index), 0.0), 1.0)


# ---- nodes, and those inside of a shell, which follow its surface


@stage
def place_nodes(m, d) -> None:
    """Place the nodes of flexes in the world."""
    for f in range(m.nflex):
        for i in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
            store3(d.flexnode_xpos, i, point_of_body(d, m.flex_nodebodyid[i], load3(m.flex_node, i)))
        if m.flex_interp[f] < 0:
            fill_shell(m, f, d.flexnode_xpos)


@stage
def node_velocity(m, d) -> None:
    """Compute the velocities of the nodes of flexes [m/s]."""
    for f in range(m.nflex):
        for i in range(m.flex_nodeadr[f], m.flex_nodeadr[f] + m.flex_nodenum[f]):
            velocity = point_velocity(m, d, m.flex_nodebodyid[i], load3(d.flexnode_xpos, i))
            store3(d.flexnode_velocity, i, velocity)
        if m.flex_interp[f] < 0:
            fill_shell(m, f, d.flexnode_velocity)


@helper
def point_of_body(d, body: int, local: Vec3) -> Vec3:
    """Return the place in the world of a point in the frame of a body."""
    return vector3.add(load3(d.xpos, body), matrix3.mul_mat_vec(load9(d.xmat, body), local))


@helper
def point_velocity(m, d, body: int, point: Vec3) -> Vec3:
    """Return the velocity of a point of a body."""
    offset = vector3.sub(point, load3(d.subtree_com, m.body_rootid[body]))
    return spatial.linear(spatial.shift_motion(load6(d.cvel, body), offset))


@helper
def fill_shell(m, f: int, values: FloatArray) -> None:
    """Give the inner nodes of a shell the values that its outer nodes blend to: transfinite interpolation."""
    order, cells = -m.flex_interp[f], m.flex_cellnum
    nx, ny, nz = cells[f, 0] * order, cells[f, 1] * order, cells[f, 2] * order

    for i in range(1, nx):
        for j in range(1, ny):
            for k in range(1, nz):
                node = m.flex_nodeadr[f] + (i * (ny + 1) + j) * (nz + 1) + k
                store3(values, node, (0.0, 0.0, 0.0))
                add_blend(m, f, values, (i, j, k), (nx, ny, nz))


@helper
def add_blend(m, f: int, values: FloatArray, place: tuple[int, int, int], last: tuple[int, int, int]) -> None:
    """Add to an inner node of a shell the values of the 26 outer nodes that share some of its indices."""
    node = m.flex_nodeadr[f] + (place[0] * (last[1] + 1) + place[1]) * (last[2] + 1) + place[2]

    # along each axis: the first node, that of the same index, the last one
    for corner in range(27):
        a, b, c = corner // 9, corner // 3 % 3, corner % 3
        if corner != 13:
            i, s = blend_weight(a, place[0], last[0])
            j, t = blend_weight(b, place[1], last[1])
            k, u = blend_weight(c, place[2], last[2])
            other = m.flex_nodeadr[f] + (i * (last[1] + 1) + j) * (last[2] + 1) + k
            store3(values, node, vector3.add_scaled(load3(values, node), load3(values, other), -s * t * u))


@helper
def blend_weight(which: int, place: int, last: int) -> tuple[int, float]:
    """Return (index, factor) along one axis; the sign of a product alternates with the axes that are at an end."""
    share = float(place) / float(last)
    index = 0 if which == 0 else (place if which == 1 else last)
    return index, share - 1.0 if which == 0 else (1.0 if which == 1 else -share)
