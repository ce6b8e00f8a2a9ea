"""The distance of two geoms, whether they are in contact or not.

The narrow phase runs on the Data's own work space, with the two geoms as its only candidates: what was there before is
put aside and comes back. The convex engine measures distances itself; of other pairs the deepest contact within the
distance asked for is the answer.
"""

from typing import Any

import numpy as np
from numpy import empty

from corten.data import DATA, Data
from corten.data.pair import check_pair, exclusive
from corten.data.query import DataQuery
from corten.enums import DisableBit, StepErrorKind
from corten.model import Model
from corten.model.checks import accept_choices
from corten.model.named import find_object
from corten.runtime import stage
from corten.runtime.fields import F8, I4, Field
from corten.runtime.kernel import Stage
from corten.runtime.parameters import array
from corten.runtime.query import OnOwner, query_layout
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

# pairs of geoms that a Data remembers queries of
MOST_PAIRS = 4096

# what a query takes from the work space of collision and gives back: its fields, each beside where it is kept
CANDIDATES = ("candidate_geom", "candidate_kind", "candidate_bucket", "candidate_pair", "candidate_margin")
COUNTS = ("ncandidate", "nunsorted")

_ARGUMENTS = (
    Field("geom1", I4, (), "first geom"),
    Field("geom2", I4, (), "second geom"),
    Field("distmax", F8, (), "distance up to which an answer is wanted [m]"),
    Field("dist", F8, (), "their distance, negative inside [m]"),
    array("fromto", F8, (6,), "nearest points of the first and the second, zeros beyond the largest [m]"),
)
BY_CONVEX_ENGINE = query_layout(
    "ConvexDistance",
    "corten.queries.distance:BY_CONVEX_ENGINE",
    _ARGUMENTS,
    DATA,
    ("distance_geom", "distance_max", "distance_value", "distance_fromto"),
)
BY_NEAREST_CONTACT = query_layout(
    "ContactDistance",
    "corten.queries.distance:BY_NEAREST_CONTACT",
    (
        *_ARGUMENTS,
        Field("swapped", I4, (), "1: the first candidate is the second geom"),
        Field("kept_candidate_geom", I4, (2,), "what was there before"),
        Field("kept_candidate_kind", I4, (), "what was there before"),
        Field("kept_candidate_bucket", I4, (), "what was there before"),
        Field("kept_candidate_pair", I4, (), "what was there before"),
        Field("kept_candidate_margin", F8, (), "what was there before"),
        Field("kept_ncandidate", I4, (), "what was there before"),
        Field("kept_nunsorted", I4, (), "what was there before"),
    ),
    DATA,
    (*CANDIDATES, *COUNTS, "bucket_start", "bucket_candidate", "unsorted_dist", "unsorted_pos", "unsorted_normal"),
)

# ---------------------------------------------------------------- by the convex engine


@stage
def ask_engine(m, d) -> None:
    """Say which distance is wanted."""
    d.distance_geom[0], d.distance_geom[1] = d.geom1, d.geom2
    d.distance_max = d.distmax


@stage
def take_answer(m, d) -> None:
    """Take the distance and the nearest points."""
    d.dist = d.distance_value
    for k in range(6):
        d.fromto[k] = d.distance_fromto[k]


# ---------------------------------------------------------------- as the nearest contact


@stage
def choose_candidate(m, d) -> None:
    """Let two geoms be the only candidates, the one of lower type first; keep what was there before."""
    first, second = d.geom1, d.geom2
    d.swapped = 0
    if m.geom_type[first] > m.geom_type[second]:
        first, second = d.geom2, d.geom1
        d.swapped = 1

    d.kept_ncandidate, d.kept_nunsorted = d.ncandidate, d.nunsorted
    d.kept_candidate_geom[0], d.kept_candidate_geom[1] = d.candidate_geom[0, 0], d.candidate_geom[0, 1]
    d.kept_candidate_kind, d.kept_candidate_bucket = d.candidate_kind[0], d.candidate_bucket[0]
    d.kept_candidate_pair, d.kept_candidate_margin = d.candidate_pair[0], d.candidate_margin[0]

    kind = kind_of_geoms(m, first, second)
    bucket = DISTANCE_BUCKET[kind]
    if (m.opt_disableflags & DisableBit.NATIVECCD) != 0:
        # the older convex engine finds contacts only
        bucket = CONTACT_BUCKET[kind]
    d.ncandidate, d.nunsorted = 1, 0
    d.candidate_geom[0, 0], d.candidate_geom[0, 1] = first, second
    d.candidate_kind[0], d.candidate_bucket[0] = kind, bucket
    d.candidate_pair[0], d.candidate_margin[0] = -1, d.distmax
    fill_buckets(d)


@stage
def nearest_contact(m, d) -> int:
    """Take the deepest contact; put back what was there before, unless there was no room for all contacts."""
    if d.nunsorted > d.maxunsorted:
        return StepErrorKind.CAPACITY

    best = -1
    for i in range(d.nunsorted):
        if best < 0 or d.unsorted_dist[i] < d.unsorted_dist[best]:
            best = i
    d.dist = d.distmax
    for k in range(6):
        d.fromto[k] = 0.0
    if best >= 0 and d.unsorted_dist[best] < d.distmax:
        d.dist = d.unsorted_dist[best]
        half = (-0.5 if d.swapped != 0 else 0.5) * d.dist
        for k in range(3):
            d.fromto[k] = d.unsorted_pos[best, k] - half * d.unsorted_normal[best, k]
            d.fromto[k + 3] = d.unsorted_pos[best, k] + half * d.unsorted_normal[best, k]

    d.ncandidate, d.nunsorted = d.kept_ncandidate, d.kept_nunsorted
    d.candidate_geom[0, 0], d.candidate_geom[0, 1] = d.kept_candidate_geom[0], d.kept_candidate_geom[1]
    d.candidate_kind[0], d.candidate_bucket[0] = d.kept_candidate_kind, d.kept_candidate_bucket
    d.candidate_pair[0], d.candidate_margin[0] = d.kept_candidate_pair, d.kept_candidate_margin
    return 0


# ---------------------------------------------------------------- queries


class _Distance(DataQuery):
    """The distance of two geoms, and their nearest points."""

    arguments, results, returns = ("geom1", "geom2", "distmax"), ("fromto",), ("dist",)
    objects, watches = {"geom1": "geom", "geom2": "geom"}, True
    stages = ()


class ConvexDistance(_Distance):
    """Measured by the convex engine."""

    layout = BY_CONVEX_ENGINE


class ContactDistance(_Distance):
    """That of the deepest contact."""

    layout = BY_NEAREST_CONTACT


def geom_distance(
    model: Model, data: Data, geom1: str | int, geom2: str | int, distmax: float, *, out: np.ndarray | None = None
) -> tuple[float, np.ndarray]:
    """Return (distance [m], nearest point of geom1 and of geom2 in one array) at the poses in Data.

    Geoms are given by name or number. A negative distance is a depth. Beyond `distmax`, and for pairs of types that
    do not collide, the answer is distmax and zeros.
    """
    try:
        fromto = empty(6) if out is None else out
        dist = data._attached[_Distance][geom1, geom2](model, geom1, geom2, distmax, fromto)
        if dist.__class__ is float:
            return dist, fromto
    except (AttributeError, KeyError, TypeError):
        pass
    check_pair(model, data)
    numbers = find_object(model, "geom", geom1), find_object(model, "geom", geom2)
    with exclusive(model, data):
        accept_choices(model)
        return _measure(model, data, *numbers, distmax, out)


def _measure(
    model: Model, data: Data, geom1: int, geom2: int, distmax: float, out: np.ndarray | None
) -> tuple[float, np.ndarray]:
    """Return distance and nearest points of two geoms that there are; remember the query for the next time."""
    kind, stages = _choose(model, geom1, geom2)
    while True:
        bound = kind.find(model, data, data._attached, stages)
        dist, fromto = bound.answer((geom1, geom2, distmax), out)
        if fromto is not None:
            break
        if dist != StepErrorKind.CAPACITY:
            raise RuntimeError(f"the distance of geoms {geom1} and {geom2} ended with status {dist}")
        _make_room(data, bound.query)
    if data.model is model:
        pairs = data._attached.setdefault(_Distance, {})
        if len(pairs) >= MOST_PAIRS:
            pairs.clear()
        pairs[geom1, geom2] = bound.run
    return dist, fromto


def _choose(model: Model, geom1: int, geom2: int) -> tuple[type[_Distance], tuple[Stage | OnOwner, ...]]:
    """Return the query that measures the distance of two geoms, and its stages."""
    low, high = sorted((int(geom_shape(model, geom1)), int(geom_shape(model, geom2))))
    pair = PAIRS.get((low, high))
    name = distance_stage(model, pair) if pair is not None else ""
    if name == BY_ENGINE:
        return ConvexDistance, (ask_engine, OnOwner(convex_distance), take_answer)
    narrow = with_user_shapes(model, [stage_named(name)]) if name else ()
    return ContactDistance, (choose_candidate, *map(OnOwner, narrow), nearest_contact)


def _make_room(data: Data, query: Any) -> None:
    """Enlarge what a query ran out of, and put back what it put aside."""
    data.make_room()
    if isinstance(query, ContactDistance):
        fields = data.engine_view()
        for name in CANDIDATES:
            getattr(fields, name)[0] = query._views[f"kept_{name}"]
        for name in COUNTS:
            setattr(fields, name, query._views[f"kept_{name}"].item())
