"""Edges of flexes: lengths, their Jacobian, and how fast they grow; and boxes around elements."""

from corten.deformable.rods.frames import surface_radius
from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import Vec3, helper, stage
from corten.stages.tree import last_dof

# ---- lengths and velocities


@stage
def edge_lengths(m, d) -> None:
    """Compute the length of each edge of the flexes whose edges may give force, and its gradient where that is used."""
    length, value = d.flexedge_length, d.flexedge_J

    for entry in range(m.nJfe):
        value[entry] = 0.0
    for f in range(m.nflex):
        first = m.flex_vertadr[f]
        for e in range(m.flex_edgeadr[f], m.flex_edgeadr[f] + m.flex_edgenum[f]):
            length[e] = 0.0
            if m.flex_rigid[f] == 0 and m.flex_interp[f] == 0:
                a, b = first + m.flex_edge[e, 0], first + m.flex_edge[e, 1]
                away = vector3.sub(load3(d.flexvert_xpos, b), load3(d.flexvert_xpos, a))
                direction, length[e] = vector3.normalize(away)
                if m.flexedge_J_rownnz[e] > 0:
                    add_end(m, d, e, b, direction)
                    add_end(m, d, e, a, vector3.scale(direction, -1.0))


@stage
def edge_velocity(m, d) -> None:
    """Compute how fast each edge grows: its row of the Jacobian times qvel."""
    rownnz, rowadr, colind, value = m.flexedge_J_rownnz, m.flexedge_J_rowadr, m.flexedge_J_colind, d.flexedge_J
    qvel, velocity = d.qvel, d.flexedge_velocity

    for e in range(m.nflexedge):
        total = 0.0
        for entry in range(rowadr[e], rowadr[e] + rownnz[e]):
            total += value[entry] * qvel[colind[entry]]
        velocity[e] = total


@helper
def add_end(m, d, edge: int, vertex: int, pull: Vec3) -> None:
    """Add pull . (velocity of a vertex by each dof) to the row of an edge, which holds all dofs above its body."""
    parentid, colind, value, cdof = m.dof_parentid, m.flexedge_J_colind, d.flexedge_J, d.cdof

    body = m.flex_vertbodyid[vertex]
    dof = last_dof(m, body)
    offset = vector3.sub(load3(d.flexvert_xpos, vertex), load3(d.subtree_com, m.body_rootid[body]))
    moment = vector3.cross(offset, pull)

    # both the dofs of the chain and those of the row are met from the last to the first
    entry = m.flexedge_J_rowadr[edge] + m.flexedge_J_rownnz[edge] - 1
    while dof >= 0:
        while colind[entry] != dof:
            entry -= 1
        turn = (cdof[dof, 0], cdof[dof, 1], cdof[dof, 2])
        slide = (cdof[dof, 3], cdof[dof, 4], cdof[dof, 5])
        value[entry] += vector3.dot(turn, moment) + vector3.dot(slide, pull)
        dof = parentid[dof]


# ---- boxes around elements


@stage
def element_boxes(m, d) -> None:
    """Compute the box of each element, with axes of the world, as centre and half sizes; the radius is included."""
    elem, xpos, box = m.flex_elem, d.flexvert_xpos, d.flexelem_aabb

    for f in range(m.nflex):
        dim, first, radius = m.flex_dim[f], m.flex_vertadr[f], surface_radius(m, f)
        for e in range(m.flex_elemnum[f]):
            adr = m.flex_elemdataadr[f] + e * (dim + 1)
            out = m.flex_elemadr[f] + e
            for k in range(3):
                low = xpos[first + elem[adr], k]
                high = low
                for i in range(1, dim + 1):
                    x = xpos[first + elem[adr + i], k]
                    low = min(low, x)
                    high = max(high, x)
                box[out, k] = 0.5 * (high + low)
                box[out, 3 + k] = 0.5 * (high - low) + radius
