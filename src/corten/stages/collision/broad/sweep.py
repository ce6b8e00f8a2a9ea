"""Sweep and prune, and the middle phase.

Boxes are sorted by their low ends along one axis, that of the widest spread. A box can overlap only those that begin
before it ends; the other two axes are compared then:

        axis -->   |--A--|                  A: B begins before A ends -> compare
                      |----B----|           B: C begins before B ends -> compare
                              |--C--|       A, C: never looked at

What moves is swept as whole bodies; orders are kept from step to step, so that an insertion sort costs little (temporal
coherence). Geoms that no dof moves are swept one by one against the moving bodies, so that a world of many geoms needs
no hierarchy. Planes meet every moving body.
J. Cohen, M. Lin, D. Manocha, M. Ponamgi: I-COLLIDE. Symposium on Interactive 3D Graphics (1995).
"""

from corten.enums import GeomType
from corten.runtime import FloatArray, IntArray, helper, select, stage
from corten.runtime.fields import F8, I4, I8, Field
from corten.runtime.scratch import scratch
from corten.stages.collision.broad.filters import (
    bodies_collide,
    box_reaches_plane,
    boxes_overlap,
    geoms_collide,
    near_enough,
    share_type,
)

# work space of the broad phase; the orders outlive a step only to make the next sort short
SCRATCH = (
    scratch(
        Field("sweep_body_box", F8, ("nbody", 6), "boxes of these bodies: low, high along the axis, then the others"),
        Field("sweep_geom_box", F8, ("ngeom", 6), "boxes of these geoms in the same way"),
        Field("overlap_body", I4, ("maxcandidate", 2), "bodies of two geoms whose bounds overlap, the lower first"),
        Field("overlap_geom", I4, ("maxcandidate", 2), "their geoms in the same order"),
        Field("overlap_pair", I4, ("maxcandidate",), "explicit contact pair, -1 for none"),
        Field("sweep_overlap", I4, ("nbody",), "places in the sweep of bodies whose boxes overlap with one of them"),
        Field("sweep_near_geom", I4, ("ngeom",), "geoms of one body that may touch another"),
    )
    + scratch(
        Field("sweep_ready", I8, (), "1 + choices_signature of the Model for which the lists below are filled"),
        Field("nsweep_geom", I4, (), "bounded geoms of bodies that no dof moves"),
        Field("nsweep_plane", I4, (), "planes of bodies that no dof moves"),
        Field("sweep_geom", I4, ("ngeom",), "bounded geoms of bodies that no dof moves, by the low ends of these"),
        Field("sweep_plane", I4, ("ngeom",), "planes of bodies that no dof moves"),
        lasting=True,
    )
    + scratch(
        Field("nsweep_body", I4, (), "moving bodies with geoms"),
        Field("sweep_body", I4, ("nbody",), "moving bodies with geoms, by the low ends of their bounds"),
        readers=("corten.stages.collision.speculative",),
        lasting=True,
    )
)

# ---- sweep and prune: which bodies and geoms have boxes that overlap


@stage
def list_sweep_members(m, d) -> None:
    """List what the sweep handles, once for a model and its choices: moving bodies, geoms that stay in place,
    planes.
    """
    weldid, dofnum, geom_type, bodyid = m.body_weldid, m.body_dofnum, m.geom_type, m.geom_bodyid
    bodies, geoms, planes = d.sweep_body, d.sweep_geom, d.sweep_plane

    if d.sweep_ready != m.choices_signature + 1:
        nbody, ngeom, nplane = 0, 0, 0

        # bodies with geoms that some dof moves; all other geoms one by one, planes apart
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
        d.sweep_ready = m.choices_signature + 1


@stage
def sweep(m, d) -> None:
    """Find pairs of geoms that may touch, in any order."""
    find_overlaps(m, d, False)


@stage
def sweep_moving(m, d) -> None:
    """Find pairs of geoms that may touch at some time of the step, in any order."""
    find_overlaps(m, d, True)


@helper
def find_overlaps(m, d, moving: bool) -> None:
    """Find pairs of geoms whose boxes overlap; with `moving`, filters look at the whole step."""
    bodies, geoms, planes, bodyid = d.sweep_body, d.sweep_geom, d.sweep_plane, m.geom_bodyid
    body_box, geom_box = d.sweep_body_box, d.sweep_geom_box
    nbody, ngeom, hits = d.nsweep_body, d.nsweep_geom, d.sweep_overlap

    d.ncandidate, d.nunsorted, d.ncon = 0, 0, 0
    sort_boxes(bodies, nbody, d.body_bound, body_box, d.sweep_axis)
    sort_boxes(geoms, ngeom, d.geom_bound, geom_box, d.sweep_axis)

    # moving bodies against those that begin before they end
    for i in range(nbody):
        count = list_overlaps(body_box, i, nbody, hits)
        for k in range(count):
            first, second = min(bodies[i], bodies[hits[k]]), max(bodies[i], bodies[hits[k]])
            if bodies_collide(m, first, second):
                add_bodies(m, d, first, second, moving)

    # geoms in place that begin while a moving body lasts
    start = 0
    for i in range(nbody):
        while start < ngeom and geom_box[start, 0] < body_box[i, 0]:
            start += 1
        j = start
        while j < ngeom and geom_box[j, 0] <= body_box[i, 1]:
            add_static_geom(m, d, j, i, moving)
            j += 1

    # moving bodies that begin while a geom in place lasts
    start = 0
    for i in range(ngeom):
        while start < nbody and body_box[start, 0] <= geom_box[i, 0]:
            start += 1
        j = start
        while j < nbody and body_box[j, 0] <= geom_box[i, 1]:
            add_static_geom(m, d, i, j, moving)
            j += 1

    for i in range(d.nsweep_plane):
        for j in range(nbody):
            b = bodies[j]
            if box_reaches_plane(m, d, planes[i], d.body_bound, b) and bodies_collide(m, bodyid[planes[i]], b):
                add_geom_body(m, d, planes[i], b, moving)
    add_pairs(m, d, moving)


@helper
def sort_boxes(items: IntArray, count: int, bound: FloatArray, box: FloatArray, axis: int) -> None:
    """Sort items by the low ends of their boxes: an insertion sort, quick on what was sorted a step ago."""
    second, third = (axis + 1) % 3, (axis + 2) % 3
    for i in range(count):
        item = items[i]
        low = bound[item, axis]
        j = i
        while j > 0 and box[j - 1, 0] > low:
            items[j] = items[j - 1]
            for k in range(6):
                box[j, k] = box[j - 1, k]
            j -= 1
        items[j] = item
        box[j, 0], box[j, 1] = low, bound[item, axis + 3]
        box[j, 2], box[j, 3] = bound[item, second], bound[item, second + 3]
        box[j, 4], box[j, 5] = bound[item, third], bound[item, third + 3]


@helper
def list_overlaps(box: FloatArray, i: int, count: int, hits: IntArray) -> int:
    """List the boxes after number i that overlap with it, without a branch in the loop; return how many there are."""
    end, low2, high2, low3, high3 = box[i, 1], box[i, 2], box[i, 3], box[i, 4], box[i, 5]
    found, j = 0, i + 1
    while j < count and box[j, 0] <= end:
        l2, h2, l3, h3 = box[j, 2], box[j, 3], box[j, 4], box[j, 5]
        hits[found] = j
        found += select(l2 <= high2 and h2 >= low2 and l3 <= high3 and h3 >= low3, 1, 0)
        j += 1
    return found


@helper
def sides_overlap(first: FloatArray, i: int, second: FloatArray, j: int) -> bool:
    """Tell whether two boxes of the sweep overlap along the other axes."""
    return (
        first[i, 2] <= second[j, 3]
        and first[i, 3] >= second[j, 2]
        and first[i, 4] <= second[j, 5]
        and first[i, 5] >= second[j, 4]
    )


@helper
def add_static_geom(m, d, i: int, j: int, moving: bool) -> None:
    """Add a geom that stays in place against the geoms of a moving body; both by their places in the sweep."""
    geom, body = d.sweep_geom[i], d.sweep_body[j]
    if sides_overlap(d.sweep_geom_box, i, d.sweep_body_box, j) and bodies_collide(m, m.geom_bodyid[geom], body):
        add_geom_body(m, d, geom, body, moving)


# ---- the middle phase: pairs of geoms of two bodies whose own bounds overlap, and explicit pairs


# pairs of geoms up to which looking at all of them is quicker than looking for those that can be near
MOST_PAIRS_TRIED = 8


@helper
def add_bodies(m, d, body1: int, body2: int, moving: bool) -> None:
    """Add pairs of geoms of two moving bodies, body1 < body2."""
    geomadr, geomnum, contype, conaffinity = m.body_geomadr, m.body_geomnum, m.geom_contype, m.geom_conaffinity
    first1, end1 = geomadr[body1], geomadr[body1] + geomnum[body1]
    first2, end2 = geomadr[body2], geomadr[body2] + geomnum[body2]
    if geomnum[body1] * geomnum[body2] <= MOST_PAIRS_TRIED:
        for g1 in range(first1, end1):
            for g2 in range(first2, end2):
                if geoms_collide(m, d, g1, g2, moving):
                    add_overlap(d, body1, body2, g1, g2, -1)
    else:
        # of both bodies, only geoms that reach into the other's box can touch
        near, count = d.sweep_near_geom, 0
        for g2 in range(first2, end2):
            if (contype[g2] | conaffinity[g2]) != 0 and boxes_overlap(d.geom_bound, g2, d.body_bound, body1):
                near[count] = g2
                count += 1
        for g1 in range(first1, end1):
            meets = count > 0 and (contype[g1] | conaffinity[g1]) != 0
            if meets and boxes_overlap(d.geom_bound, g1, d.body_bound, body2):
                for k in range(count):
                    other = near[k]
                    if boxes_overlap(d.geom_bound, g1, d.geom_bound, other) and geoms_collide(m, d, g1, other, moving):
                        add_overlap(d, body1, body2, g1, other, -1)


@helper
def add_geom_body(m, d, geom: int, body: int, moving: bool) -> None:
    """Add pairs of a geom that stays in place with the geoms of a moving body."""
    owner, first, is_plane = m.geom_bodyid[geom], m.body_geomadr[body], m.geom_type[geom] == GeomType.PLANE
    for g in range(first, first + m.body_geomnum[body]):
        if share_type(m, geom, g):
            near = False
            if is_plane:
                near = box_reaches_plane(m, d, geom, d.geom_bound, g)
            else:
                near = boxes_overlap(d.geom_bound, geom, d.geom_bound, g)
            if near and owner < body and geoms_collide(m, d, geom, g, moving):
                add_overlap(d, owner, body, geom, g, -1)
            elif near and owner > body and geoms_collide(m, d, g, geom, moving):
                add_overlap(d, body, owner, g, geom, -1)


@helper
def add_pairs(m, d, moving: bool) -> None:
    """Add explicit pairs; only distance can rule them out."""
    geom1, geom2, bodyid = m.pair_geom1, m.pair_geom2, m.geom_bodyid
    for k in range(m.npair):
        g1, g2 = geom1[k], geom2[k]
        if near_enough(m, d, g1, g2, k, moving):
            add_overlap(d, bodyid[g1], bodyid[g2], g1, g2, k)


@helper
def add_overlap(d, body1: int, body2: int, g1: int, g2: int, pair: int) -> None:
    """Add two geoms whose bounds overlap; without room it is only counted."""
    place = d.ncandidate
    d.ncandidate = place + 1
    if place < d.maxcandidate:
        d.overlap_body[place, 0], d.overlap_body[place, 1] = body1, body2
        d.overlap_geom[place, 0], d.overlap_geom[place, 1] = g1, g2
        d.overlap_pair[place] = pair
