"""The convex engine: GJK and EPA for ellipsoids, cylinders and meshes, with several contacts for flat features."""

from corten.enums import GeomType
from corten.runtime.kernel import Stage
from corten.stages.collision.convex.pairs import convex_pairs

__all__ = ["CONVEX_PAIRS"]

SPHERE, CAPSULE, ELLIPSOID = GeomType.SPHERE, GeomType.CAPSULE, GeomType.ELLIPSOID
CYLINDER, BOX, MESH = GeomType.CYLINDER, GeomType.BOX, GeomType.MESH

# the pairs of types that `convex_pairs` serves, the lower type first
CONVEX_PAIRS: dict[tuple[GeomType, GeomType], Stage] = dict.fromkeys(
    [
        (SPHERE, ELLIPSOID),
        (SPHERE, MESH),
        (CAPSULE, ELLIPSOID),
        (CAPSULE, CYLINDER),
        (CAPSULE, MESH),
        (ELLIPSOID, ELLIPSOID),
        (ELLIPSOID, CYLINDER),
        (ELLIPSOID, BOX),
        (ELLIPSOID, MESH),
        (CYLINDER, CYLINDER),
        (CYLINDER, BOX),
        (CYLINDER, MESH),
        (BOX, MESH),
        (MESH, MESH),
    ],
    convex_pairs,
)
