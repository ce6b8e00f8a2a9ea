"""Pairs of geoms that environments which share instructions have in common, so that geoms have the same index in all.

Each environment has a list of pairs of its own. They walk their lists together: all that have the lowest of the pairs
that come next take it, and the others wait. Lists are mostly ascending and alike, so that environments seldom miss each
other; what they compute does not depend on it. Alone, an environment takes one pair after the other.
"""

from typing import NamedTuple

from corten.runtime import helper, reduce_max

# after all geoms, rows and what else is numbered
NONE = 0x7FFFFFFF


class Turn(NamedTuple):
    """The pair whose turn it is, the same for all environments, and the candidate of those whose turn it is."""

    geom1: int
    geom2: int
    candidate: int
    mine: bool


@helper
def lowest_pair(a, b, waits):
    """Return the lowest pair of numbers of all environments that wait for theirs, and whether it is one's own."""
    first = -reduce_max(-a if waits else -NONE)
    second = -reduce_max(-b if waits and a == first else -NONE)
    return first, second, waits and a == first and b == second


@helper
def next_turn(d, i, end):
    """Return which pair of a bucket comes next; each environment has got to member i of it, not all to the end."""
    c, g1, g2 = 0, 0, 0
    if i < end:
        c = d.bucket_candidate[i]
        g1, g2 = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    first, second, mine = lowest_pair(g1, g2, i < end)
    return Turn(first, second, c, mine)
