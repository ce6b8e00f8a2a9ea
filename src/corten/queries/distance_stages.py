"""The distance of two geoms as stages of a plan: a pair in, its distance and its nearest points out."""

from corten.enums import DisableBit, StepErrorKind
from corten.model import Model
from corten.runtime import FloatArray, helper, stage
from corten.runtime.kernel import Stage
from corten.stages.collision.broad.candidates import fill_buckets
from corten.stages.collision.convex.convex_pairs import convex_distance
from corten.stages.collision.geoms import geom_shape, kind_of_geoms
from corten.stages.collision.pairs import (
    BY_ENGINE,
    CONTACT_BUCKET,
    DISTANCE_BUCKET,
    PAIRS,
    distance_stage,
    stage_named,
)
from corten.stages.user import with_user_shapes

# what the stages read of the results of a Data
PLACES = ("geom_xpos", "geom_xmat", "xquat")


def pair_stages(model: Model, geom1: int, geom2: int) -> tuple[Stage, ...]:
    """Return the stages that measure two geoms of these types, from `distance_geom` and `distance_max`."""
    low, high = sorted((int(geom_shape(model, geom1)), int(geom_shape(model, geom2))))
    pair = PAIRS.get((low, high))
    name = distance_stage(model, pair) if pair is not None else ""
    if name == BY_ENGINE:
        return with_user_shapes(model, [convex_distance])
    return with_user_shapes(model, [list_pair, *([stage_named(name)] if name else []), read_pair])


@stage
def list_pair(m, d) -> None:
    """Make the only candidate of the pair."""
    list_candidate(m, d, d.distance_geom[0], d.distance_geom[1], d.distance_max)


@stage
def read_pair(m, d) -> int:
    """Read distance and nearest points of the pair from its deepest contact; without room it is done again."""
    if d.nunsorted > d.maxunsorted:
        return int(StepErrorKind.CAPACITY)
    swapped = d.candidate_geom[0, 0] != d.distance_geom[0]
    d.distance_value = read_deepest(d, d.distance_max, swapped, d.distance_fromto)
    return 0


@helper
def list_candidate(m, d, geom1: int, geom2: int, reach: float) -> None:
    """Let two geoms be the only candidate of the narrow phase, the lower type first."""
    swapped = m.geom_type[geom1] > m.geom_type[geom2]
    low, high = (geom2 if swapped else geom1), (geom1 if swapped else geom2)

    d.ncandidate, d.nunsorted = 1, 0
    kind = kind_of_geoms(m, low, high)
    # the older convex engine measures by contacts
    by_contacts = m.opt_disableflags & DisableBit.NATIVECCD != 0
    d.candidate_geom[0, 0], d.candidate_geom[0, 1], d.candidate_kind[0] = low, high, kind
    d.candidate_bucket[0] = CONTACT_BUCKET[kind] if by_contacts else DISTANCE_BUCKET[kind]
    d.candidate_pair[0], d.candidate_margin[0] = -1, reach
    fill_buckets(d)


@helper
def read_deepest(d, reach: float, swapped: bool, fromto: FloatArray) -> float:
    """Return the distance that the deepest contact tells, and write the nearest points; zeros if none is in reach.

    Points stand half the distance off the contact, along its normal, which leads from the first candidate on.
    """
    best = -1
    for i in range(d.nunsorted):
        if best < 0 or d.unsorted_dist[i] < d.unsorted_dist[best]:
            best = i

    for k in range(6):
        fromto[k] = 0.0
    if best < 0 or d.unsorted_dist[best] >= reach:
        return reach
    distance = d.unsorted_dist[best]
    half = (-0.5 if swapped else 0.5) * distance
    for k in range(3):
        fromto[k] = d.unsorted_pos[best, k] - half * d.unsorted_normal[best, k]
        fromto[k + 3] = d.unsorted_pos[best, k] + half * d.unsorted_normal[best, k]
    return distance
