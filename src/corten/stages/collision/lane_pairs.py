"""One pair of geoms for all lanes: environments that share instructions take the same pair at the same time.

Each environment (lane) has a list of pairs of its own. They walk their lists together: all that have the lowest of the
pairs that come next take it, and the others wait. Lists are mostly ascending and alike, so that lanes seldom miss each
other; what they compute does not depend on it. Alone, an environment takes one pair after the other.

        lane 0:  (0,3) (1,4)         (2,5)
        lane 1:  (0,3)       (1,7)   (2,5)         geoms have one index in all lanes: loads need no gather
        lane 2:        (1,4) (1,7)   (2,5)
"""

from typing import NamedTuple

from corten.runtime import helper, max_lane

# after all geoms, rows and what else is numbered
NONE = 0x7FFFFFFF


class LanePair(NamedTuple):
    """The pair that is next, the same in all lanes; the lane's candidate, and whether the pair is its own (`mine`)."""

    geom1: int
    geom2: int
    candidate: int
    mine: bool


@helper
def lowest_pair(a, b, waits):
    """Return the lowest pair of numbers of all environments that wait for theirs, and whether it is one's own."""
    first = -max_lane(-a if waits else -NONE)
    second = -max_lane(-b if waits and a == first else -NONE)
    return first, second, waits and a == first and b == second


@helper
def next_lane_pair(d, i, end):
    """Return which pair of a bucket comes next; each environment has got to member i of it, not all to the end."""
    c, g1, g2 = 0, 0, 0
    if i < end:
        c = d.bucket_candidate[i]
        g1, g2 = d.candidate_geom[c, 0], d.candidate_geom[c, 1]
    first, second, mine = lowest_pair(g1, g2, i < end)
    return LanePair(first, second, c, mine)
