"""Boxes around the elements of flexes."""

from corten.runtime import stage
from corten.stages.flex.rod_sections import surface_radius


@stage
def element_boxes(m, d):
    """Compute the box of each element, with axes of the world, as centre and half sizes; the radius is included.

    reads:  m.flex_elem m.flex_radius m.flex_bending d.flexvert_xpos
    writes: d.flexelem_aabb
    """
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
