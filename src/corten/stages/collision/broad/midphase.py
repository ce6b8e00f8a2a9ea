"""From bodies to geoms: pairs of geoms of two bodies whose own bounds overlap, and explicit pairs."""

from corten.runtime import helper
from corten.stages.collision.broad.filters import boxes_overlap, geoms_collide, near_enough

# pairs of geoms up to which looking at all of them is quicker than looking for those that can be near
MOST_PAIRS_TRIED = 8


@helper
def add_bodies(m, d, body1, body2, moving):
    """Add pairs of geoms of two moving bodies, body1 < body2."""
    geomadr, geomnum = m.body_geomadr, m.body_geomnum
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
            if boxes_overlap(d.geom_bound, g2, d.body_bound, body1):
                near[count] = g2
                count += 1
        for g1 in range(first1, end1):
            if count > 0 and boxes_overlap(d.geom_bound, g1, d.body_bound, body2):
                for k in range(count):
                    other = near[k]
                    if boxes_overlap(d.geom_bound, g1, d.geom_bound, other) and geoms_collide(m, d, g1, other, moving):
                        add_overlap(d, body1, body2, g1, other, -1)


@helper
def add_geom_body(m, d, geom, body, moving):
    """Add pairs of a geom that stays in place with the geoms of a moving body."""
    owner, first = m.geom_bodyid[geom], m.body_geomadr[body]
    for g in range(first, first + m.body_geomnum[body]):
        if owner < body:
            if boxes_overlap(d.geom_bound, geom, d.geom_bound, g) and geoms_collide(m, d, geom, g, moving):
                add_overlap(d, owner, body, geom, g, -1)
        elif boxes_overlap(d.geom_bound, geom, d.geom_bound, g) and geoms_collide(m, d, g, geom, moving):
            add_overlap(d, body, owner, g, geom, -1)


@helper
def add_pairs(m, d, moving):
    """Add explicit pairs; only distance can rule them out."""
    geom1, geom2, bodyid = m.pair_geom1, m.pair_geom2, m.geom_bodyid
    for k in range(m.npair):
        g1, g2 = geom1[k], geom2[k]
        if near_enough(m, d, g1, g2, k, moving):
            add_overlap(d, bodyid[g1], bodyid[g2], g1, g2, k)


@helper
def add_overlap(d, body1, body2, g1, g2, pair):
    """Add two geoms whose bounds overlap; without room it is only counted."""
    place = d.ncandidate
    d.ncandidate = place + 1
    if place < d.maxcandidate:
        d.overlap_body[place, 0], d.overlap_body[place, 1] = body1, body2
        d.overlap_geom[place, 0], d.overlap_geom[place, 1] = g1, g2
        d.overlap_pair[place] = pair
