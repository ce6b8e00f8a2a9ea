"""Sections of rods that twist as contacts see them: which edge a section belongs to, and how large a box is."""

from corten.runtime import helper, sqrt

# where the first record of a rod has its stiffnesses of bending, and the lesser half size of a box section
STIFFNESS, STIFFER_BY, HALF_SIZE = 5, 6, 10


@helper
def edge_of_vertex(m, f, vertex):
    """Return the edge whose section a vertex has: the one behind it, at the end of a rod the last one."""
    first, wanted = m.flex_rodadr[f], m.flex_vertadr[f] + vertex
    last = first + m.flex_edgenum[f] - 1
    edge = min(first + vertex, last)
    # vertices of rods that were made stand in order, those that users wrote in any
    if m.rodedge_vertid[edge, 0] != wanted and m.rodedge_vertid[last, 1] != wanted:
        edge = first
        while edge < last and m.rodedge_vertid[edge, 0] != wanted:
            edge += 1
    return last if m.rodedge_vertid[last, 1] == wanted else edge


@helper
def has_box_section(m, f):
    """Tell whether a flex is a rod whose section is a box."""
    return m.flex_rodadr[f] >= 0 and m.flex_bending[max(m.flex_bendingadr[f], 0) + HALF_SIZE] != 0.0


@helper
def half_sizes(m, f):
    """Return both half sizes of a box section, the larger one first [m]: stiffnesses are as their squares."""
    record = m.flex_bendingadr[f]
    least = abs(m.flex_bending[record + HALF_SIZE])
    return least * sqrt(1.0 + m.flex_bending[record + STIFFER_BY] / m.flex_bending[record + STIFFNESS]), least


@helper
def surface_radius(m, f):
    """Return how far from its elements the surface of a flex may lie: its radius, or half a diagonal of a section."""
    if not has_box_section(m, f):
        return m.flex_radius[f]
    a, b = half_sizes(m, f)
    return sqrt(a * a + b * b)
