"""The list of all pairs of geoms that may ever touch, in the order in which MuJoCo has their contacts.

A small model looks through it in each step instead of sorting what moves (`stages/collision/broad/candidates.py`). It
follows from the structure of the model and from choices: types, contact bits, flags.
"""

from typing import TYPE_CHECKING

from corten.enums import DisableBit
from corten.runtime import helper, stage

if TYPE_CHECKING:
    from corten.model.model import Model

# geoms up to which a model has room for the list: 200 kB. Most geoms of a robot are often there for looks alone, and
# the list is short (a humanoid of 77 geoms, 159 pairs: 13 % less time for a step than by the sweep, 37 % less in lanes)
MOST_GEOMS = 192

# pairs of geoms of the same two bodies from which on the boxes around both bodies are compared first
LEAST_PAIRS = 3


def near_pairs_room(ngeom: int, npair: int) -> int:
    """Return for how many pairs a model has room."""
    return ngeom * (ngeom - 1) // 2 + npair if ngeom <= MOST_GEOMS else 0


def list_near_pairs(model: "Model") -> None:
    """Fill the list of a model that has room for it."""
    if model.nnear:
        list_pairs(model, model)


@stage
def list_pairs(m, d) -> None:
    """List pairs of geoms, those of the same two bodies together, bodies in order; explicit pairs come first there."""
    geomnum = m.body_geomnum

    clear_marks(m, d)
    sort_explicit(m, d)
    count, taken = 0, 0
    for body1 in range(m.nbody):
        if geomnum[body1] > 0:
            for body2 in range(body1 + 1, m.nbody):
                if geomnum[body2] > 0 and may_meet(m, body1, body2):
                    written = list_explicit(m, d, count, taken, body1, body2)
                    taken += written
                    first = count + written
                    count = list_geoms(m, d, first, body1, body2)
                    if count - first >= LEAST_PAIRS and not has_explicit(m, d, first, body1, body2):
                        mark_together(d, first, count, body1, body2)
    count += list_explicit(m, d, count, taken, m.nbody, m.nbody)
    d.near_count = count
    for i in range(count):
        d.geom_near[d.near_geom[i, 0]], d.geom_near[d.near_geom[i, 1]] = 1, 1
    for i in range(count, m.nnear):
        d.near_geom[i, 0], d.near_geom[i, 1], d.near_pair[i] = 0, 0, 0
    find_ends(d, count)


# ---------------------------------------------------------------- pairs that stand together
# Boxes around two bodies that are apart rule out all pairs of their geoms at once.


@helper
def clear_marks(m, d) -> None:
    """Forget which geoms, bodies and pairs are listed and stand together."""
    for g in range(m.ngeom):
        d.geom_near[g] = 0
    for b in range(m.nbody):
        d.body_near[b] = 0
    for i in range(m.nnear):
        d.near_together[i], d.near_end[i] = 0, 0


@helper
def has_explicit(m, d, first: int, body1: int, body2: int) -> bool:
    """Tell whether an explicit pair of two bodies stands before place `first`: its margin is none of the boxes'."""
    pair = d.near_pair[max(first - 1, 0)]
    if first == 0 or pair < 0:
        return False
    return m.geom_bodyid[m.pair_geom1[pair]] == body1 and m.geom_bodyid[m.pair_geom2[pair]] == body2


@helper
def mark_together(d, first: int, end: int, body1: int, body2: int) -> None:
    """Note that the pairs from `first` to `end` are all those of two bodies."""
    d.body_near[body1], d.body_near[body2] = 1, 1
    for i in range(first, end):
        d.near_together[i], d.near_end[i] = 1, end


@helper
def find_ends(d, count: int) -> None:
    """Write where runs of pairs end that do not stand together."""
    end = count
    for i in range(count - 1, -1, -1):
        if d.near_together[i] != 0:
            end = i
        else:
            d.near_end[i] = end


@helper
def may_meet(m, body1: int, body2: int) -> bool:
    """Tell whether two bodies move against each other and nothing forbids their contacts."""
    weldid, dofnum, parentid = m.body_weldid, m.body_dofnum, m.body_parentid

    weld1, weld2 = weldid[body1], weldid[body2]
    if weld1 == weld2 or (dofnum[weld1] == 0 and dofnum[weld2] == 0):
        return False
    filtered = m.opt_disableflags & DisableBit.FILTERPARENT == 0 and weld1 != 0 and weld2 != 0
    if filtered and (weld1 == weldid[parentid[weld2]] or weld2 == weldid[parentid[weld1]]):
        return False
    excluded = False
    for i in range(m.nexclude):
        excluded = excluded or m.exclude_signature[i] == body1 * 65536 + body2
    return not excluded


@helper
def list_geoms(m, d, count: int, body1: int, body2: int) -> int:
    """List the pairs of geoms of two bodies behind `count` others, by their numbers; return how many there are then.

    Where a body has several, MuJoCo's midphase finds them by the number of the geom of the lower type.
    """
    geomadr, geomnum, kind = m.body_geomadr, m.body_geomnum, m.geom_type

    first1, first2 = geomadr[body1], geomadr[body2]
    end1, end2 = first1 + geomnum[body1], first2 + geomnum[body2]
    by_type = m.opt_disableflags & DisableBit.MIDPHASE == 0 and (geomnum[body1] > 1 or geomnum[body2] > 1)
    for geom1 in range(first1, end1):
        for geom2 in range(first2, end2):
            if (not by_type or kind[geom1] <= kind[geom2]) and may_touch(m, geom1, geom2):
                write_pair(m, d, count, geom1, geom2)
                count += 1
    if by_type:
        for geom2 in range(first2, end2):
            for geom1 in range(first1, end1):
                if kind[geom1] > kind[geom2] and may_touch(m, geom1, geom2):
                    write_pair(m, d, count, geom1, geom2)
                    count += 1
    return count


@helper
def may_touch(m, geom1: int, geom2: int) -> bool:
    """Tell whether the bits of two geoms let them touch, and no explicit pair speaks of them."""
    contype, conaffinity, pair1, pair2 = m.geom_contype, m.geom_conaffinity, m.pair_geom1, m.pair_geom2

    if (contype[geom1] & conaffinity[geom2]) | (contype[geom2] & conaffinity[geom1]) == 0:
        return False
    for i in range(m.npair):
        if (pair1[i] == geom1 and pair2[i] == geom2) or (pair1[i] == geom2 and pair2[i] == geom1):
            return False
    return True


@helper
def write_pair(m, d, place: int, geom1: int, geom2: int) -> None:
    """Write a pair of geoms, that of the lower type first."""
    swapped = m.geom_type[geom1] > m.geom_type[geom2]
    d.near_geom[place, 0] = geom2 if swapped else geom1
    d.near_geom[place, 1] = geom1 if swapped else geom2
    d.near_pair[place] = -1


# ---------------------------------------------------------------- explicit pairs
# Their numbers wait at the end of the list, which has room for them there until they are listed.


@helper
def comes_before(m, i: int, body1: int, body2: int) -> bool:
    """Tell whether the bodies of an explicit pair come before two others in order, or are these."""
    first, second = m.geom_bodyid[m.pair_geom1[i]], m.geom_bodyid[m.pair_geom2[i]]
    return first < body1 or (first == body1 and second <= body2)


@helper
def sort_explicit(m, d) -> None:
    """Put the numbers of explicit pairs at the end of the list, sorted by their bodies."""
    waiting = d.near_pair

    start = m.nnear - m.npair
    for i in range(m.npair):
        body1, body2 = m.geom_bodyid[m.pair_geom1[i]], m.geom_bodyid[m.pair_geom2[i]]
        place = start + i
        while place > start and not comes_before(m, waiting[place - 1], body1, body2):
            waiting[place] = waiting[place - 1]
            place -= 1
        waiting[place] = i


@helper
def list_explicit(m, d, count: int, taken: int, body1: int, body2: int) -> int:
    """List explicit pairs of bodies up to two in order behind `count` others; return how many were written."""
    waiting = d.near_pair

    start, written = m.nnear - m.npair + taken, 0
    while taken + written < m.npair and comes_before(m, waiting[start + written], body1, body2):
        i = waiting[start + written]
        write_pair(m, d, count + written, m.pair_geom1[i], m.pair_geom2[i])
        d.near_pair[count + written] = i
        written += 1
    return written
