"""Elements of flexes: their corners, and which of them may touch a geom or each other."""

from corten.math.vector3 import load3
from corten.runtime import helper
from corten.stages.collision.flexes.pairs import flexes_gap, flexes_margin
from corten.stages.flex.shapes import cell_indices


@helper
def corner(m, d, f, e, i):
    """Return corner i of an element, world [m]."""
    vertex = m.flex_elem[m.flex_elemdataadr[f] + e * (m.flex_dim[f] + 1) + i]
    return load3(d.flexvert_xpos, m.flex_vertadr[f] + vertex)


@helper
def corner_body(m, f, e, i):
    """Return the body of corner i of an element, -1 where it follows nodes."""
    vertex = m.flex_elem[m.flex_elemdataadr[f] + e * (m.flex_dim[f] + 1) + i]
    return m.flex_vertbodyid[m.flex_vertadr[f] + vertex]


@helper
def is_active(m, f, e):
    """Tell whether an element collides with its own kind: those of tetrahedra near the surface do, all others too."""
    return m.flex_dim[f] < 3 or m.flex_elemlayer[m.flex_elemadr[f] + e] < m.flex_activelayers[f]


@helper
def geom_may_touch(m, geom, f, e):
    """Tell whether a geom may touch an element: their types match, and no corner lies in the geom's body."""
    contype, conaffinity = m.geom_contype[geom], m.geom_conaffinity[geom]
    if (contype & m.flex_conaffinity[f]) == 0 and (m.flex_contype[f] & conaffinity) == 0:
        return False
    apart = True
    for i in range(m.flex_dim[f] + 1):
        apart = apart and corner_body(m, f, e, i) != m.geom_bodyid[geom]
    return apart


@helper
def elements_may_touch(m, d, f1, e1, f2, e2):
    """Tell whether two elements are near each other and have no body in common."""
    box, i, j = d.flexelem_aabb, m.flex_elemadr[f1] + e1, m.flex_elemadr[f2] + e2
    reach = flexes_margin(m, f1, f2) + flexes_gap(m, f1, f2)
    if boxes_apart(box, i, j, reach) or (f1 == f2 and m.flex_interp[f1] != 0 and cells_adjoin(m, f1, e1, e2)):
        return False
    for a in range(m.flex_dim[f1] + 1):
        body = corner_body(m, f1, e1, a)
        for b in range(m.flex_dim[f2] + 1):
            if body >= 0 and body == corner_body(m, f2, e2, b):
                return False
    return True


@helper
def cells_adjoin(m, f, e1, e2):
    """Tell whether corners of two elements of an interpolated flex lie in the same cell of nodes, or in neighbours."""
    corners, first = m.flex_dim[f] + 1, m.flex_elemdataadr[f]
    adjoin = False
    for a in range(corners):
        x, y, z = cell_indices(m, f, m.flex_vertcell[m.flex_vertadr[f] + m.flex_elem[first + e1 * corners + a]])
        for b in range(corners):
            i, j, k = cell_indices(m, f, m.flex_vertcell[m.flex_vertadr[f] + m.flex_elem[first + e2 * corners + b]])
            adjoin = adjoin or (abs(x - i) <= 1 and abs(y - j) <= 1 and abs(z - k) <= 1)
    return adjoin


@helper
def boxes_apart(box, i, j, margin):
    """Tell whether two boxes along the world's axes, centres and half sizes, are farther apart than a margin."""
    return (
        box[i, 0] + box[i, 3] + margin < box[j, 0] - box[j, 3]
        or box[i, 1] + box[i, 4] + margin < box[j, 1] - box[j, 4]
        or box[i, 2] + box[i, 5] + margin < box[j, 2] - box[j, 5]
        or box[j, 0] + box[j, 3] + margin < box[i, 0] - box[i, 3]
        or box[j, 1] + box[j, 4] + margin < box[i, 1] - box[i, 4]
        or box[j, 2] + box[j, 5] + margin < box[i, 2] - box[i, 5]
    )
