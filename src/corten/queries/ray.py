"""Rays through the geoms of a model, where `forward` or `kinematics` left them."""

from collections.abc import Iterable

import numpy as np
from numpy.typing import ArrayLike

from corten.constants import MINVAL
from corten.data import Data
from corten.data.pair import check_pair
from corten.model import Model
from corten.model.checks import accept_choices
from corten.model.named import find_object
from corten.raycast import RayQuery, cast_rays
from corten.raycast.cast import ALL_GROUPS
from corten.stages.user import with_user_shapes

NGROUP = 6


def ray(
    model: Model,
    data: Data,
    origin: ArrayLike,
    direction: ArrayLike,
    *,
    geomgroup: Iterable[int] | None = None,
    static: bool = True,
    exclude_body: str | int = -1,
) -> tuple[float, int] | tuple[np.ndarray, np.ndarray]:
    """Return (distance, geom) of the first visible geom on a ray, -1 twice if there is none.

    The distance is in lengths of `direction`, so in metres where that has length one. Many rays are cast at once when
    `origin` or `direction` has shape (n, 3); both results then have shape (n,). Geoms without colour (alpha 0) let
    rays pass. `geomgroup` has six flags, one for each group of geoms; `static` False leaves out geoms that are fixed
    to the world; geoms of `exclude_body` (a name or number) never count.
    """
    distance, geom, _ = ray_normal(
        model, data, origin, direction, geomgroup=geomgroup, static=static, exclude_body=exclude_body
    )
    return distance, geom  # pyright: ignore[reportReturnType]


def ray_normal(
    model: Model,
    data: Data,
    origin: ArrayLike,
    direction: ArrayLike,
    *,
    geomgroup: Iterable[int] | None = None,
    static: bool = True,
    exclude_body: str | int = -1,
) -> tuple[float, int, np.ndarray] | tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return (distance, geom, normal) as `ray` does, with the outward normal of the geom where the ray meets it."""
    origins, directions, single = many_rays(origin, direction)
    check_pair(model, data)
    accept_choices(model)
    query = RayQuery({"nray": len(origins), "ngeom": model.ngeom})
    query.geom_xpos, query.geom_xmat = data.geom_xpos, data.geom_xmat
    query.origin, query.direction = origins, directions
    query.groups, query.static = _group_bits(geomgroup), int(static)
    query.exclude_body = -1 if exclude_body == -1 else find_object(model, "body", exclude_body)
    (cast,) = with_user_shapes(model, [cast_rays])
    cast(model, query)
    if single:
        return float(query.distance[0]), int(query.geom[0]), query.normal[0]
    return query.distance, query.geom, query.normal


def many_rays(origin: ArrayLike, direction: ArrayLike) -> tuple[np.ndarray, np.ndarray, bool]:
    """Return origins and directions, both (n, 3), and whether the caller gave a single ray."""
    origins, directions = np.asarray(origin, float), np.asarray(direction, float)
    single = origins.ndim == directions.ndim == 1
    origins, directions = np.broadcast_arrays(np.atleast_2d(origins), np.atleast_2d(directions))
    if origins.ndim != 2 or origins.shape[1] != 3:
        raise ValueError(f"origin and direction give shape {origins.shape}; it must be (3,) or (n, 3)")
    if np.any(np.linalg.norm(directions, axis=1) < MINVAL):
        raise ValueError("a direction has no length; rays need one")
    return origins, directions, single


def _group_bits(geomgroup: Iterable[int] | None) -> int:
    if geomgroup is None:
        return ALL_GROUPS
    flags = [bool(flag) for flag in geomgroup]
    if len(flags) != NGROUP:
        raise ValueError(f"geomgroup has {len(flags)} flags; there are {NGROUP} groups")
    return sum(1 << i for i, flag in enumerate(flags) if flag)
