"""Speculative contacts of fast geoms, in place of those that are only within the gap.

Stages follow each other that complete what is known of an impact: when two geoms touch (`find_impacts`), in which
points (`spread_impacts`), which of these something hides (`hide_impacts`), and the contacts that this gives.
"""

from corten.math.vector3 import add, load3, scale
from corten.runtime import helper, stage
from corten.stages.collision.contacts.unsorted import NO_TANGENT, add_contact
from corten.stages.collision.pairs import NO_BUCKET
from corten.stages.collision.speculative.impacts import margin_of
from corten.stages.collision.speculative.points import load_point


@stage
def clear_impacts(m, d):
    """Foresee no contact of any pair of geoms.

    reads:  d.ncandidate
    writes: d.candidate_fraction
    """
    for c in range(d.ncandidate):
        d.candidate_fraction[c] = -1.0


@stage
def foresee_contacts(m, d):
    """Add the contacts that fast geoms will have within the step where nothing is in the way, in place of present ones.

    reads:  d.geom_travel d.impact_closing d.impact_fraction d.impact_hidden d.impact_normal d.impact_point d.nimpact
    writes: d.candidate_fraction d.candidate_closing d.nunsorted
    """
    before = d.nunsorted
    for k in range(d.nimpact):
        for i in range(d.impact_npoint[k]):
            if d.impact_hidden[k, i] == 0:
                add_foreseen(m, d, k, i)
    if d.nunsorted <= d.maxunsorted:
        remove_replaced(d, before)


@helper
def add_foreseen(m, d, k, i):
    """Add the contact in a point of an impact: between both geoms, nearer to the one that moves on by more."""
    c = d.impact_candidate[k]
    travel1, travel2 = d.geom_travel[d.candidate_geom[c, 0]], d.geom_travel[d.candidate_geom[c, 1]]
    share = travel1 / (travel1 + travel2)
    pos = add(scale(load_point(d, k, i, 0), share), scale(load_point(d, k, i, 1), 1.0 - share))

    # the distance follows from the parameters of the contact, once these are known
    add_contact(d, c, margin_of(m, d, c) - 1.0, pos, load3(d.impact_normal, k), NO_TANGENT)
    d.candidate_fraction[c], d.candidate_closing[c] = d.impact_fraction[k], d.impact_closing[k]


@helper
def remove_replaced(d, before):
    """Remove those of the first contacts that belong to pairs whose contacts were foreseen now."""
    count = 0
    for i in range(d.nunsorted):
        c = d.unsorted_candidate[i]
        replaced = i < before and d.candidate_fraction[c] >= 0.0 and d.candidate_bucket[c] != NO_BUCKET
        if not replaced:
            if count < i:
                move_contact(d, i, count)
            count += 1
    d.nunsorted = count


@helper
def move_contact(d, source, target):
    """Copy an unsorted contact to another place."""
    d.unsorted_candidate[target] = d.unsorted_candidate[source]
    d.unsorted_dist[target] = d.unsorted_dist[source]
    for k in range(3):
        d.unsorted_pos[target, k] = d.unsorted_pos[source, k]
        d.unsorted_normal[target, k] = d.unsorted_normal[source, k]
        d.unsorted_tangent[target, k] = d.unsorted_tangent[source, k]
