"""Whether environments that share instructions go through the convex engine together or one after the other.

They walk through their pairs together, so that all that have a pair take it at the same time (`next_lane_pair`):

    visits     pairs that at least one environment has; together, each costs the same however many have it, alone each
               environment pays for its own. Polyhedra count more: EPA and multicontact have indices of their own
    together   where visits are few beside the pairs of the environment that has fewest (those without any aside): all
               have their turn in the first go
    apart      elsewhere those in other positions than the first wait for the second go; since not all take part in a
               go then, each passes the engine alone (`corten.runtime.plan.unless`)

The engine stands in plans twice, once for each go. Contacts do not depend on the turn; alone, the first go is for all.
"""

from corten.runtime import float_to_bits, reduce_max, stage
from corten.runtime.fields import I4, Field
from corten.runtime.kernel import Stage
from corten.runtime.plan import unless
from corten.runtime.scratch import scratch
from corten.stages.collision.broad.candidates import NONE, next_lane_pair
from corten.stages.collision.convex.gjk import has_corners
from corten.stages.collision.pairs import bucket_of

SCRATCH = scratch(Field("convex_turn", I4, (), "in which go the environment passes the convex engine, 0 or 1"))

BUCKET = bucket_of("convex_pairs")

# what two polyhedra count in visits, and for how many visits each pair of the environment with fewest pairs makes up.
# Eight environments in the same pairs take a third of the time together, two polyhedra about the same
POLYHEDRA, WORTH = 3, 1.5


@stage
def take_turns(m, d) -> None:
    """Say in which go an environment passes the convex engine."""
    i, end = d.bucket_start[BUCKET], d.bucket_start[BUCKET + 1]
    fewest = -reduce_max(i - end if end > i else -NONE)
    worth = WORTH * float(fewest)

    # all pairs, until there are too many
    visits = 0
    while reduce_max(end - i) > 0 and float(visits) <= worth:
        g1, g2, _, mine = next_lane_pair(d, i, end)
        polyhedra = has_corners(m.geom_type[g1]) and has_corners(m.geom_type[g2])
        visits += POLYHEDRA if polyhedra else 1
        if mine:
            i += 1

    # those in the same position stay together whatever they have: what tells them from others is a sum
    position = 0.0
    for k in range(m.nq):
        position += d.qpos[k]
    bits = float_to_bits(position)
    waits = float(visits) > worth and bits < reduce_max(bits)
    d.convex_turn = 1 if waits else 0


@stage
def not_first(m, d) -> int:
    """Return 1 if the environment waits in the first go, else 0."""
    return d.convex_turn


@stage
def not_second(m, d) -> int:
    """Return 1 if the environment has had its turn before the second go, else 0."""
    return 1 - d.convex_turn


def in_turns(engine: Stage) -> list[Stage]:
    """Return stages that pass the convex engine once in each environment."""
    return [take_turns, *unless(not_first, [engine]), *unless(not_second, [engine])]
