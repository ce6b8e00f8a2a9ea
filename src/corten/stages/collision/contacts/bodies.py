"""The body on one side of a contact."""

from corten.runtime import helper


@helper
def contact_body(m, d, c, side):
    """Return the body of a geom, or one that stands for the vertex or element of a flex there."""
    geom = d.contact_geom[c, side]
    body = m.geom_bodyid[max(geom, 0)]
    if geom < 0:
        body = flex_body(m, d, c, side)
    return body


@helper
def flex_body(m, d, c, side):
    """Return the body of a vertex, or of the first corner of an element; of an interpolated flex, its first node's."""
    f, vertex = d.contact_flex[c, side], d.contact_vert[c, side]
    if m.flex_interp[f] != 0:
        return m.flex_nodebodyid[m.flex_nodeadr[f]]
    if vertex < 0:
        vertex = m.flex_elem[m.flex_elemdataadr[f] + d.contact_elem[c, side] * (m.flex_dim[f] + 1)]
    return m.flex_vertbodyid[m.flex_vertadr[f] + vertex]
