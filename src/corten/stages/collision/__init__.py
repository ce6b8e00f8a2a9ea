"""Collision: from the poses of geoms to contacts.

The broad phase finds candidates, pairs of geoms whose bounds overlap, in the order in which their contacts
will stand; one stage for each pair of types finds contacts; the last stage puts them into the order of
candidates and sets their parameters.
"""

import numpy as np

from corten.enums import CollisionShape, DisableBit, GeomType
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.stages.collision.broad.bounds import bound_geoms
from corten.stages.collision.broad.ordering import order_candidates
from corten.stages.collision.broad.sweep import list_movers, sweep
from corten.stages.collision.contacts.clear import clear_contacts
from corten.stages.collision.contacts.gather import gather_contacts
from corten.stages.collision.convex import CONVEX_PAIRS
from corten.stages.collision.convex.hfield import hfield_convex
from corten.stages.collision.grid import GRID_PAIRS
from corten.stages.collision.kinds import geom_shape
from corten.stages.collision.pieces.pairs import PIECES_PAIRS
from corten.stages.collision.primitive.box_box import box_box
from corten.stages.collision.primitive.capsule_box import capsule_box
from corten.stages.collision.primitive.capsule_capsule import capsule_capsule
from corten.stages.collision.primitive.plane_box import plane_box
from corten.stages.collision.primitive.plane_capsule import plane_capsule
from corten.stages.collision.primitive.plane_cylinder import plane_cylinder
from corten.stages.collision.primitive.plane_ellipsoid import plane_ellipsoid
from corten.stages.collision.primitive.plane_mesh import plane_mesh
from corten.stages.collision.primitive.plane_sphere import plane_sphere
from corten.stages.collision.primitive.sphere_box import sphere_box
from corten.stages.collision.primitive.sphere_capsule import sphere_capsule
from corten.stages.collision.primitive.sphere_cylinder import sphere_cylinder
from corten.stages.collision.primitive.sphere_sphere import sphere_sphere
from corten.stages.collision.sdf import SDF_PAIRS
from corten.stages.collision.triangles import TRIANGLE_PAIRS

__all__ = ["PAIRS", "collision_stages"]

PLANE, HFIELD, SPHERE, CAPSULE = GeomType.PLANE, GeomType.HFIELD, GeomType.SPHERE, GeomType.CAPSULE
ELLIPSOID, CYLINDER, BOX, MESH = GeomType.ELLIPSOID, GeomType.CYLINDER, GeomType.BOX, GeomType.MESH

# the stage for each pair of shapes, the lower first; shapes up to SDF are types of geoms
PAIRS: dict[tuple[int, int], Stage] = {
    (PLANE, SPHERE): plane_sphere,
    (PLANE, CAPSULE): plane_capsule,
    (PLANE, ELLIPSOID): plane_ellipsoid,
    (PLANE, CYLINDER): plane_cylinder,
    (PLANE, BOX): plane_box,
    (PLANE, MESH): plane_mesh,
    **dict.fromkeys(((HFIELD, kind) for kind in (SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH)), hfield_convex),
    (SPHERE, SPHERE): sphere_sphere,
    (SPHERE, CAPSULE): sphere_capsule,
    (SPHERE, CYLINDER): sphere_cylinder,
    (SPHERE, BOX): sphere_box,
    (CAPSULE, CAPSULE): capsule_capsule,
    (CAPSULE, BOX): capsule_box,
    (BOX, BOX): box_box,
    **CONVEX_PAIRS,
    **GRID_PAIRS,
    **SDF_PAIRS,
    **TRIANGLE_PAIRS,
    **PIECES_PAIRS,
}


def collision_stages(model: Model) -> list[Stage]:
    """Return the stages that find the contacts of a model."""
    disabled = model.opt_disableflags & (DisableBit.CONSTRAINT | DisableBit.CONTACT)
    if disabled or model.nbody < 2 or model.ngeom < 2:
        return [clear_contacts]
    refuse_unserved(model)
    kinds = possible_kinds(model, np.full(model.ngeom, True))
    narrow = [stage for pair, stage in PAIRS.items() if pair in kinds]
    return [list_movers, bound_geoms, sweep, order_candidates, *dict.fromkeys(narrow), gather_contacts]


def refuse_unserved(model: Model) -> None:
    """Refuse a model in which geoms may touch for whose types there is no stage."""
    touching = (model.geom_contype | model.geom_conaffinity) != 0
    for first, second in sorted(possible_kinds(model, touching)):
        # MuJoCo has no contacts between these either
        if (first, second) not in PAIRS and GeomType.HFIELD < second < CollisionShape.EMPTY:
            words = f"{first.name.lower()} with {second.name.lower()}"
            raise UnsupportedFeatureError(f"collision of {words} is not supported; contype and conaffinity 0 avoid it")


def collision_shapes(model: Model) -> np.ndarray:
    """Return the CollisionShape of every geom."""
    shapes = model.geom_type.copy()
    for g in np.flatnonzero(shapes >= GeomType.MESH):
        shapes[g] = geom_shape(model, g)
    return shapes


def possible_kinds(model: Model, among: np.ndarray) -> set[tuple[CollisionShape, CollisionShape]]:
    """Return the pairs of shapes, the lower first, of geoms that move against each other or make an explicit pair.

    `among` selects geoms; explicit pairs always count.
    """
    weld = model.body_weldid[model.geom_bodyid]
    moves = model.body_dofnum[weld] > 0
    shapes = collision_shapes(model)
    groups = {shape: np.flatnonzero(among & (shapes == shape)) for shape in np.unique(shapes)}
    kinds = set()
    for first in groups:
        for second in groups:
            a, b = groups[first], groups[second]
            welds = np.union1d(weld[a], weld[b])
            if first <= second and (moves[a].any() or moves[b].any()) and len(welds) > 1:
                kinds.add((CollisionShape(int(first)), CollisionShape(int(second))))
    for geom1, geom2 in zip(model.pair_geom1, model.pair_geom2, strict=True):
        low, high = sorted((int(shapes[geom1]), int(shapes[geom2])))
        kinds.add((CollisionShape(low), CollisionShape(high)))
    return kinds
