"""Thin the contacts of a rigid or interpolated flex with one geom, or with another such flex, as MuJoCo does.

The deepest contact stays, then in turn the one that is farthest from all that stay.
"""

from corten.constants import MAXCONPAIR
from corten.enums import StepErrorKind
from corten.math.vector3 import dot, load3, store3, sub
from corten.runtime import helper, per_precision, stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.scratch import scratch

SCRATCH = scratch(
    Field("flexcon_apart", F8, ("maxflexcon",), "square of the distance to the nearest contact that stays [m^2]"),
    Field("flexcon_chosen", I4, ("maxflexcon",), "1: the contact stays when those of a flex are thinned"),
)

# contacts of neighbouring elements may be one but for rounding: the first of them stays
TIE = per_precision(1e-12, float32=1e-6)

FAR2 = per_precision(1e20, float32=1e20)


@stage
def thin_flex_contacts(m, d) -> int:
    """Drop contacts of rigid and interpolated flexes beyond the number that a pair may have."""
    d.nflexcon = d.nunsorted
    if d.nunsorted > min(d.maxunsorted, d.maxflexcon):
        d.ncon = d.nunsorted
        d.error_where = d.nunsorted
        return StepErrorKind.CAPACITY

    first, total = 0, d.nunsorted
    while first < total:
        end = end_of_group(d, first, total)
        many = end - first > MAXCONPAIR and is_thinned(m, d, first)
        for i in range(first, end):
            d.flexcon_chosen[i] = 0 if many else 1
        if many:
            choose_farthest(d, first, end)
        first = end
    compact_contacts(d, total)
    return 0


@helper
def end_of_group(d, first: int, total: int) -> int:
    """Return the end of the contacts that belong to the same geom and flex, or the same flexes, as the first."""
    owner, end = d.unsorted_candidate, first + 1
    if owner[first] >= 0:
        return end
    pair = -1 - owner[first]
    same = True
    while end < total and same:
        other = -1 - owner[end]
        same = other >= 0
        if same:
            same = d.flexpair_geom[other] == d.flexpair_geom[pair]
            same = same and d.flexpair_flex[other, 0] == d.flexpair_flex[pair, 0]
            same = same and d.flexpair_flex[other, 1] == d.flexpair_flex[pair, 1]
        if same:
            end += 1
    return end


@helper
def is_thinned(m, d, contact: int) -> bool:
    """Tell whether a contact belongs to a flex whose contacts are limited in number."""
    owner = d.unsorted_candidate[contact]
    if owner >= 0:
        return False
    f1, f2 = d.flexpair_flex[-1 - owner, 0], d.flexpair_flex[-1 - owner, 1]
    return (f1 < 0 or is_rigid_or_interpolated(m, max(f1, 0))) and is_rigid_or_interpolated(m, f2)


@helper
def is_rigid_or_interpolated(m, f: int) -> bool:
    """Tell whether a flex is rigid or interpolated."""
    return m.flex_rigid[f] != 0 or m.flex_interp[f] != 0


@helper
def choose_farthest(d, first: int, end: int) -> None:
    """Choose contacts that lie far from each other, beginning with the deepest."""
    dist, apart = d.unsorted_dist, d.flexcon_apart
    best = first
    for i in range(first, end):
        apart[i] = FAR2
        if dist[i] < dist[best] - TIE * abs(dist[best]):
            best = i
    for _ in range(MAXCONPAIR):
        d.flexcon_chosen[best] = 1
        here, farthest, following = load3(d.unsorted_pos, best), -1.0, best
        for i in range(first, end):
            if d.flexcon_chosen[i] == 0:
                offset = sub(load3(d.unsorted_pos, i), here)
                apart[i] = min(apart[i], dot(offset, offset))
                if apart[i] > farthest + TIE * abs(farthest):
                    farthest, following = apart[i], i
        best = following


@helper
def compact_contacts(d, total: int) -> None:
    """Move the contacts that stay together."""
    place = 0
    for i in range(total):
        if d.flexcon_chosen[i] != 0:
            d.unsorted_candidate[place] = d.unsorted_candidate[i]
            d.unsorted_dist[place] = d.unsorted_dist[i]
            store3(d.unsorted_pos, place, load3(d.unsorted_pos, i))
            store3(d.unsorted_normal, place, load3(d.unsorted_normal, i))
            store3(d.unsorted_tangent, place, load3(d.unsorted_tangent, i))
            place += 1
    d.nunsorted = place
