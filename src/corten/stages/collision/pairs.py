"""The table of pairs of shapes: which stage finds their contacts, and which one measures their distance.

Collision, distance queries, distance sensors and the list of features in README.md are derived from it. A new pair is
a stage and a line here. A stage is written as "file:stage", with the file below this folder, and is
imported when a model needs it.

Every stage has a bucket: the list of those candidates that it serves. It loops over the candidates
bucket_candidate[i] with i from bucket_start[BUCKET] to bucket_start[BUCKET + 1], where BUCKET = bucket_of("its name").
"""

from importlib import import_module
from typing import NamedTuple

from corten.enums import CollisionShape, DisableBit
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.collision.geoms import SHAPES, pair_kind

# more than there are stages that serve pairs of geoms
MOST_BUCKETS = 64

__all__ = [
    "BY_ENGINE",
    "CONTACT_BUCKET",
    "DISTANCE_BUCKET",
    "NO_BUCKET",
    "PAIRS",
    "Pair",
    "bucket_of",
    "contact_stage",
    "distance_stage",
    "stage_named",
    "uses_mpr",
]


class Pair(NamedTuple):
    """Two shapes, the lower first, the stage that finds their contacts and the one that measures their distance."""

    first: CollisionShape
    second: CollisionShape
    contacts: str
    distance: str


PLANE, HFIELD, SPHERE, CAPSULE = (
    CollisionShape.PLANE,
    CollisionShape.HFIELD,
    CollisionShape.SPHERE,
    CollisionShape.CAPSULE,
)
ELLIPSOID, CYLINDER, BOX, MESH = (
    CollisionShape.ELLIPSOID,
    CollisionShape.CYLINDER,
    CollisionShape.BOX,
    CollisionShape.MESH,
)
SDF, TRIANGLES, PIECES, GRID = (
    CollisionShape.SDF,
    CollisionShape.TRIANGLES,
    CollisionShape.PIECES,
    CollisionShape.GRID,
)

# stages that serve several pairs
PLANE_MESH = "primitive.plane_mesh:plane_mesh"
CONVEX = "convex.convex_pairs:convex_pairs"
HFIELD_CONVEX = "convex.hfield:hfield_convex"
SDF_PAIRS, MESH_SDF = "sdf.sdf_pairs:sdf_pairs", "sdf.mesh_sdf:mesh_sdf"
TRIANGLES_CONVEX = "triangles.convex:triangles_convex"
CONVEX_PIECES = "pieces:convex_pieces"
GRID_PAIRS = "grid.grid_pairs:grid_pairs"

# how distances are measured: by the convex engine, or as the nearest contact with the largest distance for a margin
BY_ENGINE = "convex.convex_pairs:measure_distances"
BY_CONTACTS = ""

# stages that serve the same buckets by the older convex engine, MPR
_BY_MPR = {CONVEX: "mpr.mpr_pairs:mpr_pairs", HFIELD_CONVEX: "mpr.mpr_pairs:mpr_hfield"}

# fmt: off
TABLE = (
    (PLANE, SPHERE,           "primitive.plane:plane_sphere",               BY_CONTACTS),
    (PLANE, CAPSULE,          "primitive.plane:plane_capsule",              BY_CONTACTS),
    (PLANE, ELLIPSOID,        "primitive.plane:plane_ellipsoid",            BY_CONTACTS),
    (PLANE, CYLINDER,         "primitive.plane:plane_cylinder",             BY_CONTACTS),
    (PLANE, BOX,              "primitive.plane:plane_box",                  BY_CONTACTS),
    (PLANE, MESH,             PLANE_MESH,                                   BY_CONTACTS),
    (PLANE, SDF,              PLANE_MESH,                                   BY_CONTACTS),
    (PLANE, TRIANGLES,        "triangles.primitive:triangles_plane",        BY_CONTACTS),
    (PLANE, PIECES,           "pieces:plane_pieces",                        BY_CONTACTS),
    (PLANE, GRID,             GRID_PAIRS,                                   BY_CONTACTS),
    (HFIELD, SPHERE,          HFIELD_CONVEX,                                BY_CONTACTS),
    (HFIELD, CAPSULE,         HFIELD_CONVEX,                                BY_CONTACTS),
    (HFIELD, ELLIPSOID,       HFIELD_CONVEX,                                BY_CONTACTS),
    (HFIELD, CYLINDER,        HFIELD_CONVEX,                                BY_CONTACTS),
    (HFIELD, BOX,             HFIELD_CONVEX,                                BY_CONTACTS),
    (HFIELD, MESH,            HFIELD_CONVEX,                                BY_CONTACTS),
    (HFIELD, SDF,             GRID_PAIRS,                                   BY_CONTACTS),
    (HFIELD, TRIANGLES,       "triangles.hfield_pairs:triangles_hfield",    BY_CONTACTS),
    (HFIELD, PIECES,          "pieces:hfield_pieces",                       BY_CONTACTS),
    (HFIELD, GRID,            GRID_PAIRS,                                   BY_CONTACTS),
    (SPHERE, SPHERE,          "primitive.sphere:sphere_sphere",             BY_CONTACTS),
    (SPHERE, CAPSULE,         "primitive.sphere:sphere_capsule",            BY_CONTACTS),
    (SPHERE, ELLIPSOID,       CONVEX,                                       BY_ENGINE),
    (SPHERE, CYLINDER,        "primitive.sphere:sphere_cylinder",           BY_CONTACTS),
    (SPHERE, BOX,             "primitive.sphere:sphere_box",                BY_CONTACTS),
    (SPHERE, MESH,            CONVEX,                                       BY_ENGINE),
    (SPHERE, SDF,             SDF_PAIRS,                                    BY_CONTACTS),
    (SPHERE, TRIANGLES,       "triangles.primitive:triangles_sphere",       BY_CONTACTS),
    (SPHERE, PIECES,          CONVEX_PIECES,                                BY_CONTACTS),
    (SPHERE, GRID,            GRID_PAIRS,                                   BY_CONTACTS),
    (CAPSULE, CAPSULE,        "primitive.capsule_capsule:capsule_capsule",  BY_CONTACTS),
    (CAPSULE, ELLIPSOID,      CONVEX,                                       BY_ENGINE),
    (CAPSULE, CYLINDER,       CONVEX,                                       BY_ENGINE),
    (CAPSULE, BOX,            "primitive.capsule_box:capsule_box",          BY_CONTACTS),
    (CAPSULE, MESH,           CONVEX,                                       BY_ENGINE),
    (CAPSULE, SDF,            SDF_PAIRS,                                    BY_CONTACTS),
    (CAPSULE, TRIANGLES,      "triangles.primitive:triangles_capsule",      BY_CONTACTS),
    (CAPSULE, PIECES,         CONVEX_PIECES,                                BY_CONTACTS),
    (CAPSULE, GRID,           GRID_PAIRS,                                   BY_CONTACTS),
    (ELLIPSOID, ELLIPSOID,    CONVEX,                                       BY_ENGINE),
    (ELLIPSOID, CYLINDER,     CONVEX,                                       BY_ENGINE),
    (ELLIPSOID, BOX,          CONVEX,                                       BY_ENGINE),
    (ELLIPSOID, MESH,         CONVEX,                                       BY_ENGINE),
    (ELLIPSOID, SDF,          SDF_PAIRS,                                    BY_CONTACTS),
    (ELLIPSOID, TRIANGLES,    TRIANGLES_CONVEX,                             BY_CONTACTS),
    (ELLIPSOID, PIECES,       CONVEX_PIECES,                                BY_CONTACTS),
    (ELLIPSOID, GRID,         GRID_PAIRS,                                   BY_CONTACTS),
    (CYLINDER, CYLINDER,      CONVEX,                                       BY_ENGINE),
    (CYLINDER, BOX,           CONVEX,                                       BY_ENGINE),
    (CYLINDER, MESH,          CONVEX,                                       BY_ENGINE),
    (CYLINDER, SDF,           SDF_PAIRS,                                    BY_CONTACTS),
    (CYLINDER, TRIANGLES,     TRIANGLES_CONVEX,                             BY_CONTACTS),
    (CYLINDER, PIECES,        CONVEX_PIECES,                                BY_CONTACTS),
    (CYLINDER, GRID,          GRID_PAIRS,                                   BY_CONTACTS),
    # boxes collide by a rule of their own, which knows no distance
    (BOX, BOX,                "primitive.box_box:box_box",                  BY_ENGINE),
    (BOX, MESH,               CONVEX,                                       BY_ENGINE),
    (BOX, SDF,                SDF_PAIRS,                                    BY_CONTACTS),
    (BOX, TRIANGLES,          TRIANGLES_CONVEX,                             BY_CONTACTS),
    (BOX, PIECES,             CONVEX_PIECES,                                BY_CONTACTS),
    (BOX, GRID,               GRID_PAIRS,                                   BY_CONTACTS),
    (MESH, MESH,              CONVEX,                                       BY_ENGINE),
    (MESH, SDF,               MESH_SDF,                                     BY_CONTACTS),
    (MESH, TRIANGLES,         TRIANGLES_CONVEX,                             BY_CONTACTS),
    (MESH, PIECES,            CONVEX_PIECES,                                BY_CONTACTS),
    (MESH, GRID,              GRID_PAIRS,                                   BY_CONTACTS),
    (SDF, SDF,                SDF_PAIRS,                                    BY_CONTACTS),
    (SDF, TRIANGLES,          MESH_SDF,                                     BY_CONTACTS),
    (SDF, PIECES,             MESH_SDF,                                     BY_CONTACTS),
    (SDF, GRID,               GRID_PAIRS,                                   BY_CONTACTS),
    (TRIANGLES, TRIANGLES,    "triangles.mesh_pairs:triangles_triangles",   BY_CONTACTS),
    (TRIANGLES, PIECES,       "pieces:triangles_pieces",                    BY_CONTACTS),
    (TRIANGLES, GRID,         GRID_PAIRS,                                   BY_CONTACTS),
    (PIECES, PIECES,          CONVEX_PIECES,                                BY_CONTACTS),
    (PIECES, GRID,            GRID_PAIRS,                                   BY_CONTACTS),
    (GRID, GRID,              GRID_PAIRS,                                   BY_CONTACTS),
)
# fmt: on

PAIRS: dict[tuple[int, int], Pair] = {
    (first, second): Pair(first, second, contacts, distance or contacts) for first, second, contacts, distance in TABLE
}

# the stages of the table, each once; their places are the numbers of their buckets
_STAGES = tuple(dict.fromkeys(stage for pair in PAIRS.values() for stage in (pair.contacts, pair.distance)))
_NAMES = tuple(stage.partition(":")[2] for stage in _STAGES)

# the bucket of pairs that no stage serves, after all others
NO_BUCKET = len(_STAGES)
if NO_BUCKET >= MOST_BUCKETS:
    raise ImportError(f"{NO_BUCKET} stages in the table of pairs: raise MOST_BUCKETS")


def bucket_of(stage: str) -> int:
    """Return the number of the bucket of a stage, given by its name."""
    return _NAMES.index(stage)


def stage_named(name: str) -> Stage:
    """Return the stage that the table calls "file:stage"."""
    file, _, stage = name.partition(":")
    return getattr(import_module(f"{__package__}.{file}"), stage)


def contact_stage(model: Model, pair: Pair) -> str:
    """Return the stage that finds the contacts of a pair in a model, with the convex engine that the model chooses."""
    return _BY_MPR.get(pair.contacts, pair.contacts) if uses_mpr(model) else pair.contacts


def distance_stage(model: Model, pair: Pair) -> str:
    """Return the stage that measures the distance of a pair in a model; the older engine finds contacts only."""
    return contact_stage(model, pair) if uses_mpr(model) and pair.distance == BY_ENGINE else pair.distance


def uses_mpr(model: Model) -> bool:
    """Tell whether a model chooses the older convex engine."""
    return bool(model.opt_disableflags & DisableBit.NATIVECCD)


def _buckets(stages: dict[tuple[int, int], str]) -> tuple[int, ...]:
    """Return the bucket for the number of each kind of pair; geoms of one type may stand in either order."""
    buckets = [NO_BUCKET] * (SHAPES * SHAPES)
    for (first, second), stage in stages.items():
        buckets[pair_kind(first, second)] = buckets[pair_kind(second, first)] = _STAGES.index(stage)
    return tuple(buckets)


# for contacts and for distances, the bucket for the number of each kind of pair
CONTACT_BUCKET = _buckets({shapes: pair.contacts for shapes, pair in PAIRS.items()})
DISTANCE_BUCKET = _buckets({shapes: pair.distance for shapes, pair in PAIRS.items()})
