"""The list of all pairs of geoms that may ever touch, in the order in which MuJoCo has their contacts.

A small model looks through it in each step instead of sorting what moves (`stages/collision/broad/candidates.py`). It
follows from the structure of the model and from choices: types, contact bits, flags.
"""

import functools
from typing import TYPE_CHECKING, Any

import numpy as np

from corten.enums import DisableBit

if TYPE_CHECKING:
    from corten.model.model import Model

# geoms up to which a model has room for the list: 200 kB. Most geoms of a robot are often there for looks alone, and
# the list is short (a humanoid of 77 geoms, 159 pairs: 13 % less time for a step than by the sweep, 37 % less in lanes)
MOST_GEOMS = 192

# pairs of geoms of the same two bodies from which on the boxes around both bodies are compared first
LEAST_PAIRS = 3


def near_pairs_room(ngeom: int, npair: int) -> int:
    """Return for how many pairs a model has room."""
    return ngeom * (ngeom - 1) // 2 + npair if ngeom <= MOST_GEOMS else 0


def list_near_pairs(model: "Model") -> None:
    """Fill the list of a model that has room for it."""
    if not model.nnear:
        return
    first, second = _all_pairs(model.ngeom)
    chosen = _may_touch(model, first, second)
    first, second = first[chosen], second[chosen]
    swapped = model.geom_type[first] > model.geom_type[second]
    geoms = np.stack((np.where(swapped, second, first), np.where(swapped, first, second)), axis=1)
    bodies = np.stack((model.geom_bodyid[first], model.geom_bodyid[second]), axis=1)
    keys = np.stack((first, second), axis=1)
    if not model.opt_disableflags & DisableBit.MIDPHASE:
        several = np.any(model.body_geomnum[bodies] > 1, axis=1)
        keys[several] = geoms[several]

    # explicit pairs come first among those of the same bodies
    explicit = np.arange(model.npair)
    ends = np.stack((model.pair_geom1, model.pair_geom2), axis=1)
    kinds = model.geom_type[ends]
    geoms = np.concatenate((geoms, np.where(kinds[:, :1] > kinds[:, 1:], ends[:, ::-1], ends)))
    bodies = np.concatenate((bodies, model.geom_bodyid[ends]))
    keys = np.concatenate((keys, np.stack((explicit - model.npair, np.zeros_like(explicit)), axis=1)))
    pairs = np.concatenate((np.full(len(first), -1), explicit))

    order = np.lexsort((keys[:, 1], keys[:, 0], bodies[:, 1], bodies[:, 0]))
    fields = model.engine_view()
    fields.near_count = len(order)
    fields.near_geom[: len(order)] = geoms[order]
    fields.near_pair[: len(order)] = pairs[order]
    fields.geom_near[:] = 0
    fields.geom_near[geoms] = 1
    _list_runs(fields, bodies[order], pairs[order])


def _list_runs(fields: Any, bodies: np.ndarray, pairs: np.ndarray) -> None:
    """Tell which pairs of geoms stand together because their bodies are the same, and which others do between them."""
    _, begin, group, count = np.unique(bodies, axis=0, return_index=True, return_inverse=True, return_counts=True)
    # boxes of bodies know nothing of the margins of explicit pairs, which come first
    together = (count[group.ravel()] >= LEAST_PAIRS) & (pairs[begin[group.ravel()]] < 0)
    run = np.where(together, group.ravel(), -1)
    ends = np.append(np.flatnonzero(run[1:] != run[:-1]) + 1, len(run))
    fields.near_end[: len(run)] = ends[np.searchsorted(ends, np.arange(len(run)), side="right")]
    fields.near_together[: len(run)] = together
    fields.body_near[:] = 0
    fields.body_near[bodies[together]] = 1


@functools.lru_cache(MOST_GEOMS)
def _all_pairs(ngeom: int) -> tuple[np.ndarray, np.ndarray]:
    return np.triu_indices(ngeom, 1)


def _may_touch(model: "Model", first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Tell of which pairs of geoms, the lower first, bodies move against each other and nothing forbids contacts."""
    body1, body2 = model.geom_bodyid[first], model.geom_bodyid[second]
    weld1, weld2 = model.body_weldid[body1], model.body_weldid[body2]
    above1, above2 = model.body_weldid[model.body_parentid[weld1]], model.body_weldid[model.body_parentid[weld2]]
    moves = (model.body_dofnum[weld1] > 0) | (model.body_dofnum[weld2] > 0)
    touches = moves & (weld1 != weld2)
    if not model.opt_disableflags & DisableBit.FILTERPARENT:
        touches &= ~(((weld1 == above2) | (weld2 == above1)) & (weld1 != 0) & (weld2 != 0))
    contype, conaffinity = model.geom_contype, model.geom_conaffinity
    touches &= ((contype[first] & conaffinity[second]) | (contype[second] & conaffinity[first])) != 0
    if model.nexclude:
        touches &= ~np.isin((body1 << 16) + body2, model.exclude_signature)
    if model.npair:
        low, high = np.minimum(model.pair_geom1, model.pair_geom2), np.maximum(model.pair_geom1, model.pair_geom2)
        touches &= ~np.isin(first * model.ngeom + second, low * model.ngeom + high)
    return touches
