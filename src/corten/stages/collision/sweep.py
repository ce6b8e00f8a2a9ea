"""Sweep and prune: which bodies and geoms have boxes that overlap.

What moves is swept as whole bodies, sorted by the low ends of their boxes along one axis; the orders are kept
from step to step, so that sorting them again costs little. Geoms that no dof moves are swept one by one
against the moving bodies, so that a world of many geoms needs no hierarchy. Planes meet every moving body.
"""

from corten.enums import GeomType
from corten.runtime import helper, stage
from corten.stages.collision.filters import bodies_collide, boxes_overlap
from corten.stages.collision.midphase import add_bodies, add_geom_body, add_pairs


@stage
def list_movers(m, d):
    """List once what the sweep handles: moving bodies, geoms that stay in place, planes.

    reads:  m.body_weldid m.body_dofnum m.body_geomnum m.geom_type m.geom_bodyid d.sweep_ready
    writes: d.sweep_ready d.nsweep_body d.nsweep_geom d.nsweep_plane d.sweep_body d.sweep_geom d.sweep_plane
    """
    weldid, dofnum, geom_type, bodyid = m.body_weldid, m.body_dofnum, m.geom_type, m.geom_bodyid
    bodies, geoms, planes = d.sweep_body, d.sweep_geom, d.sweep_plane

    if d.sweep_ready == 0:
        nbody, ngeom, nplane = 0, 0, 0
        for b in range(1, m.nbody):
            if m.body_geomnum[b] > 0 and dofnum[weldid[b]] > 0:
                bodies[nbody] = b
                nbody += 1
        for g in range(m.ngeom):
            if dofnum[weldid[bodyid[g]]] == 0:
                if geom_type[g] == GeomType.PLANE:
                    planes[nplane] = g
                    nplane += 1
                else:
                    geoms[ngeom] = g
                    ngeom += 1
        d.nsweep_body, d.nsweep_geom, d.nsweep_plane = nbody, ngeom, nplane
        d.sweep_ready = 1


@stage
def sweep(m, d):
    """Find pairs of geoms that may touch, in any order.

    reads:  m.opt_disableflags m.opt_enableflags m.opt_o_margin m.body_weldid m.body_parentid m.body_contype
            m.body_conaffinity m.body_geomadr m.body_geomnum m.geom_type m.geom_bodyid m.geom_contype
            m.geom_conaffinity m.geom_rbound m.geom_margin m.geom_gap m.exclude_signature m.pair_signature
            m.pair_geom1 m.pair_geom2 m.pair_margin m.pair_gap d.geom_xpos d.geom_xmat d.geom_bound d.body_bound
            d.sweep_axis d.nsweep_body d.nsweep_geom d.nsweep_plane d.sweep_body d.sweep_geom d.sweep_plane
    writes: d.ncandidate d.nraw d.ncon d.found_body d.found_geom d.found_pair d.sweep_body d.sweep_geom d.work_geom
    """
    body_bound, geom_bound, bodyid = d.body_bound, d.geom_bound, m.geom_bodyid
    bodies, geoms, planes, axis = d.sweep_body, d.sweep_geom, d.sweep_plane, d.sweep_axis
    nbody, ngeom = d.nsweep_body, d.nsweep_geom

    d.ncandidate, d.nraw, d.ncon = 0, 0, 0
    sort_by_bound(bodies, nbody, body_bound, axis)
    sort_by_bound(geoms, ngeom, geom_bound, axis)

    # moving bodies against those that begin before they end
    for i in range(nbody):
        b = bodies[i]
        end = body_bound[b, axis + 3]
        j = i + 1
        while j < nbody and body_bound[bodies[j], axis] <= end:
            other = bodies[j]
            if boxes_overlap(body_bound, b, body_bound, other) and bodies_collide(m, b, other):
                add_bodies(m, d, min(b, other), max(b, other))
            j += 1

    # geoms in place that begin while a moving body lasts
    start = 0
    for i in range(nbody):
        b = bodies[i]
        while start < ngeom and geom_bound[geoms[start], axis] < body_bound[b, axis]:
            start += 1
        j = start
        while j < ngeom and geom_bound[geoms[j], axis] <= body_bound[b, axis + 3]:
            meet_geom(m, d, geoms[j], b)
            j += 1

    # moving bodies that begin while a geom in place lasts
    start = 0
    for i in range(ngeom):
        g = geoms[i]
        while start < nbody and body_bound[bodies[start], axis] <= geom_bound[g, axis]:
            start += 1
        j = start
        while j < nbody and body_bound[bodies[j], axis] <= geom_bound[g, axis + 3]:
            meet_geom(m, d, g, bodies[j])
            j += 1

    for i in range(d.nsweep_plane):
        for j in range(nbody):
            if bodies_collide(m, bodyid[planes[i]], bodies[j]):
                add_geom_body(m, d, planes[i], bodies[j])
    add_pairs(m, d)


@helper
def sort_by_bound(items, count, bound, axis):
    """Sort items by the low ends of their boxes: an insertion sort, quick on what was sorted a step ago."""
    for i in range(1, count):
        item = items[i]
        low = bound[item, axis]
        j = i
        while j > 0 and bound[items[j - 1], axis] > low:
            items[j] = items[j - 1]
            j -= 1
        items[j] = item


@helper
def meet_geom(m, d, g, body):
    """Note a geom that stays in place against the geoms of a moving body."""
    if boxes_overlap(d.geom_bound, g, d.body_bound, body) and bodies_collide(m, m.geom_bodyid[g], body):
        add_geom_body(m, d, g, body)
