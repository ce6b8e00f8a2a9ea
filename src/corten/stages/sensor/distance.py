"""Distance sensors: how far apart two geoms or bodies are, in which direction, and between which points.

Their pairs of geoms take the place of the candidates of collision once contacts are gathered, so that the same kernels
find their nearest points.
"""

from corten.enums import DisableBit, ObjectType, SensorType, StepErrorKind
from corten.math import vector3
from corten.math.vector3 import load3
from corten.model import Model
from corten.runtime import helper, stage
from corten.runtime.kernel import Stage
from corten.stages.collision.broad.candidates import fill_buckets
from corten.stages.collision.geoms import geom_shape, kind_of_geoms
from corten.stages.collision.pairs import CONTACT_BUCKET, DISTANCE_BUCKET, PAIRS, distance_stage, stage_named
from corten.stages.sensor.output import apply_cutoff, write1, write3

KINDS = (SensorType.GEOMDIST, SensorType.GEOMNORMAL, SensorType.GEOMFROMTO)


def distance_stages(model: Model) -> list[Stage]:
    """Return the stages that read the distance sensors of a model."""
    sensors = [s for s in range(model.nsensor) if model.sensor_type[s] in KINDS]
    kinds = {shapes for s in sensors for shapes in _shape_pairs(model, s)}
    names = dict.fromkeys(distance_stage(model, pair) for shapes, pair in PAIRS.items() if shapes in kinds)
    return [list_distances, *map(stage_named, names), read_distances]


def _shape_pairs(model: Model, s: int) -> set[tuple[int, int]]:
    """Return the pairs of shapes, the lower first, between which a sensor measures."""
    shapes = []
    for kind, i in ((model.sensor_objtype[s], model.sensor_objid[s]), (model.sensor_reftype[s], model.sensor_refid[s])):
        first = int(first_geom(model, kind, i))
        shapes.append([int(geom_shape(model, g)) for g in range(first, first + int(geom_count(model, kind, i)))])
    return {(min(a, b), max(a, b)) for a in shapes[0] for b in shapes[1]}


@stage
def list_distances(m, d) -> int:
    """Make candidates of all pairs of geoms between which sensors measure; without room the step is done again."""
    d.ncandidate = 0
    d.nunsorted = 0
    for s in range(m.nsensor):
        if is_distance(m.sensor_type[s]):
            kind1, id1, kind2, id2 = m.sensor_objtype[s], m.sensor_objid[s], m.sensor_reftype[s], m.sensor_refid[s]
            first1, first2 = first_geom(m, kind1, id1), first_geom(m, kind2, id2)
            for geom1 in range(first1, first1 + geom_count(m, kind1, id1)):
                for geom2 in range(first2, first2 + geom_count(m, kind2, id2)):
                    add_candidate(m, d, geom1, geom2, m.sensor_cutoff[s])
    if d.ncandidate > d.maxcandidate:
        d.error_where = d.ncandidate
        return int(StepErrorKind.CAPACITY)
    fill_buckets(d)
    return 0


@helper
def add_candidate(m, d, geom1: int, geom2: int, margin: float) -> None:
    """Note a pair of geoms, the lower type first."""
    place = d.ncandidate
    d.ncandidate = place + 1
    if place < d.maxcandidate:
        swapped = m.geom_type[geom1] > m.geom_type[geom2]
        low, high = (geom2 if swapped else geom1), (geom1 if swapped else geom2)
        d.candidate_geom[place, 0] = low
        d.candidate_geom[place, 1] = high
        kind = kind_of_geoms(m, low, high)
        # the older convex engine measures by contacts
        by_contacts = m.opt_disableflags & DisableBit.NATIVECCD != 0
        bucket = CONTACT_BUCKET[kind] if by_contacts else DISTANCE_BUCKET[kind]
        d.candidate_kind[place], d.candidate_bucket[place] = kind, bucket
        d.candidate_pair[place] = -1
        d.candidate_margin[place] = margin


@helper
def is_distance(kind: int) -> bool:
    """Tell whether a sensor measures a distance."""
    return kind == SensorType.GEOMDIST or kind == SensorType.GEOMNORMAL or kind == SensorType.GEOMFROMTO


@helper
def first_geom(m, kind: int, i: int) -> int:
    """Return the first geom of an object: a geom, or all geoms of a body."""
    if kind == ObjectType.BODY:
        return m.body_geomadr[i]
    return i


@helper
def geom_count(m, kind: int, i: int) -> int:
    """Return how many geoms an object has."""
    if kind == ObjectType.BODY:
        return m.body_geomnum[i]
    return 1


@stage
def read_distances(m, d) -> int:
    """Read all distance sensors from the nearest points of their candidates."""
    if d.nunsorted > d.maxunsorted:
        d.error_where = d.nunsorted
        return int(StepErrorKind.CAPACITY)
    candidate = 0
    for s in range(m.nsensor):
        if is_distance(m.sensor_type[s]):
            read_distance(m, d, s, candidate)
            apply_cutoff(m, d, s)
            pairs = geom_count(m, m.sensor_objtype[s], m.sensor_objid[s])
            candidate += pairs * geom_count(m, m.sensor_reftype[s], m.sensor_refid[s])
    return 0


@helper
def read_distance(m, d, s: int, start: int) -> None:
    """Write the least distance of the candidates of a sensor, from `start` on, its direction or its two ends.

    Nothing nearer than the cutoff reads as the cutoff, and as zeros.
    """
    kind, adr, best = m.sensor_type[s], m.sensor_adr[s], m.sensor_cutoff[s]
    first = first_geom(m, m.sensor_objtype[s], m.sensor_objid[s])
    ends = geom_count(m, m.sensor_reftype[s], m.sensor_refid[s])
    pairs = geom_count(m, m.sensor_objtype[s], m.sensor_objid[s]) * ends
    origin = (0.0, 0.0, 0.0)
    end = (0.0, 0.0, 0.0)

    # the nearest of all pairs of geoms; points stand half the distance off the contact, along its normal
    for i in range(d.nunsorted):
        c = d.unsorted_candidate[i]
        if c >= start and c < start + pairs and d.unsorted_dist[i] < best:
            best = d.unsorted_dist[i]
            swapped = d.candidate_geom[c, 0] != first + (c - start) // ends
            half = vector3.scale(load3(d.unsorted_normal, i), -0.5 * best if swapped else 0.5 * best)
            origin = vector3.sub(load3(d.unsorted_pos, i), half)
            end = vector3.add(load3(d.unsorted_pos, i), half)
    if kind == SensorType.GEOMDIST:
        write1(d, adr, best)
    elif kind == SensorType.GEOMFROMTO:
        write3(d, adr, origin)
        write3(d, adr + 3, end)
    else:
        line = vector3.sub(end, origin)
        direction, _ = vector3.normalize(line)
        apart = line[0] != 0.0 or line[1] != 0.0 or line[2] != 0.0
        write3(d, adr, vector3.scale(direction, 1.0 if apart else 0.0))
