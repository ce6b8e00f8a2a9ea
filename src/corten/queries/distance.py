"""The distance of two geoms, whether they are in contact or not."""

import numpy as np

from corten.data import Data
from corten.data.pair import exclusive
from corten.model import Model
from corten.model.checks import accept_choices
from corten.model.named import find_object
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
    uses_mpr,
)
from corten.stages.user import with_user_shapes

# what a question takes from the work space of collision and gives back
BORROWED = ("candidate_geom", "candidate_kind", "candidate_bucket", "candidate_pair", "candidate_margin")

# distance, position, normal
Contact = tuple[float, np.ndarray, np.ndarray]


def geom_distance(
    model: Model, data: Data, geom1: str | int, geom2: str | int, distmax: float
) -> tuple[float, np.ndarray]:
    """Return (distance [m], nearest point of geom1 and of geom2 in one array) at the poses in Data.

    Geoms are given by name or number. A negative distance is a depth. Beyond `distmax`, and for pairs of types that
    do not collide, the answer is distmax and zeros.
    """
    number1, number2 = find_object(model, "geom", geom1), find_object(model, "geom", geom2)
    with exclusive(model, data):
        accept_choices(model)
        return _distance(model, data, number1, number2, float(distmax))


def _distance(model: Model, data: Data, geom1: int, geom2: int, distmax: float) -> tuple[float, np.ndarray]:
    first, second = sorted((geom1, geom2), key=lambda geom: int(model.geom_type[geom]))
    low, high = sorted((int(geom_shape(model, first)), int(geom_shape(model, second))))
    pair = PAIRS.get((low, high))
    stage = distance_stage(model, pair) if pair is not None else ""
    if stage == BY_ENGINE:
        return _measure(model, data, geom1, geom2, distmax)
    contacts = _collide(model, data, stage, first, second, distmax) if stage else []
    if not contacts or contacts[0][0] >= distmax:
        return distmax, np.zeros(6)
    dist, pos, normal = contacts[0]
    half = 0.5 * dist * (normal if first == geom1 else -normal)
    return dist, np.concatenate([pos - half, pos + half])


def _measure(model: Model, data: Data, geom1: int, geom2: int, distmax: float) -> tuple[float, np.ndarray]:
    """Ask the convex engine."""
    data.engine_view().distance_geom[:] = geom1, geom2
    data.work.distance_max = distmax
    while convex_distance(model, data):
        data.make_room()
    return data.work.distance_value, data.work.distance_fromto.copy()


def _collide(model: Model, data: Data, stage: str, first: int, second: int, margin: float) -> list[Contact]:
    """Return the contacts of two geoms within a margin, the deepest first; the list of candidates stays as it was."""
    (narrow,) = with_user_shapes(model, [stage_named(stage)])
    fields = data.engine_view()
    ncandidate, nunsorted = data.work.ncandidate, data.work.nunsorted
    fields.ncandidate, fields.nunsorted = 1, 0
    before = {name: getattr(fields, name)[0].copy() for name in BORROWED}
    fields.candidate_geom[0] = first, second
    kind = kind_of_geoms(model, first, second)
    buckets = CONTACT_BUCKET if uses_mpr(model) else DISTANCE_BUCKET
    fields.candidate_kind[0], fields.candidate_bucket[0] = kind, buckets[kind]
    fields.candidate_pair[0], fields.candidate_margin[0] = -1, margin
    fill_buckets(fields)
    while narrow(model, data) or data.work.nunsorted > data.sizes()["maxunsorted"]:
        data.make_room()
        fields.nunsorted = 0
    found = zip(
        data.work.unsorted_dist.tolist(), data.work.unsorted_pos.copy(), data.work.unsorted_normal.copy(), strict=True
    )
    contacts = sorted(found, key=lambda contact: contact[0])
    for name, value in before.items():
        getattr(fields, name)[0] = value
    fields.ncandidate, fields.nunsorted = ncandidate, nunsorted
    return contacts
