"""Bending of flexes of triangles: a quadratic form of the four vertices of two triangles that share an edge."""

from corten.math import vector3
from corten.math.vector3 import load3
from corten.runtime import helper, stage
from corten.stages.passive.passive import dampers_act, springs_act

# numbers of each edge in flex_bending: a matrix of 4 x 4, and the stiffness of the angle that it has at rest
BEND = 17


@stage
def flex_bend(m, d):
    """Add the forces of bending to those on vertices.

    reads:  m.flex_bending m.flex_edge m.flex_edgeflap d.plastic d.flexvert_xpos d.flexvert_velocity d.flexvert_force
            d.flexvert_damping
    writes: d.flexvert_force d.flexvert_damping
    """
    for f in range(m.nflex):
        if bends(m, f):
            for e in range(m.flex_edgenum[f]):
                edge = m.flex_edgeadr[f] + e
                if m.flex_edgeflap[edge, 1] >= 0:
                    entry = m.flex_bendingadr[f] + BEND * e
                    if springs_act(m):
                        add_form(m, d.flexvert_xpos, hinge_vertices(m, f, edge), entry, -1.0, d.flexvert_force)
                        curved = m.flex_bending[entry + 16] + plastic_bend(m, d, f, e)
                        add_curved(m, d, hinge_vertices(m, f, edge), curved)
                    if dampers_act(m):
                        scale = -m.flex_damping[f]
                        add_form(m, d.flexvert_velocity, hinge_vertices(m, f, edge), entry, scale, d.flexvert_damping)


@helper
def bends(m, f):
    """Tell whether flex f is a shell of triangles that resists bending, and not through nodes."""
    return m.flex_dim[f] == 2 and m.flex_bendingadr[f] >= 0 and m.flex_rigid[f] == 0 and m.flex_interp[f] == 0


@helper
def plastic_bend(m, d, f, e):
    """Return what hinge e of a flex has yielded, in terms of the factor of its cubic term."""
    if m.nplastic == 0 or m.flex_plasticadr[f] < 0 or m.flex_plasticmode[f] % 2 == 0:
        return 0.0
    # behind the metrics of triangles, if these yield as well
    return d.plastic[m.flex_plasticadr[f] + (3 * m.flex_elemnum[f] if m.flex_plasticmode[f] > 1 else 0) + e]


@helper
def hinge_vertices(m, f, edge):
    """Return the vertices of an edge and the two opposite to it."""
    first, ends, flap = m.flex_vertadr[f], m.flex_edge, m.flex_edgeflap
    return first + ends[edge, 0], first + ends[edge, 1], first + flap[edge, 0], first + flap[edge, 1]


@helper
def add_form(m, values, vertices, entry, scale, result):
    """Add the matrix of a hinge, times values at its vertices and a scale, to the result at its vertices."""
    b = m.flex_bending
    v0, v1, v2, v3 = vertices

    for k in range(3):
        x0, x1, x2, x3 = values[v0, k], values[v1, k], values[v2, k], values[v3, k]
        result[v0, k] += scale * (b[entry] * x0 + b[entry + 1] * x1 + b[entry + 2] * x2 + b[entry + 3] * x3)
        result[v1, k] += scale * (b[entry + 4] * x0 + b[entry + 5] * x1 + b[entry + 6] * x2 + b[entry + 7] * x3)
        result[v2, k] += scale * (b[entry + 8] * x0 + b[entry + 9] * x1 + b[entry + 10] * x2 + b[entry + 11] * x3)
        result[v3, k] += scale * (b[entry + 12] * x0 + b[entry + 13] * x1 + b[entry + 14] * x2 + b[entry + 15] * x3)


@helper
def add_curved(m, d, vertices, stiffness):
    """Add the forces of a hinge that is bent at rest: they are those of the volume between its vertices."""
    v0, v1, v2, v3 = vertices
    xpos, force = d.flexvert_xpos, d.flexvert_force

    origin = load3(xpos, v0)
    e1 = vector3.sub(load3(xpos, v1), origin)
    e2 = vector3.sub(load3(xpos, v2), origin)
    e3 = vector3.sub(load3(xpos, v3), origin)
    f1, f2, f3 = vector3.cross(e2, e3), vector3.cross(e3, e1), vector3.cross(e1, e2)
    for_all = vector3.add(vector3.add(f1, f2), f3)
    add_to(force, v0, for_all, stiffness)
    add_to(force, v1, f1, -stiffness)
    add_to(force, v2, f2, -stiffness)
    add_to(force, v3, f3, -stiffness)


@helper
def add_to(array, i, a, scale):
    """Add a vector, times a scale, to row i of an array."""
    array[i, 0] += scale * a[0]
    array[i, 1] += scale * a[1]
    array[i, 2] += scale * a[2]
