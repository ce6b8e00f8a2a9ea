"""Bounds of the broad phase, grown by the motion of geoms within a step."""

from corten.enums import GeomType
from corten.math.vector3 import load3, norm
from corten.runtime import helper, stage
from corten.stages.collision.broad.bounds import SLACK


@stage
def extend_bounds(m, d):
    """Extend the boxes around geoms and moving bodies by what they can reach within the step.

    reads:  m.geom_rbound d.geom_shift d.geom_turn d.sweep_body
    writes: d.geom_bound d.body_bound
    """
    geomadr, geomnum, members = m.body_geomadr, m.body_geomnum, d.sweep_body
    geom_bound, body_bound = d.geom_bound, d.body_bound

    for g in range(m.ngeom):
        if m.geom_type[g] != GeomType.PLANE:
            extend_geom(m, d, g)
    for i in range(d.nsweep_body):
        b = members[i]
        for g in range(geomadr[b], geomadr[b] + geomnum[b]):
            for k in range(3):
                body_bound[b, k] = min(body_bound[b, k], geom_bound[g, k])
                body_bound[b, k + 3] = max(body_bound[b, k + 3], geom_bound[g, k + 3])


@helper
def extend_geom(m, d, g):
    """Extend the box around a geom by the way of its centre and by that of its points when it turns."""
    bound, shift = d.geom_bound, d.geom_shift
    turned = norm(load3(d.geom_turn, g)) * m.geom_rbound[g]
    for k in range(3):
        grown = turned + SLACK * (turned + abs(shift[g, k]))
        bound[g, k] += min(0.0, shift[g, k]) - grown
        bound[g, k + 3] += max(0.0, shift[g, k]) + grown
