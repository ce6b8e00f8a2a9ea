"""Collision: from the poses of geoms to contacts.

    broad phase    boxes -> pairs of geoms whose boxes overlap (`broad`): the candidates, in the order of contacts,
                   listed by the stage that serves them (buckets)
    narrow phase   one stage for each pair of shapes finds contacts (`pairs.py` is the table):
                   `primitive` formulas, `convex` (GJK, EPA) or `mpr`, `triangles`, `pieces`, `sdf`, `grid`
    speculative    contacts that fast geoms will have within the step (`speculative`)
    sleep          contacts wake what sleeps, and the narrow phase runs again for it (`contact_sleep`)
    contacts       frames, order, parameters (`contacts`)

A stage of the narrow phase reads `candidate_*` and adds to `unsorted_*`; the last stages turn these into `contact_*`.
"""

from itertools import combinations_with_replacement

import numpy as np

from corten.enums import CollisionShape, DisableBit, EnableBit, GeomType
from corten.errors import UnsupportedFeatureError
from corten.model import Model
from corten.runtime.kernel import Stage
from corten.runtime.plan import unless
from corten.stages.collision.broad.bounds import bound_bodies, bound_geoms, bound_near_geoms
from corten.stages.collision.broad.candidates import (
    LONGEST_LIST,
    describe_near_pairs,
    find_near_pairs,
    order_candidates,
)
from corten.stages.collision.broad.sweep import list_sweep_members, sweep, sweep_moving
from corten.stages.collision.contact_sleep import (
    contacts_woke_nobody,
    exclude_sleeping_contacts,
    skip_sleeping_pairs,
    wake_by_contact,
)
from corten.stages.collision.contacts.gather import clear_contacts, complete_frames, describe_contacts, order_contacts
from corten.stages.collision.convex.convex_pairs import convex_pairs
from corten.stages.collision.convex.turns import in_turns
from corten.stages.collision.geoms import geom_shape
from corten.stages.collision.pairs import PAIRS, contact_stage, stage_named, uses_mpr
from corten.stages.collision.speculative.contacts import clear_impacts, cull_occluded, speculative_contacts
from corten.stages.collision.speculative.impacts import find_impacts, multiccd_impacts
from corten.stages.collision.speculative.motion import extend_bounds, step_motion
from corten.stages.sleep import may_sleep
from corten.stages.wing import wing

# from unsorted contacts to contacts
CONTACTS = (complete_frames, order_contacts, describe_contacts)

__all__ = [
    "broadphase_stages",
    "collision_stages",
    "has_speculative_contacts",
    "list_sweep_members",
    "may_touch",
    "narrowphase_stages",
]


def collision_stages(model: Model) -> list[Stage]:
    """Return the stages that find the contacts of a model."""
    if model.opt_disableflags & (DisableBit.CONSTRAINT | DisableBit.CONTACT) or not may_touch(model):
        return [clear_contacts]
    refuse_unsupported(model)
    return wing().collision_stages(model) or geom_stages(model)


def geom_stages(model: Model) -> list[Stage]:
    """Return the stages that find the contacts of geoms where nothing else may touch."""
    broad, narrow = broadphase_stages(model), narrowphase_stages(model)
    if has_speculative_contacts(model):
        narrow = [*narrow, find_impacts, multiccd_impacts, cull_occluded, speculative_contacts]
    if not may_sleep(model):
        return [*broad, *narrow, *CONTACTS]
    narrow = [skip_sleeping_pairs, *narrow, wake_by_contact, *unless(contacts_woke_nobody, narrow)]
    return [*broad, *narrow, *CONTACTS, exclude_sleeping_contacts]


def may_touch(model: Model) -> bool:
    """Tell whether anything in a model may touch anything, by what moves and by types, contact bits and pairs."""
    if wing().may_touch(model):
        return True
    return model.nbody > 1 and bool(model.near_count if model.nnear else model.ngeom > 1)


def has_speculative_contacts(model: Model) -> bool:
    """Tell whether a model has speculative contacts, which the older convex engine does not know."""
    return bool(model.opt_enableflags & EnableBit.SPECULATIVE) and not uses_mpr(model)


def broadphase_stages(model: Model) -> list[Stage]:
    """Return the stages that find candidates: from the list of the model if that is short, else by a sweep."""
    if has_speculative_contacts(model):
        bounds = [step_motion, bound_geoms, bound_bodies, extend_bounds]
        return [list_sweep_members, *bounds, sweep_moving, order_candidates, clear_impacts]
    if model.nnear and model.near_count <= LONGEST_LIST:
        return [bound_near_geoms, find_near_pairs, describe_near_pairs]
    return [list_sweep_members, bound_geoms, bound_bodies, sweep, order_candidates]


def narrowphase_stages(model: Model) -> list[Stage]:
    """Return the stages that find the contacts of those pairs of shapes that may touch."""
    kinds = listed_shape_pairs(model) if model.nnear else possible_shape_pairs(model, has_contact_bits(model))
    names = dict.fromkeys(contact_stage(model, pair) for shapes, pair in PAIRS.items() if shapes in kinds)
    stages = list[Stage]()
    for stage in map(stage_named, names):
        stages += in_turns(stage) if stage is convex_pairs else [stage]
    return stages


def refuse_unsupported(model: Model) -> None:
    """Refuse a model in which geoms may touch for whose types there is no stage."""
    for first, second in sorted(possible_shape_pairs(model, has_contact_bits(model))):
        # MuJoCo has no contacts between these either
        if (first, second) not in PAIRS and GeomType.HFIELD < second < CollisionShape.EMPTY:
            words = f"{first.name.lower()} with {second.name.lower()}"
            raise UnsupportedFeatureError(f"collision of {words} is not supported; contype and conaffinity 0 avoid it")


def has_contact_bits(model: Model) -> np.ndarray:
    """Tell which geoms may touch others at all without an explicit pair."""
    return (model.geom_contype | model.geom_conaffinity) != 0


def collision_shapes(model: Model) -> np.ndarray:
    """Return the CollisionShape of every geom."""
    shapes = model.geom_type.copy()
    for g in np.flatnonzero(shapes >= GeomType.MESH):
        shapes[g] = geom_shape(model, g)
    return shapes


def listed_shape_pairs(model: Model) -> set[tuple[CollisionShape, CollisionShape]]:
    """Return the pairs of shapes, the lower first, in the model's list of geoms that may touch."""
    shapes = np.sort(collision_shapes(model)[model.near_geom[: model.near_count]], axis=1)
    return {(CollisionShape(low), CollisionShape(high)) for low, high in np.unique(shapes, axis=0).tolist()}


def possible_shape_pairs(model: Model, among: np.ndarray) -> set[tuple[CollisionShape, CollisionShape]]:
    """Return the pairs of shapes, the lower first, of geoms that move against each other or make an explicit pair.

    `among` selects geoms; explicit pairs always count.
    """
    weld = model.body_weldid[model.geom_bodyid]
    moves = model.body_dofnum[weld] > 0
    shapes = collision_shapes(model)
    groups = {shape: np.flatnonzero(among & (shapes == shape)) for shape in sorted(set(shapes[among].tolist()))}
    first_weld = {shape: weld[group].min() for shape, group in groups.items()}
    last_weld = {shape: weld[group].max() for shape, group in groups.items()}
    moving = {shape: moves[group].any() for shape, group in groups.items()}
    kinds = set()
    for low, high in combinations_with_replacement(groups, 2):
        several_welds = min(first_weld[low], first_weld[high]) < max(last_weld[low], last_weld[high])
        if several_welds and (moving[low] or moving[high]):
            kinds.add((CollisionShape(low), CollisionShape(high)))
    for geom1, geom2 in zip(model.pair_geom1, model.pair_geom2, strict=True):
        low, high = sorted((int(shapes[geom1]), int(shapes[geom2])))
        kinds.add((CollisionShape(low), CollisionShape(high)))
    return kinds
