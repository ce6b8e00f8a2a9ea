"""From unsorted contacts to contacts where there are flexes: those of geoms and those of flexes, in MuJoCo's order."""

from corten.enums import StepErrorKind
from corten.math.vector3 import store3
from corten.runtime import helper, stage
from corten.stages.collision.contacts.gather import set_geometry, set_parameters
from corten.stages.collision.flexes.parameters import set_flex_parameters


@stage
def gather_flex_contacts(m, d):
    """Put contacts into order: by the lower body, those with flexes behind those of geoms; set their parameters.

    reads:  m.geom_bodyid d.candidate_geom d.flexpair_body d.flexpair_geom d.flexpair_flex d.contact_limit
    writes: d.ncon d.nflexcon d.contact_geom d.contact_flex d.contact_elem d.contact_vert d.contact_dist d.contact_frame
    """
    owner, start, flex_start, limit = d.unsorted_candidate, d.candidate_start, d.flexpair_start, d.contact_limit

    d.ncon, d.nflexcon = d.nunsorted, d.nunsorted
    room = min(d.maxunsorted, min(d.maxcon, d.maxflexcon))
    if d.nunsorted > room or (limit > 0 and d.nunsorted > limit):
        d.error_where = d.nunsorted
        return StepErrorKind.CAPACITY

    # where the contacts of each candidate and of each pair begin
    for c in range(d.ncandidate):
        start[c] = 0
    for p in range(d.nflexpair):
        flex_start[p] = 0
    for i in range(d.nunsorted):
        if owner[i] >= 0:
            start[owner[i]] += 1
        else:
            flex_start[-1 - owner[i]] += 1
    number_owners(m, d)

    for i in range(d.nunsorted):
        if owner[i] >= 0:
            place = start[owner[i]]
            start[owner[i]] = place + 1
            set_geometry(d, i, place)
            set_parameters(m, d, owner[i], place)
            for side in range(2):
                d.contact_flex[place, side], d.contact_elem[place, side], d.contact_vert[place, side] = -1, -1, -1
        else:
            pair = -1 - owner[i]
            place = flex_start[pair]
            flex_start[pair] = place + 1
            set_geometry(d, i, place)
            set_owners(d, pair, place)
            set_flex_parameters(m, d, pair, place)
            store3(d.contact_surfacevel, place, (0.0, 0.0, 0.0))
    return 0


@helper
def number_owners(m, d):
    """Turn numbers of contacts into places: candidates and pairs by their lower bodies, candidates first."""
    start, flex_start, total, pair = d.candidate_start, d.flexpair_start, 0, 0
    for c in range(d.ncandidate):
        body = min(m.geom_bodyid[d.candidate_geom[c, 0]], m.geom_bodyid[d.candidate_geom[c, 1]])
        while pair < d.nflexpair and d.flexpair_body[pair] < body:
            total, flex_start[pair] = total + flex_start[pair], total
            pair += 1
        total, start[c] = total + start[c], total
    for p in range(pair, d.nflexpair):
        total, flex_start[p] = total + flex_start[p], total


@helper
def set_owners(d, pair, place):
    """Tell a contact its geom, or flexes, elements and vertex."""
    d.contact_geom[place, 0], d.contact_geom[place, 1] = d.flexpair_geom[pair], -1
    for side in range(2):
        d.contact_flex[place, side] = d.flexpair_flex[pair, side]
        d.contact_elem[place, side] = d.flexpair_elem[pair, side]
    d.contact_vert[place, 0], d.contact_vert[place, 1] = -1, d.flexpair_vert[pair]
