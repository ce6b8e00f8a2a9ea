"""How much of the motion of the nodes of an interpolated flex counts for a contact with one of its points."""

from corten.runtime import helper
from corten.stages.constraint.rod_weights import BODY, add_entry
from corten.stages.flex.nodes import blend_weight
from corten.stages.flex.shapes import cell_node, shape


@helper
def add_cell_weights(m, d, f, place, sign):
    """Add the bodies of the nodes around a place, which goes from 0 to 1 along each axis of the box around a flex."""
    order = abs(m.flex_interp[f])
    step = order + 1
    i, x = cell_along(m, f, 0, place[0])
    j, y = cell_along(m, f, 1, place[1])
    k, z = cell_along(m, f, 2, place[2])

    begin = d.nweight
    for corner in range(step * step * step):
        a, b, c = corner // (step * step), corner // step % step, corner % step
        share = shape(x, a, order) * shape(y, b, order) * shape(z, c, order)
        if share != 0.0:
            at = i * order + a, j * order + b, k * order + c
            if m.flex_interp[f] < 0 and is_inside(m, f, at):
                add_outer_nodes(m, d, f, at, sign * share, begin)
            else:
                add_body(d, m.flex_nodebodyid[cell_node(m, f, order, (i, j, k), corner)], sign * share, begin)


@helper
def cell_along(m, f, axis, place):
    """Return (cell, place in it from 0 to 1) along an axis."""
    count = m.flex_cellnum[f, axis]
    along = place * float(count)
    cell = max(0, min(count - 1, int(along)))
    return cell, min(max(along - float(cell), 0.0), 1.0)


@helper
def is_inside(m, f, at):
    """Tell whether a node lies inside of a shell; such nodes have no bodies."""
    order = abs(m.flex_interp[f])
    x, y, z = m.flex_cellnum[f, 0] * order, m.flex_cellnum[f, 1] * order, m.flex_cellnum[f, 2] * order
    return at[0] > 0 and at[0] < x and at[1] > 0 and at[1] < y and at[2] > 0 and at[2] < z


@helper
def add_outer_nodes(m, d, f, at, share, begin):
    """Add the 26 outer nodes that a node inside of a shell follows."""
    order = -m.flex_interp[f]
    last = m.flex_cellnum[f, 0] * order, m.flex_cellnum[f, 1] * order, m.flex_cellnum[f, 2] * order
    for corner in range(27):
        if corner != 13:
            i, s = blend_weight(corner // 9, at[0], last[0])
            j, t = blend_weight(corner // 3 % 3, at[1], last[1])
            k, u = blend_weight(corner % 3, at[2], last[2])
            node = m.flex_nodeadr[f] + (i * (last[1] + 1) + j) * (last[2] + 1) + k
            add_body(d, m.flex_nodebodyid[node], -share * s * t * u, begin)


@helper
def add_body(d, body, share, begin):
    """Add a share to that of a body that was listed from `begin` on, or list it."""
    place = begin
    while place < d.nweight and d.weight_body[place] != body:
        place += 1
    if place == d.nweight:
        add_entry(d, body, 0.0, BODY)
    d.weight_share[place] += share
